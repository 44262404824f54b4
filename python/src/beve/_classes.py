"""Dataclasses: plain values made of them, and them made of decoded values.

The types of fields say what a value has to be. What each type takes is a function
that is made once; the path of a failure is built while that unwinds.
"""

from __future__ import annotations

import array
import collections
import collections.abc
import decimal
import enum
import functools
import pathlib
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ._annotations import Buffer, Unpack
from ._arrays import numpy
from ._core import native
from ._decode import loads
from ._errors import DecodeError, DepthError, EncodeError, MismatchError, pointer, shown
from ._fields import fields_of
from ._hashes import MOST_ALIKE, are_crowded
from ._hints import bindings, class_of, hints_of, no_type, replaced, stands_for, types_of, within
from ._kept import kept
from ._models import validator_of
from ._options import DecodeOptions, Decoding
from ._plans import plan_for
from ._scalars import array_types, enum_member, leaf, leaf_types, misfit, numpy_scalar, same
from ._structs import check, constraints_of, form_of, is_unset, parts_of
from ._times import Interval
from ._types import field_names, has_fields
from ._values import Matrix, RegExp, TypeTag
from ._view import View
from ._walks import HERE, Convert, Steps, Walk, part, take

T = TypeVar("T")


class _Tried(NamedTuple):
    """What a converter made of a value, which is held so that nothing else gets its id."""

    value: Any
    made: Any
    error: MismatchError | None


