"""Between a game's values and their protobuf messages.

The two are declared field by field under the same names, so one codec serves all games: it is put
together once, from the type hints and the message descriptors, and refuses to be if they do not match.

| in Python                         | on the wire                                                   |
|-----------------------------------|---------------------------------------------------------------|
| a card, or None                   | an enum: the card's number + 1, or 0                          |
| a text out of a few, an Enum      | an enum of the same names                                     |
| a number or flag, or None         | a scalar, `optional` where None is possible                   |
| a dataclass, a named tuple        | a message                                                     |
| a tuple                           | a repeated field                                              |
| a tuple of tuples, or of X | None | a repeated message that has the inner thing as its only field |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

Hint = Any
# The descriptors of protobuf have one set of types in Python and one in C.
Descriptor = Any
EnumDescriptor = Any
FieldDescriptor = Any


class CodecError(Exception):
    """A message that does not say what it should."""


class Value(NamedTuple):
    """One value, both ways."""

    to_wire: Callable[[Any], Any]
    from_wire: Callable[[Any], Any]


class Field(NamedTuple):
    """One field of a message: a value there, and the value read out of its message."""

    to_wire: Callable[[Any], Any]
    read: Callable[[Any], Any]


MOST_REMEMBERED = 10_000


class Remembered(dict[Any, Any]):
    """What was put into a message before is not put together again: most parts of a view are those of the last one.

    The messages are shared: whoever gets one puts it into another, which copies it, and changes nothing.
    """

    def __init__(self, to_wire: Callable[[Any], Any]) -> None:
        super().__init__()
        self._to_wire = to_wire

    def __missing__(self, value: Any) -> Any:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        message = self[value] = self._to_wire(value)
        return message


class MessageCodec:
    """A dataclass or a named tuple, and its message."""

    def __init__(self, kind: type, descriptor: Descriptor, left_out: Iterable[str] = ()) -> None:
        self._kind = kind
        self._message: Callable[..., Any] = GetMessageClass(descriptor)
        hints = get_type_hints(kind)
        names = [name for name in _field_names(kind) if name not in left_out]
        if set(names) != set(descriptor.fields_by_name):
            raise TypeError(f"{kind.__name__} and {descriptor.full_name} do not have the same fields")
        self._fields = [(name, _field(hints[name], descriptor.fields_by_name[name])) for name in names]

    def to_wire(self, value: Any) -> Any:
        parts = {}
        for name, field in self._fields:
            if (part := getattr(value, name)) is not None:
                parts[name] = field.to_wire(part)
        return self._message(**parts)

    def from_wire(self, message: Any) -> Any:
        return self._kind(**{name: field.read(message) for name, field in self._fields})


class UnionCodec:
    """Several dataclasses, and the message that has each of them in its oneof `kind`."""

    def __init__(self, kinds: Iterable[type], message: type[Message], left_out: Iterable[str] = ()) -> None:
        self._message: Callable[..., Any] = message
        oneof = message.DESCRIPTOR.oneofs_by_name["kind"]
        messages = {field.name: field.message_type for field in oneof.fields}
        self._codecs = {
            kind: (_snake_case(kind.__name__), MessageCodec(kind, messages.pop(_snake_case(kind.__name__)), left_out))
            for kind in kinds
        }
        if messages:
            raise TypeError(f"nothing in Python is a {' or '.join(messages)} of {message.DESCRIPTOR.full_name}")
        self._by_name = dict(self._codecs.values())

    def to_wire(self, value: Any) -> Any:
        name, codec = self._codecs[type(value)]
        return self._message(**{name: codec.to_wire(value)})

    def from_wire(self, message: Any) -> Any:
        name = message.WhichOneof("kind")
        if name is None:
            raise CodecError(f"a {message.DESCRIPTOR.name} of no kind")
        return self._by_name[name].from_wire(getattr(message, name))


def _field(hint: Hint, descriptor: FieldDescriptor) -> Field:
    name = descriptor.name
    if _origin(hint) is tuple:
        value = _value(get_args(hint)[0], descriptor)
        to_wire, from_wire = value
        return Field(
            lambda entries: list(map(to_wire, entries)),
            lambda message: tuple([from_wire(entry) for entry in getattr(message, name)]),
        )
    inner, is_optional = _without_none(hint)
    value = _value(inner, descriptor)
    if is_optional and descriptor.enum_type is None:
        return Field(
            value.to_wire,
            lambda message: value.from_wire(getattr(message, name)) if message.HasField(name) else None,
        )
    if is_optional:
        value = _or_nothing(value)
    return Field(value.to_wire, lambda message: value.from_wire(getattr(message, name)))


def _value(hint: Hint, descriptor: FieldDescriptor) -> Value:
    inner, is_optional = _without_none(hint)
    if descriptor.enum_type is not None:
        value = _enum_value(inner, descriptor.enum_type)
        return _or_nothing(value) if is_optional else value
    if descriptor.message_type is None:
        return Value(_unchanged, _unchanged)
    if not is_optional and (is_dataclass(inner) or hasattr(inner, "_fields")):
        codec = MessageCodec(inner, descriptor.message_type)
        return Value(Remembered(codec.to_wire).__getitem__, codec.from_wire)
    if is_optional or _origin(inner) is tuple:
        return _wrapped(hint, descriptor.message_type)
    raise TypeError(f"{hint} cannot be a {descriptor.message_type.full_name}")


def _wrapped(hint: Hint, descriptor: Descriptor) -> Value:
    """A tuple, or a thing that may be missing, as the only field of a message."""
    (only,) = descriptor.fields
    message: Callable[..., Any] = GetMessageClass(descriptor)
    field = _field(hint, only)

    def to_wire(value: Any) -> Any:
        return message() if value is None else message(**{only.name: field.to_wire(value)})

    return Value(Remembered(to_wire).__getitem__, field.read)


def _enum_value(hint: Hint, descriptor: EnumDescriptor) -> Value:
    prefix = _snake_case(descriptor.name).upper() + "_"
    numbers = {entry.name.removeprefix(prefix): entry.number for entry in descriptor.values}
    if isinstance(hint, type) and issubclass(hint, int):
        by_number = {number: hint(number - 1) for number in numbers.values()}
        for name, number in numbers.items():
            if number and by_number[number].text.upper() != name:  # type: ignore[attr-defined]
                raise TypeError(f"{descriptor.full_name}: {name} is not card {number - 1}")
        return Value((1).__add__, by_number.__getitem__)  # card + 1, in C
    values: dict[str, Any]
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = {member.name: member for member in hint}
    else:
        texts = get_args(hint) if _origin(hint) is Literal else [name.lower().replace("_", " ") for name in numbers]
        values = {text.upper().replace(" ", "_"): text for text in texts if text != "unspecified"}
    if set(values) != set(numbers) - {"UNSPECIFIED"}:
        raise TypeError(f"{hint} and {descriptor.full_name} do not have the same names")
    to_wire = {value: numbers[name] for name, value in values.items()}
    from_wire = {numbers[name]: value for name, value in values.items()}
    return Value(to_wire.__getitem__, from_wire.__getitem__)


def _or_nothing(value: Value) -> Value:
    """An enum whose zero is None."""
    to_wire, from_wire = value
    return Value(
        lambda part: 0 if part is None else to_wire(part),
        lambda number: from_wire(number) if number else None,
    )


def _unchanged(value: Any) -> Any:
    return value


def _origin(hint: Hint) -> Any:
    return get_origin(hint)


def _without_none(hint: Hint) -> tuple[Hint, bool]:
    if _origin(hint) in (Union, UnionType):
        inner = [arg for arg in get_args(hint) if arg is not NoneType]
        if len(inner) == 1:
            return inner[0], len(inner) < len(get_args(hint))
        raise TypeError(f"{hint} is too much for one field")
    return hint, False


def _field_names(kind: type) -> list[str]:
    if is_dataclass(kind):
        return [field.name for field in dataclass_fields(kind)]
    return list(kind._fields)  # type: ignore[attr-defined]


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
