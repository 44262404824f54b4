"""Times and spans: nanoseconds, zones, and years that datetime does not have."""

from __future__ import annotations

import copy
import pickle
import random
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from strategies import spans, times

import beve
from beve import DateTime, TimeDelta, Timestamp

UTC = timezone.utc
EAST = timezone(timedelta(hours=5, minutes=30))
AT = datetime(2026, 1, 2, 3, 4, 5, 600, EAST)


def test_times_are_read_as_datetime_and_with_nanoseconds_as_datetime_of_ours() -> None:
    for value in (AT, AT.astimezone(UTC), DateTime.of(AT, 7), datetime(1, 1, 1, tzinfo=UTC)):
        got = beve.loads(beve.dumps(value, extended=True))
        assert type(got) is type(value)
        assert got == value
        assert got.utcoffset() == value.utcoffset()
    spans: list[timedelta] = [timedelta(days=-1, microseconds=5), TimeDelta.of(timedelta(seconds=-1), 1), timedelta()]
    for span in spans:
        got = beve.loads(beve.dumps(span, extended=True))
        assert type(got) is type(span)
        assert got == span


def test_years_that_datetime_has_not_are_timestamps() -> None:
    for seconds in (-62_167_219_200, -(1 << 63), (1 << 63) - 1, 253_402_300_800 + 43_200):
        stamp = Timestamp(seconds, 999_999_999, -720)
        got = beve.loads(beve.dumps(stamp, extended=True))
        assert got == stamp
        assert isinstance(got, Timestamp)
    with pytest.raises(OverflowError):
        Timestamp(1 << 50).to_datetime()


def extreme_time(r: random.Random) -> datetime:
    """Return a time near an end of what datetime holds, or near 1970, or any, in a zone of whatever seconds."""
    micros, day = timedelta(microseconds=1), timedelta(days=1)
    starts = [(datetime.min, 2 * day), (datetime.max - 2 * day, 2 * day), (datetime(1969, 12, 31), 2 * day)]
    start, span = r.choice([*starts, (datetime.min, datetime.max - datetime.min)])
    offsets = [0, 60 * r.randrange(-1439, 1440), r.randrange(-86_399, 86_400), -86_399, 86_399]
    zone = timezone(timedelta(seconds=r.choice(offsets)))
    t = (start + r.randrange(span // micros) * micros).replace(tzinfo=zone, fold=r.randrange(2))
    return DateTime.of(t, r.randrange(1000)) if r.randrange(3) == 0 else t


def test_times_of_all_years_and_zones_come_back() -> None:
    r = random.Random(20)
    for _ in range(3000):
        value = extreme_time(r)
        for got in (
            beve.loads(beve.dumps(value, extended=True)),
            beve.parse_time(beve.loads(beve.dumps(value))),
            beve.loads_as(datetime, beve.dumps(value)),
            beve.loads_as(datetime, beve.dumps(value, extended=True)),
            Timestamp.of(value).to_datetime(),
        ):
            assert got == value, (value, got)
            assert getattr(got, "nanosecond", 0) == getattr(value, "nanosecond", 0)
            if not value.utcoffset() % timedelta(minutes=1):  # type: ignore[operator]
                assert (got.utcoffset(), got.replace(tzinfo=None)) == (value.utcoffset(), value.replace(tzinfo=None))
        between = beve.Interval(value, value)
        assert beve.loads(beve.dumps(between, extended=True)) == between
        assert beve.loads_as(beve.Interval, beve.dumps(between)) == between


@pytest.mark.parametrize(
    ("stamp", "text"),
    [
        (Timestamp(0), "1970-01-01T00:00:00Z"),
        (Timestamp(-62_167_219_200), "0000-01-01T00:00:00Z"),
        (Timestamp(-62_167_219_200 + 59 * 86400, 1), "0000-02-29T00:00:00.000000001Z"),
        (Timestamp(-62_135_596_800 - 1), "0000-12-31T23:59:59Z"),
        (Timestamp(-62_135_596_800), "0001-01-01T00:00:00Z"),
        (Timestamp(253_402_300_799, 500_000_000), "9999-12-31T23:59:59.5Z"),
        (Timestamp(0, 0, -90), "1969-12-31T22:30:00-01:30"),
        (Timestamp(951_782_400, 0, 1439), "2000-02-29T23:59:00+23:59"),
    ],
)
def test_timestamps_as_text(stamp: Timestamp, text: str) -> None:
    assert stamp.isoformat() == text
    assert beve.loads(beve.dumps(stamp)) == text
    if not text.startswith("0000"):
        assert Timestamp.of(beve.parse_time(text)) == stamp
        assert Timestamp.of(stamp.to_datetime()) == stamp


@pytest.mark.parametrize("seconds", [-62_167_219_201, 253_402_300_800, 1 << 62])
def test_text_has_four_digits_of_a_year(seconds: int) -> None:
    with pytest.raises(OverflowError, match="year"):
        Timestamp(seconds).isoformat()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-02",
        "2026-01-02T03:04:05",
        "2026-13-02T03:04:05Z",
        "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05+24:00",
        "2026-01-02T03:04:05.1234567890Z",
        " 2026-01-02T03:04:05Z",
        "\uff12026-01-02T03:04:05Z",
        "2026-01-02T24:00:00Z",
    ],
)
def test_text_that_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"RFC 3339|must be|strictly between"):
        beve.parse_time(text)


