// The canonical form of BEVE, written: of all messages that say the same it is one.

import { intMembers } from '../decode.js';
import { skipValue } from '../edit/form.js';
import { repeat } from '../edit/packed.js';
import { fail, shown, unsupported, within } from '../errors.js';
import { Header, Type, typeOf, widthOf, withType } from '../header.js';
import {
  bitAt,
  bits,
  compareBytes,
  complexRun,
  entry,
  indexCount,
  intervalParts,
  matrixParts,
  run,
  tableName,
  times,
  type Entry,
  type Run,
  type Stamp,
} from '../parts.js';
import { byte, count, number, size, type Cursor } from '../reader.js';
import { isTypeTag } from '../typetag.js';
import { begin, put16, put32, put64, putByte, putBytes, putSize, utf8, type Writer } from '../writer.js';
import { Need, hasForeignNaN, narrowest, putAs } from './number.js';

/** Returns a Writer whose buffer has everything that was written. */
export function writer(): Writer {
  const w = begin({}, () => false);
  w.keep = Infinity;
  return w;
}

/** Fails for what has no canonical form. */
export const refuse = (what: string, at: number): never => unsupported(what + ' has no canonical form', at);

export const repeated = (name: string, at: number): never =>
  fail('duplicate', `key "${shown(name)}" is there twice, of which canonical form has one`, at);

/** Writes the value at the cursor, which has been checked. */
export function put(w: Writer, c: Cursor): void {
  const off = c.pos;
  const h = byte(c);
  switch (h) {
    case Header.String:
      putByte(w, h);
      return putRaw(w, c, size(c));
    case Header.Object:
      return putObject(w, c);
    case Header.Indexed:
      return putIndexed(w, c);
    case Header.Table:
      return isTypeTag(c) ? refuse('a type tag', off) : putTable(w, c);
    case Header.Array:
      return putArray(w, c);
    case Header.Strings: {
      const n = size(c);
      if (!n) return putEmpty(w);
      putByte(w, h);
      putSize(w, n);
      for (let i = 0; i < n; i++) putRaw(w, c, size(c));
      return;
    }
    case Header.Bools: {
      const { n, at } = bits(c);
      return putBools(w, n, (i) => bitAt(c, at, i));
    }
  }
  switch (typeOf(h)) {
    case Type.Number:
      return putNumber(w, c, h);
    case Type.Object:
      return putIntObject(w, c, h);
    case Type.Typed:
      return putNumbers(w, c, run(c, h), true);
  }
  putExtension(w, c, h, off);
}

/** Writes text after its SIZE, which has been read. */
function putRaw(w: Writer, c: Cursor, n: number): void {
  putSize(w, n);
  putBytes(w, c.src.subarray(c.pos, (c.pos += n)));
}

/** Writes text as a name. */
function putName(w: Writer, name: Uint8Array): void {
  putSize(w, name.length);
  putBytes(w, name);
}

/** All arrays that are empty are the same, unless they have a type by what they are part of. */
function putEmpty(w: Writer): void {
  putByte(w, Header.Array);
  putByte(w, 0);
}

function putNumber(w: Writer, c: Cursor, h: number): void {
  const at = c.pos;
  const width = widthOf(h);
  c.pos += width;
  const need = new Need();
  need.add(c, h, at);
  const to = need.header()!;
  putByte(w, to);
  if (to === Header.Float128) putBytes(w, c.src.subarray(at, at + width));
  else putAs(w, c, h, at, to);
}

function putNumbers(w: Writer, c: Cursor, all: Run, generic: boolean): void {
  if (!all.n && generic) return putEmpty(w);
  putRun(w, c, all, (h) => {
    putByte(w, withType(h, Type.Typed));
    putSize(w, all.n);
  });
}

/** Writes numbers in the narrowest type that holds them all, after their start. */
function putRun(w: Writer, c: Cursor, all: Run, start: (h: number) => void): void {
  const { at, n, w: width } = all;
  const h = withType(all.h, Type.Number);
  const to = n ? narrowest(c, h, at, n) : Header.Uint8;
  start(to);
  if (to === h && !hasForeignNaN(c, h, at, n)) return putBytes(w, c.src.subarray(at, at + n * width));
  for (let i = 0; i < n; i++) putAs(w, c, h, at + i * width, to);
}

function putBools(w: Writer, n: number, bit: (i: number) => boolean): void {
  if (!n) return putEmpty(w);
  const bits = new Uint8Array(Math.ceil(n / 8));
  for (let i = 0; i < n; i++) bits[i >> 3]! |= Number(bit(i)) << (i & 7);
  putByte(w, Header.Bools);
  putSize(w, n);
  putBytes(w, bits);
}

