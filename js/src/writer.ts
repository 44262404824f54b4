// The buffer that encoding fills: room, sizes, numbers, text.

import { fail, unsupported } from './errors.js';
import { depthLimit, elementLimit, packLimit, type EncodeOptions, type OwnBytes } from './options.js';

/** @internal */
export const utf8 = /* @__PURE__ */ new TextEncoder();

/** Writes an object of a class that it knows, or a list in a form of its own; reports false for others. */
export type Other = (w: Writer, value: object) => void | false;

/** Reports whether an object that has toJSON is of a class that Other knows, whose form is not what that returns. */
export type Own = (value: WithForm) => boolean;

/** An object that says what it is in JSON. */
export interface WithForm {
  toJSON(key: string): unknown;
}

/** Memory from this length on is large. */
const largeBytes = 1 << 14;

/** A message that is being written; begin sets what has no value here. */
export class Writer {
  buf = new Uint8Array(4096);
  view = new DataView(this.buf.buffer);
  pos!: number;
  depth!: number;
  elements!: number;
  options!: EncodeOptions;
  other!: Other;
  own!: Own;
  /** Memory that belongs between the bytes before at and those from there on: it is copied once, at the end. */
  large!: { at: number; bytes: Uint8Array }[];
  /** The bytes of it. */
  extra!: number;
  /** Memory from this length on is large. */
  keep!: number;
  /** An Array of numbers from this length on is written as a typed array. */
  pack!: number;
}

/** The largest buffer that is kept for the next message. */
const kept = 1 << 20;

let idle: Writer | undefined;

/** Returns a Writer that is at its start. */
export function begin(options: EncodeOptions, other: Other, own: Own): Writer {
  const w = idle ?? new Writer();
  idle = undefined; // a toJSON may encode too
  w.pos = w.extra = 0;
  w.large = [];
  w.keep = largeBytes;
  w.depth = depthLimit(options.maxDepth);
  w.elements = elementLimit(options.maxElements);
  w.pack = packLimit(options.packNumbers);
  w.options = options;
  w.other = other;
  w.own = own;
  return w;
}

/** Returns what was written, in memory of its own, and keeps the Writer. */
export function take(w: Writer): OwnBytes {
  if (w.buf.length <= kept) idle = w;
  const { buf, pos, large, extra } = w;
  if (!extra) return buf.slice(0, pos);
  w.large = [];
  const all = new Uint8Array(pos + extra);
  let from = 0;
  let end = 0;
  for (const { at, bytes } of large) {
    // A toJSON may have taken the memory away from what was before it.
    if (!bytes.length) unsupported('cannot encode a detached buffer');
    all.set(buf.subarray(from, at), end);
    end += at - from;
    all.set(bytes, end);
    end += bytes.length;
    from = at;
  }
  all.set(buf.subarray(from, pos), end);
  return all;
}

/** Returns bytes one after another, in memory of their own. */
export function joined(parts: Uint8Array[]): OwnBytes {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Makes room for n bytes and returns where they go. */
function room(w: Writer, n: number): number {
  const { pos, buf } = w;
  if (pos + n > buf.length) {
    w.buf = new Uint8Array(2 * (pos + n));
    w.buf.set(buf);
    w.view = new DataView(w.buf.buffer);
  }
  w.pos = pos + n;
  return pos;
}

export function putByte(w: Writer, b: number): void {
  const at = room(w, 1);
  w.buf[at] = b;
}

export function putBytes(w: Writer, bytes: Uint8Array): void {
  const n = bytes.length;
  if (n < w.keep) {
    const at = room(w, n);
    w.buf.set(bytes, at);
  } else {
    w.large.push({ at: w.pos, bytes });
    w.extra += n;
  }
}

export function put16(w: Writer, n: number): void {
  const at = room(w, 2);
  w.view.setUint16(at, n, true);
}

export function put32(w: Writer, n: number): void {
  const at = room(w, 4);
  w.view.setUint32(at, n, true);
}

/** Writes the lower 64 bits of an integer. */
export function put64(w: Writer, n: bigint): void {
  const at = room(w, 8);
  w.view.setBigUint64(at, BigInt.asUintN(64, n), true);
}

export function putFloat(w: Writer, n: number): void {
  const at = room(w, 8);
  w.view.setFloat64(at, n, true);
}

/** Writes a SIZE: a count, or the length of text. No array or string is as long as to need eight bytes. */
export function putSize(w: Writer, n: number): void {
  if (n < 64) putByte(w, n << 2);
  else if (n < 16384) put16(w, (n << 2) | 1);
  else if (n < 2 ** 30) put32(w, (n << 2) | 2);
  else put64(w, (BigInt(n) << 2n) | 3n);
}

/** Writes another SIZE at at, where one ends at from: what it counts is known only after it. */
export function resize(w: Writer, at: number, from: number, n: number): void {
  const length = w.pos - from;
  const shift = at + (n < 64 ? 1 : n < 16384 ? 2 : n < 2 ** 30 ? 4 : 8) - from;
  if (shift) {
    w.pos = from + shift;
    room(w, length);
    w.buf.copyWithin(from + shift, from, from + length);
    for (const part of w.large) if (part.at > at) part.at += shift;
  }
  w.pos = at;
  putSize(w, n);
  w.pos += length;
}

/** Text up to this length is encoded here if it is ASCII. */
const shortText = 32;

/** Writes text after its SIZE. */
export function putText(w: Writer, s: string): void {
  const n = s.length;
  const at = w.pos;
  putSize(w, n); // most text is ASCII
  const start = room(w, 3 * n);
  if (n <= shortText) {
    const { buf } = w;
    let i = 0;
    for (; i < n; i++) {
      const unit = s.charCodeAt(i);
      if (unit > 127) break;
      buf[start + i] = unit;
    }
    if (i === n) {
      w.pos = start + n;
      return;
    }
  }
  const { written } = utf8.encodeInto(s, w.buf.subarray(start));
  w.pos = start + written;
  if (written === n) return;
  if (/\p{Surrogate}/u.test(s)) fail('utf8', 'unpaired surrogate');
  resize(w, at, start, written);
}
