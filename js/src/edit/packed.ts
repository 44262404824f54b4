// Arrays of booleans, times and complex numbers, aligned arrays, matrices and intervals, which hold no others, are
// changed as the plain arrays and objects that they stand for, and get their form back if what they hold still has it.

import { putAligned } from '../encode.js';
import { unsupported } from '../errors.js';
import { Header, Type, withType } from '../header.js';
import type { DecodeOptions } from '../options.js';
import { bitAt, bits, complexRun, intervalParts, matrixParts, run, times } from '../parts.js';
import type { Cursor } from '../reader.js';
import { layouts } from '../values.js';
import { begin, put16, putByte, putBytes, putSize, putText, take, type Writer } from '../writer.js';
import {
  draftOf,
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
export const writer = (): Writer => begin({}, () => false, () => false);

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
  if (head === Header.Time) {
    const drafts: (Uint8Array | undefined)[] = [];
    eachChild(src, open(src, 0), ({ value: off, end }) => void drafts.push(draftOf({ src, off, end })));
    if (drafts.includes(undefined)) return false;
    put16(w, head | (kind << 8));
    putSize(w, n);
    for (const draft of drafts) putBytes(w, draft!.subarray(2));
    return true;
  }
  old.src.pos = 1;
  const width = 2 * complexRun(old.src).w;
  const values = src.src.subarray(body);
  const lead = kind & ~7;
  if (values.length !== n * (2 + width)) return false;
  for (let at = 0; at < values.length; at += 2 + width)
    if (values[at] !== head || values[at + 1] !== lead) return false;
  put16(w, head | (kind << 8));
  if ((kind & 7) === 2) putAligned(w, kind, width / 2, 2 * n, base);
  else putSize(w, n);
  for (let at = 2; at < values.length; at += 2 + width) putBytes(w, values.subarray(at, at + width));
  return true;
}

/** Returns the members of a plain object; none of another value. */
function fieldsOf(c: Cursor): Field[] {
  const fields: Field[] = [];
  if (c.src[0] === Header.Object)
    eachChild(
      c,
      open(c, 0),
      ({ key, value, end }) => void fields.push({ name: key, value: c.src.subarray(value, end) }),
    );
  return fields;
}

/** Writes a matrix or an interval, which have no plain form to fall back on. */
function putParts(w: Writer, { src }: Value, h: number): void {
  const matrix = h === Header.Matrix;
  const wanted = matrix ? ['layout', 'extents', 'value'] : ['start', 'end'];
  const bad = (): never => unsupported(`what comes out is no ${matrix ? 'matrix' : 'interval'} any more`);
  const fields = fieldsOf(src);
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
