// Decoding: every value of BEVE and of the extended profile into JavaScript's own.

import { each, fail, guard, unsupported, within } from './errors.js';
import { Header, Type, classOf, littleEndian, typeOf, typedArrays, withType } from './header.js';
import { learn, learning, noKey, readKey, shapeAt, slotMembers, type Key, type Shape } from './keys.js';
import type { DecodeOptions } from './options.js';
import {
  begin,
  bitAt,
  bits,
  checkStart,
  checkValue,
  complexRun,
  entry,
  indexCount,
  intervalParts,
  matrixParts,
  nanoseconds,
  patternParts,
  run,
  checkName,
  tableRows,
  times,
  uuidBytes,
  type Entry,
  type Run,
  type Stamp,
} from './parts.js';
import {
  Cursor,
  bytesOf,
  count,
  enter,
  invalid,
  leave,
  number,
  numberAt,
  size,
  skip,
  spend,
  truncated,
  width,
  type Bytes,
} from './reader.js';
import { text } from './text.js';
import { Duration, Interval, Timestamp, maxMillis } from './time.js';
import { isTypeTag } from './typetag.js';
import { Complex, ComplexArray, Matrix, Pattern, TypeTag, regexpFlags, type NumericArray } from './values.js';

type Members = Record<string, unknown>;

/** Sets a member as JSON.parse does: "__proto__" is a name like every other. */
function setMember(object: Members, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
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
    case Header.Uint32:
      return number(c, h);
    case Header.Strings:
      return list(c, true);
    case Header.Indexed:
      return indexed(c);
    case Header.Table:
      return isTypeTag(c) ? typeTag(c) : table(c);
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
    case Header.Matrix: {
      const { layout, extents, complex, values } = matrixParts(c);
      const all = numbers(c, values);
      return new Matrix(layout ? 'layout_left' : 'layout_right', extents, complex ? new ComplexArray(all) : all);
    }
    case Header.Complex: {
      const values = complexRun(c);
      const { single, h, at, w } = values;
      return single ? new Complex(numberAt(c, h, at), numberAt(c, h, at + w)) : new ComplexArray(numbers(c, values));
    }
    case Header.Time:
      return time(c);
    case Header.Duration:
      return new Duration(nanoseconds(c));
    case Header.Interval: {
      const [from, to] = intervalParts(c);
      return new Interval(timestamp(c, from), timestamp(c, to));
    }
    case Header.UUID:
      return Array.from(uuidBytes(c), (b) => b.toString(16).padStart(2, '0'))
        .join('')
        .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case Header.RegExp:
      return regexp(c);
  }
  return typeOf(h) === Type.Number ? number(c, h) : typeOf(h) === Type.Typed ? numbers(c, run(c, h)) : invalid(c, h);
}

function object(c: Cursor): Members {
  const n = count(c, 2);
  const members: Members = {};
  if (n === 0) return members;
  enter(c, n);
  const start = c.pos;
  const unique = c.options.rejectDuplicates;
  let key = noKey(c);
  const shape = shapeAt(readKey(c, key), n);
  c.pos = start;
  let i = shape ? fill(c, members, shape, shape.keys) : 0;
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
  if (keys) learn(keys, 1);
  leave(c);
  return members;
}

/** Reads the members of an object of a shape, up to the first key that differs if there are keys, and returns their number. */
function fill(c: Cursor, members: Members, { names, slots }: Shape, keys?: readonly Key[]): number {
  let n = 0;
  for (const slot of slots) {
    const from = n;
    n = slot(c, members, names, keys, from);
    if (n < from + slotMembers) break;
  }
  return n;
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
function numbers(c: Cursor, { h, at, n, w }: Run): NumericArray {
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
    if (!littleEndian()) unsupported('big-endian machine');
    const start = src.byteOffset + at;
    const buffer = src.buffer as ArrayBuffer;
    all = start % w || options.copy ? new Typed(buffer.slice(start, start + n * w)) : new Typed(buffer, start, n);
  }
  if (!options.genericArrays) return all;
  spend(c, n);
  return Array.from<number | bigint>(all);
}

