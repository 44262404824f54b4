// Reading text. The decoder of the platform takes long to begin, so that short text is
// made here, and longer text is cut from parts of the message that are decoded at once.

import { fail } from './errors.js';
import { count, type Cursor } from './reader.js';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Lists of code units for text of every length up to 31. */
const units = /* @__PURE__ */ Array.from({ length: 32 }, (_, n) => new Array<number>(n).fill(0));

/** The bytes of a part. Text that is cut from one keeps the text of all of it in memory. */
const partBytes = 4096;

/** The longest text that is cut from a part. */
const longest = 512;

const words = /* @__PURE__ */ new Int32Array(partBytes / 4);
const bytes = /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ words.buffer);

/** Reads text after its SIZE. */
export function text(c: Cursor): string {
  return textOf(c, count(c, 1));
}

/** Reads text of n bytes, which are there. */
export function textOf(c: Cursor, n: number): string {
  const { src, pos } = c;
  c.pos = pos + n;
  if (n <= longest && isASCII(c, pos, n)) {
    c.read += n;
    if (c.pos > c.to && c.read >= worth) openPart(c, pos);
    if (c.pos <= c.to && pos >= c.from) return c.part.slice(pos - c.from, c.pos - c.from);
    const list = units[n];
    if (list) {
      for (let i = 0; i < n; i++) list[i] = src[pos + i]!;
      return String.fromCharCode(...list);
    }
  }
  try {
    return utf8.decode(src.subarray(pos, pos + n));
  } catch {
    return fail('utf8', 'invalid UTF-8', pos);
  }
}

/** Reports whether n bytes at pos are ASCII. */
function isASCII({ src, view }: Cursor, pos: number, n: number): boolean {
  if (n < 4) return ((src[pos]! | src[pos + n - 1]! | src[pos + (n >> 1)]!) & 128) === 0;
  const last = pos + n - 4;
  let bits = view.getInt32(last);
  for (; pos < last; pos += 4) bits |= view.getInt32(pos);
  return (bits & 0x80808080) === 0;
}

/** How Node makes text of one-byte characters: Buffer's own way, which begins at once. */
const slice: ((this: Uint8Array, from: number, to: number) => string) | undefined = /* @__PURE__ */ (() =>
  (globalThis as any).Buffer?.prototype.latin1Slice)();

/** A part is worth its cost after so many bytes of text. */
const worth = slice ? 128 : 512;

/** Decodes the part at pos as if it were ASCII: what is cut from it is. */
function openPart(c: Cursor, pos: number): void {
  const to = Math.min(pos + partBytes, c.src.length);
  if (slice) {
    c.part = slice.call(c.src, pos, to);
  } else {
    bytes.set(c.src.subarray(pos, to));
    for (let i = 0; i < words.length; i++) words[i]! &= 0x7f7f7f7f;
    c.part = utf8.decode(bytes.subarray(0, to - pos));
  }
  c.from = pos;
  c.to = to;
  c.read = 0;
}
