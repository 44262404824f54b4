// One change as one splice: only what the path leads through is read and checked, so the change of
// a valid message is valid. What takes more than a splice is left to apply.ts.

import { fail, guardAt } from '../errors.js';
import { byteLimit, depthLimit, elementLimit, type DecodeOptions, type OwnBytes } from '../options.js';
import { begin } from '../parts.js';
import { bytesOf, type Bytes, type Cursor } from '../reader.js';
import { joined, putBytes, take } from '../writer.js';
import { applyAll, type Op } from './apply.js';
import {
  Kind,
  bytesOfValue,
  checkKey,
  eachChild,
  fits,
  like,
  noElement,
  noMember,
  noParts,
  open,
  parseIndex,
  plainArray,
  putHead,
  putKey,
  secondMember,
  segments,
  skipValue,
  source,
  type Child,
  type Shape,
  type Value,
} from './form.js';
import { writer } from './packed.js';
import { settled, usesExtended } from './profile.js';

/** Bytes in the place of others. */
interface Splice {
  from: number;
  to: number;
  bytes: Uint8Array;
}

/** Where a change is to be made. */
interface Target {
  c: Cursor;
  /** The container, and where it is. */
  s: Shape;
  at: number;
  /** The depth of its children; the root has 1. */
  depth: number;
  /** In it, if it was found. */
  child?: Child;
  /** There is another member of the same name before. */
  again: boolean;
  /** Where a new child is put at the end, and whether there is a place for one. */
  end: number;
  put: boolean;
  /** Children that were walked over: all of them, if none was found. */
  n: number;
  segment: string;
}

/** Makes one change. The message stays as it is. */
export function change(data: Bytes, op: Op, options: DecodeOptions): OwnBytes {
  const src = bytesOf(data);
  const t: Target = {
    c: source(src, options),
    s: plainArray,
    at: 0,
    depth: 1,
    again: false,
    end: 0,
    put: false,
    n: 0,
    segment: '',
  };
  const at = (): number => t.at;
  const path = guardAt(() => {
    begin(t.c);
    t.at = t.c.pos;
    return segments(op.path);
  }, at);
  const changed = guardAt(
    () => {
      const splices = locate(t, op, path) ? splicesOf(t, op) : undefined;
      const n = splices?.reduce((n, { from, to, bytes }) => n + bytes.length - (to - from), src.length);
      return n !== undefined && hasRoom(n, options) ? cut(src, splices!) : undefined;
    },
    at,
    op.path,
  );
  return changed ?? applyAll(data, [op], options);
}

/** Reports whether a message of n bytes is within the limits, whatever it holds: an element takes a byte at least. */
const hasRoom = (n: number, { limits }: DecodeOptions): boolean =>
  n <= byteLimit(limits) && n <= elementLimit(limits?.maxElements);

/** Finds where a change is to be made; reports false where that takes more than a splice. */
function locate(t: Target, { verb }: Op, all: string[]): boolean {
  const { c } = t;
  const appends = verb === 'append';
  if (!all.length && !appends) return false;
  for (const [i, segment] of all.entries()) {
    const s = (t.s = open(c, t.at));
    t.child = undefined;
    t.again = false;
    t.segment = segment;
    t.depth++;
    if (s.kind === Kind.Leaf) noParts(s.head);
    if (s.kind === Kind.Packed && !(s.width && verb === 'set')) return false;
    if (s.kind === Kind.Object) findMember(t, segment);
    else findElement(t, segment);
    if (i === all.length - 1 && !appends) {
      settle(t, verb);
      return true;
    }
    if (!t.child) missing(t);
    if (s.lead === undefined || s.kind === Kind.Array) t.at = t.child!.value;
    if (s.lead !== undefined) noParts(s.lead);
  }
  // The end of the array there.
  const s = (t.s = open(c, t.at));
  t.child = undefined;
  t.depth++;
  t.segment = '-';
  if (s.kind === Kind.Packed) return false;
  if (s.kind === Kind.Leaf) noParts(s.head);
  if (s.kind === Kind.Object) fail('mismatch', 'an object has no end to append to');
  findElement(t, '-');
  return true;
}

/** Fails where the last segment has led to nothing that verb can be done with. */
function settle(t: Target, verb: Op['verb']): void {
  const object = t.s.kind === Kind.Object;
  if (verb === 'insert' && t.child && object) secondMember(t.segment);
  if (verb === 'insert' ? !t.put : !t.child && (verb === 'remove' || !object)) missing(t);
}

