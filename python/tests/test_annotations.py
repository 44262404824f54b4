"""Annotations of every kind in loads_as, alone and within one another: what they make, and what is said of others."""

# mypy: ignore-errors
# ruff: noqa: E501, UP006, UP007, UP045

import collections
import collections.abc
import sys
import typing
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union

import pytest

import beve

T = TypeVar("T")
K = TypeVar("K")
Bounded = TypeVar("Bounded", bound=int)
Choice = TypeVar("Choice", int, str)
UserId = NewType("UserId", int)


@dataclass
class Box(Generic[T]):
    v: T


@dataclass
class Pair(Generic[K, T]):
    k: K
    b: Box[T]


@dataclass
class Turned(Pair[T, K], Generic[K, T]):
    more: "list[K]" = field(default_factory=list)


@dataclass
class Ints(Box[int]):
    pass


@dataclass
class Chain(Generic[T]):
    v: T
    next: "Optional[Chain[T]]" = None


@dataclass
class Growing(Generic[T]):
    v: T
    next: "Optional[Growing[list[T]]]" = None


@dataclass
class Limits(Generic[Bounded, Choice]):
    low: Bounded
    name: Choice


@dataclass
class Wrong:
    fine: int
    call: "list[typing.Callable[[int], int]]"


class Plain(TypedDict, total=False):
    a: int


# Each kind with an annotation inside: what is written for a value of that, and what comes back of what it is made of.
KINDS: dict[str, tuple[Any, Any, Any]] = {
    "list": (lambda t: list[t], lambda w: [w], lambda v: [v]),
    "List": (lambda t: typing.List[t], lambda w: [w], lambda v: [v]),
    "dict": (lambda t: dict[str, t], lambda w: {"k": w}, lambda v: {"k": v}),
    "tuple": (lambda t: tuple[t, int], lambda w: [w, 1], lambda v: (v, 1)),
    "tuple of any": (lambda t: tuple[t, ...], lambda w: [w, w], lambda v: (v, v)),
    "deque": (lambda t: collections.deque[t], lambda w: [w], lambda v: collections.deque([v])),
    "defaultdict": (
        lambda t: collections.defaultdict[str, t], lambda w: {"k": w}, lambda v: collections.defaultdict(None, {"k": v}),
    ),
    "DefaultDict": (
        lambda t: typing.DefaultDict[str, t], lambda w: {"k": w}, lambda v: collections.defaultdict(None, {"k": v}),
    ),
    "OrderedDict": (
        lambda t: collections.OrderedDict[str, t], lambda w: {"k": w}, lambda v: collections.OrderedDict(k=v),
    ),
    "ChainMap": (lambda t: collections.ChainMap[str, t], lambda w: {"k": w}, lambda v: collections.ChainMap({"k": v})),
    **{
        f"{module.__name__}.{name}": (lambda t, module=module, name=name: getattr(module, name)[t], lambda w: [w], lambda v: [v])
        for module in (typing, collections.abc)
        for name in ("Sequence", "MutableSequence", "Iterable", "Collection", "Container", "Reversible")
    },
    **{
        name: (lambda t, name=name: getattr(typing, name)[str, t], lambda w: {"k": w}, lambda v: {"k": v})
        for name in ("Mapping", "MutableMapping", "Dict")
    },
    "Optional": (lambda t: Optional[t], lambda w: w, lambda v: v),
    "Union": (lambda t: Union[t, Plain], lambda w: w, lambda v: v),
    "Annotated": (lambda t: Annotated[t, "said"], lambda w: w, lambda v: v),
    "NewType": (lambda t: NewType("New", t), lambda w: w, lambda v: v),
    "generic class": (lambda t: Box[t], lambda w: {"v": w}, Box),
    "of two variables": (
        lambda t: Pair[str, t], lambda w: {"k": "a", "b": {"v": w}}, lambda v: Pair("a", Box(v)),
    ),
    "variables turned": (
        lambda t: Turned[int, t],
        lambda w: {"k": w, "b": {"v": 5}, "more": [6]},
        lambda v: Turned(v, Box(5), [6]),
    ),
    "generic class of itself": (
        lambda t: Chain[t], lambda w: {"v": w, "next": {"v": w, "next": None}}, lambda v: Chain(v, Chain(v)),
    ),
    "class without an argument": (lambda t: Box, lambda w: {"v": 5}, lambda v: Box(5)),
}  # fmt: skip

if sys.version_info >= (3, 11):

    class Record(TypedDict, Generic[T]):
        a: T
        b: typing.NotRequired[int]

    class Wider(Record[T], Generic[T, K], total=False):
        c: typing.Required[K]

    class Row(NamedTuple, Generic[T]):
        a: T
        b: int = 5

    KINDS |= {
        "TypedDict": (lambda t: Record[t], lambda w: {"a": w}, lambda v: {"a": v}),
        "TypedDict of another": (
            lambda t: Wider[t, int], lambda w: {"a": w, "c": 1, "b": 2}, lambda v: {"a": v, "b": 2, "c": 1},
        ),
        "NamedTuple": (lambda t: Row[t], lambda w: [w], lambda v: Row(v)),
    }  # fmt: skip

