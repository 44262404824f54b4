// How values lie that are changed without being decoded: containers and their children as
// offsets, and which value fits into which container. The parts of a document are those of its
// JSON form, as in Views. Of repeated keys the last counts.

import { intMembers } from '../decode.js';
import { fail, shown, unsupported } from '../errors.js';
import { extension } from '../extensions.js';
import { Header, Type, classOf, typeOf, widthOf, withType } from '../header.js';
import { depthLimit, elementLimit, type DecodeOptions } from '../options.js';
import { complexRun, isNumeric, run, times } from '../parts.js';
import { Cursor, byte, count, number } from '../reader.js';
import { pass } from '../scan.js';
import { text } from '../text.js';
import { isTypeTag } from '../typetag.js';
import { joined, putByte, putBytes, putSize, putText, type Writer } from '../writer.js';
import { cellsOf, valuesOf } from './cells.js';
import { convert, putInteger, sameNumber } from './number.js';

/** What can be done with a value. */
export const enum Kind {
  /** It has no parts, or none that can be changed one by one. */
  Leaf,
  Array,
  Object,
  /** An array or object whose children do not lie one after another, or not only: see cells.ts and packed.ts. */
  Packed,
}

/** How a container lies. */
export interface Shape {
  kind: Kind;
  head: number;
  /** The header of each element as a value of its own, if the message has none: all have one type. */
  lead?: number;
  /** The number of children, and where the first lies, or its key. */
  n: number;
  body: number;
  /** The length of each element, where all have the same; else 0. */
  width: number;
}

/** One child of a container, with its key if it is a member. */
export interface Child {
  key: string;
  /** Where it begins, with its key. The value itself lies from value to end. */
  from: number;
  value: number;
  end: number;
}

/** A value where it lies, with the header that the message does not have there. */
export interface Value {
  readonly src: Cursor;
  readonly off: number;
  readonly end: number;
  readonly lead?: number;
}

/** What takes every array and every object. */
export const plainArray: Shape = { kind: Kind.Array, head: Header.Array, n: 0, body: 0, width: 0 };
export const plainObject: Shape = { kind: Kind.Object, head: Header.Object, n: 0, body: 0, width: 0 };

/** Returns a cursor over bytes whose values are checked and not made. */
export const source = (bytes: Uint8Array, options: DecodeOptions): Cursor =>
  new Cursor(bytes, options, extension, 1, true);

/** Returns all of some bytes as one value. */
export const whole = (bytes: Uint8Array, options: DecodeOptions): Value => ({
  src: source(bytes, options),
  off: 0,
  end: bytes.length,
});

/** Returns the bytes of a value without its header, and its header. */
export const dataOf = ({ src, off, end, lead }: Value): Uint8Array =>
  src.src.subarray(lead === undefined ? off + 1 : off, end);
export const headOf = ({ src, off, lead }: Value): number => lead ?? src.src[off]!;

/** Returns a value as bytes of its own. */
export function bytesOfValue(v: Value): Uint8Array {
  if (v.lead === undefined) return v.src.src.subarray(v.off, v.end);
  return joined([Uint8Array.of(v.lead), dataOf(v)]);
}

/** Returns the offset after the value at an offset, having checked it. */
export function skipValue(c: Cursor, off: number): number {
  c.pos = off;
  c.depth = depthLimit(c.options.limits?.maxDepth);
  c.elements = elementLimit(c.options.limits?.maxElements);
  pass(c);
  return c.pos;
}

/** Says how the value at an offset lies. */
export function open(c: Cursor, off: number): Shape {
  c.pos = off;
  const head = byte(c);
  const shape = (kind: Kind, n = 0, lead?: number): Shape => ({ kind, head, n, body: c.pos, width: 0, lead });
  switch (head) {
    case Header.Object:
      return shape(Kind.Object, count(c, 2));
    case Header.Array:
      return shape(Kind.Array, count(c, 1));
    case Header.Strings:
      return shape(Kind.Array, count(c, 1), Header.String);
    case Header.Bools:
    case Header.Indexed:
    case Header.Matrix:
    case Header.Interval:
      return shape(Kind.Packed);
    case Header.Table:
      return shape(isTypeTag(c) ? Kind.Leaf : Kind.Packed);
    case Header.Complex:
      return shape(complexRun(c).single ? Kind.Leaf : Kind.Packed);
    case Header.Time:
      return shape(times(c).single ? Kind.Leaf : Kind.Packed);
  }
  if (typeOf(head) === Type.Object) return shape(Kind.Object, intMembers(c, head));
  if (!isNumeric(head)) return shape(Kind.Leaf);
  const { h, at, n, w } = run(c, head);
  const kind = head === Header.Aligned ? Kind.Packed : Kind.Array;
  return { kind, head, n, body: at, width: w, lead: withType(h, Type.Number) };
}

