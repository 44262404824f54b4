// Encoding: the values that JSON has, and arrays of numbers. What is of other classes is for
// the function that a Writer has for these.

import { each, fail, guard, unsupported, within } from './errors.js';
import { Header, Type, classOf, littleEndian, typedArrays, withType } from './header.js';
import type { EncodeOptions, OwnBytes } from './options.js';
import { compareBytes } from './parts.js';
import { isInteger, type NumericArray, type TypedArray } from './values.js';
import {
  begin,
  put16,
  put32,
  put64,
  putByte,
  putBytes,
  putFloat,
  putSize,
  putText,
  resize,
  take,
  utf8,
  type Other,
  type Writer,
} from './writer.js';

export type Members = Record<string, unknown>;

const framingVersion = 2;
const defaultTableRows = 5;

/** Shorter Arrays of numbers are read faster as they are: see bench/results/packed.md. */
const packedLength = 96;

/** Fails for what BEVE has no form for, or not for this one. */
export const noForm = (what: string): never => unsupported('cannot encode ' + what);

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Reports whether this is an object of no class that says nothing of its own form. */
export function isPlain(value: unknown): value is Members {
  const prototype = value && typeof value === 'object' && Object.getPrototypeOf(value);
  return (prototype === Object.prototype || (prototype === null && value !== null)) && !hasForm(value as object);
}

const hasForm = (value: object): value is { toJSON(): unknown } =>
  typeof (value as { toJSON?: unknown }).toJSON === 'function';

/** Reports whether all elements pass a test, holes as undefined, which Array.every passes over. */
export function all<T>(list: readonly T[], test: (item: T) => boolean): boolean {
  for (let i = 0; i < list.length; i++) if (!test(list[i]!)) return false;
  return true;
}

/** Writes a value; reports true for null that stands for undefined, which objects leave out. */
export function put(w: Writer, value: unknown): void | true {
  switch (typeof value) {
    case 'string':
      putByte(w, Header.String);
      return putText(w, value);
    case 'number':
      return putNumber(w, value);
    case 'boolean':
      return putByte(w, value ? Header.True : Header.False);
    case 'bigint':
      return putBigInt(w, value);
    case 'undefined':
      putByte(w, Header.Null);
      return true;
    case 'object':
      if (value === null) return putByte(w, Header.Null);
      if (Array.isArray(value)) return putArray(w, value);
      return isPlain(value) ? putObject(w, value) : putInstance(w, value);
  }
  noForm(typeof value);
}

/** Writes the narrowest integer, or a float64 for anything but an integer, and for -0. */
function putNumber(w: Writer, n: number): void {
  if ((n | 0) === n && (n || 1 / n > 0)) {
    if ((n << 24) >> 24 === n) {
      put16(w, Header.Int8 | (n << 8));
    } else if ((n << 16) >> 16 === n) {
      putByte(w, Header.Int16);
      put16(w, n);
    } else {
      putByte(w, Header.Int32);
      put32(w, n);
    }
  } else if (n && Number.isSafeInteger(n)) {
    putByte(w, Header.Int64);
    put32(w, n);
    put32(w, Math.floor(n / 2 ** 32));
  } else {
    putByte(w, Header.Float64);
    putFloat(w, n);
  }
}

/** Returns the header of the first of int64, uint64, int128 and uint128 that holds all of these. */
function integerHeader(all: bigint[]): number {
  for (const h of [Header.Int64, Header.Uint64, Header.Int128, Header.Uint128]) {
    const bits = h < Header.Float128 ? 64 : 128;
    if (all.every((n) => (classOf(h) === 1 ? BigInt.asIntN(bits, n) : BigInt.asUintN(bits, n)) === n)) return h;
  }
  return fail('overflow', 'out of range');
}

/** Writes an integer of a class and width that holds it. */
function putInteger(w: Writer, h: number, n: bigint): void {
  put64(w, n);
  if (h >= Header.Float128) put64(w, n >> 64n);
}

/** Takes one level and n elements out of the budget, which is the one that readers have. */
export function enter(w: Writer, n: number): void {
  if (--w.depth <= 0) fail('depth', 'too deep, or cyclic');
  spend(w, n);
}