/** Writes a generic array, which becomes a typed one if one type holds all elements. */
function putArray(w: Writer, c: Cursor): void {
  const n = size(c);
  const head = w.pos;
  putByte(w, Header.Array);
  putSize(w, n);
  const start = w.pos;
  for (let i = 0; i < n; i++) putWithin(w, c, () => i);
  const h = elementType(w, w.buf, start, n);
  if (h === undefined) return;
  const elements = w.buf.slice(start, w.pos);
  const view = new DataView(elements.buffer);
  w.pos = head;
  if (typeOf(h) === 0) return putBools(w, n, (i) => elements[i] === Header.True);
  putByte(w, h === Header.String ? Header.Strings : withType(h, Type.Typed));
  putSize(w, n);
  for (let at = 0, i = 0; i < n; i++) {
    const of = elements[at++]!;
    const end = h === Header.String ? endOfText(elements, view, at) : at + widthOf(of);
    if (h === Header.String || of === h) putBytes(w, elements.subarray(at, end));
    else putAs(w, { view }, of, at, h);
    at = end;
  }
}

/** Returns where text with the shortest SIZE ends. */
function endOfText(src: Uint8Array, view: DataView, at: number): number {
  const first = src[at]!;
  switch (first & 3) {
    case 0:
      return at + 1 + (first >> 2);
    case 1:
      return at + 2 + (view.getUint16(at, true) >> 2);
  }
  return at + 4 + (view.getUint32(at, true) >>> 2);
}

/**
 * Returns the header of what the n canonical values from at on are all, if an array of that has a type.
 * It looks no further than the first that is not.
 */
export function elementType({ view }: { view: DataView }, src: Uint8Array, at: number, n: number): number | undefined {
  const first = src[at]!;
  const type = typeOf(first);
  if (!n || (type && first !== Header.String && type !== Type.Number) || first === Header.Null) return undefined;
  const need = new Need();
  for (let i = 0; i < n; i++) {
    const h = src[at++]!;
    if (typeOf(h) !== type || (!type && h === Header.Null)) return undefined;
    if (h === Header.String) at = endOfText(src, view, at);
    if (type !== Type.Number) continue;
    need.add({ view }, h, at);
    at += widthOf(h);
  }
  return type === Type.Number ? need.header() : first;
}

/** A member that has been written: its key, and where it lies. */
interface Written<K> {
  key: K;
  from: number;
  to: number;
}

/** Sorts members by their keys, which must not be there twice, and reports whether they have moved. */
function sort<K>(all: Written<K>[], compare: (a: K, b: K) => number, twice: (key: K) => never): boolean {
  const sorted = all.every(({ key }, i) => !i || compare(all[i - 1]!.key, key) < 0);
  if (sorted) return false;
  all.sort((a, b) => compare(a.key, b.key));
  all.forEach(({ key }, i) => i && !compare(all[i - 1]!.key, key) && twice(key));
  return true;
}

/** Brings what lies from start on into the order of members. */
function arrange(w: Writer, all: Written<unknown>[], start: number): void {
  const old = w.buf.slice(start, w.pos);
  w.pos = start;
  for (const { from, to } of all) putBytes(w, old.subarray(from - start, to - start));
}

const textOf = (key: Uint8Array): string => new TextDecoder().decode(key);

function putObject(w: Writer, c: Cursor): void {
  const off = c.pos - 1;
  const n = size(c);
  putByte(w, Header.Object);
  putSize(w, n);
  const start = w.pos;
  const all: Written<Uint8Array>[] = [];
  for (let i = 0; i < n; i++) {
    const length = size(c);
    const key = c.src.subarray(c.pos, (c.pos += length));
    const from = w.pos;
    putName(w, key);
    putWithin(w, c, () => textOf(key));
    all.push({ key, from, to: w.pos });
  }
  if (sort(all, compareBytes, (key) => repeated(textOf(key), off))) arrange(w, all, start);
}

/** Writes a value that is a part of another. */
function putWithin(w: Writer, c: Cursor, key: () => unknown): void {
  try {
    put(w, c);
  } catch (failure) {
    throw within(failure, key());
  }
}

