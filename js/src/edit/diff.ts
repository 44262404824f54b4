// The changes between two messages, as a JSON Patch.

import { guardAt, segment } from '../errors.js';
import { Header } from '../header.js';
import type { DecodeOptions, OwnBytes } from '../options.js';
import type { Bytes, Cursor } from '../reader.js';
import { putByte, putBytes, putSize, putText, take, utf8, type Writer } from '../writer.js';
import { checked } from './apply.js';
import {
  Kind,
  bytesOfValue,
  child,
  eachChild,
  headOf,
  indexOf,
  open,
  same,
  plainArray,
  putHead,
  type Child,
  type Shape,
  type Value,
} from './form.js';
import { writer } from './packed.js';

/** Operations as they are found, and the path of the values that are compared. */
interface Differ {
  w: Writer;
  n: number;
  path: string;
  /** The bytes that the path takes as UTF-8. */
  bytes: number;
}

/** More than an operation takes beside its path and value. */
const room = 64;

/** Returns a JSON Patch that makes one message of another. */
export function difference(a: Bytes, b: Bytes, options: DecodeOptions): OwnBytes {
  return guardAt(() => {
    const [from, to] = [a, b].map((data): Value => {
      const { c, start, end } = checked(data, options);
      return { src: c, off: start, end };
    }) as [Value, Value];
    const d: Differ = { w: writer(), n: 0, path: '', bytes: 0 };
    diff(d, from, to);
    const ops = take(d.w);
    const w = writer();
    putHead(w, plainArray, d.n);
    putBytes(w, ops);
    return take(w);
  });
}

const length = ({ pos, extra }: Writer): number => pos + extra;

/** Writes what makes b of a. */
function diff(d: Differ, a: Value, b: Value): void {
  if (equalBytes(a, b)) return;
  const sa = shapeOf(a);
  const sb = shapeOf(b);
  if (sa.kind === Kind.Leaf && sb.kind === Kind.Leaf && same(a, b, true)) return;
  if (sa.kind === Kind.Leaf || sa.kind === Kind.Packed || sa.kind !== sb.kind || sa.head !== sb.head)
    return put(d, 'replace', b);
  // What is longer than a replacement of the whole is not worth it.
  const { w, n } = d;
  const before = { ...w };
  const large = w.large.length;
  const most = length(w) + d.bytes + (b.end - b.off) + room;
  if (sa.kind === Kind.Object) members(d, a.src, b.src, sa, sb, most);
  else elements(d, a.src, b.src, sa, sb, most);
  if (length(w) <= most) return;
  const { buf, view } = w;
  Object.assign(w, before, { buf, view });
  w.large.length = large;
  d.n = n;
  put(d, 'replace', b);
}

const leaf: Shape = { kind: Kind.Leaf, head: 0, n: 0, body: 0, width: 0 };

/** Returns how a value lies; an element that has no header is a leaf. */
const shapeOf = ({ src, off, lead }: Value): Shape => (lead === undefined ? open(src, off) : { ...leaf, head: lead });

/** Reports whether two values are the same bytes, those that have no header by the type of their array. */
function equalBytes(a: Value, b: Value): boolean {
  const n = a.end - a.off;
  if (headOf(a) !== headOf(b) || n !== b.end - b.off) return false;
  for (let i = 0; i < n; i++) if (a.src.src[a.off + i] !== b.src.src[b.off + i]) return false;
  return true;
}

/** Writes an operation at the path. */
function put(d: Differ, verb: string, value?: Value): void {
  const { w } = d;
  d.n++;
  const text = (name: string, value: string): void => {
    putText(w, name);
    putByte(w, Header.String);
    putText(w, value);
  };
  putByte(w, Header.Object);
  putSize(w, value ? 3 : 2);
  text('op', verb);
  text('path', d.path);
  if (!value) return;
  putText(w, 'value');
  putBytes(w, bytesOfValue(value));
}

/** Runs with a segment added to the path. */
function at(d: Differ, key: string | number, run: () => void): void {
  const { path, bytes } = d;
  const more = segment(key);
  d.path += more;
  d.bytes += /^[\0-\x7f]*$/.test(more) ? more.length : utf8.encode(more).length;
  run();
  d.path = path;
  d.bytes = bytes;
}

/** Writes what makes the members of one object of those of another. */
function members(d: Differ, a: Cursor, b: Cursor, sa: Shape, sb: Shape, most: number): void {
  const old = indexOf(a, sa);
  const now = indexOf(b, sb);
  const within = (): boolean => length(d.w) <= most;
  eachChild(a, sa, ({ key, from }) => {
    if (old.get(key) !== from || now.has(key)) return;
    at(d, key, () => put(d, 'remove'));
    return within() && undefined;
  });
  if (!within()) return;
  eachChild(b, sb, ({ key, from, value, end }) => {
    if (now.get(key) !== from) return;
    const was = old.get(key);
    const next = { src: b, off: value, end };
    at(d, key, () => (was === undefined ? put(d, 'add', next) : diff(d, valueOf(a, child(a, was, sa)), next)));
    return within() && undefined;
  });
}

const valueOf = (src: Cursor, { value, end }: Child): Value => ({ src, off: value, end });

/** Returns the elements of an array by their index. */
function elementsOf(src: Cursor, s: Shape): (i: number) => Value {
  const { width, body, lead } = s;
  const ends: number[] = [body];
  if (!width) eachChild(src, s, ({ end }) => void ends.push(end));
  return (i) =>
    width
      ? { src, off: body + i * width, end: body + (i + 1) * width, lead }
      : { src, off: ends[i]!, end: ends[i + 1]!, lead };
}

/**
 * Leaves alone what two arrays of one form have in common at their beginning and their end, compares what
 * is between one by one, and removes or adds the rest.
 */
function elements(d: Differ, a: Cursor, b: Cursor, sa: Shape, sb: Shape, most: number): void {
  const from = elementsOf(a, sa);
  const to = elementsOf(b, sb);
  const equal = (i: number, j: number): boolean => equalBytes(from(i), to(j));
  const within = (): boolean => length(d.w) <= most;
  let i = 0;
  let na = sa.n;
  let nb = sb.n;
  while (i < na && i < nb && equal(i, i)) i++;
  for (; na > i && nb > i && equal(na - 1, nb - 1); na--) nb--;
  for (; i < na && i < nb && within(); i++) if (!equal(i, i)) at(d, i, () => diff(d, from(i), to(i)));
  for (let n = na; n > i && within(); n--) at(d, n - 1, () => put(d, 'remove'));
  for (; i < nb && within(); i++) at(d, i, () => put(d, 'add', to(i)));
}
