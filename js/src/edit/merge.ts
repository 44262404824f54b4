// JSON Merge Patch (RFC 7396).

import { guardAt, raise, within } from '../errors.js';
import { Header } from '../header.js';
import type { DecodeOptions, OwnBytes } from '../options.js';
import type { Bytes } from '../reader.js';
import { plainForm, checked, treeOf, written } from './apply.js';
import { Manner, putMember, removeMember } from './change.js';
import { cellsOf } from './cells.js';
import { Kind, eachChild, indexOf, open, passOver, whole, type Value } from './form.js';
import { Unfit } from './render.js';
import { change, memberNode, openNode, position, type Box, type Node, type Tree } from './tree.js';

/** Returns a new message: one with a merge patch applied. */
export function mergeAll(data: Bytes, patch: Bytes, options: DecodeOptions): OwnBytes {
  const { c, start, end, t } = guardAt(() => {
    const whole = checked(patch, options);
    return { ...whole, t: treeOf(data, options, whole.c.src.length) };
  });
  guardAt(
    () => merge(t, t.root, { src: c, off: start, end }, (n) => void (t.root = n)),
    () => position(t, t.last),
  );
  try {
    return written(t);
  } catch (failure) {
    throw raise(failure, 0, '', failure instanceof Unfit ? failure.box.at : 0);
  }
}

/** Applies a patch, a whole value, to a node, if there is one; put puts another value in its place. */
function merge(t: Tree, n: Node | undefined, patch: Value, put: (n: Node) => void): void {
  const s = open(patch.src, patch.off);
  const cells = s.kind === Kind.Packed ? cellsOf(patch.src, patch.off) : undefined;
  const plain = cells ? undefined : plainForm(patch.src, patch.off);
  if (cells ? cells.rows !== undefined : plain!.s.kind !== Kind.Object) return put({ ...patch });
  let b = n && objectOf(t, n);
  if (!b) {
    const empty: Node = whole(Uint8Array.of(Header.Object, 0), t.options);
    b = openNode(t, empty);
    put(empty);
  }
  const box = b;
  const { last } = t;
  change(t, box);
  if (cells) {
    const { src } = patch;
    let off = cells.body;
    for (const name of cells.names) {
      const end = passOver(src, off);
      t.last = last;
      mergeMember(t, box, name, { src, off, end });
      off = end;
    }
    return;
  }
  const { c, s: shape } = plain!;
  const index = indexOf(c, shape);
  eachChild(c, shape, ({ key, from, value: off, end }) => {
    t.last = last;
    if (index.get(key) === from) mergeMember(t, box, key, { src: c, off, end });
  });
}

/** Applies what a merge patch says of one member. */
function mergeMember(t: Tree, b: Box, name: string, patch: Value): void {
  if (patch.src.src[patch.off] === Header.Null) return removeMember(b, name);
  const i = b.object!.index.get(name);
  try {
    merge(t, i === undefined ? i : memberNode(b, i), patch, (n) => putMember(b, name, n, Manner.Set));
  } catch (failure) {
    throw within(failure, name);
  }
}

/** Opens a node if it is an object. */
function objectOf(t: Tree, n: Node): Box | undefined {
  if (!n.box) {
    if (n.lead !== undefined) return undefined;
    const { kind } = open(n.src, n.off);
    if (kind === Kind.Leaf || kind === Kind.Array) return undefined;
  }
  const b = openNode(t, n);
  return b.object && b;
}