const missing = ({ s, segment, n }: Target): never =>
  s.kind === Kind.Object ? noMember(segment) : noElement(segment, n);

/** Looks for a member, and comes to the end of the object. */
function findMember(t: Target, name: string): void {
  t.put = true;
  t.end = t.s.body;
  t.n = t.s.n;
  eachChild(t.c, t.s, (next) => {
    t.end = next.end;
    if (next.key !== name) return;
    t.again = !!t.child;
    t.child = next;
  });
}

/** Looks for an element. */
function findElement(t: Target, segment: string): void {
  const { n, body, width } = t.s;
  const i = parseIndex(segment);
  t.n = n;
  t.end = body + n * width;
  t.put = segment === '-' || (i >= 0 && i <= n);
  if (width) {
    const at = body + i * width;
    if (i >= 0 && i < n) t.child = { key: '', from: at, value: at, end: at + width };
    return;
  }
  eachChild(t.c, t.s, (next, at) => {
    t.end = next.end;
    if (at !== i) return;
    t.child = next;
    return false;
  });
}

/** Returns what makes the change, undefined where the container has to become another one. */
function splicesOf(t: Target, op: Op): Splice[] | undefined {
  if (op.verb === 'remove') return t.again ? undefined : out(t);
  const value = settled(op, () => beside(t, op), () => usesIt(t));
  admit(t, value);
  return op.verb === 'set' && t.child ? over(t, value, t.child) : into(t, value);
}

/** Returns what a value replaces, or the first element of the array that it comes into. */
function beside({ c, s, child }: Target, { verb }: Op): Value | undefined {
  const off = verb === 'set' && child ? child.value : s.kind === Kind.Array && s.n ? s.body : undefined;
  return off === undefined ? undefined : { src: c, off, end: off, lead: s.lead };
}

/** Reports whether the message uses the extended profile. */
function usesIt({ c }: Target): boolean {
  c.pos = 0;
  begin(c);
  return usesExtended(c, c.pos);
}

/** Checks the value of an operation as a child of the container. */
function admit({ c, depth }: Target, { src, off }: Value): void {
  const { limits } = c.options;
  const maxDepth = depthLimit(limits?.maxDepth) - depth + 1;
  if (maxDepth <= 0) fail('depth', 'too deep');
  const inner = source(src.src, { ...c.options, limits: { ...limits, maxDepth } });
  skipValue(inner, off);
}

/** Writes a value over a child. */
function over({ c, s }: Target, value: Value, { value: from, end: to }: Child): Splice[] | undefined {
  const old = { src: c, off: from, end: to, lead: s.lead };
  if (s.lead === undefined) return [{ from, to, bytes: like(value, old) ?? bytesOfValue(value) }];
  const bytes = fits(value, s.lead);
  if (!bytes || (s.kind === Kind.Packed && bytes.length !== to - from)) return undefined;
  return [{ from, to, bytes }];
}

/** Returns the head of the container with another number of children. */
function headOfSize({ s, at }: Target, delta: number): Splice {
  const w = writer();
  putHead(w, s, s.n + delta);
  return { from: at, to: s.body, bytes: take(w) };
}

/** Puts a value before the child that was found, or at the end. */
function into(t: Target, value: Value): Splice[] | undefined {
  const { s, child, end, segment } = t;
  const object = s.kind === Kind.Object;
  const at = child && !object ? child.from : end;
  if (object) checkKey(s, segment);
  const bytes = s.lead === undefined ? bytesOfValue(value) : fits(value, s.lead);
  if (!bytes) return undefined;
  const head = headOfSize(t, 1);
  const w = writer();
  if (object) putKey(w, s, segment);
  putBytes(w, bytes);
  return [head, { from: at, to: at, bytes: take(w) }];
}

/** Takes a child out. */
const out = (t: Target): Splice[] => [
  headOfSize(t, -1),
  { from: t.child!.from, to: t.child!.end, bytes: new Uint8Array() },
];

/** Makes splices, one after another in their order. */
function cut(src: Uint8Array, splices: Splice[]): OwnBytes {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { from, to, bytes } of splices) {
    parts.push(src.subarray(at, from), bytes);
    at = to;
  }
  return joined([...parts, src.subarray(at)]);
}
