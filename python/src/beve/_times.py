"""Times and spans of time to the nanosecond, which the standard classes do not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from typing import Any, NamedTuple, SupportsIndex

NANOS = 1_000_000_000  # of a second
MOST_MINUTES = 24 * 60 - 1  # of the offset of a zone

# Days from 1970 to the first day of two years.
_YEAR_0, _YEAR_10000 = -719_528, 2_932_897

# When the years of datetime begin in UTC, and when they are over.
_FIRST_SECOND, _LAST_SECOND = 86_400 * (_YEAR_0 + 366), 86_400 * _YEAR_10000

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Timestamp(NamedTuple):
    """An instant as the wire has it, and what a time of a year becomes that datetime does not have.

    ``seconds`` since 1970 in UTC may be negative; ``nanoseconds`` count forward from
    them; ``offset`` is the minutes that local time is ahead of UTC.
    """

    seconds: int
    nanoseconds: int = 0
    offset: int = 0

    def to_datetime(self) -> datetime:
        """Return a datetime, a DateTime where there are parts of a microsecond.

        OverflowError for local years before 1 and after 9999.
        """
        zone = timezone(timedelta(minutes=self.offset)) if self.offset else timezone.utc
        micros, nanosecond = divmod(self.nanoseconds, 1000)
        # By the local time: of the ends of time the instant may be of a year that datetime has not.
        local = _EPOCH + timedelta(seconds=self.seconds + 60 * self.offset, microseconds=micros)
        t = local.replace(tzinfo=zone)
        return DateTime.of(t, nanosecond) if nanosecond else t

    @classmethod
    def of(cls, t: datetime) -> Timestamp:
        """Return the instant of a datetime that has a zone.

        A zone of odd seconds becomes UTC, or where that is a year that datetime has not, the
        zone of whole minutes that is next to it.
        """
        shift = t.utcoffset()
        if shift is None:
            raise ValueError("a datetime without a zone is not an instant: give it a tzinfo")
        since = t.replace(tzinfo=None) - _EPOCH.replace(tzinfo=None) - shift
        seconds = since.days * 86400 + since.seconds
        minutes, odd = divmod(shift, timedelta(minutes=1))
        nanoseconds = since.microseconds * 1000 + getattr(t, "nanosecond", 0)
        if odd:
            before, after = seconds < _FIRST_SECOND, seconds >= _LAST_SECOND
            minutes = min(minutes + 1, MOST_MINUTES) if before else max(minutes, -MOST_MINUTES) if after else 0
        return cls(seconds, nanoseconds, minutes)

    def isoformat(self) -> str:
        """Return it as RFC 3339 writes it; OverflowError for years that have not four digits."""
        days, second = divmod(self.seconds + 60 * self.offset, 86400)
        if not _YEAR_0 <= days < _YEAR_10000:
            raise OverflowError("year is not within 0 to 9999")
        # datetime has no year 0: 400 years later the calendar is the same.
        shift = 400 if days < _YEAR_0 + 366 else 0
        day = date(1970, 1, 1) + timedelta(days=days + (146_097 if shift else 0))
        minute, second = divmod(second, 60)
        text = f"{day.year - shift:04}-{day:%m-%d}T{minute // 60:02}:{minute % 60:02}:{second:02}"
        if self.nanoseconds:
            text += f".{self.nanoseconds:09}".rstrip("0")
        if not self.offset:
            return text + "Z"
        hours, minutes = divmod(abs(self.offset), 60)
        return f"{text}{'-' if self.offset < 0 else '+'}{hours:02}:{minutes:02}"


class DateTime(datetime):
    """A datetime with the part below a microsecond in ``nanosecond``, 0 to 999.

    It is what a time with such a part is read as. Comparison, hash, text, ``replace``,
    ``astimezone``, copies and pickles know of it; arithmetic is that of datetime, in
    whole microseconds.
    """

    nanosecond: int = 0

    @classmethod
    def of(cls, t: datetime, nanosecond: int) -> DateTime:
        """Return ``t`` with that many nanoseconds more."""
        if not 0 <= nanosecond < 1000:
            raise ValueError("nanosecond must be in 0..999")
        new = cls(t.year, t.month, t.day, t.hour, t.minute, t.second, t.microsecond, t.tzinfo, fold=t.fold)
        new.nanosecond = nanosecond
        return new

    def _plain(self) -> datetime:
        return datetime.combine(self.date(), self.timetz())

    def isoformat(self, sep: str = "T", timespec: str = "auto") -> str:
        """Return the text with nine digits of a second, for a ``timespec`` of "auto" or "nanoseconds"."""
        if timespec not in ("auto", "nanoseconds"):
            return super().isoformat(sep, timespec)
        text = super().isoformat(sep, "microseconds")
        end = len("0000-00-00T00:00:00.000000") - 1 + len(sep)
        return f"{text[:end]}{self.nanosecond:03}{text[end:]}"

    def __str__(self) -> str:
        return self.isoformat(" ")

    def __repr__(self) -> str:
        return f"DateTime.of({self._plain()!r}, {self.nanosecond})"

    def replace(self, *args: Any, nanosecond: SupportsIndex | None = None, **kwargs: Any) -> DateTime:
        """Return a copy with parts replaced, ``nanosecond`` among them."""
        kept = self.nanosecond if nanosecond is None else int(nanosecond)
        return DateTime.of(self._plain().replace(*args, **kwargs), kept)

    def astimezone(self, tz: tzinfo | None = None) -> DateTime:
        """Return the same instant in another zone."""
        return DateTime.of(self._plain().astimezone(tz), self.nanosecond)

    def _nanosecond_of(self, other: object) -> int:
        return getattr(other, "nanosecond", 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, datetime):
            return False
        return super().__eq__(other) and self.nanosecond == self._nanosecond_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.nanosecond)) if self.nanosecond else super().__hash__()

    def __lt__(self, other: date) -> bool:
        if not isinstance(other, datetime):
            return NotImplemented
        return super().__lt__(other) or (super().__eq__(other) and self.nanosecond < self._nanosecond_of(other))

    def __le__(self, other: date) -> bool:
        return self < other or self == other

    def __gt__(self, other: date) -> bool:
        return not self <= other

    def __ge__(self, other: date) -> bool:
        return not self < other

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return DateTime.of, (self._plain(), self.nanosecond)


class TimeDelta(timedelta):
    """A timedelta with the part below a microsecond in ``nanoseconds``, 0 to 999.

    It is what a duration with such a part is read as. As the parts of a timedelta it
    counts forward, also of negative spans. Comparison, hash, text, copies and pickles
    know of it; arithmetic is that of timedelta, in whole microseconds.
    """

    nanoseconds: int = 0

    @classmethod
    def of(cls, d: timedelta, nanoseconds: int) -> TimeDelta:
        """Return ``d`` with that many nanoseconds more."""
        if not 0 <= nanoseconds < 1000:
            raise ValueError("nanoseconds must be in 0..999")
        new = cls(d.days, d.seconds, d.microseconds)
        new.nanoseconds = nanoseconds
        return new

    def _plain(self) -> timedelta:
        return timedelta(self.days, self.seconds, self.microseconds)

    def __repr__(self) -> str:
        return f"TimeDelta.of({self._plain()!r}, {self.nanoseconds})"

    def __str__(self) -> str:
        text = str(self._plain())
        return f"{text}{'' if self.microseconds else '.000000'}{self.nanoseconds:03}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, timedelta) and nanos_of(self) == nanos_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((super().__hash__(), self.nanoseconds)) if self.nanoseconds else super().__hash__()

    def __lt__(self, other: timedelta) -> bool:
        return nanos_of(self) < nanos_of(other)

    def __le__(self, other: timedelta) -> bool:
        return nanos_of(self) <= nanos_of(other)

    def __gt__(self, other: timedelta) -> bool:
        return nanos_of(self) > nanos_of(other)

    def __ge__(self, other: timedelta) -> bool:
        return nanos_of(self) >= nanos_of(other)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return TimeDelta.of, (self._plain(), self.nanoseconds)


_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|([+-])(\d\d):(\d\d))?", re.ASCII
)


def parse_time(text: str) -> datetime:
    """Read a time as RFC 3339 writes it, which is what a portable message has; ValueError if it is none.

    The result is a DateTime where there are parts of a microsecond.
    """
    parts = _RFC3339.fullmatch(text)
    if not parts or not parts[8]:
        raise ValueError(f"{text[:50]!r} is not a time of RFC 3339")
    return _time_of(parts)


def parse_any_time(text: str) -> datetime:
    """Read a time like parse_time, also one without a zone, as a datetime without one is written."""
    parts = _RFC3339.fullmatch(text)
    if not parts:
        raise ValueError(f"{text[:50]!r} is not a time of RFC 3339, with or without a zone")
    return _time_of(parts)


def _time_of(parts: re.Match[str]) -> datetime:
    fraction = (parts[7] or "").ljust(9, "0")
    minutes = int(parts[10]) * 60 + int(parts[11]) if parts[9] else 0
    zone: timezone | None = timezone.utc if parts[8] else None
    if minutes:
        zone = timezone(timedelta(minutes=-minutes if parts[9] == "-" else minutes))
    year, month, day, hour, minute, second = map(int, parts.group(1, 2, 3, 4, 5, 6))
    t = datetime(year, month, day, hour, minute, second, int(fraction[:6]), zone)
    return DateTime.of(t, int(fraction[6:])) if int(fraction[6:]) else t


def parse_clock(text: str) -> time:
    """Read a time of day; ValueError if it is none, or has parts of a microsecond, which ``time`` does not hold."""
    if re.search(r"[.,]\d{6}0*[1-9]", text, re.ASCII):
        raise ValueError(f"{text[:50]!r} has parts of a microsecond")
    return time.fromisoformat(re.sub(r"([.,]\d{6})0+", r"\1", text, flags=re.ASCII))


def nanos_of(d: timedelta) -> int:
    """Return a span in nanoseconds."""
    micros = (d.days * 86400 + d.seconds) * 1_000_000 + d.microseconds
    return micros * 1000 + getattr(d, "nanoseconds", 0)


def timedelta_of(nanos: int) -> timedelta:
    """Return a span of so many nanoseconds; OverflowError beyond what timedelta holds."""
    micros, rest = divmod(nanos, 1000)
    d = timedelta(microseconds=micros)
    return TimeDelta.of(d, rest) if rest else d


@dataclass(frozen=True)
class Interval:
    """The time from ``start``, included, to ``end``, excluded, which is not before it."""

    start: datetime | Timestamp
    end: datetime | Timestamp

    def __post_init__(self) -> None:
        if _instant(self.end) < _instant(self.start):
            raise ValueError("interval ends before it starts")


def _instant(t: datetime | Timestamp) -> tuple[int, int]:
    return (t if isinstance(t, Timestamp) else Timestamp.of(t))[:2]
