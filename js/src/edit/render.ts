// A tree that was changed, written as a message again.

import { Fault, unsupported, within } from '../errors.js';
import { Header } from '../header.js';
import type { DecodeOptions } from '../options.js';
import { compareBytes, indexFlags, longSize } from '../parts.js';
import type { Cursor } from '../reader.js';
import { isClean } from '../typetag.js';
import { put16, put32, putByte, putBytes, putSize, putText, take, utf8, type Writer } from '../writer.js';
import type { Cells } from './cells.js';
import { dataOf, eachChild, fits, key, open, passOver, plainArray, plainObject, putHead, putKey } from './form.js';
import type { Item } from './list.js';
import { repack, writer } from './packed.js';
import { runChild, type Box, type Node } from './tree.js';

/** Writes a node as a value of its own; base is where the message has what w begins with. */
export function putNode(w: Writer, base: number, n: Node, options: DecodeOptions): void {
  const b = n.box;
  if (!b?.changed) {
    if (n.row) return void putRow(w, n.src, n.row, n.off);
    if (n.lead !== undefined) putByte(w, n.lead);
    putBytes(w, n.src.src.subarray(n.off, n.end));
    return;
  }
  if (b.cells && !b.row) return b.object ? putNamed(w, base, b, options) : putTable(w, base, b, options);
  const parts = b.object ? putObject : putArray;
  if (!b.was) return parts(w, base, b, options);
  const inner = writer();
  parts(inner, base + w.pos + w.extra, b, options);
  try {
    repack(w, base, take(inner), b.was, options);
  } catch (failure) {
    throw failure instanceof Fault ? new Unfit(failure, b) : failure;
  }
}

/** The failure of what cannot have its form again. */
export class Unfit extends Fault {
  constructor(
    { code, detail }: Fault,
    readonly box: Box,
  ) {
    super(code, detail);
  }
}

/** Returns which members are left. */
const left = ({ object }: Box): number[] => [...object!.list.keys()].filter((i) => !object!.list[i]!.gone);

/** Returns the name of a member that does not have it where it lies. */
function nameOf({ object, cells }: Box, i: number): string | undefined {
  const { fresh, node } = object!.list[i]!;
  return fresh ? node!.name : cells?.names[i];
}

function putObject(w: Writer, base: number, b: Box, options: DecodeOptions): void {
  const members = left(b);
  putHead(w, b.shape, members.length);
  for (const i of members) {
    const { from, value } = b.object!.list[i]!;
    const name = nameOf(b, i);
    if (name === undefined) putBytes(w, b.src.src.subarray(from, value));
    else putKey(w, b.shape, name);
    putMember(w, base, b, i, options);
  }
}

/** Returns the name of a member. */
const memberName = (b: Box, i: number): string => nameOf(b, i) ?? key(b.src, b.object!.list[i]!.from, b.shape);

/** Writes a node that is a part of another one; where it fails, under a name. */
function put(w: Writer, base: number, n: Node, options: DecodeOptions, name: () => unknown): void {
  try {
    putNode(w, base, n, options);
  } catch (failure) {
    throw within(failure, name());
  }
}

/** Writes the value of a member. */
function putMember(w: Writer, base: number, b: Box, i: number, options: DecodeOptions): void {
  const { src, object } = b;
  const { value, end, node } = object!.list[i]!;
  if (node) put(w, base, node, options, () => memberName(b, i));
  else putBytes(w, src.src.subarray(value, end));
}

/** Writes a row, whose values lie at an offset, as an object, and returns where it ends. */
export function putRow(w: Writer, c: Cursor, { names }: Pick<Cells, 'names'>, off: number): number {
  putHead(w, plainObject, names.length);
  return names.reduce((at, name) => {
    const end = passOver(c, at);
    putText(w, name);
    putBytes(w, c.src.subarray(at, end));
    return end;
  }, off);
}