@given(times)
def test_times_come_back_from_text(value: datetime) -> None:
    got = beve.parse_time(beve.loads(beve.dumps(value)))
    assert got == value
    assert got.utcoffset() == value.utcoffset()


@given(times, times)
def test_comparison_knows_nanoseconds(a: datetime, b: datetime) -> None:
    x, y = Timestamp.of(a)[:2], Timestamp.of(b)[:2]
    assert (a == b, a != b, a < b, a <= b, a > b, a >= b) == (x == y, x != y, x < y, x <= y, x > y, x >= y)
    if a == b:
        assert hash(a) == hash(b)
    later = DateTime.of(a.replace(nanosecond=0) if isinstance(a, DateTime) else a, 999)
    assert a <= later
    assert (a == later) == (getattr(a, "nanosecond", 0) == 999)


@given(spans, spans)
def test_comparison_of_spans_knows_nanoseconds(a: timedelta, b: timedelta) -> None:
    x, y = beve.loads(beve.dumps(a)), beve.loads(beve.dumps(b))
    assert (a == b, a != b, a < b, a <= b, a > b, a >= b) == (x == y, x != y, x < y, x <= y, x > y, x >= y)
    if a == b:
        assert hash(a) == hash(b)


def test_copies_keep_nanoseconds() -> None:
    t, d = DateTime.of(AT, 7), TimeDelta.of(timedelta(seconds=1), 7)
    values: list[Any] = [t, d]
    for value in values:
        for again in (
            copy.copy(value),
            copy.deepcopy(value),
            pickle.loads(pickle.dumps(value)),
            eval(repr(value), CODE),
        ):
            assert again == value
            assert type(again) is type(value)
    assert t.replace(year=2000).nanosecond == 7
    assert t.replace(nanosecond=8).nanosecond == 8
    assert t.astimezone(UTC) == t
    assert t.astimezone(UTC).nanosecond == 7


CODE: dict[str, Any] = {"DateTime": DateTime, "TimeDelta": TimeDelta, "datetime": __import__("datetime")}


def test_text_shows_nanoseconds() -> None:
    t = DateTime.of(AT, 7)
    assert t.isoformat() == "2026-01-02T03:04:05.000600007+05:30"
    assert str(t) == "2026-01-02 03:04:05.000600007+05:30"
    assert t.isoformat(timespec="seconds") == "2026-01-02T03:04:05+05:30"
    assert str(TimeDelta.of(timedelta(hours=1), 7)) == "1:00:00.000000007"
    assert str(TimeDelta.of(timedelta(microseconds=2), 7)) == "0:00:00.000002007"
    with pytest.raises(ValueError, match=r"0\.\.999"):
        DateTime.of(AT, 1000)
    with pytest.raises(ValueError, match=r"0\.\.999"):
        TimeDelta.of(timedelta(), -1)


def test_spans_beyond_timedelta_say_so() -> None:
    data = bytes.fromhex("2e06" + "ff" * 8 + "00000000")
    with pytest.raises(beve.UnsupportedError, match="beyond"):
        beve.loads(data)
    beve.validate(data)


def test_zones_of_odd_seconds_are_written_in_utc() -> None:
    odd = AT.replace(tzinfo=timezone(timedelta(seconds=3601)))
    got = beve.loads(beve.dumps(odd, extended=True))
    assert got == odd
    assert got.utcoffset() == timedelta()


def test_intervals_do_not_end_before_they_start() -> None:
    with pytest.raises(ValueError, match="before it starts"):
        beve.Interval(DateTime.of(AT, 2), DateTime.of(AT, 1))
    both = beve.Interval(Timestamp(-(1 << 60)), AT)
    assert beve.loads(beve.dumps(both, extended=True)) == both


def test_regular_expressions() -> None:
    value = beve.RegExp("^a", "im")
    assert beve.loads(beve.dumps(value, extended=True)) == value
    assert value.compile().match("A")
    assert beve.RegExp.from_python(value.compile()) == value
    with pytest.raises(ValueError, match="not flags"):
        beve.RegExp("a", "x")
    with pytest.raises(ValueError, match="not flags"):
        beve.RegExp("a", "mi")
