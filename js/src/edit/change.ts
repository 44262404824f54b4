// Changes of a tree, one at a time: values put, removed, moved, copied.

import { fail, unsupported } from '../errors.js';
import { checkKey, fits, like, noMember, secondMember, whole } from './form.js';
import { take } from '../writer.js';
import { oneNode } from './list.js';
import { writer } from './packed.js';
import { putNode } from './render.js';
import {
  elementIndex,
  elementNode,
  find,
  get,
  memberNode,
  openNode,
  split,
  touch,
  walk,
  type Box,
  type Node,
  type Tree,
} from './tree.js';

/** What put does where something is, or is not. */
export const enum Manner {
  Add, // a member new or not; an element before that at the index
  Insert, // a member that is new; an element as Add
  Set, // a member new or not; an element that is there
  Replace, // what is there
}

/** Puts a value at a path. */
export function put(t: Tree, path: string, n: Node, how: Manner): void {
  const p = walk(t, path);
  if (!p.box) {
    if (how === Manner.Insert) fail('duplicate', 'the document itself is there already');
    t.root = n;
    return;
  }
  if (p.box.object) putMember(p.box, p.segment, n, how);
  else putElement(p.box, p.segment, n, how);
  touch(t);
}

export function putMember(box: Box, segment: string, n: Node, how: Manner): void {
  const { list, index } = box.object!;
  const i = index.get(segment);
  if (i !== undefined) {
    if (how === Manner.Insert) secondMember(segment);
    if (how === Manner.Set) n = inForm(memberNode(box, i), n);
    n.name = segment;
    list[i]!.node = n;
    return;
  }
  if (how === Manner.Replace) noMember(segment);
  checkKey(box.shape, segment);
  n.name = segment;
  index.set(segment, list.length);
  list.push({ from: 0, value: 0, end: 0, node: n, before: -1, serial: 0, gone: false, fresh: true });
}

function putElement(b: Box, segment: string, n: Node, how: Manner): void {
  const list = b.list!;
  const i = elementIndex(b, segment, how <= Manner.Insert);
  fit(b, n);
  if (how <= Manner.Insert) {
    list.replace(split(b, i), 0, oneNode(n));
    return;
  }
  const old = elementNode(b, i);
  const spot = list.find(i);
  spot.block.items[spot.i]!.node = how === Manner.Set ? inForm(old, n) : n;
}

/** Looks whether a value can be an element as it is, or the array has to become wide for it. */
function fit(b: Box, n: Node): void {
  const { lead } = b.shape;
  if (lead === undefined || b.wide || (!n.box && n.lead === lead)) return;
  b.wide = !!(n.box ?? n.row) || !fits(n, lead);
}

/** Returns a value in the form of the one in whose place it comes, if both are integers. */
function inForm(old: Node, n: Node): Node {
  const bytes = (old.box ?? old.row ?? n.box) || old.lead !== undefined ? undefined : like(n, old);
  return bytes ? whole(bytes, n.src.options) : n;
}

export function withoutRoot(): never {
  return unsupported('a document cannot do without its value');
}

/** Refuses to move a value into itself. */
export function checkMove(from: string, path: string): void {
  if (path.startsWith(from + '/')) unsupported('a value cannot be moved into itself');
}

/** Takes what is at a path out of the document and returns it. */
export function remove(t: Tree, path: string): Node {
  const p = walk(t, path);
  if (!p.box) withoutRoot();
  const n = get(t, p);
  const { object, list } = p.box!;
  if (object) {
    removeMember(p.box!, p.segment);
  } else {
    list!.replace(list!.find(elementIndex(p.box!, p.segment, false)), 1);
  }
  touch(t);
  return n;
}

/** Removes all members of a name, if there are any. */
export function removeMember({ object }: Box, name: string): void {
  const { list, index } = object!;
  for (let i = index.get(name) ?? -1; i >= 0; i = list[i]!.before) list[i]!.gone = true;
  index.delete(name);
}

/** Puts a value after the last element of the array at a path. */
export function push(t: Tree, path: string, n: Node): void {
  if (!openNode(t, find(t, path)).list) fail('mismatch', 'an object has no end to append to');
  put(t, path + '/-', n, Manner.Add);
}

/** Takes a value from one path to another. */
export function move(t: Tree, from: string, path: string): void {
  if (path === from) {
    find(t, from);
    return;
  }
  checkMove(from, path);
  const n = remove(t, from);
  put(t, path, n, Manner.Add);
}

/**
 * Puts the bytes of what is at one path at another. A short patch can double a document over and over,
 * so what all copies make together is bounded: eight times what the document and the patch have.
 */
export function copy(t: Tree, from: string, path: string): void {
  const w = writer();
  putNode(w, 0, find(t, from), t.options);
  const bytes = take(w);
  t.copied += bytes.length;
  if (t.copied > t.most) fail('limit', 'copies are out of proportion to their document');
  put(t, path, whole(bytes, t.options), Manner.Add);
}