/** Writes an object whose names stand apart, sorted, and fills its index when the values are there. */
function putNamed(w: Writer, base: number, b: Box, options: DecodeOptions): void {
  const members = left(b).map((i) => {
    const name = nameOf(b, i)!;
    return { i, name, bytes: utf8.encode(name) };
  });
  members.sort((a, b) => compareBytes(a.bytes, b.bytes));
  put16(w, Header.Indexed | (Header.Object << 8));
  putSize(w, members.length);
  const entries = members.map(({ name }) => {
    putText(w, name);
    const { pos } = w;
    put32(w, 0);
    put16(w, 0);
    putByte(w, 0);
    return pos;
  });
  const place = (): number => w.pos + w.extra;
  const data = place();
  members.forEach(({ i }, entry) => {
    const { pos, large } = w;
    const start = place();
    if (start - data > 0xffffffff) unsupported('values of an indexed object are longer than 4 GiB together');
    const before = large.length;
    putMember(w, base, b, i, options);
    const at = entries[entry]!;
    const first = large[before]?.at === pos ? large[before]!.bytes : w.buf.subarray(pos);
    w.view.setUint32(at, start - data, true);
    w.view.setUint16(at + 4, Math.min(place() - start, longSize), true);
    w.buf[at + 6] = indexFlags(first[0]!);
  });
}

/** Writes an array of objects whose names stand apart, or a plain one if they have no longer the same. */
function putTable(w: Writer, base: number, b: Box, options: DecodeOptions): void {
  const names = tableNames(b);
  if (!names) return putArray(w, base, b, options);
  putByte(w, Header.Table);
  putSize(w, names.length);
  for (const name of names) putText(w, name);
  putSize(w, b.list!.n);
  let at = 0;
  for (const { node, from, to, n } of b.list!) {
    try {
      if (!node) putBytes(w, b.src.src.subarray(from, to));
      else for (const { put } of partsOf(node)) put(w, base, options);
    } catch (failure) {
      throw within(failure, at);
    }
    at += n;
  }
}

/** Returns the names that all elements have in the same order, if there are any, and if they are those of a table. */
function tableNames({ list, cells }: Box): string[] | undefined {
  let names: string[] | undefined;
  for (const { node } of list!) {
    const own = !node ? cells!.names : isRow(node) ? node.row!.names : partsOf(node).map(({ name }) => name);
    names ??= own;
    if (own !== names && (own.length !== names.length || own.some((name, i) => name !== names![i]))) return undefined;
  }
  return names?.length && names.every(isClean) && new Set(names).size === names.length ? names : undefined;
}

/** Reports whether a node is a row that is as it was. */
const isRow = ({ row, box }: Node): boolean => !!row && !box?.changed;

/** A member of a plain object, with what writes its value. */
interface Part {
  name: string;
  put(w: Writer, base: number, options: DecodeOptions): void;
}

/** Returns the members of a plain object, of any other value none. */
function partsOf(n: Node): Part[] {
  const { src, off, end, lead, box: b } = n;
  const asItLies = (name: string, from: number, to: number): Part => ({
    name,
    put: (w) => putBytes(w, src.src.subarray(from, to)),
  });
  if (isRow(n)) return [asItLies('', off, end)];
  if (b?.changed) {
    if (!b.object || (b.cells && !b.row) || b.was || b.shape.head !== plainObject.head) return [];
    return left(b).map((i) => ({
      name: memberName(b, i),
      put: (w, base, options) => putMember(w, base, b, i, options),
    }));
  }
  const parts: Part[] = [];
  if (lead === undefined && src.src[off] === plainObject.head)
    eachChild(src, open(src, off), ({ key, value, end }) => void parts.push(asItLies(key, value, end)));
  return parts;
}

function putArray(w: Writer, base: number, b: Box, options: DecodeOptions): void {
  const shape = b.wide ? plainArray : b.shape;
  const { lead } = shape;
  putHead(w, shape, b.list!.n);
  let at = 0;
  for (const item of b.list!) {
    const { node, from, to } = item;
    const i = at;
    if (!node && (b.wide || b.cells)) putWide(w, b, item);
    else if (!node) putBytes(w, b.src.src.subarray(from, to));
    else if (lead === undefined) put(w, base, node, options, () => i);
    else putBytes(w, node.lead === lead ? dataOf(node) : fits(node, lead)!);
    at += item.n;
  }
}

/** Writes the elements of a run with the header, or the names, that they lack. */
function putWide(w: Writer, b: Box, run: Item): void {
  for (let i = 0, at = run.from; i < run.n; i++) {
    if (b.cells) {
      at = putRow(w, b.src, b.cells, at);
      continue;
    }
    const { value, end } = runChild(b, { ...run, from: at }, 0);
    putByte(w, b.shape.lead!);
    putBytes(w, b.src.src.subarray(value, end));
    at = end;
  }
}
