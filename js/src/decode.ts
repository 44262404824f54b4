// Decoding: the values that JSON has, and arrays of numbers, into JavaScript's own. What
// the header of an extension begins is for the reader that a cursor has for these.

import { checkOptions } from './check.js';
import { define, fail, guard, unsupported, within } from './errors.js';
import { Header, Type, classOf, needOrder, typeOf, typedArrays, withType } from './header.js';
import { learn, learning, noKey, readKey, shapeAt, slotMembers, type Key, type Shape } from './keys.js';
import { byteLimit, type DecodeOptions } from './options.js';
import { begin, bitAt, bits, run, type Run } from './parts.js';
import {
  Cursor,
  bytesOf,
  count,
  enter,
  int64,
  invalid,
  leave,
  number,
  numberAt,
  skip,
  spend,
  truncated,
  width,
  type Bytes,
  type Other,
} from './reader.js';
import { text } from './text.js';
import type { NumericArray } from './values.js';

export type Members = Record<string, unknown>;

/**
 * Sets a member as JSON.parse does, whatever Object.prototype has of that name: a setter, as that of "__proto__", or what
 * cannot be written to.
 */
export function setMember(object: Members, name: string, value: unknown): void {
  if (name in Object.prototype) define(object, name, value);
  else object[name] = value;
}

/** Reads one value. */
export function value(c: Cursor): unknown {
  const { src, pos } = c;
  if (pos >= src.length) truncated(c);
  const h = src[pos]!;
  c.pos = pos + 1;
  switch (h) {
    case Header.String:
      return text(c);
    case Header.Object:
      return object(c);
    case Header.Array:
      return list(c, false);
    case Header.Float64:
      return c.view.getFloat64(skip(c, 8), true);
    case Header.Int8:
      return c.view.getInt8(skip(c, 1));
    case Header.Int16:
      return c.view.getInt16(skip(c, 2), true);
    case Header.Int32:
      return c.view.getInt32(skip(c, 4), true);
    case Header.False:
    case Header.True:
      return h === Header.True;
    case Header.Int64:
      return int64(c.view, skip(c, 8));
    case Header.Strings:
      return list(c, true);
  }
  return typeOf(h) === Type.Object ? intObject(c, h) : leaf(c, h);
}

/** Reads a value that has no values within, after its header. */
export function leaf(c: Cursor, h: number): unknown {
  switch (h) {
    case Header.Null:
      return null;
    case Header.False:
    case Header.True:
      return h === Header.True;
    case Header.String:
      return text(c);
    case Header.Bools: {
      const { n, at } = bits(c);
      return Array.from({ length: c.skim ? 0 : n }, (_, i) => bitAt(c, at, i));
    }
  }
  const type = typeOf(h);
  if (type === Type.Number) return number(c, h);
  if (type === Type.Typed) return numbers(c, run(c, h));
  return type === Type.Extension ? c.other(c, h) : invalid(c, h);
}

function object(c: Cursor): Members {
  const n = count(c, 2);
  if (n === 0) return {};
  enter(c, n);
  const start = c.pos;
  const unique = c.options.rejectDuplicates;
  const head = noKey(c);
  let key = head;
  let { shape } = head;
  let made = shape && shape.keys.length === n ? fill(c, shape, shape.keys) : undefined;
  if (!made) {
    shape = head.shape = shapeAt(readKey(c, head), n);
    c.pos = start;
    if (shape) made = fill(c, shape, shape.keys);
  }
  const members = made ?? {};
  let i = made ? c.done : 0;
  const keys = i < n && (shape || learning()) ? (shape?.keys.slice(0, i) ?? []) : undefined;
  if (i) key = shape!.keys[i - 1]!;
  let name: string | undefined;
  try {
    for (; i < n; i++) {
      name = undefined;
      key = readKey(c, key);
      name = key.text;
      if (unique && Object.hasOwn(members, name)) duplicate(c);
      keys?.push(key);
      setMember(members, name, value(c));
    }
  } catch (failure) {
    throw within(failure, name);
  }
  if (keys) head.shape = learn(keys, 1);
  leave(c);
  return members;
}

