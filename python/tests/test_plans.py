"""What the compiled core makes of messages by plans, against loads and from_value."""

from __future__ import annotations

import enum
import random
import sys
import uuid
from dataclasses import InitVar, dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, Optional

import pytest
from test_differential import Documents, outcome, same

import beve

pytestmark = pytest.mark.skipif(not beve.COMPILED, reason="the compiled core is not installed, or BEVE_PURE is set")


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@dataclass
class Point:
    x: float
    y: float = 0.5


@dataclass(frozen=True, slots=True)
class Slots:
    name: str
    count: int = 7
    tags: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Derived(Point):
    z: Optional[int] = None  # noqa: UP045, as older code writes it


@dataclass
class Renamed:
    first: str = field(metadata={"beve": "Erstes Feld"})
    other: Any = None


@dataclass
class Tree:
    value: int = 0
    left: Tree | None = None
    right: Tree | None = None
    named: dict[str, Tree] = field(default_factory=dict)


@dataclass
class Checked:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.high < self.low:
            raise ValueError("high is below low")


@dataclass
class Computed:
    a: int
    extra: InitVar[int] = 0
    total: int = field(init=False, default=0)

    def __post_init__(self, extra: int) -> None:
        self.total = self.a + extra


@dataclass
class Mixed:
    at: datetime
    span: timedelta
    id: uuid.UUID
    level: Level
    raw: bytes
    choice: Literal["a", 1] | None
    pair: tuple[int, str]
    either: int | str | None
    flags: list[bool]
    points: list[Point]
    by_number: dict[int, Slots]
    nothing: None = None


AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
VALUES: list[tuple[Any, Any]] = [
    (Point, Point(1.5, 2.0)),
    (Point, {"x": 1}),
    (Point, {"x": 1 << 60}),
    (Point, {"x": (1 << 60) + 1}),
    (Point, {"y": 1.0}),
    (Point, {"x": "1"}),
    (Point, {"x": True}),
    (Point, {"x": 1.0, "unheard": [1, {"of": 2}]}),
    (Slots, {"name": "n", "tags": ["a", "b"]}),
    (list[Slots], [Slots("a"), Slots("b", 1 << 70, ["x"])]),
    (list[Slots], [{"name": "a", "tags": ["a", 1]}]),
    (Derived, Derived(1.0, 2.0, 3)),
    (Derived, {"z": None, "x": 2.5}),
    (Renamed, Renamed("é", {"a": [1]})),
    (Tree, Tree(1, Tree(2), None, {"k": Tree(3, None, Tree(4))})),
    (Tree, {"value": 1, "left": {"right": {"value": "x"}}}),
    (Checked, Checked(1, 2)),
    (Checked, {"low": 3, "high": 2}),
    (Computed, {"a": 1, "extra": 2}),
    (Mixed, Mixed(AT, timedelta(1), uuid.UUID(int=5), Level.LOW, b"xy", "a", (1, "b"), 3, [True], [Point(1.0)], {})),
    (Mixed, Mixed(AT, timedelta(1), uuid.UUID(int=5), Level.HIGH, b"", None, (1, "b"), "s", [], [], {1: Slots("q")})),
    (dict[str, int], {"a": 1, "b": 2}),
    (dict[str, int], {"a": 1, "b": 2.5}),
    (dict[str, list[float | None]], {"a": [1.0, None, 3]}),
    (list[int], [1, 2, 1 << 100]),
    (list[float], [1.0, 2, 0.5]),
    (list[Any], [{}, [], None, "x", b"y"]),
    (list[list[int]], [[1], [], [2, 3]]),
    (str | None, None),
    (int, 5),
    (None, None),
    (bool, True),
]


def check(cls: Any, data: bytes, options: dict[str, Any]) -> None:
    """Compare the quick way and the other for one message."""
    quick = outcome(lambda: beve.loads_as(cls, data, **options))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("beve._classes.plan_for", lambda *args: None)
        slow = outcome(lambda: beve.loads_as(cls, data, **options))
    assert quick[0] == slow[0], f"{cls} {data.hex()}: {slow} {quick}"
    assert same(quick[1], slow[1]) if quick[0] == "value" else quick[1] == slow[1], (
        f"{cls} {data.hex()}: {slow} {quick}"
    )


def test_plans_make_what_the_converters_make() -> None:
    made = Documents(5)
    for cls, value in VALUES:
        for written in ({}, {"extended": True, "min_table_rows": 1}, {"typed_lists": True}):
            data = beve.dumps(value, **written)
            for options in ({}, {"reject_unknown": True}, {"limits": beve.Limits(3, 9)}, {"reject_duplicates": True}):
                check(cls, data, options)
            for _ in range(60):
                check(cls, made.broken(data), {})
            for end in range(len(data)):
                check(cls, data[:end], {})
            check(cls, data + b"\x00", {})


def test_plans_read_values_of_other_types_as_the_converters_do() -> None:
    made = Documents(6)
    types = [cls for cls, _ in VALUES]
    chosen = random.Random(7)
    for _ in range(1500):
        kind, value = outcome(lambda: beve.dumps(made.value()))
        if kind == "value":
            check(chosen.choice(types), value, {})


def test_a_class_that_runs_code_is_called() -> None:
    assert beve.loads_as(Computed, beve.dumps({"a": 1})).total == 1
    with pytest.raises(beve.MismatchError, match="high is below low"):
        beve.loads_as(Checked, beve.dumps({"low": 3, "high": 2}))


def test_objects_are_counted_like_others() -> None:
    data = beve.dumps([Slots("a", 1, ["b"])] * 50)
    before = sys.getrefcount(Slots)
    for _ in range(20):
        made = beve.loads_as(list[Slots], data)
    assert sys.getrefcount(Slots) <= before + 60
    del made
    assert abs(sys.getrefcount(Slots) - before) <= 1
