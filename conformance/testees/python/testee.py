"""The Python package of this project as a testee.

testee.py SOURCE reads with the package in that folder, and with the one that is installed
where it is empty; BEVE_SOURCE names another. The environment variable BEVE_PURE=1 leaves a compiled core alone.
"""

import io
import json
import os
import platform
import sys
from datetime import datetime, timedelta
from uuid import UUID

if source := os.environ.get("BEVE_SOURCE", sys.argv[1]):
    sys.path.insert(0, source)
import beve
from frames import Skip, lacks, listing, mapping, number, serve, text, value_of

sys.setrecursionlimit(10_000)
EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
ARRAYS = sys.argv[2] if len(sys.argv) > 2 else "array"


def stamp(t):
    if isinstance(t, beve.Timestamp):
        seconds, nanoseconds, zone = t
    else:
        since = t - EPOCH
        seconds = since.days * 86400 + since.seconds
        nanoseconds = t.microsecond * 1000 + getattr(t, "nanosecond", 0)
        zone = int(t.utcoffset().total_seconds() // 60)
    return '{"$timestamp":[%d,%d,%d]}' % (seconds, nanoseconds, zone)


def show(v):
    """Return the notation of a value."""
    if v is None or isinstance(v, bool):
        return json.dumps(v)
    if isinstance(v, int):
        return str(v)
    if isinstance(v, float):
        return number(v)
    if isinstance(v, str):
        return text(v)
    if isinstance(v, (complex, beve.Complex)):
        return '{"$complex":[%s,%s]}' % (show(v.real), show(v.imag))
    if isinstance(v, beve.Timestamp) or isinstance(v, datetime):
        return stamp(v)
    if isinstance(v, timedelta):
        nanos = (v.days * 86400 + v.seconds) * 10**9 + v.microseconds * 1000 + getattr(v, "nanoseconds", 0)
        return '{"$duration":["%s",%d,%d]}' % ("-" if nanos < 0 else "+", *divmod(abs(nanos), 10**9))
    if isinstance(v, beve.Interval):
        return '{"$interval":[%s,%s]}' % (stamp(v.start), stamp(v.end))
    if isinstance(v, UUID):
        return '{"$uuid":"%s"}' % v
    if isinstance(v, beve.RegExp):
        return '{"$regexp":[%s,%s]}' % (text("".join(sorted(v.flags, key="imsug".index))), text(v.pattern))
    if isinstance(v, beve.TypeTag):
        return '{"$tag":[%d,%s]}' % (v.index, show(v.value))
    if isinstance(v, beve.Matrix):
        return '{"$matrix":["%s",%s,%s]}' % ({"layout_right": "row", "layout_left": "column"}[v.layout], show(list(v.extents)), show(v.data))
    if isinstance(v, dict):
        return mapping([(key, show(value)) for key, value in v.items()])
    if hasattr(v, "dtype"):
        return show_numpy(v)
    return listing(map(show, v))


def show_numpy(v):
    """Return the notation of what NumPy holds."""
    if v.ndim > 1:
        layout = "row" if v.flags.c_contiguous else "column"
        return '{"$matrix":["%s",%s,%s]}' % (layout, show(list(v.shape)), show_numpy(v.ravel(order="A")))
    if v.dtype.names:
        return listing('{"$complex":[%s,%s]}' % (show(re.item()), show(im.item())) for re, im in v)
    return listing(show(e) for e in v.tolist())


def read(message):
    try:
        beve.validate(message)
        value = beve.loads(message, arrays=ARRAYS)
    except beve.UnsupportedError as error:
        raise Skip(str(error)) from error
    return show(value)


def stream(data):
    pieces = [data[i : i + 1] for i in range(len(data))] if len(data) < 1000 else data
    return '{"$stream":%s}' % listing(show(v) for v in beve.iter_stream(pieces, arrays=ARRAYS))


def make(name, content):
    """Return a value that the profile has a form for."""
    if name == "$uuid":
        return UUID(content)
    if name == "$timestamp":
        return beve.Timestamp(*content)
    if name == "$interval":
        return beve.Interval(*(value_of(n, make) for n in content))
    if name == "$regexp":
        return beve.RegExp(content[1], content[0])
    return lacks(name, content)


def write(value):
    node = json.loads(value)
    if isinstance(node, dict) and list(node) == ["$stream"]:
        file = io.BytesIO()
        beve.dump_stream([value_of(n, make) for n in node["$stream"]], file)
        return file.getvalue()
    made = value_of(node, make)
    extended = isinstance(made, UUID | beve.Timestamp | beve.Interval | beve.RegExp)
    return beve.dumps(made, extended=extended)


core = getattr(beve, "CORE", None) or ("compiled" if "beve._native" in sys.modules else "Python")
if len(sys.argv) > 3 and sys.argv[3] != core:
    sys.exit(f"the core is {core}")
version = f"working tree, {core} core, Python {platform.python_version()}"
serve({"name": "beve", "version": version, "profile": "extended"}, (beve.BeveError,), {b"R": read, b"T": stream, b"W": write})
