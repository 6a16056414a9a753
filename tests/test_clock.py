"""Budgets, and whose time it is."""

from __future__ import annotations

import asyncio
import time

import pytest

from referee.clock import ClockError, ClockSettings, GameClock, LagMeter, Stopwatch, done_in_time


def test_a_clock_is_read_in_parts_each_optional() -> None:
    assert ClockSettings.parse("") == ClockSettings()
    assert ClockSettings.parse("bank=1.5s, grace=20ms") == ClockSettings(grace_ms=20, bank_ms=1500)
    assert ClockSettings.parse("startup=2min") == ClockSettings(startup_ms=120_000)


@pytest.mark.parametrize(
    "text",
    ["bank", "bank=5", "bank=-1s", "bank=1s,bank=2s", "think=1s", "bank=1e3s", "grace=1h", "bank=" + "9" * 999 + "s"],
)
def test_what_is_no_clock_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ClockError):
        ClockSettings.parse(text)


@pytest.mark.parametrize("settings", [(0, 1, 1), (1, 0, 0), (-1, 1, 1), (1, 1, 86_400_001)])
def test_a_clock_that_nobody_can_play_by_is_refused(settings: tuple[int, int, int]) -> None:
    with pytest.raises(ClockError):
        ClockSettings(*settings)


def test_the_grace_is_free_and_the_bank_pays_the_rest() -> None:
    clock = GameClock(ClockSettings(grace_ms=100, bank_ms=1000))
    assert clock.charge(100)
    assert clock.bank_left_ms == 1000
    assert clock.charge(350)
    assert clock.bank_left_ms == 750


def test_the_grace_does_not_add_up() -> None:
    clock = GameClock(ClockSettings(grace_ms=100, bank_ms=1000))
    for _ in range(50):
        assert clock.charge(1)
    assert clock.budget_ms == 1100


def test_a_decision_may_take_all_that_is_left_and_no_more() -> None:
    assert GameClock(ClockSettings(grace_ms=100, bank_ms=1000)).charge(1100)
    assert not GameClock(ClockSettings(grace_ms=100, bank_ms=1000)).charge(1100.1)


def test_the_bank_is_of_the_whole_game() -> None:
    clock = GameClock(ClockSettings(grace_ms=0, bank_ms=100))
    assert [clock.charge(40) for _ in range(3)] == [True, True, False]


# --- lag -------------------------------------------------------------------------------------


async def _measured(blocked: float, idle: float) -> float:
    """What a bot is charged that thinks while the referee does this."""
    lag = LagMeter()
    lag.start()
    try:
        await asyncio.sleep(0.02)
        watch = Stopwatch(lag)
        time.sleep(blocked)
        await asyncio.sleep(idle)
        return watch.ms()
    finally:
        lag.stop()


def test_time_in_which_the_referee_stood_still_is_not_charged() -> None:
    assert asyncio.run(_measured(blocked=0.5, idle=0.0)) < 250


def test_time_in_which_the_referee_was_free_is_charged() -> None:
    assert asyncio.run(_measured(blocked=0.0, idle=0.4)) > 200


def test_timers_that_are_late_as_usual_are_no_lag() -> None:
    """Every timer is a little late: at 200 a second that would add up."""

    async def totals() -> list[float]:
        lag = LagMeter()
        lag.start()
        seen = []
        for _ in range(100):
            await asyncio.sleep(2 * LagMeter.INTERVAL)
            seen.append(lag.total)
        lag.stop()
        return seen

    seen = asyncio.run(totals())
    assert len(set(seen)) < 90


def test_lag_before_a_decision_is_not_taken_off_it() -> None:
    async def measured() -> float:
        lag = LagMeter()
        lag.start()
        await asyncio.sleep(0.02)
        time.sleep(0.5)
        watch = Stopwatch(lag)
        await asyncio.sleep(0.3)
        lag.stop()
        return watch.ms()

    assert asyncio.run(measured()) > 150


def test_what_comes_late_because_the_referee_stood_still_came_in_time() -> None:
    async def came() -> bool:
        lag, loop = LagMeter(), asyncio.get_running_loop()
        lag.start()
        future = loop.create_future()
        loop.call_later(0.01, time.sleep, 1.0)  # over the time of 500 ms
        loop.call_later(1.1, future.set_result, None)
        try:
            return await done_in_time(future, 500, lag)
        finally:
            lag.stop()

    assert asyncio.run(came())


def test_what_does_not_come_is_waited_for_no_longer_than_its_time() -> None:
    async def waited() -> tuple[bool, float]:
        lag = LagMeter()
        lag.start()
        started = time.monotonic()
        came = await done_in_time(asyncio.get_running_loop().create_future(), 100, lag)
        lag.stop()
        return came, time.monotonic() - started

    came, seconds = asyncio.run(waited())
    assert not came
    assert 0.1 <= seconds < 10
