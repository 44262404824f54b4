"""A document that is being changed: values that nobody has looked into as their bytes, the others opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .._errors import DuplicateError, LimitError, MismatchError, UnsupportedError, shown
from .._wire import Source
from ._form import (
    ARRAY,
    LEAF,
    OBJECT,
    PACKED,
    Cells,
    Child,
    Form,
    Refusal,
    Shape,
    Walk,
    check_names,
    index_of,
    no_member,
    run,
    segments_of,
)
from ._list import RUN_BYTES, RUN_ITEMS, Elements, Item, Spot
from ._op import uses_extended

#: What is put where something is there, or is not: a member new or not, an element before that at
#: the index; a member that is new, an element as before; a member new or not, an element that is
#: there; what is there.
ADD, INSERT, SET, REPLACE = range(4)


@dataclass
class Node:
    """A value: ``src[off:end]`` behind ``lead``, unless its box has changed."""

    __slots__ = ("box", "end", "lead", "name", "off", "row", "src")

    src: Source
    off: int
    end: int
    lead: bytes
    box: Box | None
    name: str  # of a new member
    row: Cells | None  # of a row of a table, whose values lie from off to end

    def value(self) -> bytes:
        """Return the bytes of what has not been changed and is no row, as a value of its own."""
        return self.lead + bytes(self.src[self.off : self.end])


def without_root() -> Refusal:
    """Return why a document is not removed as a whole."""
    return Refusal(UnsupportedError, "a document cannot do without its value")


def check_move(source: str, path: str) -> None:
    """Refuse to move a value into itself."""
    if path.startswith(source + "/"):
        raise Refusal(UnsupportedError, "a value cannot be moved into itself")


def node_of(value: bytes) -> Node:
    """Return a whole value as a node."""
    return Node(value, 0, len(value), b"", None, "", None)


@dataclass
class Member:
    """A member of an object that is opened: where it lies, and what it is now."""

    __slots__ = ("before", "child", "fresh", "gone", "node", "serial")

    child: Child | None  # None of a new one
    node: Node | None  # None: as it lies
    before: int  # the member before of the same name, or -1
    serial: int  # of the comparison that has come to it last
    gone: bool
    fresh: bool


@dataclass
class Box:
    """An opened container."""

    shape: Shape
    src: Source  # what its children lie in
    was: bytes | None = None  # the value in its packed form, if it was unpacked
    cells: Cells | None = None  # the names of its members, or of those of its elements, if they stand apart
    is_row: bool = False  # of cells
    members: list[Member] = field(default_factory=list)
    index: dict[str, int] | None = None  # where the last member of each name is; None of an array
    elements: Elements = field(default_factory=Elements)
    changed: bool = False
    wide: bool = False  # elements no longer have the type of the array
    apart: bool = False  # there are no runs
    op: int = 0  # the latest change
    at: int = 0  # where what that has changed lies in the document

    def node_of(self, i: int) -> Node:
        """Return the value of a member as a node."""
        member = self.members[i]
        if member.node is None:
            child = member.child
            assert child is not None  # or it would be new, and have a node
            member.node = Node(self.src, child.value, child.end, b"", None, "", None)
        return member.node

    @property
    def packs(self) -> bool:
        """Whether it is packed again as a table or an object with an index."""
        return self.cells is not None and not self.is_row

    def left(self) -> list[int]:
        """Return which members are left."""
        return [i for i, member in enumerate(self.members) if not member.gone]

    def name_of(self, i: int) -> str:
        """Return the name of a member."""
        member = self.members[i]
        if member.child is not None:
            return member.child.key
        assert member.node is not None  # or it would not be new
        return member.node.name


def _is_row(node: Node) -> bool:
    """Report whether a node is a row that is as it was."""
    return node.row is not None and (node.box is None or not node.box.changed)


def _named(form: Form, src: Source, cells: Cells, at: int) -> Iterator[Child]:
    """Read the members of an object whose names stand apart and whose values begin at ``at``."""
    for name in cells.names:
        end = form.pass_over(src, at)
        yield Child(name, at, at, end, end, end)
        at = end


class Tree:
    """A message that has been checked, for changes that are ``size`` bytes with it."""

    def __init__(self, form: Form, doc: bytes, size: int) -> None:
        self.form = form
        self.doc = doc
        self.start = form.checked(doc)
        end = form.skip(doc, self.start)
        self.after = doc[end:]  # white space
        self.root = Node(doc, self.start, end, b"", None, "", None)
        form.ends_of(doc, self.start)
        self.last = self.root  # where the latest walk is, or ended, or what holds that in the message
        self.path: list[Box] = []  # what it came through
        self.copied = 0
        # A short patch can double a document over and over: what all copies make is bounded.
        self.most = (1 << 16) + 8 * size
        self.serial = 0
        self.op = 0  # the change that is being made
        self._uses: bool | None = None  # what uses_extended has found out
        self.unfit: Box | None = None  # what could not have its form again
        self.names: list[str] = []  # the path to that, or to what is being written or merged

    def position(self) -> int:
        """Return where the latest walk is in the document, or 0 if that came from elsewhere."""
        return self.last.off if self.last.src is self.doc else 0

    def open(self, node: Node) -> Box:
        """Open a container; Refusal of what is none."""
        if node.src is self.doc:
            self.last = node
        if node.box is not None:
            return node.box
        form = self.form
        if node.lead:
            raise form.why(node.value(), 0)
        box = self._box(node)
        shape = box.shape
        if shape.kind == OBJECT:
            box.index = {}
            children = (
                form.children(box.src, shape) if box.cells is None else _named(form, box.src, box.cells, shape.body)
            )
            for i, child in enumerate(children):
                box.members.append(Member(child, None, box.index.get(child.key, -1), 0, False, False))
                box.index[child.key] = i
        elif shape.kind == ARRAY:
            self._runs(box)
        else:
            raise form.why(node.src, node.off)
        node.box = box
        return box

    def _box(self, node: Node) -> Box:
        """Find out how a node lies that is to be opened."""
        form, src, off = self.form, node.src, node.off
        if node.row is not None:
            shape = form.plain(OBJECT)
            shape.body = off
            return Box(shape, src, cells=node.row, is_row=True)
        shape = form.open(src, off)
        if shape.kind != PACKED:
            return Box(shape, src)
        cells = form.cells(src, off)
        if cells is None:
            was = node.value()
            src = form.unpack(was, 0)
            return Box(form.open(src, 0), src, was)
        shape = form.plain(OBJECT if cells.rows < 0 else ARRAY)
        shape.body = cells.body
        if cells.rows >= 0:
            shape.n = cells.rows
            check_names(cells, off, node.end - off)  # rows that become objects have the names each
        return Box(shape, src, cells=cells)

    def _child_at(self, box: Box, off: int) -> Child:
        """Read the element at ``off`` of an array that is opened."""
        if box.cells is None:
            return self.form.child(box.src, off, box.shape)
        at = off
        for _ in box.cells.names:
            at = self.form.pass_over(box.src, at)
        return Child("", off, off, at, at, at)

    def _runs(self, box: Box) -> None:
        """Take the elements of an array as runs."""
        shape, add = box.shape, box.elements.add
        if shape.width:
            if shape.n:
                add(Item(shape.body, shape.body + shape.n * shape.width, shape.n))
            return
        start = to = n = 0
        at, left = shape.body, shape.n
        while at >= 0 and left:
            child = self._child_at(box, at)
            at, left = child.next, left - 1
            if not n:
                start = child.start
            n, to = n + 1, child.to
            if n == RUN_ITEMS or to - start >= RUN_BYTES:
                add(Item(start, to, n))
                n = 0
        if n:
            add(Item(start, to, n))

    def element(self, box: Box, i: int) -> Node:
        """Return element ``i`` as a node, which is taken out of its run."""
        spot = box.elements.find(i)
        run_ = box.elements.at(spot)
        if run_.node is not None:
            return run_.node
        child = self.child(box, run_, spot.skip)
        node = Node(box.src, child.value, child.end, box.shape.lead, None, "", box.cells)
        items = []
        if spot.skip:
            items.append(Item(run_.start, child.start - len(self.form.separator), spot.skip))
        items.append(Item(0, 0, 1, node))
        if rest := run_.n - spot.skip - 1:
            items.append(Item(child.next, run_.to, rest))
        box.elements.replace(spot, 1, items)
        return node

    def child(self, box: Box, run_: Item, i: int) -> Child:
        """Return element ``i`` of a run."""
        if width := box.shape.width:
            at = run_.start + i * width
            return Child("", at, at, at + width, at + width, at + width)
        at = run_.start
        while True:
            child = self._child_at(box, at)
            if not i:
                return child
            at, i = child.next, i - 1

    def split(self, box: Box, i: int) -> Spot:
        """Make a place before element ``i``, which may be in a run, and return it."""
        spot = box.elements.find(i)
        if not spot.skip:
            return spot
        self.element(box, i)
        return box.elements.find(i)

    def first(self, node: Node) -> Node | None:
        """Return the first element of an array; None of one without elements, and of an object."""
        box = self.open(node)
        return self.element(box, 0) if box.elements.n else None

    def uses_extended(self) -> bool:
        """Report whether the document as it came has anything that only the extended profile has."""
        if self._uses is None:
            self._uses = uses_extended(self.form, self.doc, self.start)
        return self._uses

    def step(self, node: Node, segment: str) -> Node:
        """Return the part of a node that a segment leads to."""
        box = self.open(node)
        self.path.append(box)
        if box.index is None:
            return self.element(box, index_of(segment, box.elements.n, False))
        if segment not in box.index:
            raise no_member(segment)
        return box.node_of(box.index[segment])

    def walk(self, path: str) -> tuple[Node | None, str]:
        """Go along a path, and return the container and the last segment; None of the root."""
        segments = segments_of(path)
        self.path, self.last = [], self.root
        if not segments:
            return None, ""
        node = self.root
        for segment in segments[:-1]:
            node = self.step(node, segment)
        return node, segments[-1]

    def find(self, path: str) -> Node:
        """Return what is at a path."""
        node, segment = self.walk(path)
        return self.root if node is None else self.step(node, segment)

    def touch(self) -> None:
        """Note that the containers that the latest walk came through have changed."""
        for box in self.path:
            self.change(box)

    def change(self, box: Box) -> None:
        """Note that a container has changed, at which the latest walk is."""
        box.changed, box.op, box.at = True, self.op, self.position()

    def put(self, path: str, node: Node, how: int) -> None:
        """Put a value at a path."""
        of, segment = self.walk(path)
        if of is None:
            if how == INSERT:
                raise Refusal(DuplicateError, "the document itself is there already")
            self.root = node
            return
        box = self.open(of)
        self.path.append(box)
        if box.index is None:
            self.put_element(box, segment, node, how)
        else:
            self.put_member(box, segment, node, how)
        self.touch()

    def put_member(self, box: Box, name: str, node: Node, how: int) -> None:
        """Put a value into an object."""
        assert box.index is not None
        i = box.index.get(name)
        if i is not None:
            if how == INSERT:
                raise Refusal(DuplicateError, f"there is a member {shown(name)!r}")
            if how == SET:
                node = self.like(box.node_of(i), node)
            box.members[i].node = node
            node.name = name
            return
        if how == REPLACE:
            raise no_member(name)
        self.form.key_bytes(box.shape, name)  # Refusal of what is no key here
        node.name = name
        box.index[name] = len(box.members)
        box.members.append(Member(None, node, -1, 0, False, True))

    def put_element(self, box: Box, segment: str, node: Node, how: int) -> None:
        """Put a value into an array."""
        i = index_of(segment, box.elements.n, how <= INSERT)
        self._fit(box, node)
        if how <= INSERT:
            box.elements.replace(self.split(box, i), 0, [Item(0, 0, 1, node)])
            return
        old = self.element(box, i)
        if how == SET:
            node = self.like(old, node)
        box.elements.replace(box.elements.find(i), 1, [Item(0, 0, 1, node)])

    def _fit(self, box: Box, node: Node) -> None:
        """Look whether a node can be an element as it is, or the array has to become wide for it."""
        lead = box.shape.lead
        if lead and not box.wide and (node.box is not None or node.lead != lead):
            is_box = node.box is not None or node.row is not None
            box.wide = is_box or self.form.fits(node.value(), box.shape) is None

    def remove(self, path: str) -> Node:
        """Take what is at a path out of the document, and return it."""
        of, segment = self.walk(path)
        if of is None:
            raise without_root()
        node = self.step(of, segment)
        box = self.path[-1]
        if box.index is None:
            i = index_of(segment, box.elements.n, False)
            box.elements.replace(box.elements.find(i), 1, [])
        else:
            self.drop(box, segment)
        self.touch()
        return node

    def drop(self, box: Box, name: str) -> None:
        """Take all members of a name out of an object."""
        assert box.index is not None
        i = box.index.pop(name, -1)
        while i >= 0:
            box.members[i].gone = True
            i = box.members[i].before

    def push(self, path: str, node: Node) -> None:
        """Put a value after the last element of the array at a path."""
        if self.open(self.find(path)).index is not None:
            raise Refusal(MismatchError, "an object has no end to append to")
        self.put(path + "/-", node, ADD)

    def move(self, source: str, path: str) -> None:
        """Take a value from one path to another."""
        if path == source:
            self.find(source)
            return
        check_move(source, path)
        self.put(path, self.remove(source), ADD)

    def copy(self, source: str, path: str) -> None:
        """Put the bytes of what is at one path at another."""
        made = bytearray()
        run(self.render(self.find(source), made))
        self.copied += len(made)
        if self.copied > self.most:
            raise Refusal(LimitError, "copies are out of proportion to their document")
        self.put(path, node_of(bytes(made)), ADD)

    def like(self, old: Node, node: Node) -> Node:
        """Return a node in the form of the value in whose place it comes, if both are integers."""
        if old.box is not None or node.box is not None or old.lead or old.row is not None:
            return node
        value = self.form.like(node.value(), old.value())
        return node if value is None else node_of(value)

    # What the tree has become.

    def finish(self) -> bytes:
        """Return the message that the tree has become, which has been checked; Refusal of what has no form."""
        out = bytearray(self.doc[: self.start])
        run(self.render(self.root, out))
        made = bytes(out + self.after)
        self.form.checked(made)
        return made

    def render(self, node: Node, out: bytearray) -> Walk:
        """Append a node as a value of its own."""
        box = node.box
        if box is None or not box.changed:
            if node.row is not None:
                out += self.form.row(node.src, node.row, node.off)[0]
                return
            out += node.lead
            out += node.src[node.off : node.end]
            return
        if box.packs:
            yield self._render_table(box, out) if box.index is None else self._render_named(box, out)
            return
        start = len(out)
        yield self._render_array(box, out) if box.index is None else self._render_object(box, out)
        if box.was is not None:
            try:
                self.form.repack(out, start, box.was)
            except Refusal:
                self.unfit = box
                raise

    def _render_part(self, node: Node, out: bytearray, name: str) -> Walk:
        """Append a node that is a part of another one, under a name."""
        self.names.append(name)
        yield self.render(node, out)
        self.names.pop()

    def _render_object(self, box: Box, out: bytearray) -> Walk:
        form, separator = self.form, b""
        members = box.left()
        out += form.head(box.shape, len(members))
        for i in members:
            out += separator
            separator = form.separator
            child, node = box.members[i].child, box.members[i].node
            if child is None or box.cells is not None:
                out += form.key_bytes(box.shape, box.name_of(i))
            else:
                out += box.src[child.start : child.value]
            if node is not None:
                yield self._render_part(node, out, box.name_of(i))
            if child is not None:
                out += box.src[child.end if node else child.value : child.to]
        out += form.foot(box.shape)

    def _render_named(self, box: Box, out: bytearray) -> Walk:
        """Append an object whose names stand apart, sorted."""
        form, start = self.form, len(out)
        members = sorted(box.left(), key=lambda i: box.name_of(i).encode())
        names, ends = [box.name_of(i) for i in members], []
        out += form.head_of_cells(names, -1)
        for i in members:
            child, node = box.members[i].child, box.members[i].node
            if node is not None:
                yield self._render_part(node, out, box.name_of(i))
            elif child is not None:
                out += box.src[child.value : child.end]
            ends.append(len(out))
        form.seal(out, start, names, ends)

    def _render_table(self, box: Box, out: bytearray) -> Walk:
        """Append an array of objects whose names stand apart, or a plain one if they have no longer the same."""
        names = self._table_names(box)
        if not names:
            yield self._render_array(box, out)
            return
        out += self.form.head_of_cells(names, box.elements.n)
        at = 0
        for item in box.elements:
            node = item.node
            self.names.append(str(at))
            at += item.n
            if node is None:
                out += box.src[item.start : item.to]
            elif _is_row(node):
                out += node.src[node.off : node.end]
            elif node.box is not None and node.box.changed:
                for i in node.box.left():
                    yield self._render_part(node.box.node_of(i), out, node.box.name_of(i))
            else:
                for child in self.form.children(node.src, self.form.open(node.src, node.off)):
                    out += node.src[child.value : child.end]
            self.names.pop()

    def _table_names(self, box: Box) -> list[str]:
        """Return the names that all elements have in the same order, none if there are none, or none of a table."""
        names: list[str] | None = None
        for item in box.elements:
            own = [] if box.cells is None else box.cells.names
            if item.node is not None:
                own = self._names_of(item.node)
            if names is None:
                names = own
            if not own or (own is not names and own != names):
                return []
        return names if names and self.form.tabular(names) else []

    def _names_of(self, node: Node) -> list[str]:
        """Return the names of a plain object, of any other value none."""
        if node.row is not None and _is_row(node):
            return node.row.names
        head, box = self.form.plain(OBJECT).head, node.box
        if box is not None and box.changed:
            if box.index is None or box.packs or box.was is not None or box.shape.head != head:
                return []
            return [box.name_of(i) for i in box.left()]
        if node.lead or node.src[node.off] != head:
            return []
        return [child.key for child in self.form.children(node.src, self.form.open(node.src, node.off))]

    def _render_array(self, box: Box, out: bytearray) -> Walk:
        form, separator = self.form, b""
        shape = form.plain(ARRAY) if box.wide else box.shape
        out += form.head(shape, box.elements.n)
        n = 0
        for item in box.elements:
            out += separator
            separator = form.separator
            node, i = item.node, n
            n += item.n
            if node is None and box.cells is not None:
                at = item.start
                for _ in range(item.n):
                    row, at = form.row(box.src, box.cells, at)
                    out += row
            elif node is None and not box.wide:
                out += box.src[item.start : item.to]
            elif node is None:
                at = item.start
                for _ in range(item.n):
                    child = self.child(box, Item(at, item.to, 1), 0)
                    out += form.whole(box.src, child, box.shape)
                    at = child.next
            elif not shape.lead:
                yield self._render_part(node, out, str(i))
            elif node.lead == shape.lead:
                out += node.src[node.off : node.end]
            else:
                out += form.fits(node.value(), shape) or b""
        out += form.foot(shape)

    # Whether it is equal to something.

    def equal(self, node: Node, src: Source, off: int) -> Walk:
        """Return whether a node and the value at ``off`` stand for the same JSON value, and where that ends if so.

        What it opens of the node stays open, and it reads what it looks at of the value once: a
        patch that tests over and over costs what its values do.
        """
        form = self.form
        shape = form.open(src, off)
        cells = form.cells(src, off) if shape.kind == PACKED else None
        if cells is not None:
            return (yield self._equal_cells(node, src, cells))
        end = form.skip(src, off) if shape.kind in (LEAF, PACKED) or shape.body < 0 or not shape.n else 0
        if shape.kind == LEAF:
            is_leaf = node.box is None and node.row is None
            return is_leaf and form.same(node.value(), bytes(src[off:end]), False), end
        if shape.kind == PACKED:
            same, _ = yield self.equal(node, form.unpack(src, off), 0)
            return same, end
        box = self._container(node)
        if box is None or (box.index is not None) != (shape.kind == OBJECT):
            return False, off
        same, to = yield (self._equal_elements if box.index is None else self._equal_members)(box, src, shape)
        return same, end or to + shape.tail

    def _container(self, node: Node) -> Box | None:
        """Open a node if it is a container."""
        if node.box is None and node.row is None and (node.lead or self.form.open(node.src, node.off).kind == LEAF):
            return None
        return self.open(node)

    def _equal_cells(self, node: Node, src: Source, cells: Cells) -> Walk:
        """Compare a node with an object whose names stand apart, or an array of such."""
        if cells.rows < 0:
            return (yield self._equal_named(node, src, cells.body, cells.names))
        box, at = self._container(node), cells.body
        if box is None or box.index is not None or box.elements.n != cells.rows:
            return False, at
        for i in range(cells.rows):
            same, at = yield self._equal_named(self.element(box, i), src, at, cells.names)
            if not same:
                return False, at
        return True, at

    def _equal_named(self, node: Node, src: Source, at: int, names: list[str]) -> Walk:
        """Compare a node with an object whose values lie at an offset in the order of their names."""
        box = self._container(node)
        if box is None or box.index is None or len(box.index) != len(names):
            return False, at
        for name in names:
            i = box.index.get(name)
            if i is None:
                return False, at
            same, at = yield self.equal(box.node_of(i), src, at)
            if not same:
                return False, at
        return True, at

    def _equal_members(self, box: Box, src: Source, shape: Shape) -> Walk:
        """Compare members as they come.

        One that is not equal may be hidden by another of its name: only then is it looked up where
        the last of each name lies, so that no member is compared twice.
        """
        form = self.form
        assert box.index is not None
        self.serial += 1
        serial, names, n, at, to = self.serial, 0, 0, shape.body, shape.body
        last: dict[str, int] | None = None
        while at >= 0 and n != shape.n:
            key, value = form.key(src, at, shape)
            i = box.index.get(key)
            if i is None:
                return False, at
            member = box.members[i]
            if member.serial != serial:
                member.serial = serial
                names += 1
            same = False
            if last is None or last[key] == at:
                same, to = yield self.equal(box.node_of(i), src, value)
            if same:
                to, at = form.after(src, to, shape)
            else:
                if last is None:
                    last = form.names(src, shape)
                if last[key] == at:
                    return False, at
                hidden = form.child(src, at, shape)
                to, at = hidden.to, hidden.next
            n += 1
        return names == len(box.index), to

    def _equal_elements(self, box: Box, src: Source, shape: Shape) -> Walk:
        form, at, to, n = self.form, shape.body, shape.body, 0
        if shape.n >= 0 and shape.n != box.elements.n:
            return False, 0
        self._take_apart(box)
        for item in box.elements:
            start = item.start
            for _ in range(item.n):
                if at < 0 or n == shape.n:
                    return False, 0
                node = item.node
                if node is None:
                    child = self.child(box, Item(start, item.to, 1), 0)
                    node, start = node_of(form.whole(box.src, child, box.shape)), child.next
                if shape.lead:
                    to = form.end(src, at, shape)
                    same = node.box is None and form.same(node.value(), shape.lead + bytes(src[at:to]), False)
                else:
                    same, to = yield self.equal(node, src, form.key(src, at, shape)[1])
                if not same:
                    return False, 0
                to, at = form.after(src, to, shape)
                n += 1
        return at < 0 or n == shape.n, to

    def _take_apart(self, box: Box) -> None:
        """Take all elements of an array out of their runs, once, unless they have a type together."""
        if box.apart or box.shape.lead:
            return

        def nodes(run_: Item) -> Iterator[Item]:
            at = run_.start
            for _ in range(run_.n):
                child = self._child_at(box, at)
                yield Item(0, 0, 1, Node(box.src, child.value, child.end, b"", None, "", box.cells))
                at = child.next

        box.elements.take_apart(nodes)
        box.apart = True

    # JSON Merge Patch.

    def merge(self, node: Node, patch: Node) -> Walk:
        """Apply a merge patch, and return the node that is there then."""
        form = self.form
        shape, src = form.open(patch.src, patch.off), patch.src
        cells = form.cells(src, patch.off) if shape.kind == PACKED else None
        if cells is None:
            shape, src, _ = form.plainly(src, patch.off)
        if shape.kind != OBJECT if cells is None else cells.rows >= 0:
            return patch
        box = self._object_of(node)
        if box is None:
            empty = form.plain(OBJECT)
            node = node_of(form.head(empty, 0) + form.foot(empty))
            box = self.open(node)
        assert box.index is not None
        last = self.last
        self.change(box)
        if cells is None:
            names = form.names(src, shape)
            children = [child for child in form.children(src, shape) if names[child.key] == child.start]
        else:
            children = list(_named(form, src, cells, cells.body))
        for child in children:
            self.last = last
            value = Node(src, child.value, child.end, b"", None, "", None)
            if form.is_null(src, child.value):
                self.drop(box, child.key)
                continue
            i = box.index.get(child.key)
            old = node_of(b"") if i is None else box.node_of(i)
            self.names.append(child.key)
            now = yield self.merge(old, value)
            if now is not old:
                self.put_member(box, child.key, now, SET)
            self.names.pop()
        return node

    def _object_of(self, node: Node) -> Box | None:
        """Open a node if it is an object, and return None if it is not."""
        form = self.form
        if node.box is None and (not len(node.src) or node.lead or form.open(node.src, node.off).kind in (LEAF, ARRAY)):
            return None
        box = self.open(node)
        return None if box.index is None else box
