"""Views: every part of every vector, and what is not looked at."""

from __future__ import annotations

from typing import Any

import pytest
from vectors import MALFORMED, MESSAGES, Vector, same

import beve
from beve import Kind, View


def rebuilt(view: View) -> Any:
    """Return the document that the parts of a view make."""
    if view.kind in KEYED:
        return {str(key): rebuilt(part) for key, part in view.items()}
    try:
        return [rebuilt(part) for part in view]
    except beve.MismatchError:
        return view.value()


KEYED = {Kind.OBJECT, Kind.INT_OBJECT, Kind.INDEXED, Kind.MATRIX, Kind.INTERVAL, Kind.REGEXP, Kind.TYPE_TAG}
SMALL = [v for v in MESSAGES if len(v.data) < 9000 and "128" not in v.name]


@pytest.mark.parametrize("vector", SMALL, ids=str)
def test_parts_make_the_whole(vector: Vector) -> None:
    view = View(vector.data, **vector.options)
    assert same(rebuilt(view), *vector.values)
    assert same(view.value(), *vector.values)
    assert view.path == ""


@pytest.mark.parametrize("vector", SMALL, ids=str)
def test_every_part_is_found_again_by_its_path(vector: Vector) -> None:
    root = View(vector.data, **vector.options)
    todo = [root]
    while todo:
        view = todo.pop()
        found = root.at(view.path)
        assert (found.offset, found.kind, found.path) == (view.offset, view.kind, view.path)
        try:
            parts = list(view.items())
        except beve.MismatchError:
            with pytest.raises(beve.MismatchError):
                len(view)
            continue
        assert len(view) == len(parts) or "duplicate" in vector.name
        for i, (key, part) in list(enumerate(parts))[:40]:
            assert view[key if view.kind in KEYED else i].offset == part.offset
            todo.append(part)
        if view.kind not in KEYED and parts:
            assert view[-1].offset == parts[-1][1].offset
            with pytest.raises(beve.MissingError):
                view[len(parts)]


@pytest.mark.parametrize("vector", [v for v in MALFORMED if v.level == "must"], ids=str)
def test_malformed_input_is_refused(vector: Vector) -> None:
    with pytest.raises(beve.DecodeError):
        decode_by_view(vector)


def decode_by_view(vector: Vector) -> None:
    """Decode a message through a View of it, and look for bytes that follow."""
    View(vector.data, **vector.options).value()
    if "trailing" in vector.name or vector.name == "framing_after_value":
        beve.validate(vector.data, **vector.options)


MESSAGE = beve.dumps({"a/b": [1, {"~": "x"}], "": None, "s": "text", "5": 6, "n": [1.5, 2.5]}, typed_lists=True)


def test_pointers() -> None:
    view = View(MESSAGE)
    assert view.at("/a~1b/1/~0").value() == "x"
    assert view.at("/").value() is None
    assert view.at("/5").value() == 6
    assert view.at("/n/1").value() == 2.5
    assert view.get("/a~1b/0") == 1
    assert view.get("/a~1b/2") is None
    assert view.get("/zzz", 7) == 7
    assert view.at("") is view
    for path in ("/zzz", "/a~1b/2", "/a~1b/-", "/a~1b/01", "/a~1b/-1", "/n/x", "/s~"):
        with pytest.raises(beve.MissingError):
            view.at(path)
    with pytest.raises(beve.MismatchError):
        view.at("/s/0")
    with pytest.raises(ValueError, match="not a JSON Pointer"):
        view.at("a")


def test_errors_of_a_view_have_the_path_in_the_message() -> None:
    data = bytes.fromhex("05 04 05 08 00 03 04 04 62 07")
    view = View(data).at("/0/1")
    with pytest.raises(beve.MalformedError) as caught:
        view.value()
    assert (caught.value.path, caught.value.offset) == ("/0/1/b", 9)
    with pytest.raises(beve.MalformedError) as caught:
        View(data).at("/0/1/b")
    assert (caught.value.path, caught.value.offset) == ("/0/1/b", 9)
    with pytest.raises(beve.MissingError) as missing:
        View(MESSAGE).at("/a~1b/1/none")
    assert missing.value.path == "/a~1b/1"


def test_what_is_not_asked_for_is_not_looked_at() -> None:
    data = beve.dumps([1, 2, "x"])[:-1] + b"\xff"
    assert View(data)[1].value() == 2
    with pytest.raises(beve.MalformedError):
        View(data)[2].value()
    index = bytearray.fromhex("06 03 08 04 61 00 00 00 00 02 00 01 04 62 02 00 00 00 02 00 01 09 05 09 06")
    index[-4] = 0x07  # the value of a
    assert View(bytes(index))["b"].value() == 6
    with pytest.raises(beve.MalformedError):
        View(bytes(index))["a"].value()


def test_members() -> None:
    view = View(MESSAGE)
    assert "s" in view
    assert "t" not in view
    assert "x" not in view["s"]
    assert list(view.keys()) == ["a/b", "", "s", "5", "n"]
    assert [part.kind for part in view] == [Kind.ARRAY, Kind.NULL, Kind.STRING, Kind.NUMBER, Kind.NUMBERS]
    assert len(view) == 5
    assert view
    assert bool(View(b"\x05\x00"))
    assert repr(view["n"]) == "<beve.View of typed array at '/n'>"
    repeated = View(bytes.fromhex("03 08 04 61 00 04 61 18"))
    assert repeated["a"].value() is True  # the last, as in decoding
    with pytest.raises(beve.MismatchError, match="no members"):
        view["n"]["x"]
    integers = View(beve.dumps({-5: "x"}))
    assert integers[-5].value() == integers["-5"].value() == integers.get("/-5") == "x"


def test_a_row_of_a_table() -> None:
    rows = [{"id": i, "name": f"n{i}"} for i in range(20)]
    table = View(beve.dumps(rows, extended=True))
    assert table.kind is Kind.TABLE
    assert table[7].value() == rows[7]
    assert table[7].kind is Kind.OBJECT
    assert len(table[7]) == 2
    assert table.at("/19/name").value() == "n19"
    assert [row["id"].value() for row in table] == list(range(20))


def test_empty_input() -> None:
    for data in (b"", b"\x06", b"\x2e\x02"):
        with pytest.raises(beve.TruncatedError):
            View(data)
    with pytest.raises(beve.MalformedError):
        View(b"\x07")
