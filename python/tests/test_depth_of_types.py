"""Types that hold themselves take what is nested as deep as the limits say, whatever Python's recursion limit is."""

from __future__ import annotations

import collections
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, TypedDict, Union

import pytest

import beve


@dataclass
class Chain:
    next: Chain | None = None


@dataclass(slots=True)
class Slots:
    next: Optional[Slots] = None  # noqa: UP045, as older code writes it


@dataclass
class Elements:
    next: list[Elements] = field(default_factory=list)


@dataclass
class Members:
    next: dict[str, Members] = field(default_factory=dict)


@dataclass
class Tuples:
    next: tuple[Tuples, ...] = ()


@dataclass
class Pairs:
    next: tuple[int, Pairs] | None = None


@dataclass
class Queues:
    next: collections.deque[Queues] = field(default_factory=collections.deque)


@dataclass
class Checked:
    next: Checked | None = None

    def __post_init__(self) -> None:
        self.seen = True


class Named(NamedTuple):
    next: Named | None = None


class Record(TypedDict, total=False):
    next: Record | None


@dataclass
class Left:
    next: Union[Left, Right, None] = None  # noqa: UP007, as older code writes it


@dataclass
class Right:
    next: Right | Left | None = None


def of(value: Any) -> Any:
    return value["next"] if isinstance(value, dict) else value.next


#: A type, how a value is put into another one, and how it is got out again.
TYPES: list[tuple[Any, Callable[[Any], Any], Callable[[Any], Any]]] = [
    (Chain, lambda v: v, of),
    (Slots, lambda v: v, of),
    (Elements, lambda v: [v], lambda v: v.next[0]),
    (Members, lambda v: {"k": v}, lambda v: v.next["k"]),
    (Tuples, lambda v: [v], lambda v: v.next[0]),
    (Pairs, lambda v: [1, v], lambda v: v.next[1]),
    (Queues, lambda v: [v], lambda v: v.next[0]),
    (Checked, lambda v: v, of),
    (Named, lambda v: v, of),
    (Record, lambda v: v, of),
    (Left, lambda v: v, of),
]


def nested(put: Callable[[Any], Any], times: int, inmost: Any) -> Any:
    value = inmost
    for _ in range(times):
        value = {"next": put(value)}
    return value


def levels_of(value: Any) -> int:
    levels, left = 0, [(value, 0)]
    while left:
        inner, level = left.pop()
        levels = max(levels, level)
        if isinstance(inner, (list, dict)):
            left += [(part, level + 1) for part in (inner.values() if isinstance(inner, dict) else inner)]
    return levels


def check_depth(kind: Any, put: Callable[[Any], Any], get: Callable[[Any], Any], times: int, most: int) -> None:
    value = nested(put, times, {})
    data = beve.dumps(value, max_depth=most)
    limits = beve.Limits(max_depth=most)
    for made in (beve.loads_as(kind, data, limits=limits), beve.from_value(kind, beve.loads(data, limits=limits))):
        for _ in range(times):
            assert type(made) is (dict if kind is Record else kind) or kind is Left
            made = get(made)
    with pytest.raises(beve.DepthError, match=r"Limits\.max_depth"):
        beve.loads_as(kind, data, limits=beve.Limits(max_depth=levels_of(value)))
    wrong = beve.dumps(nested(put, times, {"next": 5}), max_depth=most)
    with pytest.raises(beve.MismatchError) as caught:
        beve.loads_as(kind, wrong, limits=limits)
    assert caught.value.path.count("/next") == times + 1


def in_deep_frames(frames: int, run: Callable[[], None]) -> None:
    if frames:
        in_deep_frames(frames - 1, run)
    else:
        run()


@pytest.mark.parametrize(("kind", "put", "get"), TYPES)
def test_depth_is_what_the_limits_say(kind: Any, put: Callable[[Any], Any], get: Callable[[Any], Any]) -> None:
    check_depth(kind, put, get, 240, 512)
    check_depth(kind, put, get, 3_000, 20_000)


@pytest.mark.parametrize(("kind", "put", "get"), TYPES)
def test_depth_does_not_depend_on_who_calls(kind: Any, put: Callable[[Any], Any], get: Callable[[Any], Any]) -> None:
    check_depth(kind, put, get, 1, 512)  # types are looked up once
    room = 150 + (len(__import__("inspect").stack()))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(room + 100)
    try:
        in_deep_frames(100, lambda: check_depth(kind, put, get, 240, 512))
    finally:
        sys.setrecursionlimit(limit)


def test_a_value_that_contains_itself_is_an_error() -> None:
    ring: dict[str, Any] = {}
    ring["next"] = ring
    for kind in (Chain, Record):
        with pytest.raises(beve.DepthError, match="contains itself"):
            beve.from_value(kind, ring)
