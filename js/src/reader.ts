// Reading at a cursor: bounds, sizes, numbers, and the budget that limits what a
// message may cost.

import { wrong } from './check.js';
import { fail, unsupported } from './errors.js';
import { bfloat16, float16 } from './float16.js';
import { Header, Type, widthOf, withType } from './header.js';
import { depthLimit, elementLimit, type DecodeOptions } from './options.js';

/** Bytes as callers may have them. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** What typed arrays of all types have in common. */
export const typed = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype);

/** Returns the name of the type of a typed array, undefined for other values. */
export const typeName = (data: unknown): string | undefined => Reflect.get(typed, Symbol.toStringTag, data);

/**
 * Returns a plain Uint8Array of the same memory, undefined for anything but bytes that are there. What memory has is
 * asked of the classes of the language: a class of one's own, or a Proxy, may say something else.
 */
export function memory(data: unknown): Uint8Array | undefined {
  try {
    const view =
      Object.prototype.toString.call(data) === '[object ArrayBuffer]' ? new DataView(data as ArrayBuffer) : data;
    const part = (name: string) => Reflect.get(typeName(view) ? typed : DataView.prototype, name, view);
    const n = part('byteLength');
    // The memory of a typed array may have been made too short for it.
    if (!n && typeName(view)) Reflect.apply(typed.keys, view, []);
    return new Uint8Array(part('buffer'), part('byteOffset'), n);
  } catch {
    return undefined;
  }
}

export const isBytes = (data: unknown): data is Bytes => ArrayBuffer.isView(data) || data instanceof ArrayBuffer;

/** Returns what memory does; throws a TypeError where that is undefined. */
export const bytesOf = (data: Bytes): Uint8Array =>
  memory(data) ??
  wrong(data, 'data', isBytes(data) ? 'neither detached nor out of bounds' : 'an ArrayBuffer or a view of one');

/** Reads a value after the header of an extension. */
export type Other = (c: Cursor, h: number) => unknown;

let calls = 0;

/** A place in a message, and what is left of its budget. */
export class Cursor {
  pos = 0;
  /** Nothing follows what is here: set to false for the part of a stream that has arrived. */
  final = true;
  /** How far the names of a table were looked at: see typetag.ts. */
  names: [last: number, fields: number, pos: number, clean: number] | undefined = undefined;
  view: DataView;
  depth: number;
  elements: number;
  /** The text of a part of the message, and where that is: see text.ts. */
  part = '';
  from = 0;
  to = 0;
  /** Bytes of text that were read since the last part was opened. */
  read: number;

  /** The members of the object that was made last by functions for its shape. */
  done = 0;

  /** Tells what reads from what read before: Object.prototype may have changed since then, and does not meanwhile. */
  readonly call = ++calls;

  /**
   * level is how deep the value at the cursor is nested. Where skim is set, values
   * are checked but not made.
   */
  constructor(
    public src: Uint8Array,
    readonly options: DecodeOptions,
    readonly other: Other,
    level = 1,
    readonly skim = false,
  ) {
    this.view = viewOf(src);
    this.depth = depthLimit(options.limits?.maxDepth) - level + 1;
    this.elements = elementLimit(options.limits?.maxElements);
    this.read = options.copy || skim ? -(2 ** 30) : 0;
  }
}

/** Goes on in a longer buffer that begins with the same bytes. */
export function extend(c: Cursor, src: Uint8Array): void {
  c.src = src;
  c.view = viewOf(src);
}

const viewOf = (src: Uint8Array): DataView => new DataView(src.buffer, src.byteOffset, src.length);

/** Fails for bytes that are not BEVE. */
export function syntax(c: Cursor, detail: string, at = c.pos): never {
  return fail('syntax', detail, at);
}

export function truncated(c: Cursor): never {
  return fail('truncated', 'input ends early', c.src.length);
}

/** Fails for the header before the cursor. */
export function invalid(c: Cursor, h: number): never {
  return syntax(c, 'invalid header 0x' + h.toString(16), c.pos - 1);
}

