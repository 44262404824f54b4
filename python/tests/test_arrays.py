"""Arrays of NumPy: types, orders, and when they are views of the message."""

from __future__ import annotations

import array
import mmap
import sys
from pathlib import Path
from typing import Any

import pytest
from vectors import MESSAGES

import beve

np = pytest.importorskip("numpy", reason="these are about arrays of NumPy")

DTYPES = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "c8", "c16", "?"]


def sample(dtype: str, *shape: int) -> Any:
    """Return an array of that type whose elements differ."""
    n = int(np.prod(shape))
    values = np.arange(n) % 2 if dtype == "?" else np.arange(n) % 100
    return (values + 1j * values if dtype[0] == "c" else values).astype(dtype).reshape(shape)


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 63, 64, 20_000])
@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_come_back_in_their_type(dtype: str, n: int, aligned: bool) -> None:
    want = sample(dtype, n)
    for copy in (None, True, False):
        got = beve.loads(beve.dumps({"a": want, "b": "x"}, aligned=aligned), copy=copy, arrays="numpy")["a"]
        assert got.dtype == want.dtype
        assert np.array_equal(got, want)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(2, 3), (3, 1), (2, 0, 3), (1, 1), (2, 3, 4), (300, 2)])
@pytest.mark.parametrize("dtype", [d for d in DTYPES if d != "?"])
def test_matrices_keep_shape_and_order(dtype: str, shape: tuple[int, ...], order: Any) -> None:
    want = np.asarray(sample(dtype, *shape), order=order)
    got = beve.loads(beve.dumps(want))
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    assert np.array_equal(got, want)
    assert (got.flags.c_contiguous, got.flags.f_contiguous) == (want.flags.c_contiguous, want.flags.f_contiguous)


def test_what_does_not_lie_in_one_piece_is_written_row_by_row() -> None:
    want = sample("f8", 6, 8)[::2, ::3]
    assert np.array_equal(beve.loads(beve.dumps(want)), want)
    assert np.array_equal(beve.loads(beve.dumps(want[:, 1])), want[:, 1])
    assert np.array_equal(beve.loads(beve.dumps(want[:, 1][::-1])), want[:, 1][::-1])
    swapped = want.astype(">f8")
    assert np.array_equal(beve.loads(beve.dumps(swapped)), want)


def test_arrays_that_are_no_matrices_are_nested() -> None:
    assert [row.tolist() for row in beve.loads(beve.dumps(sample("?", 2, 2)))] == [[False, True], [False, True]]
    assert beve.loads(beve.dumps(np.array([["a", "b"], ["c", "d"]]))) == [["a", "b"], ["c", "d"]]
    assert beve.loads(beve.dumps(np.array([1, "x", None], object))) == [1, "x", None]
    assert beve.loads(beve.dumps(np.float64(3).reshape(()))) == 3.0


@pytest.mark.parametrize(
    "value",
    [
        np.array([1], "M8[s]"),
        np.array([b"a"]),
        np.zeros(2, [("x", "f4")]),
        np.ma.MaskedArray([1, 2], [True, False]),
        np.zeros(2, np.longdouble),
        np.datetime64("2026-01-01"),
    ],
    ids=lambda value: str(value.dtype),
)
def test_arrays_without_a_form_are_refused(value: Any) -> None:
    with pytest.raises(beve.EncodeError, match="no form"):
        beve.dumps(value)


def test_complex_numbers_of_integers_are_pairs() -> None:
    pairs = np.array([(1, -2), (3, 4)], [("real", "<i2"), ("imag", "<i2")])
    data = beve.dumps(pairs)
    assert data.hex(" ") == "1e 29 08 01 00 fe ff 03 00 04 00"
    got = beve.loads(data)
    assert got.dtype == pairs.dtype
    assert got.tolist() == pairs.tolist()
    assert beve.loads(data, arrays="list") == [beve.Complex(1, -2), beve.Complex(3, 4)]
    assert beve.loads(beve.dumps(pairs, aligned=True)).tolist() == pairs.tolist()


