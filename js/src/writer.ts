// The buffer that encoding fills: room, sizes, numbers, text.

import { fail } from './errors.js';
import { depthLimit, type EncodeOptions } from './options.js';

export const utf8 = /* @__PURE__ */ new TextEncoder();

/** A message that is being written. */
export class Writer {
  pos!: number;
  depth!: number;
  options!: EncodeOptions;
  buf = new Uint8Array(4096);
  view = new DataView(this.buf.buffer);
}

/** The largest buffer that is kept for the next message. */
const kept = 1 << 20;

let idle: Writer | undefined;

/** Returns a Writer that is at its start. */
export function begin(options: EncodeOptions): Writer {
  const w = idle ?? new Writer();
  idle = undefined; // a toJSON may encode too
  w.pos = 0;
  w.depth = depthLimit(options.maxDepth);
  w.options = options;
  return w;
}

/** Returns what was written, in memory of its own, and keeps the Writer. */
export function take(w: Writer): Uint8Array {
  if (w.buf.length <= kept) idle = w;
  return w.buf.slice(0, w.pos);
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

export function putBytes(w: Writer, b: Uint8Array): void {
  const at = room(w, b.length);
  w.buf.set(b, at);
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

/** Writes another SIZE where one ends at from: what it counts is known only after it. */
export function resize(w: Writer, at: number, from: number, n: number): void {
  const counted = w.buf.slice(from, w.pos);
  w.pos = at;
  putSize(w, n);
  putBytes(w, counted);
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
