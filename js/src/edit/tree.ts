// A document that is being changed, as a tree: values that nobody has looked into as their
// bytes, the others opened.

import type { DecodeOptions } from '../options.js';
import type { Cursor } from '../reader.js';
import {
  Kind,
  child,
  eachChild,
  noElement,
  noMember,
  noParts,
  headOf,
  open,
  parseIndex,
  passOver,
  plainArray,
  plainObject,
  segments,
  source,
  type Child,
  type Shape,
  type Value,
} from './form.js';
import { cellsOf, repeat, type Cells } from './cells.js';
import { List, oneNode, runBytes, runItems, type Item, type Spot } from './list.js';
import { unpack } from './packed.js';

/** A value, unless its box has been changed. */
export interface Node extends Value {
  /** Of a row of a table, whose values lie from off to end. */
  row?: Cells;
  box?: Box;
  /** Of a new member. */
  name?: string;
}

/** An opened container. */
export interface Box {
  shape: Shape;
  /** What its children lie in. */
  src: Cursor;
  /** The value in its packed form, if it was unpacked. */
  was?: Uint8Array;
  /** The names of its members, or of those of its elements, if they stand apart. */
  cells?: Cells;
  /** It is a row of cells. */
  row: boolean;
  object?: Members;
  list?: List;
  changed: boolean;
  /** Elements no longer have the type of the array. */
  wide: boolean;
  /** The latest change, and where what it has changed lies in the document. */
  op?: number;
  at?: number;
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
  /** Where it is, or ended, or what holds that in the message. */
  last: Node;
  /** What copies have made, and the most that they may. */
  copied: number;
  most: number;
  /** Of the latest comparison of an object. */
  serial: number;
  /** The change that is being made. */
  op: number;
  /** Whether the document as it came uses the extended profile, once that was asked. */
  uses?: boolean;
}

/** Returns where a node is in the document, or 0 if it came from elsewhere. */
export const position = (t: Tree, n: Node): number => (n.src === t.doc ? n.off : 0);

/** Opens a node, which must be a container. */
export function openNode(t: Tree, n: Node): Box {
  if (n.src === t.doc) t.last = n;
  if (n.box) return n.box;
  if (n.lead !== undefined) noParts(n.lead);
  const b = boxOf(t, n);
  const { kind } = b.shape;
  if (kind === Kind.Leaf) noParts(headOf(n));
  if (kind !== Kind.Object) b.list = elementsOf(b);
  else b.object = b.cells ? namedMembersOf(b, b.cells) : membersOf(b);
  return (n.box = b);
}

/** Finds out how a node lies that is to be opened. */
function boxOf(t: Tree, { src, off, end, row }: Node): Box {
  const made = (shape: Shape, cells?: Cells, was?: Uint8Array): Box => {
    return { shape, src, was, cells, row: !!row, changed: false, wide: false };
  };
  if (row) return made({ ...plainObject, body: off }, row);
  const shape = open(src, off);
  if (shape.kind !== Kind.Packed) return made(shape);
  const cells = cellsOf(src, off);
  if (!cells) {
    const was = src.src.subarray(off, end);
    src = source(unpack(src, off), t.options);
    return made(open(src, 0), undefined, was);
  }
  const { rows, named, body } = cells;
  if (rows === undefined) return made({ ...plainObject, body }, cells);
  repeat(src, named * rows, end - off); // rows that become objects have the names each
  return made({ ...plainArray, n: rows, body }, cells);
}

/** Returns the members of an object whose names stand apart. */
function namedMembersOf({ src, shape }: Box, { names }: Cells): Members {
  let from = shape.body;
  const list = names.map((): Member => {
    const end = passOver(src, from);
    const member = { from, value: from, end, before: -1, serial: 0, gone: false, fresh: false };
    from = end;
    return member;
  });
  return { list, index: new Map(names.map((name, i) => [name, i])) };
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
function elementsOf(b: Box): List {
  const list = new List();
  const { n, body, width } = b.shape;
  if (width) {
    if (n) list.add({ n, from: body, to: body + n * width });
    return list;
  }
  let run: Item | undefined;
  for (let i = 0, from = body; i < n; i++) {
    const { end } = elementAt(b, from);
    run ??= { n: 0, from, to: end };
    run.n++;
    run.to = from = end;
    if (run.n < runItems && end - run.from < runBytes) continue;
    list.add(run);
    run = undefined;
  }
  if (run) list.add(run);
  return list;
}

/** Reads the element at an offset of an array that is opened. */
function elementAt({ src, shape, cells }: Box, from: number): Child {
  if (!cells) return child(src, from, shape);
  return { key: '', from, value: from, end: cells.names.reduce((at) => passOver(src, at), from) };
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
  const node: Node = { src: b.src, off, end, lead: b.shape.lead, row: b.cells };
  const items = [oneNode(node)];
  if (spot.skip) items.unshift({ n: spot.skip, from: run.from, to: off });
  if (run.n > spot.skip + 1) items.push({ n: run.n - spot.skip - 1, from: end, to: run.to });
  list.replace(spot, 1, ...items);
  return node;
}

/** Returns element i of a run. */
export function runChild(b: Box, run: Item, i: number): Child {
  const { width } = b.shape;
  let at = run.from + i * width;
  if (width) return { key: '', from: at, value: at, end: at + width };
  for (; i > 0; i--) at = elementAt(b, at).end;
  return elementAt(b, at);
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

/** Opens a node if it is a container. */
export function container(t: Tree, n: Node): Box | undefined {
  if (!n.box && !n.row && (n.lead !== undefined || open(n.src, n.off).kind === Kind.Leaf)) return undefined;
  return openNode(t, n);
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
  t.last = t.root;
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

/** Notes that a container has changed, at which the latest walk is. */
export function change(t: Tree, b: Box): void {
  b.changed = true;
  b.op = t.op;
  b.at = position(t, t.last);
}

/** Notes that the containers that the latest walk came through have changed. */
export function touch(t: Tree): void {
  for (const b of t.path) change(t, b);
}
