// Arrays of booleans, times and complex numbers, aligned arrays, tables, objects with an index,
// matrices and intervals are changed as the plain arrays and objects that they stand for, and
// get their form back if what they hold still has it.

import { putAligned } from '../encode.js';
import { fail, unsupported } from '../errors.js';
import { Header, Type, withType } from '../header.js';
import type { DecodeOptions } from '../options.js';
import {
  bitAt,
  bits,
  compareBytes,
  complexRun,
  entry,
  indexCount,
  indexFlags,
  intervalParts,
  longSize,
  matrixParts,
  run,
  tableName,
  times,
  type Entry,
} from '../parts.js';
import { count, size, type Cursor } from '../reader.js';
import { isClean } from '../typetag.js';
import { layouts } from '../values.js';
import { begin, put16, put32, putByte, putBytes, putSize, putText, take, utf8, type Writer } from '../writer.js';
import {
  eachChild,
  headOf,
  open,
  plainArray,
  plainObject,
  putHead,
  skipValue,
  source,
  textOf,
  whole,
  type Value,
} from './form.js';

/** Returns a Writer of its own. */
export const writer = (): Writer => begin({}, () => false);

/** A member of a plain object. */
interface Field {
  name: string;
  value: Uint8Array;
}

/** Returns the plain form of the packed value at an offset. */
export function unpack(c: Cursor, off: number): Uint8Array {
  const end = skipValue(c, off);
  const { src } = c;
  const w = writer();
  c.pos = off + 1;
  const head = src[off]!;
  const array = (n: number): void => putHead(w, plainArray, n);
  /** Writes values side by side as values of their own, each after two bytes that say what it is. */
  const side = (lead: number, at: number, n: number, width: number): void => {
    array(n);
    for (let i = 0; i < n; i++) {
      put16(w, lead);
      putBytes(w, src.subarray(at + i * width, at + (i + 1) * width));
    }
  };
  switch (head) {
    case Header.Aligned: {
      const { h, at, n } = run(c, head);
      putByte(w, withType(h, Type.Typed));
      putSize(w, n);
      putBytes(w, src.subarray(at, end));
      break;
    }
    case Header.Bools: {
      const { n, at } = bits(c);
      array(n);
      for (let i = 0; i < n; i++) putByte(w, bitAt(c, at, i) ? Header.True : Header.False);
      break;
    }
    case Header.Complex: {
      const { h, at, n, w: width } = complexRun(c);
      side(head | ((h & ~7) << 8), at, n / 2, 2 * width);
      break;
    }
    case Header.Time: {
      const { at, n } = times(c).draft!;
      side(head, at, n, 8);
      break;
    }
    case Header.Table:
      unpackTable(c, w, end - off);
      break;
    case Header.Indexed: {
      const entries: Entry[] = [];
      for (const n = indexCount(c); entries.length < n;) entries.push(entry(c, entries.at(-1)));
      putHead(w, plainObject, entries.length);
      let at = c.pos;
      for (const { name } of entries) at = copyField(c, w, name, at);
      break;
    }
    case Header.Matrix: {
      const { layout } = matrixParts(c);
      putHead(w, plainObject, 3);
      putText(w, 'layout');
      putByte(w, Header.String);
      putText(w, layouts[layout]!);
      copyField(c, w, 'value', copyField(c, w, 'extents', off + 2));
      break;
    }
    case Header.Interval:
      putHead(w, plainObject, 2);
      copyField(c, w, 'end', copyField(c, w, 'start', off + 1));
  }
  return take(w);
}

/** Writes the value at an offset under a name, and returns where it ends. */
function copyField(c: Cursor, w: Writer, name: string, at: number): number {
  const end = skipValue(c, at);
  putText(w, name);
  putBytes(w, c.src.subarray(at, end));
  return end;
}

function unpackTable(c: Cursor, w: Writer, length: number): void {
  const fields = count(c, 1);
  const names = new Set<string>();
  const start = c.pos;
  while (names.size < fields) tableName(c, names);
  const named = c.pos - start;
  const rows = size(c);
  repeat(c, named * rows, length);
  putHead(w, plainArray, rows);
  for (let i = 0, at = c.pos; i < rows; i++) {
    putHead(w, plainObject, fields);
    for (const name of names) at = copyField(c, w, name, at);
  }
}

/** Fails if the names of a table, written once for each row, are out of proportion to its message. */
export function repeat({ pos }: Cursor, named: number, length: number): void {
  if (named > 2 ** 18 + 32 * length) fail('limit', 'the names of a table are out of proportion to its message', pos);
}

/** Writes the plain form that a packed value has become in the form that it had, if it still has that. */
export function repack(w: Writer, base: number, plain: Uint8Array, was: Uint8Array, options: DecodeOptions): void {
  const now = whole(plain, options);
  const old = whole(was, options);
  const before = { ...w };
  const large = w.large.length;
  let ok = true;
  switch (was[0]) {
    case Header.Aligned:
      ok = putNumbers(w, base, now, old);
      break;
    case Header.Bools:
      ok = putBools(w, now);
      break;
    case Header.Complex:
    case Header.Time:
      ok = putSide(w, base, now, old);
      break;
    case Header.Indexed:
      putIndexed(w, fieldsAt(now.src, 0).fields);
      break;
    case Header.Table:
      ok = putTable(w, now);
      break;
    default:
      putParts(w, now, was[0]!);
  }
  if (ok) return;
  Object.assign(w, before);
  w.large.length = large;
  putBytes(w, plain);
}

