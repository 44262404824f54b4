"""Random values of every type that has a form of its own on the wire."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

import beve

floats = st.floats(allow_nan=False)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
integers = st.one_of(st.integers(-300, 300), st.integers(-(1 << 127), (1 << 128) - 1))
scalars = st.one_of(st.none(), st.booleans(), integers, floats, texts, st.complex_numbers(allow_nan=False))

zones = st.integers(-1439, 1439).map(lambda m: timezone(timedelta(minutes=m)))
times = st.builds(
    lambda t, ns: beve.DateTime.of(t, ns) if ns else t,
    st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=zones),
    st.integers(0, 999),
)
spans = st.builds(
    lambda d, ns: beve.TimeDelta.of(d, ns) if ns else d,
    st.timedeltas(timedelta(days=-99999), timedelta(days=99999)),
    st.integers(0, 999),
)
intervals = st.tuples(times, times).map(lambda pair: beve.Interval(*sorted(pair)))
patterns = st.builds(beve.RegExp, texts, st.sampled_from(["", "i", "ims", "ug", "imsug"]))
parts = st.integers(-(1 << 127), (1 << 127) - 1)
extended = st.one_of(
    *(times, spans, intervals, patterns, st.uuids()),
    st.builds(beve.Complex, parts, parts),
)


def documents(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return containers of leaves."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=6),
            st.dictionaries(texts, inner, max_size=5),
            st.dictionaries(st.integers(-(1 << 63), (1 << 64) - 1).filter(lambda k: k < 1 << 63), inner, max_size=4),
            st.lists(st.fixed_dictionaries({"id": inner, "name": inner}), max_size=7),
        ),
        max_leaves=25,
    )


def equal(a: Any, b: Any) -> bool:
    """Report whether two values are of one type and the same, signs of zeros included."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return bool(a == b and math.copysign(1, a) == math.copysign(1, b))
    if isinstance(a, complex):
        return equal(a.real, b.real) and equal(a.imag, b.imag)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    if isinstance(a, datetime):
        return bool(a == b and a.utcoffset() == b.utcoffset())
    if isinstance(a, beve.Interval):
        return equal(a.start, b.start) and equal(a.end, b.end)
    return bool(a == b)
