from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairing.shares import fair_shares

OWNERS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.sampled_from("xyz"), min_size=1, max_size=12)


@given(OWNERS, st.integers(2, 5))
def test_fair_shares_are_all_seats_and_never_two_at_a_table(owners: dict[str, str], seats: int) -> None:
    shares = fair_shares(owners, seats)
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares.values()) <= 1 / min(seats, len(owners)) + 1e-9
    assert min(shares.values()) > 0


@given(OWNERS, st.integers(2, 5))
def test_bots_of_one_owner_have_the_same_share(owners: dict[str, str], seats: int) -> None:
    shares = fair_shares(owners, seats)
    for owner in set(owners.values()):
        own = [shares[name] for name in owners if owners[name] == owner]
        assert max(own) == pytest.approx(min(own))


def test_an_owner_of_many_bots_has_no_more_than_an_owner_of_one() -> None:
    assert fair_shares({"a": "x", "b": "y", "c": "y", "d": "z"}, 2) == pytest.approx(
        {"a": 1 / 3, "b": 1 / 6, "c": 1 / 6, "d": 1 / 3}
    )


def test_what_one_bot_cannot_use_is_for_the_others() -> None:
    assert fair_shares({"a": "x", "b": "y", "c": "y", "d": "y"}, 3)["a"] == pytest.approx(1 / 3)
    assert fair_shares({"a": "x", "b": "y", "c": "y", "d": "y"}, 3)["b"] == pytest.approx(2 / 9)
