// The canonical form of BEVE, written: of all messages that say the same it is one.

import { intMembers } from '../decode.js';
import { skipValue } from '../edit/form.js';
import { repeat } from '../edit/cells.js';
import { fail, shown, unsupported, within } from '../errors.js';
import { depthLimit, elementLimit, type DecodeOptions } from '../options.js';
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
  nanoseconds,
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

/** A Writer that has all that was written, and what is left of the budget of the message. */
export interface FormWriter extends Writer {
  depth: number;
  elements: number;
  /** Bytes of names that rows of tables have repeated. */
  named: number;
}

/** Returns a writer for a message within limits. */
export function writer({ limits }: DecodeOptions): FormWriter {
  const w = begin({}, () => false, () => false);
  w.keep = Infinity;
  const depth = depthLimit(limits?.maxDepth);
  return Object.assign(w, { depth, elements: elementLimit(limits?.maxElements), named: 0 });
}

/**
 * Writes the n parts of the container at an offset. Only a form with more values than the message has, that of
 * draft times, can be beyond the limits then.
 */
function inside(w: FormWriter, n: number, at: number, parts: () => void): void {
  if (!n) return;
  if (--w.depth <= 0) fail('depth', 'too deep', at);
  if ((w.elements -= n) < 0) fail('limit', 'too many elements', at);
  parts();
  w.depth++;
}

/** Fails for what has no canonical form. */
export const refuse = (what: string, at: number): never => unsupported(what + ' has no canonical form', at);

export const repeated = (name: string, at: number): never =>
  fail('duplicate', `key "${shown(name)}" is there twice, of which canonical form has one`, at);

