"""Members of enums and tuples of stated lengths take what they are written as, and nothing that is only equal to it."""

from __future__ import annotations

import enum
import itertools
from decimal import Decimal
from typing import Any, Literal

import pytest

import beve

#: Values of which many are equal, and of several types.
VALUES: list[Any] = [0, 1, False, True, 0.0, 1.0, 1.5, 0j, 1j, "0", "1", "", b"", b"1", None, [], [1]]
LITERAL: list[Any] = [0, 1, False, True, "0", "1", "", None]


def taken(kind: Any, value: Any) -> Any:
    """Return what a type makes of a value, the same both ways, or MismatchError."""
    data = beve.dumps(value)
    made: list[Any] = []
    for reads in (True, False):
        try:
            made.append(beve.loads_as(kind, data) if reads else beve.from_value(kind, beve.loads(data)))
        except beve.MismatchError:
            made.append(beve.MismatchError)
    assert made[0] is made[1] or made[0] == made[1]
    return made[0]


def enums(value: Any) -> list[Any]:
    """Return enums of one member of that value, of all bases that it has."""
    made: list[Any] = [enum.Enum("Plain", {"ONE": value})]
    if type(value) is int:
        made += [enum.IntEnum("Ints", {"ONE": value}), enum.Enum("Mixed", {"ONE": value}, type=int)]
        made += [enum.IntFlag("IntFlags", {"ONE": 1})] if value == 1 else []
        made += [enum.Flag("Flags", {"ONE": 1})] if value == 1 else []
    if type(value) in (str, float, bytes):
        made.append(enum.Enum("Mixed", {"ONE": value}, type=type(value)))
    return made


@pytest.mark.parametrize(
    "value", [v for v in VALUES if type(v) is not list] + [Decimal(1), Decimal("1.0"), (1, "a"), ()]
)
def test_members_of_enums_take_what_the_type_of_their_value_takes(value: Any) -> None:
    for kind in enums(value):
        member = kind.ONE
        assert taken(kind, member) is member
        for other in VALUES:
            if isinstance(value, tuple):
                continue
            made: Any = taken(type(value), other)
            fits = made is not beve.MismatchError and type(made) is type(value) and made == value
            if isinstance(member, enum.Flag) and type(other) is int:
                continue  # flags are made of numbers
            assert (taken(kind, other) is member) == fits, (kind, value, other)


@pytest.mark.parametrize("value", LITERAL)
def test_enums_are_as_strict_as_literals(value: Any) -> None:
    literal: Any = Literal[value]
    for kind, other in itertools.product(enums(value), LITERAL):
        if not issubclass(kind, enum.Flag):
            assert (taken(kind, other) is kind.ONE) == (taken(literal, other) is not beve.MismatchError)


def test_what_a_class_says_of_other_values_counts() -> None:
    class Level(enum.Enum):
        LOW = "low"
        UNKNOWN = "?"

        @classmethod
        def _missing_(cls, value: object) -> Level:
            return cls.LOW if isinstance(value, str) and value.lower() == "low" else cls.UNKNOWN

    assert taken(Level, "LOW") is Level.LOW
    assert taken(Level, 5) is taken(Level, "?") is Level.UNKNOWN


@pytest.mark.parametrize("lengths", list(itertools.product(range(4), repeat=2)))
def test_tuples_have_as_many_elements_as_types(lengths: tuple[int, int]) -> None:
    types, values = lengths
    said: Any = tuple.__class_getitem__((Any,) * types)
    array = list(range(values))
    for kind, value in ((said, array), (said | None, array), (list[said], [array]), (dict[str, said], {"k": array})):
        made = taken(kind, value)
        assert (made is not beve.MismatchError) == (types == values), (kind, value)
    assert taken(tuple, array) == tuple(array)