@pytest.mark.parametrize("kind", ["i1", "<i2", ">i2", "u4", ">u4", "<i8", ">u8"])
@pytest.mark.parametrize("aligned", [False, True])
def test_pairs_of_integers_lie_in_memory_as_they_like(kind: str, aligned: bool) -> None:
    size = np.dtype(kind).itemsize
    packed = np.dtype([("real", kind), ("imag", kind)])
    places = ((0, size), 2 * size), ((0, 2 * size), 3 * size), ((size, 0), 2 * size), ((3, 3 + size), 40)
    for offsets, itemsize in places:
        spread = np.dtype({"names": ["real", "imag"], "formats": [kind] * 2, "offsets": offsets, "itemsize": itemsize})
        pairs = np.zeros(6, spread)
        pairs["real"], pairs["imag"] = range(1, 7), range(11, 17)
        for cut in (pairs, pairs[::2], pairs[::-1], pairs[:0], pairs.reshape(2, 3), pairs[1]):
            data = beve.dumps(cut, aligned=aligned)
            assert data == beve.dumps(cut.astype(packed), aligned=aligned)
            if isinstance(cut, np.ndarray):
                got = beve.loads(data)
                assert np.array_equal(got["real"], cut["real"])
                assert np.array_equal(got["imag"], cut["imag"])


def test_aligned_arrays_are_views_of_bytes() -> None:
    for dtype in ("f4", "f8", "c16", "i2"):
        want = sample(dtype, 1000)
        data = beve.dumps({"key": want, "more": [want]}, aligned=True)
        got = beve.loads(data)
        memory = np.frombuffer(data, "u1")
        for part in (got["key"], got["more"][0]):
            assert np.shares_memory(part, memory)
            assert not part.flags.writeable
            assert part.flags.aligned


def test_arrays_that_are_not_aligned_are_copied_and_as_read_only() -> None:
    want = sample("f8", 1000)
    data = beve.dumps(want)
    got = beve.loads(data)
    assert not np.shares_memory(got, np.frombuffer(data, "u1"))
    assert not got.flags.writeable
    assert got.flags.aligned


def test_copy_makes_arrays_that_may_be_written_to() -> None:
    for value in (sample("f8", 9), sample("?", 9), sample("c8", 9), sample("f4", 3, 3), sample("i8", 0)):
        for aligned in (False, True):
            data = beve.dumps(value, aligned=aligned)
            got = beve.loads(data, copy=True)
            assert got.flags.writeable
            assert not np.shares_memory(got, np.frombuffer(data, "u1"))


def test_no_copy_makes_views_only() -> None:
    data = bytearray(beve.dumps(sample("f8", 5)))
    got = beve.loads(data, copy=False)
    data[-8:] = np.float64(77).tobytes()
    assert got[-1] == 77
    assert beve.loads(data)[-1] == 77
    copied = beve.loads(data)  # memory that changes is not viewed unless that is asked for
    data[-8:] = bytes(8)
    assert copied[-1] == 77


def test_arrays_view_a_mapped_file(tmp_path: Path) -> None:
    want = sample("f8", 1000)
    path = tmp_path / "a.beve"
    with path.open("wb") as file:
        beve.dump({"samples": want}, file, aligned=True)
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    got = beve.loads(mapped)["samples"]
    assert np.shares_memory(got, np.frombuffer(mapped, "u1"))
    assert np.array_equal(got, want)
    assert np.array_equal(beve.View(mapped).at("/samples").value(), want)


def test_half_floats_are_widened_or_kept() -> None:
    (halves,) = (v for v in MESSAGES if v.name == "typed_f16")
    assert beve.loads(halves.data).dtype == np.float16
    assert beve.dumps(beve.loads(halves.data)) == halves.data
    (brains,) = (v for v in MESSAGES if v.name == "typed_bf16")
    assert beve.loads(brains.data).dtype == np.float32
    assert beve.loads(brains.data).tolist() == beve.loads(brains.data, arrays="list")


@pytest.mark.parametrize(
    "vector",
    [v for v in MESSAGES if v.name.startswith(("typed_", "bool_array", "matrix", "complex_array", "aligned"))],
    ids=str,
)
def test_arrays_of_peers_are_written_again_as_they_were(vector: Any) -> None:
    value = beve.loads(vector.data)
    if isinstance(value, (beve.Matrix, list, dict)) or "bf16" in vector.name or "1d" in vector.name:
        return  # 128 bits, empty generic arrays and bfloat16 come back in another type
    if vector.name == "aligned_u8":
        return  # bytes are aligned anyway
    aligned = vector.name.startswith("aligned")
    if vector.folder == "crafted" or (vector.folder == "glaze" and vector.name.startswith("matrix")):
        assert np.array_equal(beve.loads(beve.dumps(value)), value, equal_nan=value.dtype.kind in "fc")
        return  # with another padding, or extents of another width
    assert beve.dumps(value, aligned=aligned) == vector.data