if sys.version_info >= (3, 12):
    exec(
        """
@dataclass
class New[T]:
    v: T

type Several[K, V] = dict[V, K]
type One[T] = list[T]
type Tree = dict[str, Tree] | list[Tree] | int
"""
    )
    KINDS |= {
        "class of PEP 695": (lambda t: New[t], lambda w: {"v": w}, lambda v: New(v)),  # noqa: F821
        "alias": (lambda t: One[t], lambda w: [w], lambda v: [v]),  # noqa: F821
        "alias of two": (lambda t: Several[t, str], lambda w: {"k": w}, lambda v: {"k": v}),  # noqa: F821
        "alias of itself": (lambda t: Tree, lambda w: {"a": [1, {"b": 2}]}, lambda v: {"a": [1, {"b": 2}]}),  # noqa: F821
    }

#: What is inside: an annotation, what is written, what comes back, and what does not suit.
INNER: dict[str, tuple[Any, Any, Any, Any]] = {
    "int": (int, 7, 7, {"a": "x"}),
    "dataclass": (Box[str], {"v": "a"}, Box("a"), {"v": 7}),
    "Literal": (Literal["a", 1], "a", "a", "b"),
    "NewType": (UserId, 7, 7, {"a": "x"}),
    "frozenset": (frozenset[int], [1, 2], frozenset({1, 2}), ["x"]),
    "Set": (collections.abc.Set[str], ["a"], {"a"}, [1]),
    "Counter": (collections.Counter[str], {"a": 2}, collections.Counter("aa"), {"a": "x"}),
}
NO_VALUE = {"class without an argument", "alias of itself"}


def same(made: Any, wanted: Any) -> bool:
    """Compare values and their types, defaults of defaultdict aside."""
    return type(made) is type(wanted) and made == wanted


@pytest.mark.parametrize("inner", INNER)
@pytest.mark.parametrize("outer", KINDS)
def test_annotations_within_annotations(outer, inner):
    annotation, written, value, wrong = INNER[inner]
    of, wrap, make = KINDS[outer]
    for around in (None, *KINDS):
        kind, message, wanted = of(annotation), wrap(written), make(value)
        if around is not None:
            kind = KINDS[around][0](kind)
            message, wanted = KINDS[around][1](message), KINDS[around][2](wanted)
        made = beve.loads_as(kind, beve.dumps(message))
        assert same(made, wanted), (kind, made)
        if outer not in NO_VALUE and around not in NO_VALUE and "Union" not in (outer, around):
            bad = wrap(wrong) if around is None else KINDS[around][1](wrap(wrong))
            with pytest.raises(beve.MismatchError):
                beve.loads_as(kind, beve.dumps(bad))


def test_what_is_said_of_a_name():
    assert beve.loads_as(typing.Final[int], beve.dumps(7)) == 7

    @dataclass
    class Said:
        a: typing.Final[list[int]]

    assert beve.loads_as(Said, beve.dumps({"a": [7]})) == Said([7])
    with pytest.raises(beve.MismatchError):
        beve.loads_as(Said, beve.dumps({"a": ["x"]}))


def test_variables_that_nothing_is_said_of():
    assert beve.loads_as(Limits, beve.dumps({"low": 1, "name": "a"})) == Limits(1, "a")
    for bad in ({"low": "a", "name": "a"}, {"low": 1, "name": 0.5}):
        with pytest.raises(beve.MismatchError):
            beve.loads_as(Limits, beve.dumps(bad))
    assert beve.loads_as(list[T], beve.dumps([1, "a"])) == [1, "a"]


def test_a_defaultdict_has_what_is_empty_of_its_type():
    made = beve.loads_as(collections.defaultdict[str, list[int]], beve.dumps({}))
    assert made["a"] == []
    assert beve.loads_as(collections.defaultdict[str, int], beve.dumps({}))["a"] == 0
    with pytest.raises(KeyError):
        beve.loads_as(collections.defaultdict[str, Box[int]], beve.dumps({}))["a"]


def test_a_class_whose_argument_grows():
    made = beve.loads_as(Growing[int], beve.dumps({"v": 1, "next": {"v": [2], "next": {"v": [[3]], "next": None}}}))
    assert made == Growing(1, Growing([2], Growing([[3]])))
    with pytest.raises(beve.MismatchError) as failed:
        beve.loads_as(Growing[int], beve.dumps({"v": 1, "next": {"v": [2], "next": {"v": [3], "next": None}}}))
    assert failed.value.path == "/next/next/v/0"


@pytest.mark.parametrize(
    "kind",
    [type[int], typing.Callable[[int], int], typing.ClassVar[int], collections.abc.Iterator[int], list["int"], slice],
)
def test_what_says_nothing_of_values_is_named(kind):
    for around in (kind, list[kind] if kind is not typing.ClassVar[int] else kind):
        with pytest.raises(TypeError, match="is not a type that values are made into"):
            beve.loads_as(around, beve.dumps([1]))


def test_an_annotation_of_a_class_is_named_with_its_place():
    for kind, message in ((Wrong, {"fine": 1, "call": []}), (list[Wrong], [{"fine": 1, "call": []}])):
        with pytest.raises(TypeError, match=r"Callable\[\[int\], int\] is not a type .*annotation of Wrong\.call"):
            beve.loads_as(kind, beve.dumps(message))
