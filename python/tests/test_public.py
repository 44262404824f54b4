"""What users see of the package by name: homes of objects, messages about arguments, and what they suggest."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import io
import pathlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import beve
import beve.canonical
import beve.json.canonical
import beve.json.patch
import beve.patch

MESSAGE, TEXT = beve.dumps({"a": [1]}), b'{"a":[1]}'
MODULES = ["beve", "beve.patch", "beve.canonical", "beve.json", "beve.json.patch", "beve.json.canonical"]


def public_objects() -> Iterator[tuple[str, str, Any]]:
    for name in MODULES:
        module = importlib.import_module(name)
        for each in module.__all__:
            yield name, each, getattr(module, each)


def is_public(module: str) -> bool:
    return not any(part.startswith("_") for part in module.split("."))


def test_all_public_modules_are_listed() -> None:
    found = [info.name for info in pkgutil.walk_packages(beve.__path__, "beve.")]
    assert sorted(MODULES[1:]) == sorted(name for name in found if is_public(name))


@pytest.mark.parametrize(
    ("module", "name", "value"), [*public_objects()], ids=lambda x: x if isinstance(x, str) else ""
)
def test_objects_have_public_homes(module: str, name: str, value: Any) -> None:
    """What tracebacks, help and pickles call an object can be imported."""
    if not callable(value):
        assert not hasattr(value, "__module__") or inspect.ismodule(value)
        return
    assert is_public(value.__module__)
    assert getattr(importlib.import_module(value.__module__), value.__name__) is value
    assert value.__qualname__ == value.__name__
    assert value.__doc__


def test_every_exception_is_public() -> None:
    """What the package raises of its own can be imported by the name in the traceback."""
    todo: list[type[BaseException]] = [beve.BeveError]
    while todo:
        one = todo.pop()
        todo += one.__subclasses__()
        if one.__module__.startswith("beve"):
            assert getattr(importlib.import_module(one.__module__), one.__name__) is one
            assert is_public(one.__module__)


#: Every public function and class that takes arguments, called with keyword arguments of a name.
CALLS: dict[str, Callable[..., Any]] = {
    "beve.dumps": lambda **k: beve.dumps(1, **k),
    "beve.dump": lambda **k: beve.dump(1, io.BytesIO(), **k),
    "beve.dump_stream": lambda **k: beve.dump_stream([1], io.BytesIO(), **k),
    "beve.loads": lambda **k: beve.loads(MESSAGE, **k),
    "beve.load": lambda **k: beve.load(io.BytesIO(MESSAGE), **k),
    "beve.validate": lambda **k: beve.validate(MESSAGE, **k),
    "beve.loads_as": lambda **k: beve.loads_as(dict, MESSAGE, **k),
    "beve.from_value": lambda **k: beve.from_value(int, 1, **k),
    "beve.to_value": lambda **k: beve.to_value(1, **k),
    "beve.iter_stream": lambda **k: list(beve.iter_stream(MESSAGE, **k)),
    "beve.View": lambda **k: beve.View(MESSAGE, **k),
    "beve.parse_time": lambda **k: beve.parse_time("", **k),
    "beve.Limits": lambda **k: beve.Limits(**k),
    "beve.to_dataframe": lambda **k: beve.to_dataframe(MESSAGE, **k),
    "beve.from_dataframe": lambda **k: beve.from_dataframe(None, **k),  # type: ignore[arg-type]
    "beve.canonical.canonical": lambda **k: beve.canonical.canonical(MESSAGE, **k),
    "beve.canonical.check": lambda **k: beve.canonical.check(MESSAGE, **k),
    "beve.canonical.dumps": lambda **k: beve.canonical.dumps(1, **k),
    "beve.json.canonical.canonical": lambda **k: beve.json.canonical.canonical(TEXT, **k),
    "beve.json.canonical.check": lambda **k: beve.json.canonical.check(TEXT, **k),
}
for _module, _message in ((beve.patch, MESSAGE), (beve.json.patch, TEXT)):
    _values: dict[str, tuple[Any, ...]] = {
        "set": (_message, "/a", 1), "insert": (_message, "/b", 1), "append": (_message, "/a", 1),
        "delete": (_message, "/a"), "diff": (_message, _message), "apply": (_message, []), "merge": (_message, {}),
        "Batch": (), "Raw": (_message,),
    }  # fmt: skip
    for _name, _arguments in _values.items():
        CALLS[f"{_module.__name__}.{_name}"] = functools.partial(getattr(_module, _name), *_arguments)

#: Those with no arguments that could be mistaken: classes of values, which are what their fields are, and of errors.
_PLAIN = {"Complex", "DateTime", "Interval", "Kind", "Matrix", "RegExp", "TimeDelta", "Timestamp", "TypeTag"}


def test_all_that_takes_arguments_is_called() -> None:
    taking = set()
    for module, name, value in public_objects():
        is_error = isinstance(value, type) and issubclass(value, Exception)
        if callable(value) and name not in _PLAIN and not is_error and not name.endswith("Options"):
            taking.add(f"{module}.{name}")
    assert set(CALLS) == taking


@pytest.mark.parametrize("call", CALLS)
def test_arguments_that_nothing_takes_are_told_by_public_names(call: str) -> None:
    with pytest.raises(TypeError) as caught:
        CALLS[call](unheard_of=1)
    text = str(caught.value)
    name = call.rpartition(".")[2]
    owners = f"(EncodeOptions|DecodeOptions|Limits|beve.json.patch) has no|({name}|{name}.__init__)\\(\\) "
    assert re.match(owners, text), text
    assert "unheard_of" in text


@pytest.fixture(autouse=True)
def installed(request: pytest.FixtureRequest) -> None:
    if "dataframe" in request.node.name:
        pytest.importorskip("pandas")


def options_of(kind: Any) -> list[str]:
    return list(kind.__annotations__)


@pytest.mark.parametrize("call", [name for name in CALLS if "canonical.c" not in name])
def test_slips_in_the_names_of_options_get_a_suggestion(call: str) -> None:
    """A letter that is missing, doubled or exchanged in any option that a call takes."""
    tried = 0
    for kind in (beve.DecodeOptions, beve.EncodeOptions, beve.Limits):
        for option in options_of(kind):
            doubled, exchanged = option[:3] + option[2:], option[0] + option[2] + option[1] + option[3:]
            for slip in sorted({option[:2] + option[3:], doubled, exchanged} - {option}):
                with pytest.raises(TypeError) as caught:
                    CALLS[call](**{slip: True})
                if " has no " in str(caught.value):
                    tried += 1
                    assert f"did you mean {option!r}" in str(caught.value)
    if "Options]" in str(inspect.signature(getattr(beve, call.rpartition(".")[2], len))) or call == "beve.Limits":
        assert tried


def test_options_of_the_other_direction_say_whose_they_are() -> None:
    for option in options_of(beve.DecodeOptions):
        with pytest.raises(TypeError, match=f"EncodeOptions has no {option!r}: it is one of DecodeOptions"):
            beve.dumps(1, **{option: None})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="it is one of loads_as"):
        beve.loads(MESSAGE, reject_unknown=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="did you mean 'reject_unknown' of loads_as"):
        beve.loads_as(dict, MESSAGE, reject_unknwon=True)  # type: ignore[call-arg]


@pytest.mark.parametrize(("kind", "option"), [
    *((beve.Limits, option) for option in options_of(beve.Limits)), (beve.dumps, "max_depth"),
    (beve.dumps, "min_table_rows"), (beve.dumps, "default"), (beve.loads, "limits"), (beve.loads, "arrays"),
])  # fmt: skip
def test_values_of_options_are_checked(kind: Any, option: str) -> None:
    """What is of another type is an error that names the option, before anything is read or written."""
    given = [] if kind is beve.Limits else [MESSAGE]
    values: list[Any] = ["3", 2.5, [], {}]
    for value in values:
        with pytest.raises((TypeError, ValueError), match=f"^{option} is "):
            kind(*given, **{option: value})


@pytest.mark.parametrize(
    "call", [beve.loads, beve.validate, beve.View, beve.canonical.check, beve.json.canonical.check]
)
def test_what_is_no_message_is_a_type_error_that_names_its_type(call: Any) -> None:
    values: list[Any] = ["text", None, 3, {"a": 1}, [1]]
    for value in values:
        with pytest.raises(TypeError, match=f"wanted, not a value of type {type(value).__name__}$"):
            call(value)


def test_what_is_no_file_is_a_type_error_that_names_its_type() -> None:
    for value in (3, None, b"a", [1]):
        calls: list[Any] = [lambda f: beve.dump(1, f), lambda f: beve.dump_stream([1], f), beve.load]
        for call in calls:
            with pytest.raises(TypeError, match=f"or its path is wanted, not a value of type {type(value).__name__}$"):
                call(value)


def test_files_need_no_more_than_read_and_write(tmp_path: pathlib.Path) -> None:
    class Slow(io.RawIOBase):
        """A file that takes and gives some bytes at a time."""

        def __init__(self) -> None:
            self.data = bytearray()

        def write(self, data: Any) -> int:
            self.data += bytes(data)[:7]
            return min(7, len(data))

    class Plain:
        """A file that has nothing but write, which returns nothing."""

        def __init__(self) -> None:
            self.data = bytearray()

        def write(self, data: Any) -> None:
            self.data += data

    value = {"a": [1.5, "x" * 200_000], "b": b"y" * 100_000}
    for file in (Slow(), Plain()):
        beve.dump(value, file)  # type: ignore[arg-type]
        assert file.data == beve.dumps(value)
    with (tmp_path / "raw").open("wb", buffering=0) as raw:
        beve.dump_stream([value] * 3, raw)
    assert list(beve.iter_stream(tmp_path / "raw")) == [value] * 3


@pytest.mark.parametrize("module", [beve.patch, beve.json.patch])
def test_paths_and_patches_of_other_types_are_type_errors(module: Any) -> None:
    message = TEXT if module is beve.json.patch else MESSAGE
    for path in (0, None, b"/a", ["a"]):
        calls: list[Callable[[], Any]] = [
            lambda: module.set(message, path, 1), lambda: module.insert(message, path, 1),  # noqa: B023
            lambda: module.append(message, path, 1), lambda: module.delete(message, path),  # noqa: B023
            lambda: module.Batch().move("/a", path), lambda: module.Batch().copy(path, "/a"),  # noqa: B023
            lambda: beve.View(MESSAGE).at(path),  # type: ignore[arg-type]  # noqa: B023
        ]  # fmt: skip
        for call in calls:
            with pytest.raises(TypeError, match=f"JSON Pointer in a str, not a value of type {type(path).__name__}$"):
                call()
    operation: Any = {"op": "add"}
    for patch in (operation, "text", None, 3):
        with pytest.raises(TypeError, match=f"or a list, not a value of type {type(patch).__name__}$"):
            module.apply(message, patch)
    for patch in (operation.items(), [1], "text", None, 3):
        with pytest.raises(TypeError, match=f"or a dict, not a value of type {type(patch).__name__}$"):
            module.merge(message, patch)


class Plain(enum.Enum):
    A = 1


KEYS = ["a", 1, True, None, 1.5, (1, 2), b"a", Plain.A]


@pytest.mark.parametrize("first", KEYS, ids=repr)
@pytest.mark.parametrize("second", KEYS, ids=repr)
@pytest.mark.parametrize("sort_keys", [False, True])
def test_keys_of_several_types_are_told(first: Any, second: Any, sort_keys: bool) -> None:
    value = {first: 1, second: 2}
    if {type(first), type(second)} in ({str}, {int}) or value.keys() == {1}:
        return
    with pytest.raises(beve.EncodeError, match=r"keys are all str or all int$") as caught:
        beve.dumps({"in": value}, sort_keys=sort_keys)
    assert caught.value.path.startswith("/in")
    if "several types" not in caught.value.reason:
        wrong = second if type(first) in (str, int) else first
        assert f"key of type {type(wrong).__name__}" in caught.value.reason