def test_matrices_that_numpy_cannot_shape_are_matrix() -> None:
    extents = bytes.fromhex("14") + bytes([70 << 2 & 0xFF | 1, 70 >> 6]) + bytes([1] * 70)
    got = beve.loads(bytes.fromhex("1600") + extents + bytes.fromhex("140407"))
    assert isinstance(got, beve.Matrix)
    assert got.extents == (1,) * 70
    assert beve.loads(beve.dumps(got)) == got


def test_arrays_of_the_standard_library() -> None:
    for code in "bBhHiIlLqQfd":
        want = array.array(code, [1, 2, 3])
        data = beve.dumps(want)
        got = beve.loads(data, arrays="array")
        assert got.tolist() == want.tolist()
        assert got.itemsize == want.itemsize
        assert beve.loads(data, arrays="numpy").dtype.itemsize == want.itemsize
    with pytest.raises(beve.EncodeError, match="no numbers"):
        beve.dumps(array.array("w" if sys.version_info >= (3, 13) else "u", "abc"))


def test_bytes_come_back_as_bytes_unless_arrays_are_asked_for() -> None:
    data = beve.dumps([b"abc", bytearray(), memoryview(b"d")])
    assert beve.loads(data) == [b"abc", b"", b"d"]
    assert beve.loads(bytearray(data)) == [b"abc", b"", b"d"]
    assert beve.loads(beve.dumps(np.arange(3, dtype="u1"), aligned=True)) == b"\x00\x01\x02"
    big = bytes(100_000)
    assert beve.loads(beve.dumps([1, big, 2])) == [1, big, 2]
    for arrays in ("numpy", "array"):
        assert [part.tolist() for part in beve.loads(data, arrays=arrays)] == [[97, 98, 99], [], [100]]
        assert beve.loads(data, arrays=arrays, uint8_as_bytes=True) == [b"abc", b"", b"d"]
    assert beve.loads(data, arrays="list")[0] == [97, 98, 99]
    assert [part.tolist() for part in beve.loads(data, uint8_as_bytes=False)] == [[97, 98, 99], [], [100]]


def test_scalars_of_numpy_are_written_as_their_type() -> None:
    for value, want in [
        (np.uint8(7), "11 07"),
        (np.uint64(7), "11 07"),
        (np.int64(7), "09 07"),
        (np.float16(1), "21 00 3c"),
        (np.float32(1), "41 00 00 80 3f"),
        (np.float64(1), "61 00 00 00 00 00 00 f0 3f"),
        (np.bool_(True), "18"),
        (np.str_("a"), "02 04 61"),
        (np.complex64(1), "1e 40 00 00 80 3f 00 00 00 00"),
    ]:
        assert beve.dumps(value).hex(" ") == want
    assert beve.loads(beve.dumps({np.int32(5): 1})) == {5: 1}


class Own(np.ndarray):  # type: ignore[misc,name-defined,unused-ignore]
    """A class of one's own."""


@pytest.mark.parametrize("options", [{}, {"extended": True}, {"aligned": True, "typed_lists": True}])
@pytest.mark.parametrize("kind", ["?", "i1", "<u8", ">i4", "f2", "f8", "c16", "U2", "O"])
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (2, 2), (1, 3), (3, 1)])
@pytest.mark.parametrize("cls", [np.matrix, np.recarray, Own])
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_subclasses_are_the_arrays_that_they_are(cls: Any, shape: Any, kind: str, options: Any) -> None:
    plain = np.arange(np.prod(shape)).reshape(shape).astype(kind)
    for one in (plain, np.asfortranarray(plain), plain[::-1]):
        if shape == (0, 3) and kind in "?U2O":
            for refused in (one, one.view(cls)):
                with pytest.raises(beve.EncodeError, match="shape"):
                    beve.dumps(refused, **options)
            continue
        data = beve.dumps(one, **options)
        assert beve.dumps(one.view(cls), **options) == data
        beve.validate(data)
