// Whether a part of a tree stands for the same JSON value as a value elsewhere, numbers by value.

import type { Cursor } from '../reader.js';
import { Kind, child, endOf, indexOf, key, open, same, skipValue, source, type Shape } from './form.js';
import { unpack } from './packed.js';
import { elementNode, memberNode, openNode, type Box, type Node, type Tree } from './tree.js';

/**
 * Compares a node with the value at an offset and returns where that ends if they are equal, and else
 * nothing. What it opens of the node stays open, and what it looks at of the value it reads once:
 * a patch that tests over and over costs what its values do.
 */
export function equal(t: Tree, n: Node, c: Cursor, off: number): number | undefined {
  const s = open(c, off);
  if (s.kind === Kind.Leaf) {
    const end = skipValue(c, off);
    return !n.box && same(n, { src: c, off, end }, false) ? end : undefined;
  }
  if (s.kind === Kind.Packed) {
    const end = skipValue(c, off);
    return equal(t, n, source(unpack(c, off), t.options), 0) === undefined ? undefined : end;
  }
  if (!n.box && (n.lead !== undefined || open(n.src, n.off).kind === Kind.Leaf)) return undefined;
  const b = openNode(t, n);
  if (!!b.object !== (s.kind === Kind.Object)) return undefined;
  return b.object ? equalMembers(t, b, c, s) : equalElements(t, b, c, s);
}

/**
 * Compares members as they come. Where that fails it may be for a name that is there again, and
 * they are compared by their names.
 */
function equalMembers(t: Tree, b: Box, c: Cursor, s: Shape): number | undefined {
  const serial = ++t.serial;
  const { list, index } = b.object!;
  let at = s.body;
  for (let left = s.n; left; left--) {
    const i = index.get(key(c, at, s));
    if (i === undefined) return undefined;
    const value = c.pos;
    const m = list[i]!;
    const again = m.serial === serial;
    m.serial = serial;
    const end = again ? undefined : equal(t, memberNode(b, i), c, value);
    if (end === undefined) return equalNames(t, b, c, s);
    at = end;
  }
  return s.n === index.size ? at : undefined;
}

/** Compares the last members of each name. */
function equalNames(t: Tree, b: Box, c: Cursor, s: Shape): number | undefined {
  const names = indexOf(c, s);
  const { index } = b.object!;
  if (names.size !== index.size) return undefined;
  let end = s.body;
  for (const [name, at] of names) {
    const i = index.get(name);
    if (i === undefined) return undefined;
    key(c, at, s);
    if (equal(t, memberNode(b, i), c, c.pos) === undefined) return undefined;
  }
  for (let left = s.n; left; left--) end = child(c, end, s).end;
  return end;
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
