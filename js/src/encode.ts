// Encoding: the values that JSON has, and arrays of numbers. What is of other classes is for
// the function that a Writer has for these.

import { checkOptions } from './check.js';
import { define, each, fail, guard, unsupported, within } from './errors.js';
import { Header, Type, classOf, needOrder, typedArrays, withType } from './header.js';
import type { EncodeOptions, OwnBytes } from './options.js';
import { compareBytes } from './parts.js';
import { enter, memory, spend, typeName, typed, type Bytes } from './reader.js';
import { isInteger, longest, type NumericArray, type TypedArray } from './values.js';
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
  type Own,
  type WithForm,
  type Writer,
} from './writer.js';

export type { WithForm };

export type Members = Record<string, unknown>;

const framingVersion = 2;

/** Fails for what BEVE has no form for, or not for this one. */
export const noForm = (what: string): never => unsupported('cannot encode ' + what);

const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Returns what the toJSON of a value makes of it, which is told the key as JSON.stringify does, or else the value. */
function formOf(w: Writer, value: unknown, key: unknown): unknown {
  const toJSON = Object(value) === value && !ArrayBuffer.isView(value) && (value as WithForm).toJSON;
  return typeof toJSON === 'function' && !w.own(value as WithForm) ? Reflect.apply(toJSON, value, [`${key}`]) : value;
}

/** Stands for the key of what toJSON has returned, which is not asked for its own. */
const asked = {};

/**
 * Returns the length of an Array, which must be what it was. A Proxy may say anything, and something else each time.
 */
export function lengthOf({ length }: readonly unknown[], was: unknown = length): number {
  return Number.isInteger(length) && length === was && length >= 0 && length <= longest
    ? length
    : noForm('Array length');
}

/** Puts into copy what an Array of a length has, read once; returns it if all of that passes a test. */
export function copyOf<T, C extends { [i: number]: T } = T[]>(
  list: readonly T[],
  n: number,
  test: (item: T) => boolean,
  copy = [] as unknown as C,
): C | undefined {
  for (let i = 0; i < n; i++) {
    const item = list[i]!;
    if (!test(item)) return;
    copy[i] = item;
  }
  lengthOf(list, n);
  return copy;
}

/** Returns what an Array of length n has after element i, in the same places. */
function restOf(list: readonly unknown[], n: number, i: number): unknown[] {
  const rest = new Array<unknown>(n);
  for (i++; i < n; i++) rest[i] = list[i];
  lengthOf(list, n);
  return rest;
}

/** Returns the numbers of an Array of nothing else. They take memory that is no part of the heap. */
const floatsOf = (list: readonly unknown[], n: number): Float64Array | undefined =>
  copyOf(list as number[], n, (item) => typeof item === 'number', new Float64Array(n));

/** Returns what an iterable gives, which is no more than the budget has. */
function collect(w: Writer, items: Iterable<unknown>): unknown[] {
  const list: unknown[] = [];
  for (const item of items) if (list.push(item) > w.elements) spend(w, Infinity);
  return list;
}

/** Reports whether a value is of a class of the language, and fails for what only says so, which a member finds out. */
export function isA<T extends object>(
  Class: { name: string; new (...args: never[]): T },
  ask: (value: T) => unknown,
  value: object,
): value is T {
  try {
    return value instanceof Class && (ask(value), true);
  } catch {
    return noForm('a false ' + Class.name);
  }
}

/**
 * Writes the value that has a key in what is around it; reports true for null that stands for undefined, which objects
 * leave out.
 */
export function put(w: Writer, value: unknown, key: unknown = ''): void | true {
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
      // A place of its own in the code: engines know the few kinds of Arrays that come here.
      if (Array.isArray(value) && !(value as Partial<WithForm>).toJSON) return putArray(w, value);
  }
  const form = key === asked ? value : formOf(w, value, key);
  if (form !== value) return put(w, form, asked);
  if (typeof value !== 'object') return noForm(typeof value);
  if (Array.isArray(value)) return putArray(w, value);
  return putInstance(w, value!);
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

