"""Every type that Arrow has, by its own list of them: a column of it comes back, or is refused when it is written."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy", reason="pandas needs it")
pd: Any = pytest.importorskip("pandas", reason="these are about pandas")
pa: Any = pytest.importorskip("pyarrow", reason="these are about Arrow")

#: Types of Arrow that nothing in Python makes.
NOWHERE = {"Type_INTERVAL_MONTHS", "Type_INTERVAL_DAY_TIME", "Type_INTERVAL"}

#: What is said of a function that makes a type.
MAKES_A_TYPE = re.compile(r"\b(Create|Alias)\b[^.]*(\b[Tt]ypes?|Type|\bstring\(\))\b")

#: Arguments of what makes types, where there are some: those that suit are tried.
ARGUMENTS: list[tuple[Any, ...]] = [
    (), ("s",), ("ms",), ("us",), ("ns",), ("ns", "UTC"), ("s", "Europe/Berlin"), (2,), (0,), (9, 2), (5, -2), (18, 0),
    (pa.int8(),), (pa.int8(), 2), (pa.int8(), pa.string()), (pa.int64(), pa.duration("s"), True),
    (pa.int32(), pa.int8()), (pa.int8(), pa.string_view()), (pa.int16(), pa.month_day_nano_interval()),
    ([("x", pa.int8())],), ([pa.field("x", pa.int8())],), ([pa.field("x", pa.int8())], "dense"),
    ([pa.field("x", pa.int8())], "sparse"), (pa.int8(), [2]), (pa.int8(), "name", "vendor"),
]  # fmt: skip


def types() -> dict[str, Any]:
    """Return the types that the functions of pyarrow make, by their names."""
    found = {}
    for name in dir(pa.lib):
        make = getattr(pa.lib, name)
        # Others change settings, or write to standard output.
        if (
            name.startswith("_")
            or name.endswith("_pool")
            or isinstance(make, type)
            or not re.search(MAKES_A_TYPE, make.__doc__ or "")
        ):
            continue
        for arguments in ARGUMENTS:
            try:
                kind = make(*arguments)
            except Exception:  # it takes others
                continue
            if isinstance(kind, pa.DataType):
                found[str(kind)] = kind
    return found


#: Cells that are tried: the type takes some of them.
CELLS: list[Any] = [
    True, 1, -1, 0.5, "a", "é", b"ab", [1], [1, 2], {"x": 1}, (1, 2, 3), "1.5", [("a", 1)], [(1, "a")],
]  # fmt: skip


def column(kind: Any) -> Any:
    """Return cells of a type, among them one that is missing; all are missing where no others can be made."""
    cells = []
    for cell in CELLS:
        try:
            cells.append(pa.array([cell], kind))
        except Exception:
            continue
    if not cells and pa.types.is_dictionary(kind):
        values = column(kind.value_type)
        codes = pa.array([0, None, len(values) - 1], kind.index_type)
        return pa.DictionaryArray.from_arrays(codes, values, ordered=kind.ordered)
    try:
        return pa.concat_arrays([*cells, pa.nulls(1, kind), *cells])
    except Exception:
        return pa.nulls(2, kind)


def test_the_types_are_all_that_there_are() -> None:
    covered = {kind.id for kind in types().values()}
    left = {name for name in dir(pa.lib) if name.startswith("Type_") and getattr(pa.lib, name) not in covered}
    assert left <= NOWHERE


def frames(name: str, kind: Any) -> list[Any]:
    """Return frames of pyarrow and of pandas with a column of a type, whole, cut and empty, alone and beside others."""
    found = []
    for cells in (column(kind), column(kind)[1:], column(kind)[:0], pa.chunked_array([column(kind)] * 2)):
        found.append(pa.table({"a": cells}))
        try:
            made = pd.ArrowDtype(kind).__from_arrow__(cells)
            frame = pd.DataFrame({"a": pd.Series(made), "n": np.arange(len(cells))})
        except Exception:  # pandas does not know it
            continue
        found.append(frame)
    return found


def arrow(column: Any) -> Any:
    """Return a column of pyarrow or pandas as Arrow has it, in one piece."""
    made = column.array.__arrow_array__() if isinstance(column, pd.Series) else column
    return made.combine_chunks() if isinstance(made, pa.ChunkedArray) else made


def same(got: Any, want: Any) -> bool:
    views = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}
    kind = want.type
    if got.type != kind:  # of tables, of which pandas takes no views
        inner = kind.value_type if pa.types.is_dictionary(kind) else kind
        other = got.type.value_type if pa.types.is_dictionary(kind) else got.type
        if views.get(str(inner)) != other:
            return False
    return bool(got.to_pylist() == want.to_pylist())


@pytest.mark.parametrize("name", types())
@pytest.mark.filterwarnings("ignore")
def test_columns_come_back_or_are_refused(name: str) -> None:
    kind = types()[name]
    outcomes = set()
    for frame in frames(name, kind):
        for extended in (False, True):
            error: beve.EncodeError | None = None
            try:
                message = beve.dumps(beve.from_dataframe(frame, dtypes=True), extended=extended)
            except beve.EncodeError as e:
                error = e
            outcomes.add("refused" if error else "back")
            if error is not None:
                assert error.path == "/a"
                assert name in error.reason or "extension" in error.reason
                continue
            got = beve.to_dataframe(message)
            assert same(arrow(got["a"]), arrow(frame["a"])), (got, frame)
    if "dictionary" in name and "view" in name:
        return  # of which Arrow puts no two together
    told = ("list", "struct", "map", "union", "run_end", "extension", "fixed_size_list", "large_list")
    assert outcomes == {"refused" if any(word in name for word in told) else "back"}


def test_cells_of_a_large_size_are_there_or_refused() -> None:
    for width, cells in ((999_999_999, [None]), (1 << 20, [None] * 100), (5000, [b"x" * 5000] + [None] * 5000)):
        try:
            kind = pa.binary(width)
            column = pa.array(cells, kind) if width < 1 << 21 else None
        except MemoryError:
            continue
        if column is not None:
            with pytest.raises(beve.EncodeError, match="convert the column"):
                beve.from_dataframe(pa.table({"a": column}), dtypes=True)
        dtypes = {"a": f"fixed_size_binary[{width}][pyarrow]"}
        for values in (cells, {"values": [0] * 9, "missing": [True] * 9}, {"values": ["a"], "missing": [True]}):
            message = beve.dumps({"columns": {"a": values}, "dtypes": dtypes})
            pool = pa.default_memory_pool()
            before = pool.max_memory()
            if isinstance(values, list):
                with pytest.raises(beve.MismatchError, match="/columns/a"):
                    beve.to_dataframe(message)
            else:
                with contextlib.suppress(beve.MismatchError):
                    beve.to_dataframe(message)
            assert pool.max_memory() < before + (20 << 20)
    some = pa.table({"a": pa.array([b"x" * 5000] * 100 + [None] * 2000, pa.binary(5000))})
    got = beve.to_dataframe(beve.dumps(beve.from_dataframe(some, dtypes=True)))
    assert arrow(got["a"]).to_pylist() == some["a"].to_pylist()
