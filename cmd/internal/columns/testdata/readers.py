"""Has other programs read what this one has written, and prints where they disagree.

readers.py same DIR FILE...: DIR has for each file another one with the same rows and columns.
readers.py schema FILE: prints the leaves of a file, and its row groups.
"""

import datetime
import json
import os
import sys
import tempfile

import duckdb
import fastparquet
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import make


def leaf(array, path):
    """The values of a leaf, those in lists one after another."""
    path = iter(path)
    for name in path:
        if name == "list":
            array = array.flatten()
            next(path)
        elif name == "key_value":
            array = array.keys if next(path) == "key" else array.items
        else:
            array = array.flatten()[array.type.get_field_index(name)]
    return array


def bounds(name):
    """Counts the bounds of a file, and complains of those that leave a value out."""
    count = 0
    file = pq.ParquetFile(name)
    for g in range(file.num_row_groups):
        group = file.metadata.row_group(g)
        for c in range(group.num_columns):
            column = group.column(c)
            if not column.has_offset_index:
                print(name, column.path_in_schema, "has no index of its pages")
            stats = column.statistics
            path = column.path_in_schema.split(".")
            table = file.read_row_group(g, columns=path[:1])
            values = leaf(table.column(0).combine_chunks(), path[1:])
            if stats.null_count != values.null_count and "list" not in path and "key_value" not in path:
                print(name, path, stats.null_count, "null, not", values.null_count)
            if not stats.has_min_max:
                continue
            if not column.has_column_index:
                print(name, column.path_in_schema, "has no bounds of its pages")
            count += 1
            values = [v for v in values.to_pylist() if v is not None]
            low, high = stats.min, stats.max
            if isinstance(low, bytes) and values and not isinstance(values[0], bytes):
                continue  # of a type whose bounds pyarrow leaves as bytes
            if isinstance(low, datetime.datetime) and low.tzinfo is None:
                values = [v.replace(tzinfo=None) for v in values]
            if not all(low <= v <= high for v in values if v == v):
                print(name, path, low, high, values)
    return count


def arrow(name, new):
    """Compares what pyarrow reads with what it read of the first one."""
    table = pq.read_table(new, page_checksum_verification=True)
    with open(name.removesuffix(".parquet") + ".ndjson", encoding="utf-8") as lines:
        for i, (want, got) in enumerate(zip(lines, make.rows(table), strict=True)):
            want, got = json.loads(want), json.loads(json.dumps(got))
            if "span" in want:
                got["span"] = want["span"]  # an interval, which pyarrow reads as bytes
            if got != want:
                print(new, "row", i, got, want)
                return


def duck(name, new):
    a, b = f"'{name}'", f"'{new}'"
    want = duckdb.sql(f"describe from {a}").fetchall()
    got = duckdb.sql(f"describe from {b}").fetchall()
    for w, g in zip(want, got, strict=True):
        if w[:2] != g[:2]:
            print(name, w[:2], g[:2])
    casts = ", ".join(f'"{w[0]}"::varchar' for w in want)
    if duckdb.sql(f"select {casts} from {a}").fetchall() != duckdb.sql(f"select {casts} from {b}").fetchall():
        print(name, "differs for DuckDB")


def fast(new):
    """Compares what fastparquet reads with what it reads where pyarrow has written the same, and
    counts the columns that it can read there."""
    count = 0
    table = pq.read_table(new).replace_schema_metadata(None)
    with tempfile.TemporaryDirectory() as folder:
        control = os.path.join(folder, "control.parquet")
        pq.write_table(table, control, store_schema=False)
        for column in fastparquet.ParquetFile(control).columns:
            if column == "span":
                continue  # an interval, which pyarrow does not write
            try:
                want = fastparquet.ParquetFile(control).to_pandas(columns=[column])
            except Exception:
                continue  # which is its own
            count += 1
            try:
                got = fastparquet.ParquetFile(new).to_pandas(columns=[column])
            except Exception as e:
                print(new, column, "fastparquet:", repr(e))
                continue
            got, want = ([None if v is None or v is pd.NA or v != v else v for v in f[column].tolist()] for f in (got, want))
            if repr(got) != repr(want):
                print(new, column, "differs for fastparquet", got, want)
    return count


def same(folder, names):
    duckdb.sql("set timezone='UTC'")
    counts = [0, 0]
    for name in names:
        new = os.path.join(folder, os.path.basename(name))
        duck(name, new)
        arrow(name, new)
        counts[0] += bounds(new)
        counts[1] += fast(new)
    if min(counts) < 100:
        print("only", counts, "bounds and columns are compared")


def schema(name):
    file = pq.ParquetFile(name)
    for i, c in enumerate(file.schema):
        print(c.path, c.physical_type, c.logical_type, c.max_definition_level, c.max_repetition_level)
    print([file.metadata.row_group(g).num_rows for g in range(file.num_row_groups)])


if sys.argv[1] == "same":
    same(sys.argv[2], sys.argv[3:])
else:
    schema(sys.argv[2])
