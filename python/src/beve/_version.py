"""The version of the package, which is that of the whole project."""

__version__ = "0.1.0"
