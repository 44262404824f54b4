"""What is written is what was there when its writing began, whatever the code of others changes meanwhile."""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import beve


class Odd:
    """A value of a type that has no form."""


@dataclass
class Held:
    a: Any
    b: Any
    c: Any


def swapped(at: Any) -> None:
    at["a"], at["c"] = at["c"], at["a"]


def replaced(at: Any) -> None:
    at["a"] = at["c"] = "other"


def cleared(at: Any) -> None:
    at.clear()


def grown(at: Any) -> None:
    at.update({f"k{i}": i for i in range(100)})


def shrunk(at: Any) -> None:
    at.pop("c", None)


def moved(at: Any) -> None:
    at["c2"] = at.pop("c", None)


def numbered(at: Any) -> None:
    at.clear()
    at.update({1: "a", 2: "b", 3: "c"})


def emptied(at: list[Any]) -> None:
    at.clear()


def longer(at: list[Any]) -> None:
    at.extend(range(100))


def turned(at: list[Any]) -> None:
    at.reverse()


def assigned(at: Held) -> None:
    at.a = at.c = "other"


def removed(at: Held) -> None:
    at.__dict__.clear()


OF_DICTS = [swapped, replaced, cleared, grown, shrunk, moved, numbered]
OF_LISTS = [emptied, longer, turned]
OF_OBJECTS = [assigned, removed]

#: What makes a container of three values, and what is done to it.
MAKES: list[tuple[Callable[..., Any], Callable[[Any], None]]] = [
    *((make, change) for make in (lambda a, b, c: {"a": a, "b": b, "c": c},) for change in OF_DICTS),
    *((lambda a, b, c: OrderedDict(a=a, b=b, c=c), change) for change in OF_DICTS),
    *((lambda a, b, c: [a, b, c], change) for change in OF_LISTS),
    *((lambda a, b, c: deque((a, b, c)), change) for change in OF_LISTS),
    *((Held, change) for change in OF_OBJECTS),
]

#: What the container is in.
AROUND: list[Callable[[Any], Any]] = [
    lambda v: v,
    lambda v: [v, 7],
    lambda v: {"in": v, "after": 7},
    lambda v: Held(1, v, 7),
    lambda v: {1: v, 2: 7},
]


@pytest.mark.parametrize("options", [{}, {"extended": True, "min_table_rows": 1}, {"typed_lists": True}])
@pytest.mark.parametrize(("make", "change"), MAKES)
def test_a_default_that_changes_what_is_written(
    make: Callable[..., Any], change: Callable[[Any], None], options: dict[str, Any]
) -> None:
    for around, inner, place in itertools.product(AROUND, (lambda v: v, lambda v: [v], lambda v: {"k": v}), range(3)):

        def made(odd: Any, around: Any = around, inner: Any = inner, place: int = place) -> tuple[Any, Any]:
            mine = [1, "x", 2.5]
            mine[place] = inner(odd)
            container = make(*mine)
            return container, around(container)

        # What it would be if nothing were changed.
        wanted = beve.dumps(made(Odd())[1], default=lambda odd: {"odd": 1}, **options)
        container, whole = made(Odd())

        def default(odd: Any, container: Any = container) -> Any:
            change(container)
            return {"odd": 1}

        assert beve.dumps(whole, default=default, **options) == wanted, place


@pytest.mark.parametrize("change", OF_DICTS)
def test_a_default_that_changes_what_it_has_returned(change: Callable[[Any], None]) -> None:
    for other in (Odd(), 1 << 200):

        def encoded(changes: Callable[[Any], None], other: Any = other) -> bytes:
            kept: list[Any] = []

            def default(odd: Any) -> Any:
                if kept:
                    changes(kept[0])
                    return "second"
                kept.append({"a": 1, "b": [other], "c": 2})
                return kept[0]

            return beve.dumps([Odd(), 3], default=default)

        assert beve.loads(encoded(change)) == [{"a": 1, "b": ["second"], "c": 2}, 3]


@pytest.mark.parametrize("change", OF_DICTS)
def test_an_attribute_that_changes_what_is_written(change: Callable[[Any], None]) -> None:
    @dataclass
    class Row:
        x: int

        def __getattribute__(self, name: str) -> Any:
            if name == "x":
                change(whole)
            return super().__getattribute__(name)

    whole: dict[Any, Any] = {"a": 1, "b": Row(5), "c": 2}
    assert beve.loads(beve.dumps(whole)) == {"a": 1, "b": {"x": 5}, "c": 2}
