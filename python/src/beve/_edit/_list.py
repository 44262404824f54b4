"""The elements of an array that is being changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._tree import Node

#: Blocks are split where they outgrow so many items.
_MOST_ITEMS = 256

#: A run of elements without a width ends with so many elements or bytes, because finding one
#: of them walks over those before it.
RUN_ITEMS, RUN_BYTES = 64, 512


class Item(NamedTuple):
    """A run of ``n`` elements that lie from one offset to another, or one node."""

    start: int
    to: int
    n: int
    node: Node | None = None


class _Block:
    __slots__ = ("items", "n")

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.n = sum(item.n for item in items)


class Spot(NamedTuple):
    """A place in a list: an item of a block, and inside a run an element of it."""

    block: int
    item: int
    skip: int


class Elements:
    """Elements that nobody has asked for as runs of bytes, the others as nodes.

    They are kept in blocks, so that no change moves more than one of them.
    """

    def __init__(self) -> None:
        self.blocks = [_Block([])]
        self.n = 0

    def add(self, item: Item) -> None:
        """Put an item at the end."""
        block = self.blocks[-1]
        if len(block.items) >= _MOST_ITEMS // 2:
            block = _Block([])
            self.blocks.append(block)
        block.items.append(item)
        block.n += item.n
        self.n += item.n

    def find(self, n: int) -> Spot:
        """Return where element ``n`` is, which may be the one after the last."""
        b = 0
        while n >= self.blocks[b].n and b + 1 < len(self.blocks):
            n -= self.blocks[b].n
            b += 1
        i, items = 0, self.blocks[b].items
        while i < len(items) and n >= items[i].n:
            n -= items[i].n
            i += 1
        return Spot(b, i, n)

    def at(self, spot: Spot) -> Item:
        """Return the item of a spot."""
        return self.blocks[spot.block].items[spot.item]

    def replace(self, spot: Spot, count: int, items: Sequence[Item]) -> None:
        """Put items in the place of so many at a spot."""
        block = self.blocks[spot.block]
        old = block.items[spot.item : spot.item + count]
        block.items[spot.item : spot.item + count] = items
        delta = sum(item.n for item in items) - sum(item.n for item in old)
        block.n += delta
        self.n += delta
        if len(block.items) > _MOST_ITEMS:
            half = len(block.items) // 2
            self.blocks[spot.block : spot.block + 1] = [_Block(block.items[:half]), _Block(block.items[half:])]

    def take_apart(self, nodes: Callable[[Item], Iterable[Item]]) -> None:
        """Put nodes in the place of all runs."""
        items = [one for item in self for one in (nodes(item) if item.node is None else (item,))]
        self.blocks, self.n = [_Block([])], 0
        for item in items:
            self.add(item)

    def __iter__(self) -> Iterator[Item]:
        for block in self.blocks:
            yield from block.items
