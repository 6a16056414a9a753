"""Shuffling that anyone can check: a deal follows from its seed by SHA-256 and Fisher–Yates alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

from referee.games.base import GameError

SEED_BYTES = 32
_EIGHT_WORDS = Struct(">8I")
T = TypeVar("T")


class SeedError(GameError):
    """A text that is no seed."""


def parse_seed(text: str) -> bytes:
    """The 32 bytes that 64 lower-case hex digits write."""
    if len(text) != 2 * SEED_BYTES or not set(text) <= set("0123456789abcdef"):
        raise SeedError(f"a seed is 64 lower-case hex digits, not {text!r}")
    return bytes.fromhex(text)


def commitment(seed: bytes) -> str:
    """What is announced when a game starts, so that its seed can be checked when it is published."""
    return sha256(seed).hexdigest()


def derive_seed(master: bytes, label: str, number: int) -> bytes:
    """The seed of the `number`-th thing of a kind, from the seed of the whole."""
    return sha256(master + label.encode("ascii") + number.to_bytes(8, "big")).digest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """The random 32-bit words of a shuffle: digests of seed ‖ label ‖ counter, eight words each."""
    prefix = seed + label.encode("ascii")
    counter = 0
    while True:
        yield from _EIGHT_WORDS.unpack(sha256(prefix + counter.to_bytes(8, "big")).digest())
        counter += 1


def below(source: Iterator[int], n: int) -> int:
    """A number from 0 to n−1, all equally likely: words of the last, incomplete stretch are skipped."""
    limit = (1 << 32) // n * n
    while (word := next(source)) >= limit:
        pass
    return word % n


def shuffled(cards: Sequence[T], seed: bytes, label: str) -> list[T]:
    """The cards, given in deck order, as the seed shuffles them; index 0 is the top."""
    pile = list(cards)
    source = words(seed, label)
    for i in range(len(pile) - 1, 0, -1):
        j = below(source, i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile
