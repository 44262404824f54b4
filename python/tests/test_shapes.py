"""Arrays of several dimensions come back in their shape, or are not written."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import beve

np: Any = pytest.importorskip("numpy")

SHAPES = [shape for n in range(1, 5) for shape in itertools.product((0, 1, 3), repeat=n)]


def listed(value: Any) -> Any:
    """Return arrays as lists of lists."""
    if isinstance(value, (list, np.ndarray)):
        return [listed(part) for part in value]
    return value


def shape_of(value: Any) -> tuple[int, ...]:
    return (len(value), *(shape_of(value[0]) if value else ())) if isinstance(value, list) else ()


@pytest.mark.parametrize("dtype", ["?", "U3", "O", "i4", "f8", "c16"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_shapes_come_back_or_are_refused(dtype: str, order: str) -> None:
    for shape in SHAPES:
        given = np.asarray(np.ones(shape), dtype, order=order)
        for options in ({}, {"extended": True, "min_table_rows": 1}, {"typed_lists": True}, {"aligned": True}):
            if dtype in "?U3O" and 0 in shape[:-1]:
                with pytest.raises(beve.EncodeError, match=r"/a: .*shape"):
                    beve.dumps({"a": given}, **options)
                continue
            got = beve.loads(beve.dumps({"a": given}, **options))["a"]
            if dtype in "i4f8c16":
                assert (got.shape, got.dtype) == (shape, given.dtype)
                assert got.flags.f_contiguous == given.flags.f_contiguous
            else:
                assert shape_of(listed(got)) == shape
            assert listed(got) == given.tolist()


def test_the_option_default_takes_what_would_lose_its_shape() -> None:
    empty = np.ones((0, 3), bool)
    assert beve.loads(beve.dumps(empty, default=lambda a: {"shape": list(a.shape)})) == {"shape": [0, 3]}
