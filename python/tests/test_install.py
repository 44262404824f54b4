"""The package as pip installs it from the tree."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import beve

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[1]

USE = """
import sys
sys.path.insert(0, sys.argv[1])
import beve
assert beve.__file__.startswith(sys.argv[1]), beve.__file__
assert beve.loads(beve.dumps({"a": [1, "x"]})) == {"a": [1, "x"]}
loaded = {"numpy", "pandas"} & set(sys.modules)
assert not loaded, f"importing beve imports {loaded}"
"""


def installed(target: Path, **environment: str) -> str:
    """Install the tree into a folder, use it there, and return what pip says."""
    pip = [sys.executable, "-m", "pip", "install", "-v", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "--target", str(target), str(ROOT)],
        check=True,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert (target / "beve" / "py.typed").exists()
    assert sorted(p.name for p in (ROOT / "src" / "beve").glob("*.py")) == sorted(
        p.name for p in (target / "beve").glob("*.py")
    )
    return done.stdout + done.stderr


def use(target: Path, compiled: bool) -> None:
    """Use what is installed in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "BEVE_PURE"}
    code = USE + f"assert beve.COMPILED is {compiled}, beve.COMPILED\n"
    subprocess.run([sys.executable, "-I", "-c", code, str(target)], check=True, env=environment)


def test_pip_installs_it_compiled(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="it builds the package")
    pytest.importorskip("setuptools", reason="it finds the compiler")
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if not shutil.which("cc") or not headers.exists():
        pytest.skip("there is no C compiler, or no Python.h")
    installed(tmp_path / "site", BEVE_PURE="", BEVE_COMPILED="1")
    assert list((tmp_path / "site" / "beve").glob("_native.*"))
    use(tmp_path / "site", compiled=True)


def test_pip_installs_it_in_python_alone(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="it builds the package")
    installed(tmp_path / "site", BEVE_PURE="1")
    assert not list((tmp_path / "site" / "beve").glob("_native.*"))
    use(tmp_path / "site", compiled=False)


def test_pip_installs_it_without_a_compiler(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="it builds the package")
    said = installed(
        tmp_path / "site", BEVE_PURE="", BEVE_COMPILED="", CC="no-such-compiler", LDSHARED="no-such-linker"
    )
    assert "without its compiled core" in said
    use(tmp_path / "site", compiled=False)


def test_the_version_is_that_of_the_installed_package() -> None:
    try:
        installed = importlib.metadata.version("beve")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is used from its folder")
    assert beve.__version__ == installed
