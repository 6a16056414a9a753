"""A seccomp filter, put together by hand: libseccomp is not everywhere, and a wheel cannot bring it along.

A filter is a program of jumps over one system call. Ours is a row of blocks, each of which either returns a verdict
or falls through to the next; jumps never leave their block, so blocks can be put in any order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

LOAD_WORD, AND, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
NUMBER_OFFSET, ARCHITECTURE_OFFSET, ARGUMENTS_OFFSET, ARGUMENT_BYTES = 0, 4, 16, 8

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000


def refuse(errno: int) -> int:
    """The verdict that makes the call fail with this error; 0: it does nothing, and succeeds."""
    return 0x00050000 | errno


def end(verdict: int) -> bytes:
    return _step(RETURN, verdict)


def unless_architecture(architecture: int, verdict: int) -> bytes:
    return _step(LOAD_WORD, ARCHITECTURE_OFFSET) + _step(JUMP_EQUAL, architecture, 1, 0) + end(verdict)


def if_number(numbers: Iterable[int], verdict: int) -> bytes:
    steps = [_step(LOAD_WORD, NUMBER_OFFSET)]
    steps += [_step(JUMP_EQUAL, number, 0, 1) + end(verdict) for number in numbers]
    return b"".join(steps)


def if_number_at_least(number: int, verdict: int) -> bytes:
    return _step(LOAD_WORD, NUMBER_OFFSET) + _step(JUMP_AT_LEAST, number, 0, 1) + end(verdict)


def if_argument_has(number: int, place: int, bits: int, verdict: int) -> bytes:
    """If any of these bits is set in the argument at this place, counted from 0."""
    return _for_number(number, place, _step(JUMP_ANY_BIT, bits, 0, 1) + end(verdict))


def if_argument_is(number: int, place: int, values: Iterable[int], verdict: int, mask: int = 0xFFFFFFFF) -> bytes:
    """If the argument, as far as the mask goes, is one of these."""
    checks = [_step(JUMP_EQUAL, value, 0, 1) + end(verdict) for value in values]
    return _for_number(number, place, _step(AND, mask) + b"".join(checks))


def unless_argument_is(number: int, place: int, value: int, verdict: int) -> bytes:
    return _for_number(number, place, _step(JUMP_EQUAL, value, 1, 0) + end(verdict))


def _for_number(number: int, place: int, check: bytes) -> bytes:
    """The check, on the low half of an argument: the kernel takes no more of an `int`."""
    body = _step(LOAD_WORD, ARGUMENTS_OFFSET + ARGUMENT_BYTES * place) + check
    return _step(LOAD_WORD, NUMBER_OFFSET) + _step(JUMP_EQUAL, number, 0, len(body) // 8) + body


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
