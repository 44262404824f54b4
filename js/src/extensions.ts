// Decoding of what the format calls extensions, and of the extended profile.

import { decodeWith, fill, numbers, setMember, value, type Members } from './decode.js';
import { each, fail, within } from './errors.js';
import { Header } from './header.js';
import { learn, noKey, readKey, type Key, type Shape } from './keys.js';
import { decodeOptions, type DecodeOptions } from './options.js';
import {
  checkName,
  checkStart,
  checkValue,
  complexRun,
  entry,
  indexCount,
  intervalParts,
  matrixParts,
  nanoseconds,
  patternParts,
  tableRows,
  times,
  uuidBytes,
  type Entry,
  type Stamp,
} from './parts.js';
import { count, enter, invalid, leave, numberAt, size, type Bytes, type Cursor } from './reader.js';
import { Duration, Interval, Timestamp } from './time.js';
import { isTypeTag } from './typetag.js';
import { Complex, ComplexArray, Matrix, Pattern, TypeTag, layouts, regexpFlags } from './values.js';

/** Reads a value after the header of an extension: Other of the whole package. */
export function extension(c: Cursor, h: number): unknown {
  switch (h) {
    case Header.Table:
      return isTypeTag(c) ? typeTag(c) : table(c);
    case Header.Indexed:
      return indexed(c);
    case Header.Matrix: {
      const { layout, extents, complex, values } = matrixParts(c);
      const all = numbers(c, values);
      return c.skim || new Matrix(layouts[layout]!, extents, complex ? new ComplexArray(all) : all);
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
      return c.skim || new Interval(timestamp(c, from), timestamp(c, to));
    }
    case Header.UUID:
      return Array.from(uuidBytes(c), (b) => b.toString(16).padStart(2, '0'))
        .join('')
        .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case Header.RegExp:
      return regexp(c);
  }
  return invalid(c, h);
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
  const members = (shape && fill(c, shape)) ?? {};
  let i = shape ? c.done : 0;
  try {
    for (; i < names.length; i++) setMember(members, names[i]!, value(c));
  } catch (failure) {
    throw within(failure, names[i]);
  }
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
  try {
    return Timestamp.of(c.skim ? 0 : Number(seconds), nanoseconds, offset);
  } catch {
    return fail('overflow', 'out of range', c.pos);
  }
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

/**
 * Decodes a message: one value, perhaps after a framing header or delimiters.
 * Throws a BeveError for anything else, with offset and path.
 *
 * Numeric arrays become typed arrays. Those that happen to be aligned view the
 * bytes of data, which must then not change, unless options.copy is set; all other
 * results are independent of data.
 */
export function decode<T = unknown>(data: Bytes, options: DecodeOptions = {}): T {
  return decodeWith(data, options, decodeOptions, extension) as T;
}
