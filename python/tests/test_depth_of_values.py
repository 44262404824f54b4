"""To write values costs in proportion to how deep they nest, of whatever they are made."""

from __future__ import annotations

from collections import ChainMap, OrderedDict, UserDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from cost import assert_cheap

import beve


class Odd:
    """A value of a type that has no form."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner


@dataclass
class Held:
    inner: Any


@dataclass
class Several:
    before: int
    inner: Any
    after: str


class Pair(NamedTuple):
    inner: Any
    n: int


#: What each value is put into.
MADE: dict[str, Callable[[Any], Any]] = {
    "list": lambda v: [v],
    "list of several": lambda v: [1, v, "x", 1 << 70],
    "tuple": lambda v: (v,),
    "dict": lambda v: {"k": v},
    "dict of several": lambda v: {"a": 1, "k": v, "b": 1 << 70},
    "dict of int": lambda v: {1: v},
    "OrderedDict": lambda v: OrderedDict(k=v),
    "UserDict": lambda v: UserDict(k=v),
    "ChainMap": lambda v: ChainMap({"k": v}),
    "mappingproxy": lambda v: MappingProxyType({"k": v}),
    "deque": lambda v: deque([v]),
    "dataclass": Held,
    "dataclass of several": lambda v: Several(1, v, "x"),
    "NamedTuple": lambda v: Pair(v, 1),
    "default": Odd,
    "default in a list": lambda v: [1, Odd(v)],
    "all in turn": lambda v: [{"k": deque([Held(Pair(Odd({1: v}), 2))])}],
}


@pytest.mark.parametrize("options", [{}, {"typed_lists": True}, {"extended": True, "min_table_rows": 1}])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_depth_costs_no_more_than_length(make: Callable[[Any], Any], options: dict[str, Any]) -> None:
    def nested(levels: int) -> Any:
        value: Any = None
        for _ in range(levels):
            value = make(value)
        return value

    def dumps(value: Any) -> bytes:
        return beve.dumps(value, max_depth=100_000, default=lambda odd: {"odd": odd.inner}, **options)

    few, many = nested(1_500), nested(12_000)
    for value in (few, many):
        beve.validate(dumps(value), limits=beve.Limits(max_depth=100_000))
    # Eight times the levels take less than 24 times as long, or next to nothing.
    assert_cheap(lambda: dumps(many), 0.15, times=24, than=lambda: dumps(few))
