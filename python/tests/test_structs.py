"""Structs of msgspec, by all that their classes can ask for: what msgspec would write, and makes of it again."""

from __future__ import annotations

import random
import types
from datetime import datetime, timezone
from typing import Annotated, Any

import pytest

import beve

msgspec: Any = pytest.importorskip("msgspec", reason="these are about its Structs")

FIELDS = [("foo_bar", int), ("text", str, "x"), ("more", list, msgspec.field(default_factory=list)), ("n", float, 0.0)]
UNSET = [
    ("foo_bar", int),
    ("text", str | msgspec.UnsetType, msgspec.UNSET),
    ("n", int | msgspec.UnsetType, msgspec.UNSET),
]

#: What a class can ask for.
ASKED: list[dict[str, Any]] = [
    {}, {"tag": True}, {"tag": "a/b"}, {"tag": 3}, {"tag": True, "tag_field": "kind"}, {"tag_field": "~"},
    {"tag": str.lower}, {"rename": "camel"}, {"rename": {"foo_bar": "n", "n": "foo_bar"}}, {"rename": str.upper},
    {"omit_defaults": True}, {"array_like": True}, {"array_like": True, "tag": 7}, {"array_like": True, "tag": True},
    {"forbid_unknown_fields": True}, {"frozen": True}, {"kw_only": True}, {"gc": False}, {"weakref": True},
    {"rename": "kebab", "tag": "t", "omit_defaults": True, "forbid_unknown_fields": True, "frozen": True},
    {"array_like": True, "tag": "x", "omit_defaults": True, "forbid_unknown_fields": True},
]  # fmt: skip


def values_of(cls: Any, unset: bool) -> list[Any]:
    if unset:
        return [cls(foo_bar=1), cls(foo_bar=2, text="t", n=msgspec.UNSET), cls(foo_bar=3, n=7)]
    return [cls(foo_bar=1), cls(foo_bar=-5, text="t", more=[1, "a"], n=-0.0), cls(foo_bar=3, n=1.5, more=[])]


@pytest.mark.parametrize("asked", ASKED, ids=str)
@pytest.mark.parametrize("unset", [False, True])
def test_structs_are_written_as_msgspec_writes_them_and_come_back(asked: dict[str, Any], unset: bool) -> None:
    if unset and asked.get("array_like"):
        return
    cls: Any = msgspec.defstruct("Thing", UNSET if unset else FIELDS, **asked)
    for value in values_of(cls, unset):
        plain = msgspec.to_builtins(value)
        choices: list[Any] = [{}, {"extended": True}, {"typed_lists": True}, {"extended": True, "min_table_rows": 1}]
        for options in choices:
            data = beve.dumps(value, **options)
            assert data == beve.dumps(plain, **options)
            assert repr(beve.loads_as(cls, data)) == repr(value)
            several: Any = types.GenericAlias(list, (cls,))
            many: Any = beve.loads_as(several, beve.dumps([value] * 6, **options))
            assert repr(many) == repr([value] * 6)
        assert beve.to_value(value) == plain
        assert repr(beve.from_value(cls, plain)) == repr(value)
        assert beve.from_value(cls, value) is value
        assert list(beve.loads(beve.dumps(value))) == list(plain)


@pytest.mark.parametrize("asked", [{"tag": True}, {"tag": 1}, {"tag": True, "tag_field": "kind"}, {"array_like": True}])
def test_unions_are_told_apart_by_tags(asked: dict[str, Any]) -> None:
    """Their fields are the same, so nothing else tells them apart."""
    asked = {"tag": True, **asked}
    numbers: Any = "tag" in asked and asked["tag"] == 1
    classes = [
        msgspec.defstruct(name, [("x", int), ("next", Any, None)], **(asked | ({"tag": i} if numbers else {})))
        for i, name in enumerate(("First", "Second", "Third"))
    ]
    union: Any = classes[0] | classes[1] | classes[2] | None | int
    choices: list[Any] = [{}, {"extended": True, "typed_lists": True}]
    for options in choices:
        for value in [*(cls(i) for i, cls in enumerate(classes)), None, 5]:
            made = beve.loads_as(list[union], beve.dumps([value] * 6, **options))
            assert made == [value] * 6
            assert {type(one) for one in made} == {type(value)}
    for plain in ({"x": 1}, {"type": "Fourth", "kind": "Fourth", "x": 1}, ["Fourth", 1, None], [], [9], {"type": None}):
        with pytest.raises(beve.MismatchError, match="the tag of First or Second or Third"):
            beve.loads_as(union, beve.dumps(plain))
    with pytest.raises(beve.MismatchError, match=r"/(x|1) at"):
        beve.loads_as(union, beve.dumps(classes[1]("no number")))


