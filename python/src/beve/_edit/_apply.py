"""Several changes as one: batches, JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396)."""

from __future__ import annotations

from collections.abc import Sequence

from .._errors import DecodeError, MismatchError, MissingError, UnsupportedError, pointer, shown
from .._wire import Source
from ._form import ARRAY, OBJECT, Form, Refusal, failed, run, segments_of
from ._op import Op
from ._tree import ADD, INSERT, REPLACE, SET, Node, Tree, check_move, node_of, without_root


class TestFailedError(MismatchError):
    """The operation "test" of a patch has found another value than the patch says."""


_HOW = {"add": ADD, "insert": INSERT, "set": SET, "replace": REPLACE}

#: The operations of JSON Patch.
_OPERATIONS = ("add", "remove", "replace", "move", "copy", "test")


def apply(form: Form, message: bytes, ops: Sequence[Op]) -> bytes:
    """Return a new message: the changes made one after another. If one cannot be made, the error says which."""
    size = len(message)
    for op in ops:
        size += len(op.path.encode("utf-8", "surrogatepass")) + max(len(op.value), len(op.extended))
    tree = Tree(form, message, size)
    for i, op in enumerate(ops):
        tree.op = i
        try:
            _do(tree, op)
        except (Refusal, DecodeError) as e:
            raise _of(e, ops, i, tree.position()) from None
    at = tree.position()
    try:
        return tree.finish()
    except (Refusal, DecodeError) as e:
        if tree.unfit is not None:
            raise _of(e, ops, tree.unfit.op, tree.unfit.at) from None
        if len(ops) == 1:
            raise _of(e, ops, 0, at) from None
        raise failed(e, 0, "") from None


def _of(e: Refusal | DecodeError, ops: Sequence[Op], i: int, off: int) -> DecodeError:
    """Return the error about an operation, which was to be done at ``off``."""
    kind = e.kind if isinstance(e, Refusal) else type(e)
    return kind(f"operation {i}: {e.reason}" if len(ops) > 1 else e.reason, off, ops[i].path)


def _do(tree: Tree, op: Op) -> None:
    verb = op.verb
    if verb in _HOW:
        tree.put(op.path, node_of(_written(tree, op)), _HOW[verb])
    elif verb == "remove":
        tree.remove(op.path)
    elif verb == "append":
        tree.push(op.path, node_of(_written(tree, op)))
    elif verb == "move":
        tree.move(op.source, op.path)
    elif verb == "copy":
        tree.copy(op.source, op.path)
    else:
        node = tree.find(op.path)
        last = tree.last
        same = any(run(tree.equal(node, value, 0))[0] for value in op.values)
        tree.last = last  # the error is about what was compared, and not about what that has looked into
        if not same:
            raise Refusal(TestFailedError, "the value is another one than the patch says")


def _written(tree: Tree, op: Op) -> bytes:
    """Return the value of a change in the profile that belongs where it comes."""
    if not op.extended:
        return op.value
    node = _beside(tree, op)
    beside: tuple[Source, int] | None = None
    if node is not None and node.lead:
        beside = node.lead, 0
    elif node is not None and node.row is None:
        beside = node.src, node.off
    return op.written(tree.form, beside, tree.uses_extended)


def _beside(tree: Tree, op: Op) -> Node | None:
    """Return what a value replaces, or the first element of the array that it comes into, if there is any.

    What is wrong with the path is left to those who put the value there.
    """
    try:
        if op.verb == "append":
            return tree.first(tree.find(op.path))
        node, segment = tree.walk(op.path)
        if node is None:
            return tree.root
        if op.verb in ("add", "insert") and tree.open(node).index is None:
            return tree.first(node)
        return tree.step(node, segment)
    except (Refusal, DecodeError):
        return None


def merge(form: Form, message: bytes, patch: bytes) -> bytes:
    """Return a new message with a merge patch applied, a message of the same format."""
    off = form.checked(patch)
    value = Node(patch, off, form.skip(patch, off), b"", None, "", None)
    form.ends_of(patch, off)
    tree = Tree(form, message, len(message) + len(patch))
    try:
        tree.root = run(tree.merge(tree.root, value))
    except (Refusal, DecodeError) as e:
        raise _placed(e, tree.position(), pointer(*tree.names)) from None
    try:
        return tree.finish()
    except Refusal as e:
        raise _placed(e, 0 if tree.unfit is None else tree.unfit.at, pointer(*tree.names)) from None


def _placed(e: Refusal | DecodeError, off: int, path: str) -> DecodeError:
    """Return an error with a place, whatever place it has."""
    return (e.kind if isinstance(e, Refusal) else type(e))(e.reason, off, path)


def read(form: Form, patch: bytes) -> list[Op]:
    """Return the operations of a JSON Patch, a whole message. Members that they do not know are ignored."""
    off = form.checked(patch)
    shape, src, _ = form.plainly(patch, off)
    if shape.kind != ARRAY:
        raise MismatchError("a JSON Patch is an array of operations", off)
    ops = []
    for i, child in enumerate(form.children(src, shape)):
        try:
            ops.append(_operation(form, form.whole(src, child, shape)))
        except (Refusal, DecodeError) as e:
            raise failed(e, off if shape.lead else child.value, f"/{i}") from None
    return ops


def _operation(form: Form, value: bytes) -> Op:
    shape, src, _ = form.plainly(value, 0)
    if shape.kind != OBJECT:
        raise Refusal(MismatchError, "an operation is an object")
    members = form.names(src, shape)

    def text(name: str) -> str:
        if name not in members:
            raise Refusal(MissingError, f"an operation without {name!r}")
        found = form.text(src, form.key(src, members[name], shape)[1])
        if found is None:
            raise Refusal(MismatchError, f"member {name!r} of an operation is not a string")
        return found

    verb = text("op")
    if verb not in _OPERATIONS:
        raise Refusal(UnsupportedError, f"operation {shown(verb)!r}, which JSON Patch does not have")
    path, source, raw = text("path"), "", b""
    if verb in ("move", "copy"):
        source = text("from")
    _check(verb, path, source)
    if verb in ("add", "replace", "test"):
        if "value" not in members:
            raise Refusal(MissingError, "an operation without 'value'")
        raw = form.whole(src, form.child(src, members["value"], shape), shape)
    return Op(verb, path, raw, source)


def _check(verb: str, path: str, source: str) -> None:
    """Refuse an operation that is wrong whatever the document is."""
    segments_of(path)
    segments_of(source)
    if verb == "remove" and not path:
        raise without_root()
    if verb == "move":
        check_move(source, path)
