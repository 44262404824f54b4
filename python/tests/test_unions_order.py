"""What an annotation means is what it says, whatever equal ones have been used before."""

from __future__ import annotations

import collections
import dataclasses
import itertools
import typing
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, NewType, TypedDict

import pytest

import beve

Namer = Callable[[Any], Any]


@dataclasses.dataclass
class Cat:
    name: str


@dataclasses.dataclass
class Dog:
    name: str


@dataclasses.dataclass
class Cow:
    name: str


PET = {"name": "Jo"}


def held_by(hint: Any) -> Any:
    return dataclasses.make_dataclass("Holder", [("pet", hint)])


def tuple_of(hint: Any) -> Any:
    return NamedTuple("Pair", [("pet", hint), ("note", str)])


def dict_of(hint: Any) -> Any:
    return TypedDict("Record", {"pet": hint})  # type: ignore[operator]


def redefined(hint: Any) -> Any:
    base: Any = dataclasses.make_dataclass("Base", [("pet", Cow | Dog | Cat)])
    return dataclasses.make_dataclass("Derived", [("pet", hint)], bases=(base,))


# What typing itself takes for the same is none of it: so Annotated says another thing each time.
#: What holds a type: how it is named, what holds the value, and how the value is got out again.
AROUND: list[tuple[Namer, Namer, Namer]] = [
    (lambda t: list[t], lambda v: [v], lambda v: v[0]),  # type: ignore[valid-type]
    (lambda t: dict[str, t], lambda v: {"k": v}, lambda v: v["k"]),  # type: ignore[valid-type]
    (lambda t: tuple[t, ...], lambda v: [v], lambda v: v[0]),  # type: ignore[valid-type]
    (lambda t: tuple[int, t], lambda v: [1, v], lambda v: v[1]),  # type: ignore[valid-type]
    (lambda t: collections.deque[t], lambda v: [v], lambda v: v[0]),  # type: ignore[valid-type]
    (lambda t: collections.abc.Sequence[t], lambda v: [v], lambda v: v[0]),  # type: ignore[valid-type]
    (lambda t: t | None, lambda v: v, lambda v: v),
    (lambda t: int | t, lambda v: v, lambda v: v),
    (lambda t: Annotated[t, object()], lambda v: v, lambda v: v),
    (lambda t: NewType("Named", t), lambda v: v, lambda v: v),
    (held_by, lambda v: {"pet": v}, lambda v: v.pet),
    (redefined, lambda v: {"pet": v}, lambda v: v.pet),
    (tuple_of, lambda v: [v, "x"], lambda v: v.pet),
    (dict_of, lambda v: {"pet": v}, lambda v: v["pet"]),
]


def union_of(members: tuple[Any, ...]) -> Any:
    first, second, *rest = members
    made = first | second
    for member in rest:
        made = made | member
    return made


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(range(len(AROUND)), repeat=2)))
def test_the_first_member_of_a_union_is_tried_first(outer: int, inner: int) -> None:
    (name, wrap, get), (inner_name, inner_wrap, inner_get) = AROUND[outer], AROUND[inner]
    data = beve.dumps(wrap(inner_wrap(PET)))
    for members in itertools.permutations((Cat, Dog, Cow)):
        hint = name(inner_name(union_of(members)))
        assert type(inner_get(get(beve.loads_as(hint, data)))) is members[0], hint
        assert type(inner_get(get(beve.from_value(hint, beve.loads(data))))) is members[0], hint


def test_arguments_that_are_equal_are_not_the_same() -> None:
    for choice in (1, True, 1, 0, False):
        literal: Any = Literal[choice]
        hints: list[Any] = [literal, list[literal], literal | None]
        for hint in hints:
            of_list = typing.get_origin(hint) is list
            for value in (0, 1, True, False):
                data = beve.dumps([value] if of_list else value)
                if type(value) is type(choice) and value == choice:
                    made: Any = beve.loads_as(hint, data)
                    assert (made[0] if of_list else made) is choice
                else:
                    with pytest.raises(beve.MismatchError):
                        beve.loads_as(hint, data)


class ByName(type):
    """A metaclass whose classes equal those of the same name."""

    def __eq__(cls, other: object) -> bool:
        return isinstance(other, ByName) and cls.__name__ == other.__name__

    def __hash__(cls) -> int:
        return hash(cls.__name__)


@pytest.mark.parametrize("extended", [False, True])
def test_classes_that_are_equal_are_not_the_same(extended: bool) -> None:
    made: list[Any] = []
    for field in ("a", "b"):

        class Row(metaclass=ByName):
            pass

        Row.__annotations__ = {field: int}
        made.append(dataclasses.dataclass(Row))
    assert made[0] == made[1]
    for row, field in zip(made, "ab", strict=True):
        data = beve.dumps([row(i) for i in range(6)], extended=extended)
        assert beve.loads(data)[5] == {field: 5}
        assert beve.loads(beve.dumps([other(1) for other in made])) == [{"a": 1}, {"b": 1}]
        assert getattr(beve.loads_as(list[row], data)[5], field) == 5  # type: ignore[valid-type]


KINDS: list[Any] = [int, float, complex, Decimal]


@pytest.mark.parametrize("members", [m for n in (2, 3, 4) for m in itertools.permutations(KINDS, n)])
def test_a_number_is_of_its_own_type_before_one_that_it_is_converted_to(members: tuple[Any, ...]) -> None:
    for value in (5, 1.5, 2j):
        taken = [kind for kind in members if can_be(kind, value)]
        if not taken:
            with pytest.raises(beve.MismatchError):
                beve.loads_as(union_of(members), beve.dumps(value))
            continue
        made = beve.loads_as(union_of(members), beve.dumps(value))
        assert type(made) is (type(value) if type(value) in members else taken[0])
        assert made == value


def can_be(kind: Any, value: Any) -> bool:
    try:
        beve.loads_as(kind, beve.dumps(value))
    except beve.MismatchError:
        return False
    return True


@pytest.mark.parametrize("members", [(str, Decimal), (Decimal, str), (NewType("Price", Decimal), str)])
def test_text_is_of_the_first_type_that_takes_it(members: tuple[Any, ...]) -> None:
    wanted = str if members[0] is str else Decimal
    assert type(beve.loads_as(union_of(members), beve.dumps("1.5"))) is wanted
