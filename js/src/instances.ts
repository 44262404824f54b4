// Encoding of the classes of this package and some of JavaScript's, in the portable profile
// unless told otherwise, and of tables.

import {
  copyOf,
  encodeWith,
  isA,
  lengthOf,
  memoryOf,
  noForm,
  put,
  putBigInt,
  putNumbers,
  putObject,
  putRun,
  sort,
  type Members,
  type Memory,
  type WithForm,
} from './encode.js';
import { fail, unsupported, within } from './errors.js';
import { Header } from './header.js';
import { encodeOptions, rowLimit, type EncodeOptions, type OwnBytes } from './options.js';
import { enter, spend } from './reader.js';
import { Duration, Interval, Timestamp } from './time.js';
import { isClean } from './typetag.js';
import {
  Complex,
  ComplexArray,
  Matrix,
  Pattern,
  TypeTag,
  UUID,
  elementsOf,
  flagsOf,
  layouts,
  patternOf,
  regexpFlags,
} from './values.js';
import { put16, put32, put64, putByte, putBytes, putSize, putText, type Other, type Writer } from './writer.js';

/** Writes what is of a class, or a list as a table: Other of the whole package. */
export function instance(w: Writer, value: object): void | false {
  const { extended } = w.options;
  if (Array.isArray(value)) return putTable(w, value);
  if (isA(Date, (v) => v.getTime(), value))
    return extended ? putTimestamp(w, timestampOf(value)) : void put(w, rfc3339(timestampOf(value)));
  if (isA(RegExp, (v) => v.flags, value)) return putPattern(w, patternOf({ source: `${value.source}` }), value.flags);
  if (value instanceof Pattern) return putPattern(w, value.pattern, value.flags);
  if (value instanceof UUID) return putUUID(w, made(() => new UUID(value.text)).text);
  if (value instanceof Duration) {
    const { nanoseconds } = made(() => new Duration(value.nanoseconds));
    return extended ? putDuration(w, nanoseconds) : putBigInt(w, nanoseconds);
  }
  if (value instanceof Interval) {
    if (extended) return putInterval(w, value);
    if (![value.start, value.end].every((at) => at instanceof Date)) noForm('a false Interval');
  }
  if (value instanceof Complex) return putComplex(w, memoryOf([value.re, value.im]), true);
  if (value instanceof ComplexArray) return putComplex(w, memoryOf(value.data), false);
  if (value instanceof Matrix) return putMatrix(w, value);
  if (value instanceof TypeTag) noForm('TypeTag');
  return false;
}

/** Reports whether the toJSON of an object is that of a class which has a form of its own. */
export const isOwn = (value: WithForm): boolean =>
  [Date, Complex, ComplexArray, UUID, Duration].some((own) => value.toJSON === own.prototype.toJSON);

/** Reports whether this is an object of no class. */
function isPlain(value: unknown): value is Members {
  const prototype = value && typeof value === 'object' && Object.getPrototypeOf(value);
  return prototype === Object.prototype || (prototype === null && value !== null);
}

/** Reports whether an object says what it is in JSON. */
const hasForm = (value: object): value is WithForm => typeof (value as Partial<WithForm>).toJSON === 'function';

/** Writes objects with the same keys as a table; reports false if they have others. */
function putTable(w: Writer, rows: readonly unknown[]): void | false {
  const n = lengthOf(rows);
  if (n < rowLimit(w.options.minTableRows)) return false;
  const names = isPlain(rows[0]) ? Object.keys(rows[0]) : [];
  const isRow = (row: unknown): boolean => {
    if (!isPlain(row) || hasForm(row)) return false;
    const keys = Object.keys(row);
    return (
      keys.length === names.length &&
      names.every((name, i) => (keys[i] === name || Object.hasOwn(row, name)) && row[name] !== undefined)
    );
  };
  const list = names.length && names.every(isClean) && copyOf(rows, n, isRow);
  if (!list) return false;
  sort(w, names);
  const before = { ...w };
  const parts = w.large.length;
  putByte(w, Header.Table);
  putSize(w, names.length);
  for (const name of names) putText(w, name);
  putSize(w, n);
  enter(w, 0);
  enter(w, 0);
  let i = 0;
  let name: string | undefined;
  try {
    for (; i < n; i++)
      for (name of names)
        if (put(w, (list[i] as Members)[name], name)) {
          // A member to leave out, which a table has no form for, or one that a toJSON has taken away.
          Object.assign(w, before);
          w.large.length = parts;
          return false;
        }
  } catch (failure) {
    throw within(within(failure, name), i);
  }
  w.depth += 2;
  spend(w, n * names.length); // only now that none of them is left out
}

