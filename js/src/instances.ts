// Encoding of the classes of this package and some of JavaScript's, in the portable profile
// unless told otherwise, and of tables.

import {
  all,
  encodeWith,
  enter,
  isPlain,
  memoryOf,
  noForm,
  put,
  putBigInt,
  putNumbers,
  putObject,
  putRun,
  sort,
  spend,
  type Members,
  type Memory,
} from './encode.js';
import { fail, unsupported, within } from './errors.js';
import { Header } from './header.js';
import type { EncodeOptions, OwnBytes } from './options.js';
import { Duration, Interval, Timestamp } from './time.js';
import { isClean } from './typetag.js';
import {
  Complex,
  ComplexArray,
  Matrix,
  Pattern,
  TypeTag,
  UUID,
  flagsOf,
  layouts,
  patternOf,
  regexpFlags,
} from './values.js';
import { put16, put32, put64, putByte, putBytes, putSize, putText, type Writer } from './writer.js';

/** Writes what is of a class, or a list as a table: Other of the whole package. */
function instance(w: Writer, value: object): void | false {
  const { extended } = w.options;
  if (Array.isArray(value)) return putTable(w, value);
  if (value instanceof Date)
    return extended ? putTimestamp(w, timestampOf(value)) : void put(w, rfc3339(timestampOf(value)));
  if (value instanceof RegExp) return putPattern(w, patternOf(value), value.flags);
  if (value instanceof Pattern) return putPattern(w, value.pattern, value.flags);
  if (value instanceof UUID) return putUUID(w, value.text);
  if (value instanceof Duration) return extended ? putDuration(w, value.nanoseconds) : putBigInt(w, value.nanoseconds);
  if (value instanceof Interval && extended) return putInterval(w, value);
  if (value instanceof Complex) return putComplex(w, memoryOf([value.re, value.im]), true);
  if (value instanceof ComplexArray) return putComplex(w, memoryOf(value.data), false);
  if (value instanceof Matrix) return putMatrix(w, value);
  if (value instanceof TypeTag) noForm('TypeTag');
  return false;
}

/** Writes objects with the same keys as a table; reports false if they have others. */
function putTable(w: Writer, rows: readonly unknown[]): void | false {
  const names = isPlain(rows[0]) ? Object.keys(rows[0]) : [];
  const isRow = (row: unknown): boolean => {
    if (!isPlain(row)) return false;
    const keys = Object.keys(row);
    return (
      keys.length === names.length &&
      names.every((name, i) => (keys[i] === name || Object.hasOwn(row, name)) && row[name] !== undefined)
    );
  };
  if (!names.length || !names.every(isClean) || !all(rows, isRow)) return false;
  sort(w, names);
  const before = { ...w };
  const parts = w.large.length;
  putByte(w, Header.Table);
  putSize(w, names.length);
  for (const name of names) putText(w, name);
  putSize(w, rows.length);
  enter(w, rows.length);
  enter(w, 0);
  let i = 0;
  let name: string | undefined;
  try {
    for (; i < rows.length; i++)
      for (name of names)
        if (put(w, (rows[i] as Members)[name])) {
          // A member to leave out, which a table has no form for.
          Object.assign(w, before);
          w.large.length = parts;
          return false;
        }
  } catch (failure) {
    throw within(within(failure, name), i);
  }
  w.depth += 2;
  spend(w, rows.length * names.length); // only now that none of them is left out
}

function putComplex(w: Writer, memory: Memory, single: boolean): void {
  const h = memory.h & ~7;
  if (memory.n % 2) noForm('ComplexArray');
  putByte(w, Header.Complex);
  if (!single) return putRun(w, memory, h | 1, 2);
  putByte(w, h);
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

function putMatrix(w: Writer, { layout, extents, value }: Matrix): void {
  made(() => new Matrix(layout, extents, value));
  const largest = extents.reduce((a, b) => Math.max(a, b));
  enter(w, 1);
  w.depth++;
  put16(w, Header.Matrix | (layouts.indexOf(layout) << 8));
  if (largest >= 2 ** 32) putNumbers(w, new BigUint64Array(extents.map(BigInt)));
  else putNumbers(w, new (largest < 256 ? Uint8Array : largest < 65536 ? Uint16Array : Uint32Array)(extents));
  if (value instanceof ComplexArray) putComplex(w, memoryOf(value.data), false);
  else putNumbers(w, value);
}

/** Returns a valid Date as a Timestamp. */
function timestampOf(date: Date): Timestamp {
  const ms = date.getTime();
  if (Number.isNaN(ms)) noForm('Date');
  return date instanceof Timestamp ? made(() => new Timestamp(ms, date.submillis, date.offset)) : new Timestamp(ms);
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
  made(() => new Duration(nanoseconds));
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
  const flags = flagsOf(letters);
  if (flags.length < letters.length) noForm('RegExp flags');
  if (!w.options.extended) return putObject(w, { pattern, flags });
  put16(w, Header.RegExp | (regexpFlags.reduce((bits, flag, i) => bits | (Number(flags.includes(flag)) << i), 0) << 8));
  putText(w, pattern);
}

/**
 * Encodes a value as one message, in memory of its own. Throws a BeveError, with
 * the path, for what has no form in BEVE: functions, symbols, Promises, Errors,
 * integers beyond 128 bits, text with half a surrogate pair, cycles.
 */
export function encode(value: unknown, options: EncodeOptions = {}): OwnBytes {
  return encodeWith(value, options, instance);
}