const names = ['constant', 'number', 'string'];
const extensions = [
  '',
  'type tag of version 1',
  '',
  'complex number',
  'time',
  'duration',
  '',
  '',
  'UUID',
  'regular expression',
];

/** Fails for a value of this header, which has no parts that can be changed. */
export function noParts(h: number): never {
  const extended = typeOf(h) === Type.Extension;
  const name = (extended ? extensions[h >> 3] : names[typeOf(h)]) ?? 'value';
  if (h === Header.Table || h === Header.Complex || h === Header.RegExp) unsupported(`a ${name} is changed as a whole`);
  return fail('mismatch', `a ${name} has no parts`);
}

/** Reads the key of the child at an offset, if there are keys, and moves to its value. */
export function key(c: Cursor, off: number, { kind, head }: Shape): string {
  c.pos = off;
  return kind !== Kind.Object ? '' : head === Header.Object ? text(c) : String(number(c, head));
}

/**
 * What is known of a text. To look into a container costs its length, as each child is passed over, and so a text
 * that is looked into level by level costs its length for each level. Once several times the length has been passed
 * over, it is noted of what is passed over next where all containers in it end.
 */
interface Passed {
  bytes: number;
  ends?: Map<number, number>;
}
const texts = new WeakMap<Cursor, Passed>();

/** How often a text is passed over before ends are noted, and how many bytes more. */
const often = 4;
const free = 4096;

/** Returns the offset after the value at an offset, which others have checked. */
export function passOver(c: Cursor, off: number): number {
  let p = texts.get(c);
  if (!p) texts.set(c, (p = { bytes: 0 }));
  const end = p.ends?.get(off);
  if (end !== undefined) return end;
  if (p.bytes > often * c.src.length + free) return noteEnds(c, off, (p.ends ??= new Map()));
  const next = skipValue(c, off);
  p.bytes += next - off;
  return next;
}

/** Does what skipValue does, and notes where the containers end that it comes through. */
function noteEnds(c: Cursor, off: number, ends: Map<number, number>): number {
  const levels: { s: Shape; off: number; left: number }[] = [];
  for (let at = off; ; ) {
    const s = open(c, at);
    const cells = s.kind === Kind.Packed && cellsOf(c, at);
    if (cells) {
      s.n = valuesOf(cells);
      s.body = cells.body;
    }
    if (s.n && !s.width && s.lead === undefined) {
      levels.push({ s, off: at, left: s.n });
      at = s.body;
    } else at = skipValue(c, at);
    for (let level; (level = levels.at(-1)) && !level.left; levels.pop()) ends.set(level.off, at);
    const level = levels.at(-1);
    if (!level) return at;
    level.left--;
    key(c, at, level.s);
    at = c.pos;
  }
}

/** Returns where the value of a child ends. */
export function endOf(c: Cursor, value: number, { width, lead }: Shape): number {
  if (width) return value + width;
  if (lead === undefined) return passOver(c, value);
  c.pos = value;
  text(c);
  return c.pos;
}

/** Reads the child at an offset, all of it. */
export function child(c: Cursor, from: number, s: Shape): Child {
  const name = key(c, from, s);
  const value = c.pos;
  return { key: name, from, value, end: endOf(c, value, s) };
}

/** Runs over the children of a container, until one of them is enough. */
export function eachChild(c: Cursor, s: Shape, run: (child: Child, i: number) => void | false): void {
  for (let at = s.body, i = 0; i < s.n; i++) {
    const next = child(c, at, s);
    if (run(next, i) === false) return;
    at = next.end;
  }
}

/** Returns where the last member of each name lies. */
export function indexOf(c: Cursor, s: Shape): Map<string, number> {
  const last = new Map<string, number>();
  eachChild(c, s, ({ key, from }) => void last.set(key, from));
  return last;
}

/** Writes what stands before n children. */
export function putHead(w: Writer, { head }: Shape, n: number): void {
  putByte(w, head);
  putSize(w, n);
}

/** Returns a name as a key of an object with integer keys; not every name is one. */
function integerKey(head: number, name: string): Uint8Array {
  const n = /^(0|-?[1-9]\d{0,38})$/.test(name) ? BigInt(name) : undefined;
  const data = n === undefined ? n : putInteger(new Uint8Array(widthOf(head)), head, n);
  return data ?? fail('mismatch', `"${shown(name)}" is not a key of an object with integer keys of that type`);
}

