"""A zone whose offset is not known without a day, or not at all, is never left out silently."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import beve


class Rules(dt.tzinfo):
    """A zone whose offset is a matter of the day, as that of most places is."""

    def utcoffset(self, when: dt.datetime | None) -> dt.timedelta | None:
        return None if when is None else dt.timedelta(hours=1)

    def dst(self, when: dt.datetime | None) -> dt.timedelta | None:
        return None

    def tzname(self, when: dt.datetime | None) -> str:
        return "rules"


class Nowhere(Rules):
    """A zone that never says an offset."""

    def utcoffset(self, when: dt.datetime | None) -> dt.timedelta | None:
        return None


class Clock(dt.time):
    """A class of one's own."""


@dataclass
class Held:
    at: Any


class Pair(NamedTuple):
    at: Any
    n: int


AROUND: list[Callable[[Any], Any]] = [
    lambda v: v,
    lambda v: [v],
    lambda v: {"at": v},
    lambda v: {1: v},
    lambda v: (v, 1),
    lambda v: Held(v),
    lambda v: Pair(v, 1),
    lambda v: {v},
    lambda v: [{"at": v}] * 6,
    lambda v: [Held(v)] * 6,
    lambda v: [v] * 6,
]
LOST: list[Any] = [dt.time(1, 2, tzinfo=Rules()), Clock(1, 2, tzinfo=Rules()), dt.time(1, tzinfo=Nowhere())]
LOST += [dt.datetime(2026, 1, 2, tzinfo=Nowhere()), beve.DateTime.of(dt.datetime(2026, 1, 2, tzinfo=Nowhere()), 7)]
KEPT: list[Any] = [
    dt.time(1, 2),
    dt.time(1, 2, tzinfo=dt.timezone(dt.timedelta(hours=-3))),
    Clock(1, 2, tzinfo=dt.timezone.utc),
]
KEPT += [dt.datetime(2026, 1, 2, tzinfo=Rules()), dt.datetime(2026, 1, 2)]


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"typed_lists": True}])
@pytest.mark.parametrize("around", AROUND)
def test_zones_are_written_or_refused(around: Callable[[Any], Any], options: dict[str, Any]) -> None:
    for value in LOST:
        with pytest.raises(beve.EncodeError, match="zone"):
            beve.dumps(around(value), **options)
        instead = beve.dumps(around(value), default=str, **options)
        assert beve.loads(instead) == beve.loads(beve.dumps(around(str(value)), **options))
    for value in KEPT:
        beve.dumps(around(value), **options)


def test_a_time_of_day_comes_back_with_its_zone() -> None:
    for value in KEPT[:3]:
        made = beve.loads_as(dt.time, beve.dumps(value))
        assert (made, made.utcoffset()) == (value, value.utcoffset())


def test_cells_of_frames() -> None:
    pd: Any = pytest.importorskip("pandas")
    for value in LOST:
        frame = pd.DataFrame({"at": pd.Series([value, value], dtype=object)})
        for dtypes in (False, True):
            with pytest.raises(beve.EncodeError, match=r"zone|convert the column"):
                beve.dumps(beve.from_dataframe(frame, dtypes=dtypes))
