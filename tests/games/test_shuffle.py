"""The shuffle, held against the vectors and the words of the rules."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.claim.cards import DECK_TEXTS
from referee.games.shuffle import SeedError, below, commitment, derive_seed, parse_seed, shuffled, words

ZERO = bytes(32)


def test_the_commitment_of_the_zero_seed() -> None:
    assert commitment(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_ten_numbers_shuffled_by_the_zero_seed() -> None:
    assert shuffled(range(10), ZERO, "deck") == [2, 8, 9, 6, 1, 0, 7, 3, 5, 4]


def test_claims_deck_shuffled_by_the_zero_seed() -> None:
    """C1."""
    assert " ".join(shuffled(DECK_TEXTS, ZERO, "deck")[:10]) == "G0 X5 X3 K4 G0 K3 G3 G8 K2 X7"


def test_words_are_the_digests_of_seed_label_and_counter_in_order() -> None:
    """Eight big-endian words a digest; the ninth is the first of counter 1."""
    digests = b"".join(sha256(ZERO + b"clan" + bytes(7) + bytes([counter])).digest() for counter in (0, 1))
    assert b"".join(word.to_bytes(4, "big") for word in islice(words(ZERO, "clan"), 16)) == digests


def test_below_is_the_word_modulo_n() -> None:
    assert below(iter([23]), 10) == 3


def test_below_skips_the_words_of_the_last_incomplete_stretch() -> None:
    """⌊2³²/10⌋·10 = 4294967290 is the first that is skipped."""
    assert below(iter([4294967290, 4294967295, 17]), 10) == 7


def test_below_keeps_the_last_word_of_the_last_full_stretch() -> None:
    assert below(iter([4294967289, 17]), 10) == 9


def test_below_a_power_of_two_skips_nothing() -> None:
    assert below(iter([4294967295]), 8) == 7


@pytest.mark.parametrize("cards", [[], ["G7"]])
def test_a_pile_of_one_card_or_none_stays_as_it_is(cards: list[str]) -> None:
    assert shuffled(cards, ZERO, "deck") == cards


def test_another_label_gives_another_order() -> None:
    assert shuffled(range(52), ZERO, "reshuffle:1") != shuffled(range(52), ZERO, "deck")


def test_another_seed_gives_another_order() -> None:
    assert shuffled(range(52), bytes(31) + b"\x01", "deck") != shuffled(range(52), ZERO, "deck")


def test_a_shuffle_leaves_the_given_cards_alone() -> None:
    cards = list(range(10))
    shuffled(cards, ZERO, "deck")
    assert cards == list(range(10))


@given(st.lists(st.integers(), max_size=60), st.binary(min_size=32, max_size=32), st.sampled_from(["deck", "clan"]))
def test_a_shuffle_is_a_permutation(cards: list[int], seed: bytes, label: str) -> None:
    assert sorted(shuffled(cards, seed, label)) == sorted(cards)


@given(st.binary(min_size=32, max_size=32))
def test_a_seed_is_read_as_it_is_written(seed: bytes) -> None:
    assert parse_seed(seed.hex()) == seed


@pytest.mark.parametrize(
    "text", ["", "00", "0" * 63, "0" * 65, "A" * 64, "g" * 64, " " + "0" * 63, "0x" + "0" * 62, "٠" * 64]
)
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(SeedError, match="a seed is 64 lower-case hex digits"):
        parse_seed(text)


def test_derived_seeds_are_digests_of_master_label_and_number() -> None:
    assert derive_seed(ZERO, "block", 258) == sha256(ZERO + b"block" + bytes(6) + b"\x01\x02").digest()
