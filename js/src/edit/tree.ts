// A document that is being changed, as a tree: values that nobody has looked into as their
// bytes, the others opened.

import type { DecodeOptions } from '../options.js';
import type { Cursor } from '../reader.js';
import {
  Kind,
  bytesOfValue,
  child,
  eachChild,
  noElement,
  noMember,
  noParts,
  headOf,
  open,
  parseIndex,
  segments,
  source,
  type Child,
  type Shape,
  type Value,
} from './form.js';
import { List, oneNode, runBytes, runItems, type Item, type Spot } from './list.js';
import { unpack } from './packed.js';

/** A value, unless its box has been changed. */
export interface Node extends Value {
  box?: Box;
  /** Of a new member. */
  name?: string;
}

/** An opened container. */
export interface Box {
  shape: Shape;
  /** What its children lie in. */
  src: Cursor;
  /** The value in its packed form, if it had one. */
  was?: Uint8Array;
  object?: Members;
  list?: List;
  changed: boolean;
  /** Elements no longer have the type of the array. */
  wide: boolean;
}

/** The members of a box, in their order, and where the last of each name is. */
export interface Members {
  list: Member[];
  index: Map<string, number>;
}

interface Member {
  from: number;
  value: number;
  end: number;
  /** None as long as the member is as it lies. */
  node?: Node;
  /** The member before of the same name, or -1. */
  before: number;
  /** Of the comparison that has come to it last. */
  serial: number;
  gone: boolean;
  fresh: boolean;
}

export interface Tree {
  /** The message, and where its value begins and ends. */
  doc: Cursor;
  start: number;
  end: number;
  options: DecodeOptions;
  root: Node;
  /** What the latest walk came through. */
  path: Box[];
  /** Where it is, or ended. */
  last: Node;
  /** What copies have made, and the most that they may. */
  copied: number;
  most: number;
  /** Of the latest comparison of an object. */
  serial: number;
}

/** Returns where a node is in the document, or 0 if it came from elsewhere. */
export const position = (t: Tree, n: Node): number => (n.src === t.doc ? n.off : 0);

/** Opens a node, which must be a container. */
export function openNode(t: Tree, n: Node): Box {
  t.last = n;
  if (n.box) return n.box;
  if (n.lead !== undefined) noParts(n.lead);
  let { src } = n;
  let shape = open(src, n.off);
  let was: Uint8Array | undefined;
  if (shape.kind === Kind.Packed) {
    was = bytesOfValue(n);
    src = source(unpack(src, n.off), t.options);
    shape = open(src, 0);
  }
  const b: Box = { shape, src, was, changed: false, wide: false };
  if (shape.kind === Kind.Leaf) noParts(headOf(n));
  if (shape.kind === Kind.Object) b.object = membersOf(b);
  else b.list = elementsOf(b);
  return (n.box = b);
}

function membersOf({ src, shape }: Box): Members {
  const list: Member[] = [];
  const index = new Map<string, number>();
  eachChild(src, shape, ({ key, from, value, end }, i) => {
    list.push({ from, value, end, before: index.get(key) ?? -1, serial: 0, gone: false, fresh: false });
    index.set(key, i);
  });
  return { list, index };
}

/** Returns the elements of an array that is opened, as runs. */
function elementsOf({ src, shape }: Box): List {
  const list = new List();
  const { n, body, width } = shape;
  if (width) {
    if (n) list.add({ n, from: body, to: body + n * width });
    return list;
  }
  let run: Item | undefined;
  eachChild(src, shape, ({ from, end }) => {
    run ??= { n: 0, from, to: end };
    run.n++;
    run.to = end;
    if (run.n < runItems && end - run.from < runBytes) return;
    list.add(run);
    run = undefined;
  });
  if (run) list.add(run);
  return list;
}

/** Returns the value of a member as a node. */
export function memberNode({ src, object }: Box, i: number): Node {
  const m = object!.list[i]!;
  return (m.node ??= { src, off: m.value, end: m.end });
}

/** Returns element i as a node, which it takes out of its run. */
export function elementNode(b: Box, i: number): Node {
  const list = b.list!;
  const spot = list.find(i);
  const run = spot.block.items[spot.i]!;
  if (run.node) return run.node;
  const { value: off, end } = runChild(b, run, spot.skip);
  const node: Node = { src: b.src, off, end, lead: b.shape.lead };
  const items = [oneNode(node)];
  if (spot.skip) items.unshift({ n: spot.skip, from: run.from, to: off });
  if (run.n > spot.skip + 1) items.push({ n: run.n - spot.skip - 1, from: end, to: run.to });
  list.replace(spot, 1, ...items);
  return node;
}

/** Returns element i of a run. */
export function runChild({ src, shape }: Box, run: Item, i: number): Child {
  const { width } = shape;
  let at = run.from + i * width;
  if (width) return { key: '', from: at, value: at, end: at + width };
  for (; i > 0; i--) at = child(src, at, shape).end;
  return child(src, at, shape);
}

/** Makes a place before element i of a list that may be in a run. */
export function split(b: Box, i: number): Spot {
  const spot = b.list!.find(i);
  if (!spot.skip) return spot;
  elementNode(b, i);
  return b.list!.find(i);
}

/** Reads a segment as the index of an element, or of where one can be put: up to the one after the last, "-". */
export function elementIndex({ list }: Box, segment: string, put: boolean): number {
  const i = parseIndex(segment);
  const { n } = list!;
  if (put && segment === '-') return n;
  return i < 0 || i > n || (!put && i === n) ? noElement(segment, n) : i;
}

/** Returns the part of a node that a segment leads to. */
function step(t: Tree, n: Node, segment: string): Node {
  const b = openNode(t, n);
  t.path.push(b);
  if (!b.object) return elementNode(b, elementIndex(b, segment, false));
  const i = b.object.index.get(segment);
  return i === undefined ? noMember(segment) : memberNode(b, i);
}

/** Where the last segment of a path is to be looked up, or put; without a node it is the root. */
export interface Place {
  node?: Node;
  box?: Box;
  segment: string;
}

/** Goes along a path up to its last segment. */
export function walk(t: Tree, path: string): Place {
  const all = segments(path);
  const segment = all.pop();
  t.path = [];
  if (segment === undefined) return { segment: '' };
  const node = all.reduce((n, segment) => step(t, n, segment), t.root);
  const box = openNode(t, node);
  t.path.push(box);
  return { node, box, segment };
}

/** Returns the value at a place. */
export const get = (t: Tree, { node, segment }: Place): Node => (node ? step(t, node, segment) : t.root);

/** Returns what is at a path. */
export const find = (t: Tree, path: string): Node => get(t, walk(t, path));

/** Notes that the containers that the latest walk came through have changed. */
export function touch(t: Tree): void {
  for (const b of t.path) b.changed = true;
}
