"""Writes Parquet files by other programs, and beside each what they hold.

A file x.parquet has its rows in x.ndjson, as the program that wrote it reads them again,
put into JSON by the rules of docs/parquet.md. See README.md for the command.
"""

import datetime
import decimal
import json
import uuid

import duckdb
import fastparquet
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

EPOCH = datetime.datetime(1970, 1, 1)


def stamp(ns, zone):
    """An instant or a local time, of nanoseconds from 1970."""
    seconds, ns = divmod(ns, 10**9)
    text = (EPOCH + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S")
    text = "0" * (19 - len(text)) + text
    if ns:
        text += f".{ns:09}".rstrip("0")
    return text + zone


NS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
DIGITS = {"ms": 3, "us": 6, "ns": 9}


def plain(value, t):
    """What JSON has for a value of a type of Arrow."""
    if value is None or not value.is_valid:
        return None
    if pa.types.is_dictionary(t):
        return plain(value.dictionary[value.index.as_py()], t.value_type)
    if pa.types.is_timestamp(t):
        # Parquet has no seconds: they are milliseconds there, and read so.
        return stamp(value.value * NS[t.unit], "Z" if t.tz else "")
    if pa.types.is_time(t):
        unit = max(DIGITS[t.unit] if t.unit != "s" else 3, 3)
        ns = value.value * NS[t.unit]
        seconds = ns // 10**9
        clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return clock + "." + f"{ns % 10**9:09}"[:unit]
    if pa.types.is_date(t):
        return value.as_py().isoformat()
    if pa.types.is_decimal(t):
        return format(value.as_py(), "f")
    if isinstance(t, pa.UuidType):
        return str(value.as_py())
    if pa.types.is_binary(t) or pa.types.is_large_binary(t) or pa.types.is_fixed_size_binary(t):
        return list(value.as_py())
    if pa.types.is_duration(t):
        return value.value
    if pa.types.is_map(t):
        return [{"key": plain(k, t.key_type), "value": plain(v, t.item_type)} for k, v in zip(*map_parts(value))]
    if pa.types.is_list(t) or pa.types.is_large_list(t) or pa.types.is_fixed_size_list(t):
        return [plain(e, t.value_type) for e in value.values]
    if pa.types.is_struct(t):
        return {f.name: plain(value[f.name], f.type) for f in t}
    return value.as_py()


def map_parts(value):
    return value.values.field(0), value.values.field(1)


def rows(table):
    for i in range(table.num_rows):
        yield {f.name: plain(table.column(j)[i], f.type) for j, f in enumerate(table.schema)}


def keep(name, lines):
    with open(name + ".ndjson", "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def arrow(name, table, **options):
    pq.write_table(table, name + ".parquet", **options)
    table = pq.read_table(name + ".parquet")
    if "use_deprecated_int96_timestamps" in options:
        table = table.cast(pa.schema([(f.name, pa.timestamp("ns", "UTC")) for f in table.schema]))
    keep(name, rows(table))


D = decimal.Decimal
day = datetime.date
at = datetime.datetime
utc = datetime.timezone.utc


def scalars():
    """A column of each type: nothing, an ordinary value, an extreme one."""
    columns = {
        "bool": (pa.bool_(), [True, False]),
        "text": (pa.string(), ["ü€😀", ""]),
        "large_text": (pa.large_string(), ["a", "b"]),
        "binary": (pa.binary(), [b"\x00\xff", b""]),
        "fixed": (pa.binary(3), [b"abc", b"\x00\x01\x02"]),
        "uuid": (pa.uuid(), [uuid.UUID(int=1).bytes, uuid.UUID(int=2**128 - 1).bytes]),
        "float32": (pa.float32(), [1.5, -2.0**20]),
        "float64": (pa.float64(), [0.1, -1e300]),
        "float16": (pa.float16(), [0.5, -65504.0]),
        "date32": (pa.date32(), [day(2024, 2, 29), day(1, 1, 1)]),
        "date64": (pa.date64(), [day(1969, 12, 31), day(9999, 12, 31)]),
        "time_s": (pa.time32("s"), [0, 86399]),
        "time_ms": (pa.time32("ms"), [1, 86399999]),
        "time_us": (pa.time64("us"), [1, 86399999999]),
        "time_ns": (pa.time64("ns"), [1, 86399999999999]),
        "duration": (pa.duration("ns"), [1, -(2**63) + 1]),
        "enum": (pa.dictionary(pa.int8(), pa.string()), ["red", "green"]),
        "nothing": (pa.null(), [None, None]),
    }
    for bits in (8, 16, 32, 64):
        columns[f"int{bits}"] = (pa.int64() if bits == 64 else getattr(pa, f"int{bits}")(), [2 ** (bits - 1) - 1, -(2 ** (bits - 1))])
        columns[f"uint{bits}"] = (getattr(pa, f"uint{bits}")(), [2**bits - 1, 2 ** (bits - 1)])
    for unit in NS:
        ends = [at(1970, 1, 1, 0, 0, 1), at(1677, 9, 22)]
        columns[f"instant_{unit}"] = (pa.timestamp(unit, "UTC"), ends)
        columns[f"zoned_{unit}"] = (pa.timestamp(unit, "Europe/Berlin"), ends)
        columns[f"local_{unit}"] = (pa.timestamp(unit), [at(2024, 2, 29, 12), at(2262, 4, 11)])
    for digits, scale in ((1, 0), (9, 2), (10, 10), (18, 3), (19, 0), (38, 20), (76, 76)):
        t = pa.decimal256(digits, scale) if digits > 38 else pa.decimal128(digits, scale)
        most = D((0, (9,) * digits, -scale))
        columns[f"decimal_{digits}_{scale}"] = (t, [most, most.copy_negate()])
    names = list(columns)
    arrays = [pa.array([None, *columns[n][1]], columns[n][0]) for n in names]
    return pa.table(arrays, names)


def nested():
    point = pa.struct([("x", pa.int32()), ("y", pa.list_(pa.string()))])
    return pa.table(
        {
            "lists": pa.array([[[1], [], None, [2, None]], None, [], [None]], pa.list_(pa.list_(pa.int64()))),
            "points": pa.array([[{"x": 1, "y": ["a", None]}, None, {"x": None, "y": None}], [], None, [{"x": 2, "y": []}]], pa.list_(point)),
            "map": pa.array([[("a", [1]), ("b", None)], [], None, [("", [])]], pa.map_(pa.string(), pa.list_(pa.int16()))),
            "keys": pa.array([[(1, {"x": 1, "y": None})], None, [], [(2, None)]], pa.map_(pa.int32(), point)),
            "deep": pa.array([{"a": {"b": {"c": 1}}}, {"a": {"b": None}}, {"a": None}, None], pa.struct([("a", pa.struct([("b", pa.struct([("c", pa.int8())]))]))])),
            "fixed": pa.array([[1, 2], None, [3, 4], [5, 6]], pa.list_(pa.float32(), 2)),
            "bools": pa.array([[True, False], [], None, [None]], pa.list_(pa.bool_())),
            "texts": pa.array([["a", "", "ü"], [], None, [None, "b"]], pa.list_(pa.string())),
            "days": pa.array([[day(2024, 2, 29)], [], None, [None]], pa.list_(pa.date32())),
        }
    )


def long(n=300):
    """Enough for several pages and row groups."""
    return pa.table(
        {
            "i": pa.array([(i * 7919) % 1000 - 500 for i in range(n)], pa.int32()),
            "j": pa.array([i * i * i if i % 3 else None for i in range(n)], pa.int64()),
            "f": pa.array([i / 4 for i in range(n)], pa.float32()),
            "d": pa.array([i / 8 for i in range(n)], pa.float64()),
            "s": pa.array([f"str{i % 17}" if i % 5 else None for i in range(n)]),
            "b": pa.array([i % 2 == 0 for i in range(n)]),
            "x": pa.array([bytes([i % 256] * 5) for i in range(n)], pa.binary(5)),
            "l": pa.array([list(range(i % 4)) if i % 7 else None for i in range(n)], pa.list_(pa.int32())),
            "none": pa.array([None] * n, pa.string()),
        }
    )


def main():
    arrow("arrow_scalars", scalars(), version="2.6")
    arrow("arrow_old", scalars().drop_columns(["time_ns", "instant_ns", "zoned_ns", "local_ns", "uuid"]), version="1.0", coerce_timestamps="ms", allow_truncated_timestamps=True)
    # Whether such times are instants is not in the file; we say that they are.
    arrow("arrow_int96", scalars().select(["instant_ns", "zoned_us"]), use_deprecated_int96_timestamps=True)
    arrow("arrow_decimals", scalars().select(["decimal_1_0", "decimal_9_2", "decimal_10_10", "decimal_18_3"]), store_decimal_as_integer=True)
    arrow("arrow_nested", nested())
    arrow("arrow_nested_old", nested(), use_compliant_nested_type=False, version="1.0")
    required = pa.schema([pa.field("a", pa.int64(), False), pa.field("b", pa.list_(pa.field("element", pa.string(), False)), False)])
    arrow("arrow_required", pa.table([[1, 2], [["x"], []]], schema=required))
    arrow("arrow_empty", nested().slice(0, 0))
    small = {"row_group_size": 120, "data_page_size": 500, "write_batch_size": 50}
    for codec in ("none", "snappy", "gzip", "brotli", "zstd", "lz4"):
        arrow("arrow_" + codec, long(200), compression=codec, write_page_checksum=True, **small)
    arrow("arrow_v2", long(), data_page_version="2.0", compression="zstd", **small)
    arrow("arrow_fallback", long(), dictionary_pagesize_limit=100, compression="zstd", **small)
    encodings = {
        "i": "DELTA_BINARY_PACKED", "j": "DELTA_BINARY_PACKED", "f": "BYTE_STREAM_SPLIT", "d": "BYTE_STREAM_SPLIT",
        "s": "DELTA_BYTE_ARRAY", "x": "DELTA_BYTE_ARRAY", "b": "RLE", "l.list.element": "DELTA_BINARY_PACKED", "none": "DELTA_LENGTH_BYTE_ARRAY",
    }  # fmt: skip
    arrow("arrow_delta", long(), use_dictionary=False, column_encoding=encodings, compression="zstd", **small)
    encodings |= {"s": "DELTA_LENGTH_BYTE_ARRAY", "i": "BYTE_STREAM_SPLIT", "j": "BYTE_STREAM_SPLIT", "x": "BYTE_STREAM_SPLIT"}
    arrow("arrow_split", long(), use_dictionary=False, column_encoding=encodings, data_page_version="2.0", compression="zstd", **small)

    duck("duckdb_v1", "PARQUET_VERSION v1")
    duck("duckdb_v2", "PARQUET_VERSION v2, COMPRESSION zstd")
    fast("fastparquet", times="int64")
    fast("fastparquet_int96", times="int96")


def duck(name, options):
    con = duckdb.connect()
    con.sql("set timezone='UTC'")
    con.sql("create type colour as enum ('red', 'green')")
    con.sql(f"""copy (
        select * from (values
        (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
        (true, 1::tinyint, -1::smallint, 3::integer, -4::bigint, 255::utinyint, 65535::usmallint, 4294967295::uinteger, 18446744073709551615::ubigint,
         1.5::float, 0.1::double, 12.34::decimal(4,2), -1234567890123456789012345678.9012345678::decimal(38,10), 'ü'::varchar, '\\x00\\xFF'::blob,
         date '2024-02-29', time '23:59:59.000001', timestamp '2024-02-29 12:00:00.5', timestamptz '2024-02-29 12:00:00+01',
         uuid '00000000-0000-0000-0000-00000000000a', 'red'::colour, interval '14 months 3 days 1.5 seconds')
        ) t(bool, i8, i16, i32, i64, u8, u16, u32, u64, f, d, dec4, dec38, s, b, day, clock, ts, tz, id, colour, span)
        ) to '{name}.parquet' ({options})""")
    # pyarrow cannot read pages of version 2 by DuckDB, whose rows are the same.
    f = pq.read_table(name.replace("v2", "v1") + ".parquet")
    span = f.schema.get_field_index("span")
    lines = list(rows(f.remove_column(span)))
    lines[0]["span"] = None
    lines[1]["span"] = "P14M3DT1.500S"  # which pyarrow shows as bytes
    keep(name, lines)
    con.sql(f"""copy (select i % 3 as k, [x for x in range(i % 4)] as l, {{'a': i, 'b': [i::varchar]}} as s, map {{i: 'v'}} as m,
        if(i % 2 = 0, null, i * 1000000007) as n from range(100) r(i)) to '{name}_nested.parquet' ({options})""")
    keep(name + "_nested", rows(pq.read_table(name.replace("v2", "v1") + "_nested.parquet")))


def fast(name, times):
    frame = pd.DataFrame(
        {
            "i": pd.Series([1, 2, 3], dtype="int32"), "u": pd.Series([1, 2, 3], dtype="uint8"), "n": pd.Series([1, None, 3], dtype="Int64"),
            "f": [1.5, 2.5, -1.0], "s": pd.Series(["a", None, "ü"], dtype=object), "b": [True, False, True],
            "t": pd.to_datetime(["2024-02-29 12:00:00.5", "1970-01-01", "2200-01-01"], format="ISO8601").astype("datetime64[ns]"),
            "c": pd.Categorical(["x", "y", "x"]),
        }
    )  # fmt: skip
    fastparquet.write(name + ".parquet", frame, times=times, compression="GZIP", object_encoding={"s": "utf8"}, has_nulls=True)
    table = pq.read_table(name + ".parquet")
    if times == "int96":
        table = table.set_column(6, "t", table["t"].cast(pa.timestamp("ns", "UTC")))
    keep(name, rows(table))


if __name__ == "__main__":
    main()
