"""The exceptions of the package: what failed, at which byte, and in which part of the value."""

from __future__ import annotations

from typing import Any

# The most characters that the text of an error has of a path, or of a reason. Four bytes
# each, both stay below 2 KB.
_MOST_SHOWN = 240


def shown(text: str) -> str:
    """Return text as an error shows it: on one line, cut in the middle where it is long.

    Control characters, those that change the direction of text, and surrogates are
    escaped, so that input cannot forge lines of a log.
    """
    cut = _cut(text)
    return cut if cut.isprintable() else _cut("".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut))


def _cut(text: str) -> str:
    if len(text) <= _MOST_SHOWN:
        return text
    half = _MOST_SHOWN // 2 - 1
    return f"{text[:half]}…{text[-half:]}"


class BeveError(ValueError):
    """What every exception of this package is. Its text is short and of one line, whatever the input is."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class DecodeError(BeveError):
    """Input that is not taken.

    ``reason`` says why; ``offset`` counts bytes from the start of the message or
    stream; ``path`` is the JSON Pointer of the part, empty for the root.
    """

    def __init__(self, reason: str, offset: int = 0, path: str = "") -> None:
        super().__init__(reason, offset, path)
        self.reason = reason
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        where = f"{shown(self.path)} at byte" if self.path else "at byte"
        return f"beve: {where} {self.offset}: {shown(self.reason)}"


class TruncatedError(DecodeError):
    """The input ends inside a value."""

    # At least so many bytes are missing: what a stream has to wait for.
    missing = 1


class MalformedError(DecodeError):
    """The bytes are not BEVE."""


class TrailingError(DecodeError):
    """Bytes follow the one value that was asked for."""


class DepthError(DecodeError):
    """Values are nested deeper than ``Limits.max_depth``."""


class LimitError(DecodeError):
    """A message has more elements or bytes than ``Limits`` grant it, or too many integer keys of one hash."""


class DuplicateError(DecodeError):
    """An object has a key twice, under ``reject_duplicates``."""


class MismatchError(DecodeError):
    """A well-formed value of another kind than what was asked for."""

    def __init__(self, reason: str, offset: int = 0, path: str = "") -> None:
        super().__init__(reason, offset, path)
        # The keys that lead to the path, each in a pair with those within it, and how many
        # they are: what is gathered while the failure unwinds.
        self.keys: Any = None
        self.levels = 0

    def enter(self, key: str | int) -> None:
        """Note that what does not suit is in the part of that key."""
        self.keys = (key, self.keys)
        self.levels += 1

    def locate(self) -> None:
        """Put the keys before the path."""
        segments, keys = [], self.keys
        while keys is not None:
            key, keys = keys
            segments.append(key)
        self.path = pointer(*segments) + self.path
        self.keys, self.levels = None, 0


class MissingError(DecodeError):
    """A part that was asked for is not there."""


class UnsupportedError(DecodeError):
    """A well-formed value that Python cannot represent."""


class EncodeError(BeveError):
    """A value that cannot be written: ``reason`` says why, ``path`` which part of it."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason, path)
        self.reason = reason
        self.path = path

    def __str__(self) -> str:
        return f"beve: {shown(self.path) or 'encode'}: {shown(self.reason)}"


def pointer(*segments: str | int) -> str:
    """Return the JSON Pointer (RFC 6901) of the given keys and indices."""
    return "".join("/" + str(s).replace("~", "~0").replace("/", "~1") for s in segments)


def check_pointer(path: object) -> None:
    """Raise TypeError of what is given for a path and is no text."""
    if not isinstance(path, str):
        raise TypeError(f"a path is a JSON Pointer in a str, not a value of type {type(path).__name__}")


def wrong_key(key: object, first: object) -> EncodeError:
    """Return the error for a key of a dict that the first one has none beside."""
    among = "" if key is first else f" among keys of type {type(first).__name__}"
    return EncodeError(f"key of type {type(key).__name__}{among}; keys are all str or all int")