export function spend(w: Writer, n: number): void {
  if ((w.elements -= n) < 0) fail('limit', 'too many elements');
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || (hasForm(Object(value)) && (value as { toJSON(): unknown }).toJSON() === undefined);

/** Writes the members of an object that are not undefined. */
export function putObject(w: Writer, object: Members): void {
  let names = Object.keys(object);
  // What is padded must not move when the number of members turns out to be smaller.
  if (w.options.aligned) names = names.filter((name) => !isAbsent(object[name]));
  sort(w, names);
  putByte(w, Header.Object);
  const at = w.pos;
  let n = names.length;
  putSize(w, n);
  if (!n) return;
  const start = w.pos;
  enter(w, 0);
  for (const name of names) {
    const value = object[name];
    const { pos } = w;
    try {
      if (value !== undefined) putText(w, name);
      if (put(w, value)) {
        w.pos = pos;
        n--;
      }
    } catch (failure) {
      throw within(failure, name);
    }
  }
  w.depth++;
  spend(w, n);
  if (n < names.length) resize(w, at, start, n);
}

/** Sorts names by their bytes, if that is wanted. */
export function sort(w: Writer, names: string[]): void {
  if (w.options.deterministic) names.sort((a, b) => compareBytes(utf8.encode(a), utf8.encode(b)));
}

function putArray(w: Writer, list: readonly unknown[]): void {
  const { extended, minTableRows, packNumbers } = w.options;
  const n = list.length;
  const type = typeof list[0];
  const only = (wanted: string): boolean => all(list, (item) => typeof item === wanted);
  if (type === 'boolean' && only(type)) return putBooleans(w, list);
  if (packNumbers && type === 'number' && n >= (packNumbers === true ? packedLength : packNumbers) && only(type))
    return putNumbers(w, packed(list as number[]));
  if (extended && n >= (minTableRows || defaultTableRows) && w.other(w, list) !== false) return;
  const strings = type === 'string' && only(type);
  putByte(w, strings ? Header.Strings : Header.Array);
  putSize(w, n);
  if (!n) return;
  enter(w, n);
  let i = 0;
  try {
    if (strings) for (; i < n; i++) putText(w, list[i] as string);
    else for (; i < n; i++) put(w, list[i]);
  } catch (failure) {
    throw within(failure, i);
  }
  w.depth++;
}

function putBooleans(w: Writer, list: readonly unknown[]): void {
  spend(w, list.length);
  const bits = new Uint8Array(Math.ceil(list.length / 8));
  list.forEach((item, i) => (bits[i >> 3]! |= Number(item) << (i & 7)));
  putByte(w, Header.Bools);
  putSize(w, list.length);
  putBytes(w, bits);
}

/** Writes what is of a class. */
function putInstance(w: Writer, value: object): void | true {
  if (ArrayBuffer.isView(value)) return putNumbers(w, value);
  if (value instanceof ArrayBuffer) return putNumbers(w, new Uint8Array(value));
  if (value instanceof Map) return putMap(w, value);
  if (value instanceof Set) return putArray(w, [...value]);
  if (w.other(w, value) !== false) return;
  if (hasForm(value)) {
    enter(w, 0); // its result may have one, too
    const absent = put(w, value.toJSON());
    w.depth++;
    return absent;
  }
  // A Promise, an Error or a boxed number has no members that say what it is.
  if (tagOf(value) !== 'Object') noForm(tagOf(value));
  putObject(w, value as Members);
}

/** Writes one integer, in the narrowest form. */
export function putBigInt(w: Writer, n: bigint): void {
  if (Number.isSafeInteger(Number(n))) return putNumber(w, Number(n));
  const h = integerHeader([n]);
  putByte(w, h);
  putInteger(w, h, n);
}

function putMap(w: Writer, map: Map<unknown, unknown>): void {
  const keys = [...map.keys()];
  if (keys.every((key) => typeof key === 'string')) return putObject(w, Object.fromEntries(map));
  if (!keys.every(isInteger) || new Set(keys.map(String)).size < keys.length) return noForm('Map keys');
  if (w.options.deterministic) keys.sort((a, b) => (a < b ? -1 : 1));
  const h = integerHeader(keys.map(BigInt));
  putByte(w, withType(h, Type.Object));
  putSize(w, keys.length);
  if (keys.length) enter(w, keys.length);
  each(keys, (key) => {
    putInteger(w, h, BigInt(key));
    put(w, map.get(key));
  });
  if (keys.length) w.depth++;
}

/** Numbers as they lie in memory and on the wire; h is a header of their class and width w. */
export interface Memory {
  h: number;
  w: number;
  n: number;
  bytes: Uint8Array;
}

/** The header of one number of every typed array, by the name of its type. */
const numberHeaders: Record<string, number> = /* @__PURE__ */ Object.fromEntries([
  ['Uint8ClampedArray', Header.Uint8],
  ['Float16Array', Header.Float16],
  .../* @__PURE__ */ Object.entries(typedArrays).map(([upper, { name }]) => [name, (Number(upper) << 3) | Type.Number]),
]);

/** Returns the memory of a typed array, or of numbers as float64, as integers where one is a bigint. */
export function memoryOf(data: NumericArray | ArrayBufferView): Memory {
  if (Array.isArray(data)) {
    if (all(data, (n) => typeof n === 'number')) return memoryOf(new Float64Array(data as number[]));
    if (!all(data, isInteger)) noForm('numbers');
    const list = data.map(BigInt);
    const h = integerHeader(list);
    const wide = h >= Header.Float128;
    const { bytes } = memoryOf(new BigInt64Array(wide ? list.flatMap((n) => [n, n >> 64n]) : list));
    return { h, w: wide ? 16 : 8, n: list.length, bytes };
  }
  if (!ArrayBuffer.isView(data)) noForm('numbers');
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const h = numberHeaders[tagOf(data)];
  if (!h) return { h: Header.Uint8, w: 1, n: bytes.length, bytes };
  if (!littleEndian()) unsupported('big-endian machine');
  const { length: n, BYTES_PER_ELEMENT: w } = data as TypedArray;
  return { h, w, n, bytes };
}

/** Returns numbers as the narrowest integers up to 32 bits, or as float64. */
function packed(list: number[]): TypedArray {
  let bits = 0;
  for (const n of list) {
    if (!Object.is(n | 0, n)) return new Float64Array(list);
    bits |= n ^ (n >> 31);
  }
  return bits >> 15 ? new Int32Array(list) : bits >> 7 ? new Int16Array(list) : new Int8Array(list);
}

/** Writes a numeric array. */
export function putNumbers(w: Writer, data: NumericArray | ArrayBufferView): void {
  const memory = memoryOf(data);
  putRun(w, memory, withType(memory.h, Type.Typed));
}

/** Begins an aligned array of n numbers; base is where the message has what w begins with. */
export function putAligned(w: Writer, h: number, width: number, n: number, base = 0): void {
  put16(w, Header.Aligned | (withType(h, Type.Typed) << 8));
  putSize(w, n);
  const padding = -(base + w.pos + w.extra + 1) & (width - 1);
  putByte(w, padding);
  putBytes(w, new Uint8Array(padding));
}

/** Writes a run after a header, or after that of an aligned array; per numbers count as one. */
export function putRun(w: Writer, { h, w: width, n, bytes }: Memory, header: number, per = 1): void {
  if (w.options.aligned && width > 1) {
    // Of complex numbers, the aligned form follows the header.
    if (per > 1) putByte(w, header + 1);
    putAligned(w, h, width, n);
  } else {
    putByte(w, header);
    putSize(w, n / per);
  }
  putBytes(w, bytes);
}

/** Encodes a value; other writes what is of the classes that it knows. */
export function encodeWith(value: unknown, options: EncodeOptions, other: Other): OwnBytes {
  return guard(() => {
    const w = begin(options, other);
    if (options.framing) put16(w, Header.Framing | (framingVersion << 8));
    put(w, value);
    return take(w);
  });
}