/** Writes the value at the cursor, which has been checked. */
export function put(w: FormWriter, c: Cursor): void {
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
      return inside(w, n, off, () => {
        for (let i = 0; i < n; i++) putRaw(w, c, size(c));
      });
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
function putRaw(w: FormWriter, c: Cursor, n: number): void {
  putSize(w, n);
  putBytes(w, c.src.subarray(c.pos, (c.pos += n)));
}

/** Writes text as a name. */
function putName(w: FormWriter, name: Uint8Array): void {
  putSize(w, name.length);
  putBytes(w, name);
}

/** All arrays that are empty are the same, unless they have a type by what they are part of. */
function putEmpty(w: FormWriter): void {
  putByte(w, Header.Array);
  putByte(w, 0);
}

function putNumber(w: FormWriter, c: Cursor, h: number): void {
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

function putNumbers(w: FormWriter, c: Cursor, all: Run, generic: boolean): void {
  if (!all.n && generic) return putEmpty(w);
  putRun(w, c, all, (h) => {
    putByte(w, withType(h, Type.Typed));
    putSize(w, all.n);
  });
}

/** Writes numbers in the narrowest type that holds them all, after their start. */
function putRun(w: FormWriter, c: Cursor, all: Run, start: (h: number) => void): void {
  const { at, n, w: width } = all;
  const h = withType(all.h, Type.Number);
  const to = n ? narrowest(c, h, at, n) : Header.Uint8;
  start(to);
  if (to === h && !hasForeignNaN(c, h, at, n)) return putBytes(w, c.src.subarray(at, at + n * width));
  for (let i = 0; i < n; i++) putAs(w, c, h, at + i * width, to);
}

function putBools(w: FormWriter, n: number, bit: (i: number) => boolean): void {
  if (!n) return putEmpty(w);
  const bits = new Uint8Array(Math.ceil(n / 8));
  for (let i = 0; i < n; i++) bits[i >> 3]! |= Number(bit(i)) << (i & 7);
  putByte(w, Header.Bools);
  putSize(w, n);
  putBytes(w, bits);
}

/** Writes a generic array, which becomes a typed one if one type holds all elements. */
function putArray(w: FormWriter, c: Cursor): void {
  const off = c.pos - 1;
  const n = size(c);
  const head = w.pos;
  putByte(w, Header.Array);
  putSize(w, n);
  const start = w.pos;
  inside(w, n, off, () => {
    for (let i = 0; i < n; i++) putWithin(w, c, () => i);
  });
  const of = elementType(w, w.buf, start, n);
  if (!of) return;
  const { h, complex } = of;
  const elements = w.buf.slice(start, w.pos);
  const view = new DataView(elements.buffer);
  w.pos = head;
  if (typeOf(h) === 0) return putBools(w, n, (i) => elements[i] === Header.True);
  if (complex) put16(w, Header.Complex | ((h | 1) << 8));
  else putByte(w, h === Header.String ? Header.Strings : withType(h, Type.Typed));
  putSize(w, n);
  for (let at = 0, i = 0; i < n; i++) {
    const from = elements[at++]!;
    if (complex) {
      const part = withType(elements[at++]!, Type.Number);
      at = putPart(w, elements, view, part, at, h);
      at = putPart(w, elements, view, part, at, h);
    } else if (h === Header.String) {
      const end = endOfText(elements, view, at);
      putBytes(w, elements.subarray(at, end));
      at = end;
    } else at = putPart(w, elements, view, from, at, h);
  }
}

/** Writes the number of header h at an offset as one of header to, and returns where it ends. */
function putPart(w: FormWriter, src: Uint8Array, view: DataView, h: number, at: number, to: number): number {
  const end = at + widthOf(h);
  if (h === to) putBytes(w, src.subarray(at, end));
  else putAs(w, { view }, h, at, to);
  return end;
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
 * Returns what the n canonical values from at on are all, if an array of that has a type: their header, or that of
 * the parts of complex numbers. It looks no further than the first that is not.
 */
export function elementType(
  { view }: { view: DataView },
  src: Uint8Array,
  at: number,
  n: number,
): { h: number; complex: boolean } | undefined {
  const first = src[at]!;
  const type = typeOf(first);
  const complex = first === Header.Complex;
  if (!n || (type && first !== Header.String && type !== Type.Number && !complex) || first === Header.Null)
    return undefined;
  const need = new Need();
  for (let i = 0; i < n; i++) {
    let h = src[at++]!;
    if (complex) {
      if (h !== first || typeOf((h = src[at++]!))) return undefined; // of another kind, or an array
      h = withType(h, Type.Number);
      need.add({ view }, h, at);
      at += widthOf(h);
    } else if (typeOf(h) !== type || (!type && h === Header.Null)) return undefined;
    if (h === Header.String) at = endOfText(src, view, at);
    if (typeOf(h) !== Type.Number) continue;
    need.add({ view }, h, at);
    at += widthOf(h);
  }
  if (type !== Type.Number && !complex) return { h: first, complex };
  const h = need.header();
  return h === undefined ? h : { h, complex };
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
function arrange(w: FormWriter, all: Written<unknown>[], start: number): void {
  const old = w.buf.slice(start, w.pos);
  w.pos = start;
  for (const { from, to } of all) putBytes(w, old.subarray(from - start, to - start));
}

const textOf = (key: Uint8Array): string => new TextDecoder().decode(key);

function putObject(w: FormWriter, c: Cursor): void {
  const off = c.pos - 1;
  const n = size(c);
  putByte(w, Header.Object);
  putSize(w, n);
  const start = w.pos;
  const all: Written<Uint8Array>[] = [];
  inside(w, n, off, () => {
    for (let i = 0; i < n; i++) {
      const length = size(c);
      const key = c.src.subarray(c.pos, (c.pos += length));
      const from = w.pos;
      putName(w, key);
      putWithin(w, c, () => textOf(key));
      all.push({ key, from, to: w.pos });
    }
  });
  if (sort(all, compareBytes, (key) => repeated(textOf(key), off))) arrange(w, all, start);
}

/** Writes a value that is a part of another. */
function putWithin(w: FormWriter, c: Cursor, key: () => unknown): void {
  try {
    put(w, c);
  } catch (failure) {
    throw within(failure, key());
  }
}

/** Compares integers, of which those that are safe are numbers. */
export const compareIntegers = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function putIntObject(w: FormWriter, c: Cursor, h: number): void {
  const off = c.pos - 1;
  const n = intMembers(c, h);
  const of = withType(h, Type.Number);
  const need = new Need();
  const start = w.pos;
  const all: Written<{ n: number | bigint; at: number }>[] = [];
  inside(w, n, off, () => {
    for (let i = 0; i < n; i++) {
      const at = c.pos;
      const key = { n: number(c, h), at };
      need.add(c, of, at);
      const from = w.pos;
      putWithin(w, c, () => key.n);
      all.push({ key, from, to: w.pos });
    }
  });
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
function putIndexed(w: FormWriter, c: Cursor): void {
  const off = c.pos - 1;
  const entries: Entry[] = [];
  for (const n = indexCount(c); entries.length < n;) entries.push(entry(c, entries.at(-1)));
  putByte(w, Header.Object);
  putSize(w, entries.length);
  inside(w, entries.length, off, () => {
    for (const { name, bytes } of entries) {
      putName(w, bytes);
      putWithin(w, c, () => name);
    }
  });
}

/** Writes the rows of a table as objects. */
function putTable(w: FormWriter, c: Cursor): void {
  const off = c.pos - 1;
  const n = count(c, 1);
  const start = c.pos;
  const all = new Set<string>();
  while (all.size < n) tableName(c, all);
  const named = c.pos - start;
  const rows = size(c);
  repeat({ pos: off }, (w.named += named * rows), c.src.length);
  putByte(w, Header.Array);
  putSize(w, rows);
  const names = [...all].map((name) => utf8.encode(name));
  const order = names.map((key, i) => ({ key, i })).sort((a, b) => compareBytes(a.key, b.key));
  const putRow = (row: number): void => {
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
  };
  inside(w, rows, off, () =>
    inside(w, rows * n, off, () => {
      for (let row = 0; row < rows; row++) putRow(row);
    }),
  );
}

/** Writes null, booleans, and values of the forms that are left. */
function putExtension(w: FormWriter, c: Cursor, h: number, off: number): void {
  switch (h) {
    case Header.Matrix: {
      const { layout, values } = matrixParts(c);
      const end = c.pos;
      put16(w, h | (layout << 8));
      c.pos = off + 2;
      putNumbers(w, c, run(c, byte(c)), false);
      if (c.src[c.pos] === Header.Complex && values.n) putComplexes(w, c, { ...values, single: false });
      else putNumbers(w, c, values, false); // of nothing nobody sees that it is complex
      c.pos = end;
      return;
    }
    case Header.Complex:
      return putComplexes(w, c, complexRun(c));
    case Header.Time: {
      const { stamp, single, draft } = times(c);
      if (stamp) return putStamp(w, stamp);
      return putDrafts(w, c, off, draft!, single);
    }
    case Header.Duration: {
      const nothing = !nanoseconds(c); // it has no sign
      put16(w, h | ((nothing ? 6 : c.src[off + 1]!) << 8));
      return putBytes(w, c.src.subarray(off + 2, c.pos));
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

function putStamp(w: FormWriter, [seconds, nanoseconds, offset]: Stamp): void {
  put16(w, Header.Time | ((offset ? 7 : 6) << 8));
  put64(w, BigInt(seconds));
  put32(w, nanoseconds);
  if (offset) put16(w, offset);
}

/** Writes a draft time as the timestamp that says the same, and an array of them as one of timestamps. */
function putDrafts(w: FormWriter, c: Cursor, off: number, { at, n }: Run, single: boolean): void {
  if (!single) {
    putByte(w, Header.Array);
    putSize(w, n);
    inside(w, n, off, () => {});
  }
  for (let i = 0; i < n; i++) {
    const nanos = c.view.getBigUint64(at + 8 * i, true);
    putStamp(w, [nanos / 1_000_000_000n, Number(nanos % 1_000_000_000n), 0]);
  }
}

/** Writes a complex number or an array of them, an empty one as any empty array. */
function putComplexes(w: FormWriter, c: Cursor, all: Run & { single: boolean }): void {
  if (!all.n) return putEmpty(w);
  putRun(w, c, all, (h) => {
    put16(w, Header.Complex | ((all.single ? h & ~7 : h) << 8));
    if (!all.single) putSize(w, all.n / 2);
  });
}