/** Fails for what cannot be the key of a member. */
export function checkKey({ head }: Shape, name: string): void {
  if (head !== Header.Object) integerKey(head, name);
  else if (/\p{Surrogate}/u.test(name)) fail('utf8', 'unpaired surrogate');
}

/** Writes the key of a member. */
export function putKey(w: Writer, { head }: Shape, name: string): void {
  if (head === Header.Object) putText(w, name);
  else putBytes(w, integerKey(head, name));
}

/** Returns a value in the form that an element of a type has; undefined if it has none. */
export function fits(v: Value, lead: number): Uint8Array | undefined {
  if (lead === Header.String) return headOf(v) === lead ? dataOf(v) : undefined;
  return convert(v, lead);
}

/** Returns a single time: its seconds, nanoseconds and the offset of its zone. */
function timeOf({ src, off }: Value): [bigint, number, number] | undefined {
  src.pos = off + 1;
  const { single, stamp, draft } = times(src);
  if (!single) return undefined;
  if (stamp) return [BigInt(stamp[0]), stamp[1], stamp[2]];
  const ns = src.view.getBigUint64(draft!.at, true);
  return [ns / 1_000_000_000n, Number(ns % 1_000_000_000n), 0];
}

/** Returns a time as a draft time, if that holds it: one in UTC, from 1970 on and up to 2554. */
export function draftOf(v: Value): Uint8Array | undefined {
  const time = v.lead === undefined && headOf(v) === Header.Time ? timeOf(v) : undefined;
  if (!time || time[2] || time[0] < 0n || time[0] > 18446744072n) return undefined;
  const bytes = new Uint8Array(10);
  bytes[0] = Header.Time;
  new DataView(bytes.buffer).setBigUint64(2, time[0] * 1_000_000_000n + BigInt(time[1]), true);
  return bytes;
}

/** Returns the parts of one complex number. */
function halvesOf({ src, off }: Value): Value[] {
  src.pos = off + 1;
  const { h, at, w } = complexRun(src);
  return [at, at + w].map((off) => ({ src, off, end: off + w, lead: withType(h, Type.Number) }));
}

/**
 * Returns a value in the form of the one in whose place it comes, if both are integers or both are times and that holds
 * it.
 */
export function like(v: Value, old: Value): Uint8Array | undefined {
  const h = headOf(old);
  if (h === Header.Time) return dataOf(old)[0] ? undefined : draftOf(v);
  const data = typeOf(h) === Type.Number && classOf(h) ? convert(v, h) : undefined;
  return data && joined([Uint8Array.of(h), data]);
}

/** Reports whether two leaves are equal: with the same type if exactly, else numbers by value. */
export function same(a: Value, b: Value, exactly: boolean): boolean {
  const h = headOf(a);
  const alike = h === headOf(b);
  if (alike && sameBytes(dataOf(a), dataOf(b))) return true;
  if (alike && h === Header.String) return textOf(a) === textOf(b);
  if (alike && !exactly && h === Header.Time) return String(timeOf(a)) === String(timeOf(b));
  // A duration of nothing may have a sign.
  if (alike && !exactly && h === Header.Duration)
    return [a, b].every((v) => dataOf(v).subarray(1).every((byte) => byte === 0));
  if (alike && !exactly && h === Header.Complex) {
    const other = halvesOf(b);
    return halvesOf(a).every((half, i) => sameNumber(half, other[i]!));
  }
  return !exactly && typeOf(h) === Type.Number && typeOf(headOf(b)) === Type.Number && sameNumber(a, b);
}

/** Returns the text of a string, undefined for other values. */
export function textOf(v: Value): string | undefined {
  if (headOf(v) !== Header.String) return undefined;
  v.src.pos = v.lead === undefined ? v.off + 1 : v.off;
  return text(v.src);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Returns the segments of a path, a JSON Pointer (RFC 6901), which may be anything. */
export function segments(path: string): string[] {
  if (!/^(\/([^~/]|~[01])*)*$/.test(path)) unsupported(`"${shown(path)}" is not a JSON Pointer`);
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Reads a segment as an index: -1 for "-", the element after the last. */
export function parseIndex(segment: string): number {
  if (segment === '-') return -1;
  if (!/^(0|[1-9]\d*)$/.test(segment)) fail('mismatch', `"${shown(segment)}" is not an index of an array`);
  return Number(segment);
}

export const noMember = (name: string): never => fail('missing', `no member "${shown(name)}"`);
export const noElement = (segment: string, n: number): never =>
  fail('missing', segment === '-' ? `nothing is at "-", after the last of ${n}` : `no element ${segment.slice(0, 20)} of ${n}`);
export const secondMember = (name: string): never => fail('duplicate', `there is a member "${shown(name)}"`);
