// Steps without loading the whole page again: keys, a slider, autoplay. Without this file the links do the same.
"use strict";
(() => {
  const PAUSE_MS = 900;
  let timer = null;
  let asked = 0;

  const replay = () => document.getElementById("replay");
  const step = () => Number(replay().dataset.step);
  const last = () => Number(replay().dataset.last);

  function address(number) {
    const url = new URL(location.href);
    url.searchParams.set("step", Math.min(Math.max(number, 0), last()));
    return url;
  }

  async function show(url) {
    const number = ++asked;
    let text;
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error();
      text = await answer.text();
    } catch {
      location.href = url;
      return;
    }
    if (number !== asked) return; // somebody was quicker
    const page = new DOMParser().parseFromString(text, "text/html");
    const focused = document.activeElement?.dataset?.go;
    const open = [...replay().querySelectorAll("details.moves[open]")].length > 0;
    replay().replaceWith(page.getElementById("replay"));
    document.title = page.title;
    history.replaceState(null, "", url);
    if (open) replay().querySelector("details.moves").open = true;
    enrich();
    if (focused) replay().querySelector(`[data-go="${focused}"]`)?.focus();
  }

  function go(number) {
    const wanted = Math.min(Math.max(number, 0), last());
    if (wanted !== step()) return show(address(wanted));
  }

  function playing(on) {
    clearInterval(timer);
    timer = null;
    if (on) {
      if (step() === last()) go(0);
      timer = setInterval(() => (step() < last() ? go(step() + 1) : playing(false)), PAUSE_MS);
    }
    const button = replay().querySelector("[data-go=play]");
    if (button) {
      button.textContent = timer ? "pause" : "play";
      button.setAttribute("aria-pressed", String(Boolean(timer)));
    }
  }

  // What only works with this file is put in by it.
  function enrich() {
    const bar = replay().querySelector(".steps");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.go = "play";
    button.title = "Space";
    bar.append(button);
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = 0;
    slider.max = last();
    slider.value = step();
    slider.dataset.go = "slide";
    slider.setAttribute("aria-label", "Step");
    bar.append(slider);
    button.textContent = timer ? "pause" : "play";
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go=play]");
    if (button) return playing(!timer);
    const link = event.target.closest("#replay a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    playing(false);
    show(new URL(link.href));
  });
  document.addEventListener("change", (event) => {
    if (event.target.dataset.go === "slide") go(Number(event.target.value));
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest(".steps form");
    if (!form) return;
    event.preventDefault();
    go(Number(form.elements.step.value));
  });

  const KEYS = {
    ArrowLeft: () => go(step() - 1),
    ArrowRight: () => go(step() + 1),
    Home: () => go(0),
    End: () => go(last()),
    " ": () => playing(!timer),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) return;
    if (event.key === " " && event.target.matches("button, summary")) return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    if (event.key !== " ") playing(false);
    KEYS[event.key]();
  });

  document.addEventListener("DOMContentLoaded", enrich);
})();
