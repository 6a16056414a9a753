// Steps through a replay that is in the page whole: each frame is a list of the lines that it is made of.
"use strict";
(() => {
  const { lines, frames } = JSON.parse(document.getElementById("film").textContent);
  const last = frames.length - 1;
  const place = document.getElementById("frame");
  const slider = document.querySelector("[type=range]");
  let step = last;

  function show(number) {
    step = Math.min(Math.max(number, 0), last);
    place.innerHTML = frames[step].map((line) => lines[line]).join("\n");
    place.dataset.step = step;
    slider.value = step;
    document.querySelector("output").textContent = `${step} of ${last}`;
  }

  const GO = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => last };
  const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) show(GO[button.dataset.go]());
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (!KEYS[event.key] || event.target === slider) return;
    event.preventDefault();
    show(GO[KEYS[event.key]]());
  });
  document.querySelector("nav").hidden = false;
  show(0);
})();