function time(c: Cursor): Timestamp | Timestamp[] {
  const { single, stamp, draft } = times(c);
  if (stamp) return timestamp(c, stamp);
  const all: Timestamp[] = [];
  for (let i = 0; i < draft!.n && !c.skim; i++) {
    const ns = c.view.getBigUint64(draft!.at + 8 * i, true);
    all.push(Timestamp.of(Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)));
  }
  return single ? all[0]! : all;
}

function timestamp(c: Cursor, [seconds, nanoseconds, offset]: Stamp): Timestamp {
  if (!c.skim && Math.abs(Number(seconds)) * 1000 >= maxMillis) fail('overflow', 'out of range', c.pos);
  return Timestamp.of(Number(seconds), nanoseconds, offset);
}

function regexp(c: Cursor): RegExp | Pattern {
  const { flags, pattern } = patternParts(c);
  const letters = regexpFlags.filter((_, bit) => (flags >> bit) & 1).join('');
  try {
    if (!c.skim) return new RegExp(pattern, letters);
  } catch {
    // It is of another syntax, such as Go's.
  }
  return new Pattern(pattern, letters);
}

function typeTag(c: Cursor): TypeTag {
  const index = tagIndex(c);
  let inner: unknown;
  enter(c, 1);
  each(['value'], () => (inner = value(c)));
  leave(c);
  return new TypeTag(index, inner);
}

/** Reads the index of a type tag after its header. */
export function tagIndex(c: Cursor): number {
  const index = size(c);
  return Number.isSafeInteger(index) ? index : fail('overflow', 'out of range', c.pos);
}

function table(c: Cursor): Members[] {
  const fields = count(c, 1);
  const keys: Key[] = [];
  const names = new Set<string>();
  for (let key = noKey(c); keys.length < fields; keys.push(key)) {
    const at = c.pos;
    key = readKey(c, key);
    checkName(c, names, key.text, at);
  }
  const n = tableRows(c, fields);
  const rows: Members[] = [];
  if (n === 0) return rows;
  const all = [...names];
  const shape = learn(keys, n);
  let i = 0;
  try {
    for (; i < n; i++) rows.push(row(c, all, shape));
  } catch (failure) {
    throw within(failure, i);
  }
  leave(c);
  leave(c);
  return rows;
}

/** Reads the values of one row of a table. */
export function row(c: Cursor, names: readonly string[], shape?: Shape): Members {
  const members: Members = {};
  const done = shape ? fill(c, members, shape) : 0;
  if (done < names.length) each(names.slice(done), (name) => setMember(members, name, value(c)));
  return members;
}

function indexed(c: Cursor): Members {
  const n = indexCount(c);
  const members: Members = {};
  if (n === 0) return members;
  enter(c, n);
  const entries: Entry[] = [];
  while (entries.length < n) entries.push(entry(c, entries.at(-1)));
  const data = c.pos;
  for (const member of entries) {
    const start = c.pos;
    checkStart(c, member, data);
    each([member.name], (name) => setMember(members, name, value(c)));
    checkValue(c, member, start);
  }
  leave(c);
  return members;
}

/** Fails unless the value before the cursor ends the message. */
export function finish(c: Cursor): void {
  if (c.pos < c.src.length) fail('trailing', 'trailing data', c.pos);
}

/** Returns a cursor that stands before the value of a message. */
export function open(data: Bytes, options: DecodeOptions): Cursor {
  const c = new Cursor(bytesOf(data), options);
  if (c.src.length > (options.limits?.maxBytes || Infinity)) tooLong();
  begin(c);
  return c;
}

export const tooLong = (): never => fail('limit', 'message too long', 0);

/**
 * Decodes a message: one value, perhaps after a framing header or delimiters.
 * Throws a BeveError for anything else, with offset and path.
 *
 * Numeric arrays become typed arrays. Those that happen to be aligned view the
 * bytes of data, which must then not change, unless options.copy is set; all other
 * results are independent of data.
 */
export function decode<T = unknown>(data: Bytes, options: DecodeOptions = {}): T {
  return guard(() => {
    const c = open(data, options);
    const result = value(c);
    finish(c);
    return result as T;
  });
}