/** Returns the offset of the next n bytes and moves past them. */
export function skip(c: Cursor, n: number): number {
  const at = c.pos;
  if (n > c.src.length - at) truncated(c);
  c.pos = at + n;
  return at;
}

export function byte(c: Cursor): number {
  return c.src[skip(c, 1)]!;
}

/** Reads a SIZE. Those beyond 2^53 are rounded: no input backs them. */
export function size(c: Cursor): number {
  const first = byte(c);
  return first & 3 ? longSize(c, first) : first >> 2;
}

/** Reads what follows the first byte of a SIZE of several. */
function longSize(c: Cursor, first: number): number {
  switch (first & 3) {
    case 1:
      return (first | (byte(c) << 8)) >> 2;
    case 2:
      return c.view.getUint32(skip(c, 3) - 1, true) >>> 2;
  }
  const at = skip(c, 7) - 1;
  return c.view.getUint32(at + 4, true) * 2 ** 30 + (c.view.getUint32(at, true) >>> 2);
}

/** Reads a SIZE of things that take at least unit bytes each, which must be there. */
export function count(c: Cursor, unit: number): number {
  const n = size(c);
  if (n > (c.src.length - c.pos) / unit) truncated(c);
  return n;
}

/** What a message may still cost, where it is read, or written, which is told by no src. */
interface Budget {
  pos: number;
  depth: number;
  elements: number;
  src?: Uint8Array;
}

/** Takes one level and n elements out of the budget. */
export function enter(b: Budget, n: number): void {
  if (--b.depth <= 0) fail('depth', 'too deep', b.src && b.pos);
  spend(b, n);
}

/** Gives a level back. Elements stay spent: they count per message. */
export function leave(c: Cursor): void {
  c.depth++;
}

export function spend(b: Budget, n: number): void {
  if ((b.elements -= n) < 0) fail('limit', 'too many elements', b.src && b.pos);
}

/** Returns n as a number if it is a safe integer. */
const narrowed = (n: bigint): number | bigint => (Number.isSafeInteger(Number(n)) ? Number(n) : n);

/** Returns the signed integer of 64 bits at an offset within bounds. */
export function int64(view: DataView, at: number): number | bigint {
  const n = view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  return Number.isSafeInteger(n) ? n : view.getBigInt64(at, true);
}

/** Returns the number at an offset within bounds, whose class and width a header gives. */
export function numberAt({ view }: Pick<Cursor, 'view'>, h: number, at: number): number | bigint {
  switch (withType(h, Type.Number)) {
    case Header.BFloat16:
      return bfloat16(view.getUint16(at, true));
    case Header.Float16:
      return float16(view.getUint16(at, true));
    case Header.Float32:
      return view.getFloat32(at, true);
    case Header.Float64:
      return view.getFloat64(at, true);
    case Header.Int8:
      return view.getInt8(at);
    case Header.Int16:
      return view.getInt16(at, true);
    case Header.Int32:
      return view.getInt32(at, true);
    case Header.Int64:
      return int64(view, at);
    case Header.Uint8:
      return view.getUint8(at);
    case Header.Uint16:
      return view.getUint16(at, true);
    case Header.Uint32:
      return view.getUint32(at, true);
    case Header.Uint64:
      return narrowed(view.getBigUint64(at, true));
    case Header.Int128:
      return narrowed((view.getBigInt64(at + 8, true) << 64n) | view.getBigUint64(at, true));
    case Header.Uint128:
      return narrowed((view.getBigUint64(at + 8, true) << 64n) | view.getBigUint64(at, true));
  }
  return unsupported('float128', at);
}

/** Returns the width that the header before the cursor names, which must be one that exists. */
export function width(c: Cursor, h: number): number {
  return widthOf(h) || invalid(c, h);
}

/** Reads one number or integer key. */
export function number(c: Cursor, h: number): number | bigint {
  const at = skip(c, width(c, h));
  return c.skim && h === Header.Float128 ? 0 : numberAt(c, h, at);
}
