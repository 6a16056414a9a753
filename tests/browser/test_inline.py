"""A replay as a notebook shows it, in a real browser: its script and styles work in their frame, and reach no host."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from arena.web.inline import shown
from referee.show import shown_steps
from tests.web.played import random_replay


def test_an_inline_replay_is_stepped_with_buttons_keys_and_slider(page: Page) -> None:
    replay = random_replay("schotten_totten", 2, tactics=True)
    steps = list(shown_steps(replay.to_json(), "everything"))
    page.set_content(shown(replay)._repr_html_())
    frame = page.frame_locator("iframe")
    place = frame.locator("#frame")
    expect(place).to_have_attribute("data-step", "0")
    for step in steps[:5]:
        frame.get_by_role("button", name="one step on").click()
        expect(frame.locator("#action")).to_have_text(step.action)
    frame.locator("body").press("ArrowLeft")
    expect(place).to_have_attribute("data-step", "4")
    frame.get_by_role("slider").fill("9")
    expect(place).to_have_attribute("data-step", "9")
    frame.get_by_role("button", name="the end").click()
    expect(frame.locator(".result")).to_be_visible()
    expect(frame.locator("output")).to_have_text(f"{len(steps)} of {len(steps)}")
    assert frame.locator(".stone .face svg").first.bounding_box() is not None
    widths = frame.locator(".face .paper").first.evaluate("one => getComputedStyle(one).fill")
    assert widths == "rgb(255, 253, 247)", "the styles are there"