def test_what_is_not_as_a_class_asks_is_an_error() -> None:
    tagged = msgspec.defstruct("Tagged", [("x", int)], tag=True)
    array = msgspec.defstruct("Array", [("x", int), ("y", int, 5)], array_like=True, tag=3)
    strict = msgspec.defstruct("Strict", [("x", int, 0)], forbid_unknown_fields=True)
    row = msgspec.defstruct("Row", [("x", int, 0)], forbid_unknown_fields=True, array_like=True)
    assert beve.loads_as(tagged, beve.dumps({"x": 1})) == tagged(1)  # as msgspec does
    cases: list[tuple[Any, Any, str]] = [
        (tagged, {"type": "Other", "x": 1}, "/type at byte .* not the tag of Tagged"),
        (tagged, {"type": 5, "x": 1}, "/type at byte .* not the tag of Tagged"),
        (array, [4, 1], "/0 at byte .* not the tag of Array"), (array, [True, 1], "/0 at byte .* not the tag"),
        (array, [3], "no member for the field x"), (array, {"x": 1}, "not a list"), (array, [3, "a"], "/1 at byte"),
        (array, [], "not the tag"), (strict, {"x": 1, "z": 1}, "no member 'z'"), (row, [1, 2], "2 elements for a Row"),
    ]  # fmt: skip
    for cls, plain, reason in cases:
        with pytest.raises(beve.MismatchError, match=reason):
            beve.loads_as(cls, beve.dumps(plain))
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(plain, cls)
    assert beve.loads_as(array, beve.dumps([3, 1, 2, 9])) == array(1, 2)
    with pytest.raises(beve.MismatchError, match="4 elements for a Array of 3"):
        beve.loads_as(array, beve.dumps([3, 1, 2, 9]), reject_unknown=True)
    assert beve.loads_as(tagged, beve.dumps(tagged(1)), reject_unknown=True) == tagged(1)


@pytest.mark.parametrize(("kind", "good", "bad"), [
    (Annotated[int, msgspec.Meta(gt=0, le=9)], [1, 9], [0, 10]),
    (Annotated[float, msgspec.Meta(multiple_of=0.5)], [1.5], [1.25]),
    (Annotated[str, msgspec.Meta(pattern="^a", max_length=3)], ["abc"], ["b", "abcd"]),
    (Annotated[list[int], msgspec.Meta(min_length=1)], [[1]], [[]]),
    (Annotated[datetime, msgspec.Meta(tz=True)], [datetime(2026, 1, 2, tzinfo=timezone.utc)], [datetime(2026, 1, 2)]),
    (Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, "words"], [None, 0], [-1]),
])  # fmt: skip
def test_bounds_hold(kind: Any, good: list[Any], bad: list[Any]) -> None:
    cls = msgspec.defstruct("Bounded", [("x", kind)])
    for value in good:
        assert beve.loads_as(cls, beve.dumps({"x": value})) == cls(value)
    for value in bad:
        with pytest.raises(beve.MismatchError, match=r"/x at byte .* not within its bounds"):
            beve.loads_as(cls, beve.dumps({"x": value}))


def test_what_has_no_form_is_an_error() -> None:
    loose = msgspec.defstruct("Loose", [("x", Any)])
    for value in (msgspec.UNSET, msgspec.Raw(b"1")):
        with pytest.raises(beve.EncodeError, match=r"/x: .*have no form"):
            beve.dumps(loose(value))


def test_random_structs_of_structs() -> None:
    r = random.Random(7)
    choices: list[Any] = [{}, {"extended": True, "min_table_rows": 1}, {"typed_lists": True}]
    classes: list[Any] = []
    for i in range(12):
        fields: list[Any] = [("a", int), ("b", str)]
        if classes:
            fields.append(("inner", r.choice(classes)))
            of: Any = r.choice(classes)
            fields.append(("some", list[of]))
        classes.append(msgspec.defstruct(f"S{i}", fields, **r.choice(ASKED)))

    def make(kind: Any) -> Any:
        if kind in (int, str):
            return r.randrange(-300, 300) if kind is int else r.choice(["", "x", "é"])
        if kind in classes:
            return kind(**{f.name: make(f.type) for f in msgspec.structs.fields(kind)})
        return [make(kind.__args__[0]) for _ in range(r.randrange(3))]

    for _ in range(60):
        cls = r.choice(classes[:6])
        value = make(cls)
        for options in choices:
            data = beve.dumps(value, **options)
            if "extended" not in options:  # then lists of dicts are tables
                assert data == beve.dumps(msgspec.to_builtins(value), **options)
            assert beve.loads_as(cls, data) == value
