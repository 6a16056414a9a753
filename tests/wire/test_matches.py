"""Matches on the wire: limits."""

from __future__ import annotations

from dataclasses import asdict

from bothy.v1 import referee_pb2

from referee.limits import Limits
from referee.wire.matches import limits_from_wire


def test_all_limits_are_on_the_wire() -> None:
    limits = Limits(7, 6, 5, 4, 3, 2, 1)
    assert limits_from_wire(referee_pb2.Limits(**asdict(limits))) == limits
    assert [field.name for field in referee_pb2.Limits.DESCRIPTOR.fields] == list(asdict(limits))


def test_a_request_of_old_has_the_default_limits() -> None:
    assert limits_from_wire(referee_pb2.PlayMatchRequest().limits) == Limits()
