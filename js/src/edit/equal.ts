// Whether a part of a tree stands for the same JSON value as a value elsewhere, numbers by value.

import type { Cursor } from '../reader.js';
import { cellsOf, type Cells } from './cells.js';
import { Kind, endOf, indexOf, key, open, same, skipValue, source, type Shape } from './form.js';
import { unpack } from './packed.js';
import { container, elementNode, memberNode, type Box, type Node, type Tree } from './tree.js';

/**
 * Compares a node with the value at an offset and returns where that ends if they are equal, and else
 * nothing. What it opens of the node stays open, and what it looks at of the value it reads once:
 * a patch that tests over and over costs what its values do.
 */
export function equal(t: Tree, n: Node, c: Cursor, off: number): number | undefined {
  const s = open(c, off);
  if (s.kind === Kind.Leaf) {
    const end = skipValue(c, off);
    return !n.box && !n.row && same(n, { src: c, off, end }, false) ? end : undefined;
  }
  const cells = s.kind === Kind.Packed && cellsOf(c, off);
  if (cells) return equalCells(t, n, c, cells);
  if (s.kind === Kind.Packed) {
    const end = skipValue(c, off);
    return equal(t, n, source(unpack(c, off), t.options), 0) === undefined ? undefined : end;
  }
  const b = container(t, n);
  if (!b || !!b.object !== (s.kind === Kind.Object)) return undefined;
  return b.object ? equalMembers(t, b, c, s) : equalElements(t, b, c, s);
}

/** Compares a node with an object whose names stand apart, or an array of such. */
function equalCells(t: Tree, n: Node, c: Cursor, { names, rows, body }: Cells): number | undefined {
  if (rows === undefined) return equalNamed(t, n, c, body, names);
  const b = container(t, n);
  if (b?.list?.n !== rows) return undefined;
  let at: number | undefined = body;
  for (let i = 0; i < rows && at !== undefined; i++) at = equalNamed(t, elementNode(b, i), c, at, names);
  return at;
}

/** Compares a node with an object whose values lie at an offset in the order of their names. */
function equalNamed(t: Tree, n: Node, c: Cursor, off: number, names: string[]): number | undefined {
  const b = container(t, n);
  const index = b?.object?.index;
  if (index?.size !== names.length) return undefined;
  let at: number | undefined = off;
  for (const name of names) {
    const i = index.get(name);
    if (i === undefined) return undefined;
    at = equal(t, memberNode(b!, i), c, at);
    if (at === undefined) return undefined;
  }
  return at;
}

/**
 * Compares members as they come. One that is not equal may be hidden by another of its name: only then is it
 * looked up where the last of each name lies, so that no member is compared twice.
 */
function equalMembers(t: Tree, b: Box, c: Cursor, s: Shape): number | undefined {
  const serial = ++t.serial;
  const { list, index } = b.object!;
  let last: Map<string, number> | undefined;
  let names = 0;
  let at = s.body;
  for (let left = s.n; left; left--) {
    const name = key(c, at, s);
    const value = c.pos;
    const i = index.get(name);
    if (i === undefined) return undefined;
    const m = list[i]!;
    if (m.serial !== serial) names++;
    m.serial = serial;
    let end = !last || last.get(name) === at ? equal(t, memberNode(b, i), c, value) : undefined;
    if (end === undefined) {
      last ??= indexOf(c, s);
      if (last.get(name) === at) return undefined;
      end = endOf(c, value, s);
    }
    at = end;
  }
  return names === index.size ? at : undefined;
}

function equalElements(t: Tree, b: Box, c: Cursor, s: Shape): number | undefined {
  if (s.n !== b.list!.n) return undefined;
  let at = s.body;
  for (let i = 0; i < s.n; i++) {
    const n = elementNode(b, i);
    let end: number | undefined;
    if (s.lead === undefined) {
      end = equal(t, n, c, at);
    } else {
      const to = endOf(c, at, s);
      if (!n.box && same(n, { src: c, off: at, end: to, lead: s.lead }, false)) end = to;
    }
    if (end === undefined) return undefined;
    at = end;
  }
  return at;
}