function putComplex(w: Writer, memory: Memory, single: boolean): void {
  const h = memory.h & ~7;
  if (memory.n % 2) noForm('ComplexArray');
  putByte(w, Header.Complex);
  if (!single && w.options.aligned && memory.w > 1) {
    putByte(w, h | 2); // an aligned array follows
    return putRun(w, memory);
  }
  putByte(w, h | Number(!single));
  if (!single) putSize(w, memory.n / 2);
  putBytes(w, memory.bytes);
}

/** Makes a value once more, and fails if its members have been changed to what the class refuses. */
function made<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    return unsupported((error as Error).message.slice(6));
  }
}

function putMatrix(w: Writer, matrix: Matrix): void {
  const { layout, value } = matrix;
  const extents = Array.isArray(matrix.extents) ? copyOf(matrix.extents, lengthOf(matrix.extents), () => true)! : noForm('Matrix');
  const complex = value instanceof ComplexArray;
  const memory = memoryOf(complex ? value.data : value);
  made(() => new Matrix(layout, extents, value));
  // What its arrays say of their length need not be true.
  if (memory.n !== elementsOf(extents) * (complex ? 2 : 1)) noForm('Matrix');
  const largest = extents.reduce((a, b) => Math.max(a, b));
  enter(w, 1);
  w.depth++;
  put16(w, Header.Matrix | (layouts.indexOf(layout) << 8));
  if (largest >= 2 ** 32) putNumbers(w, new BigUint64Array(extents.map(BigInt)));
  else putNumbers(w, new (largest < 256 ? Uint8Array : largest < 65536 ? Uint16Array : Uint32Array)(extents));
  if (complex) putComplex(w, memory, false);
  else putRun(w, memory);
}

/** Returns a valid Date as a Timestamp. */
function timestampOf(date: Date): Timestamp {
  const ms = date.getTime();
  if (Number.isNaN(ms)) noForm('Date');
  const { submillis, offset } = date as Partial<Timestamp>;
  return made(() => (date instanceof Timestamp ? new Timestamp(ms, submillis, offset) : new Timestamp(ms)));
}

/** Returns the text of an instant as RFC 3339 has it, which knows years of four digits only. */
function rfc3339(time: Timestamp): string {
  const text = time.toISOString();
  return /^\d{4}-/.test(text) ? text : fail('overflow', 'out of range');
}

function putTimestamp(w: Writer, time: Timestamp): void {
  const { nanoseconds, offset } = time;
  put16(w, Header.Time | ((offset ? 7 : 6) << 8));
  put64(w, BigInt(Math.floor(time.getTime() / 1000)));
  put32(w, nanoseconds);
  if (offset) put16(w, offset);
}

function putDuration(w: Writer, nanoseconds: bigint): void {
  const span = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  put16(w, Header.Duration | ((nanoseconds < 0n ? 7 : 6) << 8));
  put64(w, span / 1_000_000_000n);
  put32(w, Number(span % 1_000_000_000n));
}

function putInterval(w: Writer, { start, end }: Interval): void {
  made(() => new Interval(start, end));
  putByte(w, Header.Interval);
  putTimestamp(w, timestampOf(start));
  putTimestamp(w, timestampOf(end));
}

function putUUID(w: Writer, text: string): void {
  const bytes = Uint8Array.from(text.replace(/-/g, '').match(/../g)!, (hex) => parseInt(hex, 16));
  if (!w.options.extended) return putNumbers(w, bytes);
  put16(w, Header.UUID | ((bytes[6]! >> 4) << 8));
  putBytes(w, bytes);
}

function putPattern(w: Writer, pattern: string, letters: string): void {
  if (typeof pattern !== 'string' || typeof letters !== 'string') noForm('RegExp');
  const flags = flagsOf(letters);
  if (flags.length < letters.length) noForm('RegExp flags');
  if (!w.options.extended) return putObject(w, { pattern, flags });
  put16(w, Header.RegExp | (regexpFlags.reduce((bits, flag, i) => bits | (Number(flags.includes(flag)) << i), 0) << 8));
  putText(w, pattern);
}

/** encodeWith for the options and classes of the whole package. */
export function encodeWhole(value: unknown, options: EncodeOptions, other: Other): OwnBytes {
  rowLimit(Object(options).minTableRows);
  return encodeWith(value, options, encodeOptions, other, isOwn);
}

/**
 * Encodes a value as one message, in memory of its own. Throws a BeveError, with
 * the path, for what has no form in BEVE: functions, symbols, Promises, Errors,
 * integers beyond 128 bits, text with half a surrogate pair, cycles.
 */
export function encode(value: unknown, options: EncodeOptions = {}): OwnBytes {
  return encodeWhole(value, options, instance);
}