/** Writes the members of an object that are not undefined. */
export function putObject(w: Writer, object: Members): void {
  let names = Object.keys(object);
  const { aligned } = w.options;
  if (aligned) {
    // What is padded must not move when the number of members turns out to be smaller.
    const forms: Members = {};
    each(names, (name) => define(forms, name, formOf(w, object[name], name)));
    object = forms;
    names = names.filter((name) => object[name] !== undefined);
  }
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
      if (put(w, value, aligned ? asked : name)) {
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
  const n = lengthOf(list);
  const type = typeof list[0];
  if (type === 'number' && n >= w.pack) {
    const numbers = floatsOf(list, n);
    if (numbers) return putNumbers(w, packed(numbers));
  }
  spend(w, n);
  const alike = type === 'boolean' || type === 'string' ? copyOf(list, n, (item) => typeof item === type) : undefined;
  if (alike && type === 'boolean') {
    const bits = new Uint8Array(Math.ceil(n / 8));
    alike.forEach((item, i) => (bits[i >> 3]! |= (item as number) << (i & 7))); // true is 1
    putByte(w, Header.Bools);
    putSize(w, n);
    return putBytes(w, bits);
  }
  if (w.options.extended && w.other(w, list) !== false) return;
  putByte(w, alike ? Header.Strings : Header.Array);
  putSize(w, n);
  if (!n) return;
  enter(w, 0);
  let i = 0;
  let all = list;
  try {
    if (alike) for (; i < n; i++) putText(w, alike[i] as string);
    else
      for (; i < n; i++) {
        const item = all[i];
        if (typeof item === 'number') putNumber(w, item);
        else {
          // A toJSON of this one may change the list.
          if (all === list) all = restOf(list, n, i);
          put(w, item, i);
        }
      }
  } catch (failure) {
    throw within(failure, i);
  }
  if (all === list && !alike) lengthOf(list, n);
  w.depth++;
}

/** Writes what is no Array. */
function putInstance(w: Writer, value: object): void | true {
  if (Object.getPrototypeOf(value) === Object.prototype) return putObject(w, value as Members);
  if (ArrayBuffer.isView(value)) return putNumbers(w, value);
  if (isA(ArrayBuffer, (v) => v.byteLength, value)) return putNumbers(w, value);
  if (isA(Map, (v) => v.size, value)) return putMap(w, value);
  if (isA(Set, (v) => v.size, value)) return putArray(w, collect(w, value));
  if (w.other(w, value) !== false) return;
  // A Promise, an Error or a boxed number has no members that say what it is. Those that have no tag may be false ones.
  if (tagOf(value) !== 'Object') noForm(tagOf(value));
  for (const Class of [typed.constructor as ErrorConstructor, Array, Error, RegExp, Number, String, Boolean, Function])
    if (value instanceof Class) noForm('a false ' + Class.name);
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
  const keys = collect(w, map.keys());
  if (keys.every((key) => typeof key === 'string'))
    return putObject(w, Object.fromEntries(keys.map((key) => [key, map.get(key)])));
  if (!keys.every(isInteger) || new Set(keys.map(String)).size < keys.length) return noForm('Map keys');
  if (w.options.deterministic) keys.sort((a, b) => (a < b ? -1 : 1));
  const h = integerHeader(keys.map(BigInt));
  putByte(w, withType(h, Type.Object));
  putSize(w, keys.length);
  enter(w, keys.length);
  each(keys, (key) => {
    putInteger(w, h, BigInt(key));
    put(w, map.get(key), key);
  });
  w.depth++;
}

/** Numbers as they lie in memory and on the wire; h is a header of their class and width w. */
export interface Memory {
  h: number;
  w: number;
  n: number;
  bytes: Uint8Array;
}

/** The header of one number of a typed array, by the name of its type, unless that holds bytes. */
const numberHeaders: Record<string, number> = /* @__PURE__ */ Object.fromEntries([
  ['Float16Array', Header.Float16],
  .../* @__PURE__ */ Object.entries(typedArrays).map(([upper, { name }]) => [name, (Number(upper) << 3) | Type.Number]),
]);

/** Returns the memory of a typed array, or of numbers as float64, as integers where one is a bigint. */
export function memoryOf(data: NumericArray | Bytes): Memory {
  let h: number | undefined;
  if (Array.isArray(data)) {
    const n = lengthOf(data);
    const floats = floatsOf(data, n);
    const list = floats ? [] : (copyOf(data, n, isInteger) ?? noForm('numbers')).map(BigInt);
    if (!floats) h = integerHeader(list);
    data = floats ?? new BigInt64Array(h! < Header.Float128 ? list : list.flatMap((n) => [n, n >> 64n]));
  }
  const bytes = memory(data) ?? noForm('numbers that are none, detached or out of bounds');
  h ??= numberHeaders[typeName(data)!] ?? Header.Uint8;
  const w = 1 << (h >> 5);
  if (w > 1) needOrder();
  return { h, w, n: bytes.length / w, bytes };
}

/** Returns numbers as the narrowest integers up to 32 bits, or as float64. */
function packed(list: Float64Array): TypedArray {
  let bits = 0;
  for (const n of list) {
    if (!Object.is(n | 0, n)) return list;
    bits |= n ^ (n >> 31);
  }
  return bits >> 15 ? new Int32Array(list) : bits >> 7 ? new Int16Array(list) : new Int8Array(list);
}

/** Writes a numeric array. */
export function putNumbers(w: Writer, data: NumericArray | Bytes): void {
  putRun(w, memoryOf(data));
}

/** Begins an aligned array of n numbers; base is where the message has what w begins with. */
export function putAligned(w: Writer, h: number, width: number, n: number, base = 0): void {
  put16(w, Header.Aligned | (withType(h, Type.Typed) << 8));
  putSize(w, n);
  const padding = -(base + w.pos + w.extra + 1) & (width - 1);
  putByte(w, padding);
  putBytes(w, new Uint8Array(padding));
}

/** Writes a numeric array. */
export function putRun(w: Writer, { h, w: width, n, bytes }: Memory): void {
  if (w.options.aligned && width > 1) putAligned(w, h, width, n);
  else {
    putByte(w, withType(h, Type.Typed));
    putSize(w, n);
  }
  putBytes(w, bytes);
}

/**
 * Encodes a value; names are those of the options that there are. other writes what is of the classes that it knows,
 * and own says which of them have a form besides their toJSON.
 */
export function encodeWith(
  value: unknown,
  options: EncodeOptions,
  names: readonly string[],
  other: Other,
  own: Own,
): OwnBytes {
  checkOptions(options, names);
  return guard(() => {
    const w = begin(options, other, own);
    if (options.framing) put16(w, Header.Framing | (framingVersion << 8));
    put(w, value);
    return take(w);
  });
}