class _Run:
    """What one call of from_value knows."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict  # unknown members are refused
        # What unions have tried: values within values would be tried again for each
        # member of each union around them.
        self.tried: dict[tuple[int, int], _Tried] = {}


def loads_as(cls: type[T], data: Buffer, *, reject_unknown: bool = False, **options: Unpack[DecodeOptions]) -> T:
    """Decode a message into a dataclass, or into any type that `from_value` takes.

    DecodeError says which part does not suit, and where it is.
    """
    kind: Any = cls
    plan = plan_for(kind, reject_unknown, _converting)
    if plan is not None:
        chosen = Decoding(**options)
        if chosen.limits.max_bytes is None and not chosen.require_canonical:
            made: Any = native.loads_by(plan, data, chosen)
            if made is not plan:
                return made  # type: ignore[no-any-return]
    value = loads(data, **options)
    try:
        return from_value(cls, value, reject_unknown=reject_unknown)
    except MismatchError as error:
        error.offset = _offset(data, error.path, options)
        raise


def _converting(cls: Any, strict: bool) -> Callable[[Any], Any]:
    """Return what makes decoded values into a type."""

    made = _converter(cls)
    return lambda value: take(made, value, _Run(strict))


def _offset(data: Buffer, path: str, options: DecodeOptions) -> int:
    """Return where a part is, which is looked for only when it is at fault.

    Each step of the path is a walk over what is around the part. Where these get out
    of proportion to the message, it is the offset of the part that they come to.
    """
    view = View(data, **options)
    left = 16 * len(view._src) + (1 << 20)
    for segment in path.split("/")[1:]:
        left -= len(view._src) - view.offset
        if left < 0:
            break
        try:
            view = view.at("/" + segment)
        except DecodeError:
            break
    return view.offset


def from_value(cls: type[T], value: Any, *, reject_unknown: bool = False) -> T:
    """Make a decoded value into a ``cls``: MismatchError says which part does not suit.

    ``cls`` is a dataclass or a class of attrs, whose members are named by their metadata
    "beve" or like their fields, a Struct of msgspec, a TypedDict, a NamedTuple, a model of
    pydantic, which checks itself, or one of the types of fields: None, bool, int, float,
    complex, str, bytes, bytearray, memoryview, array.array, datetime, date, time,
    timedelta, Decimal, UUID, paths, re.Pattern, enums, arrays and numbers of NumPy, the
    classes of values of this package, Any; and list, tuple, set, frozenset, deque, dict,
    OrderedDict, Counter, Optional, unions and Literal of them. Numbers are converted if
    nothing is lost, times are read from text and spans from nanoseconds too.
    A member that is not there leaves its field at its default; members without a field
    are ignored, or refused with ``reject_unknown``. Fields with ``init=False`` are written,
    and when read they are what the class makes them: their members are passed over.
    """
    kind: Any = cls
    try:
        made: T = take(_converter(kind), value, _Run(reject_unknown))
    except RecursionError:  # of what classes do themselves
        raise DepthError("nested deeper than Python's recursion goes") from None
    except MismatchError as error:
        error.locate()
        raise
    return made


def to_value(value: Any) -> Any:
    """Return a value whose dataclasses, also those in lists, tuples and dicts, are dicts of their members.

    EncodeError for values that are nested deeper than Python's recursion goes, such as
    one that contains itself.
    """
    try:
        return _to_value(value)
    except RecursionError:
        raise EncodeError("nested deeper than Python's recursion goes, or a value that contains itself") from None


def _to_value(value: Any) -> Any:
    if has_fields(value) and not isinstance(value, (type, Interval, RegExp, Matrix, TypeTag)):
        kind: Any = type(value)
        form = form_of(kind)
        if form.is_plain:
            return {name: _to_value(getattr(value, field)) for field, name in field_names(value.__class__)}
        return _to_value(parts_of(value) if form.array_like else dict(parts_of(value)))
    if isinstance(value, dict):
        return {key: _to_value(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [_to_value(v) for v in value]
    return value


@kept(1024)
def _converter(cls: Any) -> Convert:
    """Return what takes values for a type; TypeError for types that are not supported."""
    leaves = leaf_types()
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin is None:
        if type(cls).__hash__ is None:
            raise no_type(cls)
        if cls in leaves:
            return leaves[cls]
    if origin is typing.Annotated:
        return _constrained(cls)
    if hasattr(cls, "__value__"):  # an alias of the statement "type", as NDArray is one
        alias = origin or cls
        inner = _later(lambda: _converter(replaced(alias.__value__, bindings(alias, args))))  # it may name itself
        return Walk(lambda value, run: _handed(inner(), value))
    if isinstance(cls, TypeVar):
        return _of_union(types_of(cls)) if types_of(cls) else _converter(stands_for(cls))
    if origin in (typing.Union, types.UnionType):
        return _of_union(args)
    if is_unset(cls):
        return leaf("UnsetType", ((cls,), same))
    if origin is typing.Literal:
        return _literal(args)
    if origin in (re.Pattern, array.array):
        return leaves[origin]
    if origin in _SAID_OF:
        return _converter(args[0])
    if hasattr(cls, "__supertype__"):  # of NewType
        return _converter(cls.__supertype__)
    if cls in _LISTS or origin in _LISTS:
        return _list(_converter(args[0]) if args else leaves[Any])
    if cls is tuple or origin is tuple:
        return _list(leaves[Any], tuple) if cls in (tuple, typing.Tuple) else _tuple(args)  # noqa: UP006
    mapping = origin or cls
    if mapping in _DICTS:
        key, value = (args[0], int) if mapping is collections.Counter and args else args or (Any, Any)
        make = functools.partial(_defaulting, value) if mapping is collections.defaultdict else _DICTS[mapping]
        return _dict(_converter(key), _converter(value), make)
    collection = origin or cls
    if collection in _COLLECTIONS:
        return _collection(_COLLECTIONS[collection], _converter(args[0]) if args else leaves[Any])
    kind = class_of(cls)
    if typing.is_typeddict(kind):
        return _typed_dict(cls)
    if isinstance(kind, type) and has_fields(kind):
        return Walk(_Class(cls).steps)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named_tuple(cls)
    if isinstance(cls, type) and issubclass(cls, pathlib.PurePath):
        return leaf(cls.__name__, ((str, pathlib.PurePath), cls))
    if hasattr(cls, "__pydantic_fields__"):
        return _model(cls)
    if isinstance(cls, type) and issubclass(cls, enum.Enum):
        return enum_member(cls, _converter)
    if (scalar := numpy_scalar(cls)) is not None:
        return scalar
    np = numpy()
    if np and (cls is np.ndarray or origin is np.ndarray):
        return _ndarray(np, args)
    raise no_type(cls)


def _converters(cls: Any, names: Iterable[str] | None = None) -> dict[str, Convert]:
    """Return what takes values for attributes of a class, all or some; TypeError says of which one cannot be."""
    hints, made = hints_of(cls), {}
    for name in hints if names is None else names:
        try:
            made[name] = _converter(hints.get(name, Any))
        except TypeError as error:
            raise within(error, f"{class_of(cls).__name__}.{name}") from None
    return made


def _handed(convert: Convert, value: Any) -> Steps:
    """Make a value into what another type says."""
    return (yield convert, value, HERE)


def _of_union(args: tuple[Any, ...]) -> Convert:
    """Return what takes values for one of several types."""
    tagged = [arg for arg in args if form_of(arg).tag_field is not None]
    if len(tagged) < 2:
        return _union([(arg, _converter(arg)) for arg in args])
    rest = [(arg, _converter(arg)) for arg in args if form_of(arg).tag_field is None]
    return _union([(None, _tagged(tagged)), *rest])


def _union(members: list[tuple[Any, Convert]]) -> Convert:
    """Return what takes a value for the first of several types that it suits, but see _order."""
    orders = {kind: _order(members, kind) for kind in (int, float)}
    rest = [convert for _, convert in members]

    def steps(value: Any, run: _Run) -> Steps:
        best: MismatchError | None = None
        for one in orders.get(type(value), rest):
            tried = run.tried.get((id(one), id(value))) if isinstance(value, (list, dict)) else None
            if tried is None:
                try:
                    tried = _Tried(value, (yield one, value, HERE), None)
                except MismatchError as error:
                    tried = _Tried(value, None, error)
                if isinstance(value, (list, dict)):
                    run.tried[id(one), id(value)] = tried
            if tried.error is None:
                return tried.made
            # What came furthest into the value knows best.
            if best is None or tried.error.levels > best.levels:
                best = tried.error
        assert best is not None  # there is a type in a union
        raised = MismatchError(best.reason, path=best.path)
        raised.keys, raised.levels = best.keys, best.levels
        raise raised

    return Walk(steps, tries=True)


def _order(members: list[tuple[Any, Convert]], kind: type) -> list[Convert]:
    """Return in which order the types of a union are given a number: its own before those that it is converted to."""
    wide: tuple[type, ...] = (complex,) if kind is float else (float, complex, decimal.Decimal)
    if (np := numpy()) is not None:
        wide = (*wide, np.complexfloating) if kind is float else (*wide, np.inexact)
    own = any(_meant(arg) is kind for arg, _ in members)
    last = [own and isinstance(_meant(arg), type) and issubclass(_meant(arg), wide) for arg, _ in members]
    return [
        convert
        for late in (False, True)
        for (_, convert), is_late in zip(members, last, strict=True)
        if is_late is late
    ]


def _meant(hint: Any) -> Any:
    """Return the type that a name, or a type of which more is said, is of."""
    while True:
        if typing.get_origin(hint) is typing.Annotated:
            hint = typing.get_args(hint)[0]
        elif hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        else:
            return hint


def _tagged(structs: list[Any]) -> Convert:
    """Return what takes what has the tag of one of several Structs of msgspec."""
    classes = [_Class(cls) for cls in structs]

    def steps(value: Any, run: _Run) -> Steps:
        for one in classes:
            if isinstance(value, one.cls) or one.has_tag(value):
                return (yield from one.steps(value, run))
        raise MismatchError(f"it has not the tag of {' or '.join(cls.__name__ for cls in structs)}")

    return Walk(steps)


def _constrained(cls: Any) -> Convert:
    """Return what takes values for a type of which Annotated says more."""
    convert, constraints = _converter(typing.get_args(cls)[0]), constraints_of(cls)
    if not constraints:
        return convert

    def checked(made: Any) -> Any:
        try:
            check(made, constraints)
        except ValueError as e:
            raise MismatchError(f"not within its bounds: {e}") from None
        return made

    def steps(value: Any, run: _Run) -> Steps:
        return checked((yield convert, value, HERE))

    return Walk(steps)


def _literal(choices: tuple[Any, ...]) -> Convert:
    def convert(value: Any, run: _Run) -> Any:
        for choice in choices:
            if type(choice) is type(value) and choice == value:
                return value
        raise MismatchError(f"not one of {', '.join(map(repr, choices))}")

    return convert


def _elements(value: Any) -> list[Any]:
    """Return the elements of an array of any form."""
    if isinstance(value, (list, bytes)) or type(value) is tuple:
        return list(value)
    array: Any = value
    if isinstance(value, array_types()) and getattr(array, "ndim", 1) >= 1:
        return list(array.tolist())
    raise misfit(value, "list")


def _list(element: Convert, make: Callable[[list[Any]], Any] = list) -> Convert:
    """Return what takes arrays for what is made of a list of elements of one type."""

    def steps(value: Any, run: _Run) -> Steps:
        made = []
        for i, v in enumerate(_elements(value)):
            made.append((yield element, v, i))
        return made if make is list else make(made)

    if isinstance(element, Walk):
        return Walk(steps)

    def convert(value: Any, run: _Run) -> Any:
        made = [part(element, v, run, i) for i, v in enumerate(_elements(value))]
        return made if make is list else make(made)

    return convert


#: What is made of arrays besides lists and tuples.
_COLLECTIONS: dict[Any, Callable[[list[Any]], Any]] = {
    set: set,
    frozenset: frozenset,
    collections.deque: collections.deque,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
}


_CROWDED = f"more than {MOST_ALIKE} of one hash"


def _collection(make: Callable[[list[Any]], Any], element: Convert) -> Convert:
    every = _list(element)
    alike = collections.deque if make is collections.deque else (set, frozenset)

    def steps(value: Any, run: _Run) -> Steps:
        made = yield every, list(value) if isinstance(value, alike) else value, HERE
        try:
            if make is not collections.deque and are_crowded(made):
                raise MismatchError(f"not a {make.__name__}: {_CROWDED}")
            return make(made)
        except TypeError as e:
            raise MismatchError(f"not a {make.__name__}: {e}") from None

    return Walk(steps)


def _named_tuple(alias: Any) -> Convert:
    """Return what takes arrays, and objects of the names, for a tuple with names."""
    hints, cls = _later(lambda: _converters(alias)), class_of(alias)

    def steps(value: Any, run: _Run) -> Steps:
        if not isinstance(value, Mapping):
            values = list(value) if isinstance(value, cls) else _elements(value)
            if len(values) > len(cls._fields):
                raise MismatchError(f"{len(values)} elements for a {cls.__name__} of {len(cls._fields)}")
            value = dict(zip(cls._fields, values, strict=False))
            keys: dict[str, str | int] = {name: i for i, name in enumerate(cls._fields)}
        else:
            keys = {name: name for name in cls._fields}
        given = {}
        for name in cls._fields:
            if name in value:
                given[name] = yield hints().get(name, _anything), value[name], keys[name]
        for name in cls._fields:
            if name not in given and name not in cls._field_defaults:
                raise MismatchError(f"no member for the field {name} of {cls.__name__}")
        return cls(**given)

    return Walk(steps)


def _typed_dict(alias: Any) -> Convert:
    """Return what takes objects whose members have the types that a TypedDict says."""
    hints, cls = _later(lambda: _converters(alias)), class_of(alias)

    def steps(value: Any, run: _Run) -> Steps:
        if not isinstance(value, Mapping):
            raise misfit(value, cls.__name__)
        made = {}
        for name, inner in value.items():
            if name in hints():
                made[name] = yield hints()[name], inner, name
            elif run.strict:
                raise MismatchError(f"{cls.__name__} has no member {shown(name)!r}", path=pointer(name))
            else:
                made[name] = inner
        for name in sorted(cls.__required_keys__):
            if name not in made:
                raise MismatchError(f"no member {name} of {cls.__name__}")
        return made

    return Walk(steps)


def _model(cls: Any) -> Convert:
    """Return what gives objects to a model of pydantic."""

    def convert(value: Any, run: _Run) -> Any:
        try:
            return validator_of(cls)(value)
        except ValueError as e:
            errors: Any = getattr(e, "errors", list)()
            path = pointer(*errors[0]["loc"]) if errors else ""
            raise MismatchError(errors[0]["msg"] if errors else str(e), path=path) from e

    return convert


def _anything(value: Any, run: _Run) -> Any:
    return value


def _later(make: Callable[[], T]) -> Callable[[], T]:
    """Return what makes something when it is first asked for: types may name one another."""
    return functools.lru_cache(1)(make)


def _tuple(args: tuple[Any, ...]) -> Convert:
    if args and args[-1] is Ellipsis:
        return _list(_converter(args[0]), tuple)
    converters = [_converter(arg) for arg in args if arg != ()]  # before Python 3.11, that of no elements

    def steps(value: Any, run: _Run) -> Steps:
        values = _elements(value)
        if len(values) != len(converters):
            raise MismatchError(f"{len(values)} elements for a tuple of {len(converters)}")
        made = []
        for i, (one, v) in enumerate(zip(converters, values, strict=True)):
            made.append((yield one, v, i))
        return tuple(made)

    return Walk(steps)


_LIKE_LISTS = ("Collection", "Container", "Iterable", "MutableSequence", "Reversible", "Sequence")

#: What is a list where an annotation names it.
_LISTS = [list, *(getattr(collections.abc, name) for name in _LIKE_LISTS)]

#: What is made of objects besides dataclasses.
_DICTS: dict[Any, Callable[[dict[Any, Any]], Any]] = {
    dict: dict,
    collections.abc.Mapping: dict,
    collections.abc.MutableMapping: dict,
    collections.OrderedDict: collections.OrderedDict,
    collections.Counter: collections.Counter,
    collections.ChainMap: collections.ChainMap,
    collections.defaultdict: lambda members: collections.defaultdict(None, members),  # but see _defaulting
}

#: What says of a name, and not of its value.
_SAID_OF = [getattr(typing, name, None) for name in ("Final", "Required", "NotRequired", "ReadOnly")]
_SAID_OF = [said for said in _SAID_OF if said is not None]


def _defaulting(value: Any, members: dict[Any, Any]) -> Any:
    """Return a defaultdict that makes of its own what is empty of a type, and nothing of others."""
    kind = typing.get_origin(value) or value
    empty = (bool, int, float, complex, str, bytes, bytearray, list, dict, set, frozenset, tuple, *_DICTS)
    return collections.defaultdict(kind if isinstance(kind, type) and kind in empty else None, members)


def _dict(key: Convert, element: Convert, make: Callable[[dict[Any, Any]], Any]) -> Convert:
    def steps(value: Any, run: _Run) -> Steps:
        if not isinstance(value, Mapping):
            raise misfit(value, "dict")
        keys = []
        for k in value:
            keys.append((yield key, k, k) if isinstance(key, Walk) else part(key, k, run, k))
        if are_crowded(keys):
            raise MismatchError(f"not a dict: {_CROWDED}")
        made = {}
        for k, (at, v) in zip(keys, value.items(), strict=True):
            made[k] = (yield element, v, at) if isinstance(element, Walk) else part(element, v, run, at)
        return made if make is dict else make(made)

    return Walk(steps)


def _ndarray(np: Any, args: tuple[Any, ...]) -> Convert:
    """Return what takes NumPy arrays, of one type where that is stated, and lists of numbers."""
    wanted = typing.get_args(args[1]) if len(args) > 1 else ()
    kind = np.dtype(wanted[0]) if wanted and isinstance(wanted[0], type) and wanted[0] is not np.generic else None

    def convert(value: Any, run: _Run) -> Any:
        if not isinstance(value, (np.ndarray, list, array.array, bytes)):
            raise misfit(value, "array")
        try:
            made = np.frombuffer(value, "u1") if isinstance(value, bytes) else np.asarray(value)
        except ValueError as e:
            raise MismatchError(str(e)) from None
        if made.dtype.kind not in "biufcV" and made.size:
            raise MismatchError("an array of something else than numbers")
        if kind is None or made.dtype == kind:
            return made
        if made.size and not np.can_cast(made.dtype, kind, "safe"):
            raise MismatchError(f"an array of {made.dtype} is none of {kind}")
        return made.astype(kind)

    return convert


class _Class:
    """What takes objects for a class with fields. Their types are looked up when the first one comes."""

    def __init__(self, alias: Any) -> None:
        cls = class_of(alias)
        self.alias = alias
        self.cls = cls
        self.fields = fields_of(cls)
        self.form = form_of(cls)
        #: The names of all members that are written, also of those that the class is not given.
        self.names = {name for _, name in field_names(cls)}

    @functools.cached_property
    def members(self) -> dict[str, tuple[str, Convert]]:
        """The arguments of the class by the names of their members."""
        made = _converters(self.alias, [f.attribute for f in self.fields])
        return {f.member: (f.argument, made[f.attribute]) for f in self.fields}

    def steps(self, value: Any, run: _Run) -> Steps:
        """Make a value into an object of the class."""
        if isinstance(value, self.cls):
            return value
        strict = run.strict or self.form.forbid_unknown
        parts: Iterable[tuple[str, Any, str | int]]
        if self.form.array_like:
            parts = self._positions(value, strict)
        elif isinstance(value, Mapping):
            parts = ((name, inner, name) for name, inner in value.items())
        else:
            raise misfit(value, self.cls.__name__)
        if self.form.tag_field is not None:
            self._check_tag(value)
        members, given = self.members, {}
        for name, inner, key in parts:
            if name in members:
                argument, convert = members[name]
                given[argument] = (
                    (yield convert, inner, key) if isinstance(convert, Walk) else part(convert, inner, run, key)
                )
            elif strict and name not in self.names and name != self.form.tag_field:
                raise MismatchError(f"{self.cls.__name__} has no member {shown(name)!r}", path=pointer(name))
        for f in self.fields:
            if f.required and f.argument not in given:
                raise MismatchError(f"no member for the field {f.attribute} of {self.cls.__name__}")
        try:
            return self.cls(**given)
        except (ValueError, TypeError) as e:
            raise MismatchError(f"not a {self.cls.__name__}: {e}") from e

    def tag_in(self, value: Any) -> Any:
        """Return what a value has in the place of the tag, or None."""
        if not self.form.array_like:
            return value.get(self.form.tag_field) if isinstance(value, Mapping) else None
        elements: Any = value if isinstance(value, (list, bytes, *array_types())) else ()
        first: Any = next(iter(elements), None)
        return first.item() if hasattr(first, "item") else first

    def has_tag(self, value: Any) -> bool:
        """Report whether a value has the tag of the class."""
        tag = self.tag_in(value)
        return type(tag) is type(self.form.tag) and bool(tag == self.form.tag)

    def _check_tag(self, value: Any) -> None:
        """Raise MismatchError for another tag; a member for it need not be there, an element must."""
        if not self.has_tag(value) and (self.form.array_like or self.form.tag_field in value):
            where = pointer(0 if self.form.array_like else str(self.form.tag_field))
            raise MismatchError(f"not the tag of {self.cls.__name__}", path=where)

    def _positions(self, value: Any, strict: bool) -> list[tuple[str, Any, str | int]]:
        """Return the names of fields with the elements of an array, and where each is."""
        first = 0 if self.form.tag_field is None else 1
        elements = _elements(value)
        if strict and len(elements) > first + len(self.fields):
            raise MismatchError(f"{len(elements)} elements for a {self.cls.__name__} of {first + len(self.fields)}")
        pairs = zip(self.fields, elements[first:], strict=False)
        return [(f.member, part, first + i) for i, (f, part) in enumerate(pairs)]
