"""The reader in Python of the format's own repository: python.py FILE VERSION.

The file reads a message as soon as it is loaded, and asks for its name in a window: its
functions alone are taken, and messages are given to it in a file.
"""

import sys
import tempfile
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
import numpy as np
from frames import listing, mapping, number, serve, text

sys.modules["tkinter"] = types.ModuleType("tkinter")
sys.modules["tkinter"].filedialog = None
source = Path(sys.argv[1]).read_text().split("# Load .beve file")[0]
names = {}
exec(compile(source, sys.argv[1], "exec"), names)
file = Path(tempfile.mkdtemp()) / "message.beve"
sys.setrecursionlimit(3_000)


def show(v):
    if v is None:
        return "null"
    if isinstance(v, (bool, np.bool_)):
        return "true" if v else "false"
    if isinstance(v, str):
        return text(v)
    if isinstance(v, (int, np.integer)):
        return str(int(v))
    if isinstance(v, (float, np.floating)):
        return number(v)
    if isinstance(v, (complex, np.complexfloating)):
        return '{"$complex":[%s,%s]}' % (number(v.real), number(v.imag))
    if isinstance(v, dict):
        return mapping([(key, show(value)) for key, value in v.items()])
    if isinstance(v, np.ndarray) and v.ndim > 1:
        return '{"$matrix":["row",%s,%s]}' % (show(list(v.shape)), show(list(v.ravel())))
    return listing(show(e) for e in v)


def read(message):
    file.write_bytes(message)
    return show(names["load_beve"](str(file)))


serve({"name": "load_beve.py", "version": sys.argv[2]}, (Exception,), {b"R": read})