/** Compares integers, of which those that are safe are numbers. */
export const compareIntegers = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function putIntObject(w: Writer, c: Cursor, h: number): void {
  const off = c.pos - 1;
  const n = intMembers(c, h);
  const of = withType(h, Type.Number);
  const need = new Need();
  const start = w.pos;
  const all: Written<{ n: number | bigint; at: number }>[] = [];
  for (let i = 0; i < n; i++) {
    const at = c.pos;
    const key = { n: number(c, h), at };
    need.add(c, of, at);
    const from = w.pos;
    putWithin(w, c, () => key.n);
    all.push({ key, from, to: w.pos });
  }
  sort(
    all,
    (a, b) => compareIntegers(a.n, b.n),
    (key) => repeated(String(key.n), off),
  );
  const old = w.buf.slice(start, w.pos);
  w.pos = start;
  const to = need.header()!;
  putByte(w, withType(to, Type.Object));
  putSize(w, n);
  for (const { key, from, to: end } of all) {
    putAs(w, c, of, key.at, to);
    putBytes(w, old.subarray(from - start, end - start));
  }
}

/** Writes an object with an index, which is sorted, without it. */
function putIndexed(w: Writer, c: Cursor): void {
  const entries: Entry[] = [];
  for (const n = indexCount(c); entries.length < n;) entries.push(entry(c, entries.at(-1)));
  putByte(w, Header.Object);
  putSize(w, entries.length);
  for (const { name, bytes } of entries) {
    putName(w, bytes);
    putWithin(w, c, () => name);
  }
}

/** Writes the rows of a table as objects. */
function putTable(w: Writer, c: Cursor): void {
  const n = count(c, 1);
  const start = c.pos;
  const all = new Set<string>();
  while (all.size < n) tableName(c, all);
  const named = c.pos - start;
  const rows = size(c);
  repeat(c, named * rows, c.src.length);
  putByte(w, Header.Array);
  putSize(w, rows);
  const names = [...all].map((name) => utf8.encode(name));
  const order = names.map((key, i) => ({ key, i })).sort((a, b) => compareBytes(a.key, b.key));
  for (let row = 0; row < rows; row++) {
    putByte(w, Header.Object);
    putSize(w, n);
    const start = w.pos;
    const cells = names.map((key, i): Written<Uint8Array> => {
      const from = w.pos;
      putName(w, key);
      try {
        putWithin(w, c, () => [...all][i]);
      } catch (failure) {
        throw within(failure, row);
      }
      return { key, from, to: w.pos };
    });
    arrange(
      w,
      order.map(({ i }) => cells[i]!),
      start,
    );
  }
}

/** Writes null, booleans, and values of the forms that are left. */
function putExtension(w: Writer, c: Cursor, h: number, off: number): void {
  switch (h) {
    case Header.Matrix: {
      const { layout, values } = matrixParts(c);
      const end = c.pos;
      put16(w, h | (layout << 8));
      c.pos = off + 2;
      putNumbers(w, c, run(c, byte(c)), false);
      if (c.src[c.pos] === Header.Complex) putComplexes(w, c, { ...values, single: false }, false);
      else putNumbers(w, c, values, false);
      c.pos = end;
      return;
    }
    case Header.Complex:
      return putComplexes(w, c, complexRun(c), true);
    case Header.Time: {
      const { stamp, single, draft } = times(c);
      if (stamp) return putStamp(w, stamp);
      if (!single && !draft!.n) return putEmpty(w);
      put16(w, h | (c.src[off + 1]! << 8));
      if (!single) putSize(w, draft!.n);
      return putBytes(w, c.src.subarray(draft!.at, c.pos));
    }
    case Header.Interval: {
      const [from, to] = intervalParts(c);
      putByte(w, h);
      putStamp(w, from);
      return putStamp(w, to);
    }
    case Header.RegExp:
      put16(w, h | (byte(c) << 8));
      return putRaw(w, c, size(c));
  }
  putBytes(w, c.src.subarray(off, skipValue(c, off)));
}

function putStamp(w: Writer, [seconds, nanoseconds, offset]: Stamp): void {
  put16(w, Header.Time | ((offset ? 7 : 6) << 8));
  put64(w, BigInt(seconds));
  put32(w, nanoseconds);
  if (offset) put16(w, offset);
}

/** Writes a complex number or an array of them, an empty one as any empty array unless it has a type. */
function putComplexes(w: Writer, c: Cursor, all: Run & { single: boolean }, generic: boolean): void {
  if (!all.n && generic) return putEmpty(w);
  putRun(w, c, all, (h) => {
    put16(w, Header.Complex | ((all.single ? h & ~7 : h) << 8));
    if (!all.single) putSize(w, all.n / 2);
  });
}
