"""The package as pip installs it from the tree."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import beve

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


def test_pip_installs_it_from_the_tree(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="it builds the package")
    target = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(ROOT)], check=True)
    assert (target / "beve" / "py.typed").exists()
    assert sorted(p.name for p in (ROOT / "src" / "beve").glob("*.py")) == sorted(
        p.name for p in (target / "beve").glob("*.py")
    )
    subprocess.run([sys.executable, "-I", "-c", USE, str(target)], check=True)


def test_the_version_is_that_of_the_installed_package() -> None:
    try:
        installed = importlib.metadata.version("beve")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is used from its folder")
    assert beve.__version__ == installed
