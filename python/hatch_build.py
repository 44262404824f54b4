"""Compiles the core of the package into its wheel; where that fails, the wheel has Python alone.

What is read from the environment:

    BEVE_PURE=1      do not compile
    BEVE_COMPILED=1  fail where the core cannot be compiled
    BEVE_CC, BEVE_TAG  compile with this command for wheels of this tag, also for another
                     platform: "python -m ziglang cc -target aarch64-linux-gnu.2.17" and
                     "cp313-cp313-manylinux_2_17_aarch64". Headers are those of the Python
                     that builds, whose version the tag has to have.
    BEVE_DLLTOOL     for Windows, what makes a library of the names in a DLL: "python -m ziglang dlltool"
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "beve._native"

#: pyconfig.h as far as the headers of Python ask it about 64-bit Windows, which those of other systems do not know.
WINDOWS = """
#define MS_WINDOWS 1
#define MS_WIN32 1
#define MS_WIN64 1
#define NT_THREADS 1
#define Py_ENABLE_SHARED 1
#define HAVE_DECLSPEC_DLL 1
#define Py_NO_LINK_LIB
#define PLATFORM "win32"
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
"""


class CompiledCore(BuildHookInterface):  # type: ignore[type-arg,unused-ignore]
    """Builds the module in C when a wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put the result into the wheel, or beside the sources for an editable install."""
        if self.target_name != "wheel" or _set("BEVE_PURE"):
            return
        sources = sorted((Path(self.root) / "src" / "native").glob("*.c"))
        folder = Path(tempfile.mkdtemp())
        tag = os.environ.get("BEVE_TAG", "")
        try:
            module = _compile_for(tag, sources, folder) if tag else _compile_here(sources, folder)
        except (Exception, SystemExit) as error:
            if _set("BEVE_COMPILED"):
                raise
            self.app.display_warning(f"beve is installed without its compiled core, which could not be built: {error}")
            return
        if version == "editable":
            beside = Path(self.root) / "src" / "beve" / module.name
            beside.write_bytes(module.read_bytes())
            return
        build_data["pure_python"] = False
        build_data["tag" if tag else "infer_tag"] = tag or True
        build_data["force_include"][str(module)] = f"beve/{module.name}"


def _set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


def _compile_here(sources: list[Path], folder: Path) -> Path:
    """Compile for the Python that builds, with its compiler."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    windows = os.name == "nt"
    flags = ["/O2", "/std:c11"] if windows else ["-O3", "-g0", "-fvisibility=hidden"]
    extension = Extension(
        MODULE,
        [os.path.relpath(source) for source in sources],
        extra_compile_args=flags,
        extra_link_args=[] if windows or sysconfig.get_platform().startswith("macosx") else ["-s"],
    )
    command = build_ext(Distribution({"name": "beve", "ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(folder), str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return Path(command.get_ext_fullpath(MODULE))


def _compile_for(tag: str, sources: list[Path], folder: Path) -> Path:
    """Compile with the command of BEVE_CC for the platform of the tag."""
    module = folder / ("_native" + _suffix(tag))
    command = [*shlex.split(os.environ["BEVE_CC"]), "-shared", "-O3", "-g0", "-DNDEBUG", "-fvisibility=hidden"]
    # The folder of headers for all platforms; where they are apart, pyconfig.h is in another.
    headers = list(dict.fromkeys(sysconfig.get_path(name) for name in ("include", "platinclude")))
    libraries: list[str] = []
    if "macosx" in tag:
        command += ["-undefined", "dynamic_lookup"]
    elif "win" in tag:
        libraries = [_library(folder, headers[0]), f"-Wl,--out-implib={folder / 'unused.lib'}"]
        command += ["-s"]
        headers = [_headers(folder / "include", headers[0])]
    else:
        command += ["-fPIC", "-s"]
    command += [f"-I{place}" for place in headers]
    command += [*(source.name for source in sources), *libraries, "-o", str(module)]
    subprocess.run(command, cwd=sources[0].parent, check=True)
    return module


def _library(folder: Path, headers: str) -> str:
    """Make a library of what the headers say that Python exports on Windows."""
    name = f"python{''.join(sysconfig.get_python_version().split('.'))}"
    text = "".join(path.read_text() for place in ("*.h", "cpython/*.h") for path in sorted(Path(headers).glob(place)))
    exported = dict.fromkeys(re.findall(r"PyAPI_FUNC\([^()]*(?:\([^()]*\))?[^()]*\)\s*(\w+)\s*\(", text), "")
    # What PY_SSIZE_T_CLEAN calls has a name of its own before 3.13.
    exported |= dict.fromkeys(re.findall(r"#\s*define\s+\w+\s+(_Py\w+_SizeT)\b", text), "")
    exported |= dict.fromkeys(re.findall(r"PyAPI_DATA\([^()]*\)\s*\(?\*?(\w+)", text), " DATA")
    lines = [f'LIBRARY "{name}.dll"', "EXPORTS", *(f"  {f}{kind}" for f, kind in sorted(exported.items()))]
    (folder / "python.def").write_text("\n".join(lines) + "\n")
    library = folder / f"lib{name}.a"
    tool = [*shlex.split(os.environ["BEVE_DLLTOOL"]), "-m", "i386:x86-64"]
    subprocess.run([*tool, "-d", str(folder / "python.def"), "-l", str(library)], check=True)
    return str(library)


def _headers(folder: Path, headers: str) -> str:
    """Copy the headers of Python and give them the pyconfig.h of Windows: they look for it beside them first."""
    shutil.copytree(headers, folder)
    (folder / "pyconfig.h").write_text(WINDOWS)
    return str(folder)


def _suffix(tag: str) -> str:
    """Return how the file name of a module ends, for a tag such as cp313-cp313-manylinux_2_17_aarch64."""
    python, abi, platform = tag.split("-")
    if not python.startswith(f"cp{''.join(sysconfig.get_python_version().split('.'))}"):
        raise ValueError(f"{tag} is not built by Python {sysconfig.get_python_version()}")
    version = abi[2:]
    if platform.startswith("macosx"):
        return f".cpython-{version}-darwin.so"
    if platform == "win_amd64":
        return f".{abi}-win_amd64.pyd"
    for machine in ("x86_64", "aarch64"):
        if platform.endswith(machine):
            return f".cpython-{version}-{machine}-linux-gnu.so"
    raise ValueError(f"no name for modules of {platform}")


def get_build_hook() -> type[CompiledCore]:
    """Return the hook, as hatchling asks for it."""
    return CompiledCore
