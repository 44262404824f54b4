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

/** An operation, written when all are known: what replaces a container replaces the operations on its parts. */
interface Operation {
  verb: string;
  path: string;
  value?: Value;
}

/** Operations as they are found, and the path of the values that are compared. */
interface Differ {
  ops: Operation[];
  /** The bytes that all operations take. */
  size: number;
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
    const d: Differ = { ops: [], size: 0, path: '', bytes: 0 };
    diff(d, from, to, unknown);
    const w = writer();
    putHead(w, plainArray, d.ops.length);
    for (const op of d.ops) putOperation(w, op);
    return take(w);
  });
}

/**
 * What is known of both sides: those bytes of the first are the same as those of the second, which lie shift further,
 * and then they differ. The sides are compared level by level: this way no byte is at each of them.
 */
interface Alike {
  from: number;
  to: number;
  shift: number;
}
const unknown: Alike = { from: 0, to: -1, shift: 0 };

/** Reports whether what is known tells of two parts whether they have the same bytes. */
const covers = ({ from, to, shift }: Alike, a: Value, b: Value): boolean =>
  b.off - a.off === shift && from <= a.off && a.off <= to;

/** Returns what is known of two values that are not the same. */
function alike(a: Value, b: Value): Alike {
  const n = common(a, b);
  return n < Math.min(a.end - a.off, b.end - b.off) ? { from: a.off, to: a.off + n, shift: b.off - a.off } : unknown;
}

/** Returns how many bytes two values have in common at their beginning. */
function common(a: Value, b: Value): number {
  const n = Math.min(a.end - a.off, b.end - b.off);
  let i = 0;
  while (i < n && a.src.src[a.off + i] === b.src.src[b.off + i]) i++;
  return i;
}

/** Finds what makes b of a, two parts of values of which k is known. */
function diff(d: Differ, a: Value, b: Value, k: Alike): void {
  if (equalBytes(a, b, k)) return;
  if (!covers(k, a, b)) k = alike(a, b);
  const sa = shapeOf(a);
  const sb = shapeOf(b);
  if (sa.kind === Kind.Leaf && sb.kind === Kind.Leaf && same(a, b, true)) return;
  if (sa.kind === Kind.Leaf || sa.kind === Kind.Packed || sa.kind !== sb.kind || sa.head !== sb.head)
    return put(d, 'replace', b);
  // What is longer than a replacement of the whole is not worth it.
  const { size } = d;
  const n = d.ops.length;
  const most = size + d.bytes + (b.end - b.off) + room;
  if (sa.kind === Kind.Object) members(d, a.src, b.src, sa, sb, k, most);
  else elements(d, a.src, b.src, sa, sb, k, most);
  if (d.size <= most) return;
  d.ops.length = n;
  d.size = size;
  put(d, 'replace', b);
}

const leaf: Shape = { kind: Kind.Leaf, head: 0, n: 0, body: 0, width: 0 };

/** Returns how a value lies; an element that has no header is a leaf. */
const shapeOf = ({ src, off, lead }: Value): Shape => (lead === undefined ? open(src, off) : { ...leaf, head: lead });

/** Reports whether two values are the same bytes, those that have no header by the type of their array. */
function equalBytes(a: Value, b: Value, k: Alike): boolean {
  const n = a.end - a.off;
  if (headOf(a) !== headOf(b) || n !== b.end - b.off) return false;
  return covers(k, a, b) ? a.end <= k.to : common(a, b) === n;
}

/** Notes an operation at the path. */
function put(d: Differ, verb: string, value?: Value): void {
  const { path, bytes } = d;
  d.ops.push({ verb, path, value });
  d.size += operationSize(verb, bytes, value);
}

/** Returns how many bytes putOperation writes for a path of so many. */
function operationSize(verb: string, path: number, value?: Value): number {
  const pair = (name: string, text: number): number => 1 + name.length + 1 + sizeLength(text) + text;
  const size = 2 + pair('op', verb.length) + pair('path', path);
  return value ? size + 1 + 'value'.length + lengthOf(value) : size;
}

/** Returns how many bytes a SIZE takes. */
function sizeLength(n: number): number {
  const w = writer();
  putSize(w, n);
  return take(w).length;
}

/** Returns the length of a value with its header. */
const lengthOf = ({ off, end, lead }: Value): number => end - off + Number(lead !== undefined);

function putOperation(w: Writer, { verb, path, value }: Operation): void {
  const text = (name: string, value: string): void => {
    putText(w, name);
    putByte(w, Header.String);
    putText(w, value);
  };
  putByte(w, Header.Object);
  putSize(w, value ? 3 : 2);
  text('op', verb);
  text('path', path);
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

/** Finds what makes the members of one object of those of another. */
function members(d: Differ, a: Cursor, b: Cursor, sa: Shape, sb: Shape, k: Alike, most: number): void {
  const old = indexOf(a, sa);
  const now = indexOf(b, sb);
  const within = (): boolean => d.size <= most;
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
    at(d, key, () => (was === undefined ? put(d, 'add', next) : diff(d, valueOf(a, child(a, was, sa)), next, k)));
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
function elements(d: Differ, a: Cursor, b: Cursor, sa: Shape, sb: Shape, k: Alike, most: number): void {
  const from = elementsOf(a, sa);
  const to = elementsOf(b, sb);
  const equal = (i: number, j: number): boolean => equalBytes(from(i), to(j), k);
  const within = (): boolean => d.size <= most;
  let i = 0;
  let na = sa.n;
  let nb = sb.n;
  while (i < na && i < nb && equal(i, i)) i++;
  for (; na > i && nb > i && equal(na - 1, nb - 1); na--) nb--;
  for (; i < na && i < nb && within(); i++) if (!equal(i, i)) at(d, i, () => diff(d, from(i), to(i), k));
  for (let n = na; n > i && within(); n--) at(d, n - 1, () => put(d, 'remove'));
  for (; i < nb && within(); i++) at(d, i, () => put(d, 'add', to(i)));
}