function putNumbers(w: Writer, base: number, now: Value, old: Value): boolean {
  if (headOf(now) === Header.Array) return false;
  const { lead } = open(old.src, 0);
  const { body, n, width, lead: h } = open(now.src, 0);
  if (h !== lead) return false;
  putAligned(w, h!, width, n, base);
  putBytes(w, now.src.src.subarray(body));
  return true;
}

function putBools(w: Writer, { src }: Value): boolean {
  const { body, n } = open(src, 0);
  const values = src.src.subarray(body);
  if (values.length !== n || !values.every((h) => h === Header.True || h === Header.False)) return false;
  const packed = new Uint8Array(Math.ceil(n / 8));
  values.forEach((h, i) => (packed[i >> 3]! |= Number(h === Header.True) << (i & 7)));
  putByte(w, Header.Bools);
  putSize(w, n);
  putBytes(w, packed);
  return true;
}

/** Writes values side by side, if all are alike: complex numbers or draft times. */
function putSide(w: Writer, base: number, { src }: Value, old: Value): boolean {
  const { body, n } = open(src, 0);
  const [head, kind] = old.src.src as unknown as [number, number];
  const complex = head === Header.Complex;
  let width = 8;
  if (complex) {
    old.src.pos = 1;
    width = 2 * complexRun(old.src).w;
  }
  const values = src.src.subarray(body);
  const lead = complex ? kind & ~7 : 0;
  if (values.length !== n * (2 + width)) return false;
  for (let at = 0; at < values.length; at += 2 + width)
    if (values[at] !== head || values[at + 1] !== lead) return false;
  put16(w, head | (kind << 8));
  if (complex && (kind & 7) === 2) putAligned(w, kind, width / 2, 2 * n, base);
  else putSize(w, n);
  for (let at = 2; at < values.length; at += 2 + width) putBytes(w, values.subarray(at, at + width));
  return true;
}

/** Returns the members of the plain object at an offset, and where it ends; none if there is another value. */
function fieldsAt(c: Cursor, off: number): { fields: Field[]; end: number } {
  const fields: Field[] = [];
  let end = off;
  if (c.src[off] === Header.Object) {
    const s = open(c, off);
    end = s.body;
    eachChild(c, s, (child) => {
      fields.push({ name: child.key, value: c.src.subarray(child.value, child.end) });
      end = child.end;
    });
  }
  return { fields, end };
}

function putIndexed(w: Writer, fields: Field[]): void {
  const sorted = fields.map((field) => ({ ...field, bytes: utf8.encode(field.name) }));
  sorted.sort((a, b) => compareBytes(a.bytes, b.bytes));
  put16(w, Header.Indexed | (Header.Object << 8));
  putSize(w, fields.length);
  let offset = 0;
  for (const { name, value } of sorted) {
    if (offset > 0xffffffff) unsupported('values of an indexed object are longer than 4 GiB together');
    putText(w, name);
    put32(w, offset);
    put16(w, Math.min(value.length, longSize));
    putByte(w, indexFlags(value[0]!));
    offset += value.length;
  }
  for (const { value } of sorted) putBytes(w, value);
}

/** Writes a table, if all elements are objects with the same names in the same order. */
function putTable(w: Writer, { src }: Value): boolean {
  const { body, n } = open(src, 0);
  if (!n) return false;
  let names: string[] = [];
  for (let i = 0, at = body; i < n; i++) {
    const { fields, end } = fieldsAt(src, at);
    if (!fields.length) return false;
    if (i === 0) {
      names = fields.map(({ name }) => name);
      if (!names.every(isClean) || new Set(names).size < names.length) return false;
      putByte(w, Header.Table);
      putSize(w, names.length);
      for (const name of names) putText(w, name);
      putSize(w, n);
    }
    if (fields.length !== names.length || !fields.every(({ name }, i) => name === names[i])) return false;
    for (const { value } of fields) putBytes(w, value);
    at = end;
  }
  return true;
}

/** Writes a matrix or an interval, which have no plain form to fall back on. */
function putParts(w: Writer, { src }: Value, h: number): void {
  const matrix = h === Header.Matrix;
  const wanted = matrix ? ['layout', 'extents', 'value'] : ['start', 'end'];
  const bad = (): never => unsupported(`what comes out is no ${matrix ? 'matrix' : 'interval'} any more`);
  const { fields } = fieldsAt(src, 0);
  if (fields.length !== wanted.length || !fields.every(({ name }, i) => name === wanted[i])) bad();
  const parts = fields.map(({ name, value }) => {
    const layout = name === 'layout' ? layouts.findIndex((text) => text === textOf(whole(value, src.options))) : 0;
    if (layout < 0) bad();
    return name === 'layout' ? Uint8Array.of(layout) : value;
  });
  const out = writer();
  putByte(out, h);
  for (const part of parts) putBytes(out, part);
  const bytes = take(out);
  const c = source(bytes, src.options);
  c.pos = 1;
  try {
    if (matrix) matrixParts(c);
    else intervalParts(c);
  } catch {
    bad();
  }
  putBytes(w, bytes);
}