/**
 * Makes an object of a shape, up to the first key that differs if there are keys; c.done is the number of its
 * members. Returns undefined for none.
 */
export function fill(c: Cursor, shape: Shape, keys?: readonly Key[]): Members | undefined {
  const { names, slots } = shape;
  let members: Members | undefined;
  c.done = 0;
  if (shape.call !== c.call) {
    if (slots.some((slot, i) => slot.isInherited(names, i * slotMembers))) return undefined;
    shape.call = c.call;
  }
  for (const slot of slots) {
    const from = c.done;
    members = slot.read(c, members, names, keys, from);
    if (c.done < from + slotMembers) break;
  }
  return c.done ? members : undefined;
}

const duplicate = (c: Cursor): never => fail('duplicate', 'duplicate key', c.pos);

function intObject(c: Cursor, h: number): Map<number | bigint, unknown> {
  const map = new Map<number | bigint, unknown>();
  const n = intMembers(c, h);
  if (n === 0) return map;
  enter(c, n);
  let key: number | bigint | undefined;
  try {
    for (let i = 0; i < n; i++) {
      key = undefined;
      key = number(c, h);
      if (c.options.rejectDuplicates && map.has(key)) duplicate(c);
      map.set(key, value(c));
    }
  } catch (failure) {
    throw within(failure, key);
  }
  leave(c);
  return map;
}

/** Reads the number of members of an object with integer keys after its header. */
export function intMembers(c: Cursor, h: number): number {
  return classOf(h) === 0 ? invalid(c, h) : count(c, width(c, h) + 1);
}

/** Longer arrays grow as their elements arrive: those within each other may all claim the same bytes. */
const trusted = 1024;

/** Reads an array of values, or of text. */
function list(c: Cursor, texts: boolean): unknown[] {
  const n = count(c, 1);
  const all: unknown[] = n > trusted ? [] : new Array(n);
  if (n === 0) return all;
  enter(c, n);
  let i = 0;
  try {
    if (texts) for (; i < n; i++) all[i] = text(c);
    else for (; i < n; i++) all[i] = value(c);
  } catch (failure) {
    throw within(failure, i);
  }
  leave(c);
  return all;
}

/** Makes the array of a run, which views the input where alignment and options allow. */
export function numbers(c: Cursor, { h, at, n, w }: Run): NumericArray {
  const { src, options } = c;
  if (c.skim) return [];
  const Typed = typedArrays[(h >> 3) as keyof typeof typedArrays];
  let all: NumericArray;
  if (Typed === undefined) {
    // 16-bit floats fit into 32 bits; JavaScript has no memory of 128-bit integers.
    if (withType(h, Type.Number) === Header.Float128) unsupported('float128', at);
    all = w === 2 ? new Float32Array(n) : [];
    for (let i = 0; i < n; i++) all[i] = numberAt(c, h, at + i * w);
  } else {
    needOrder();
    const start = src.byteOffset + at;
    const buffer = src.buffer as ArrayBuffer;
    all = start % w || options.copy ? new Typed(buffer.slice(start, start + n * w)) : new Typed(buffer, start, n);
  }
  if (!options.genericArrays) return all;
  spend(c, n);
  return Array.from<number | bigint>(all);
}

/** Fails unless the value before the cursor ends the message. */
export function finish(c: Cursor): void {
  if (c.pos < c.src.length) fail('trailing', 'trailing data', c.pos);
}

/** Returns a cursor that stands before the value of a message. */
export function open(data: Bytes, options: DecodeOptions, other: Other): Cursor {
  const c = new Cursor(bytesOf(data), options, other);
  if (c.src.length > byteLimit(options.limits)) tooLong();
  begin(c);
  return c;
}

export const tooLong = (): never => fail('limit', 'message too long', 0);

/** Decodes a message whose extensions other reads; names are those of the options that there are. */
export function decodeWith(data: Bytes, options: DecodeOptions, names: readonly string[], other: Other): unknown {
  checkOptions(options, names);
  return guard(() => {
    const c = open(data, options, other);
    const result = value(c);
    finish(c);
    return result;
  });
}
