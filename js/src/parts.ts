// The constructs of the wire that hold no values of their own, read into their
// parts. What becomes of those is for the caller.

import { Fault, fail, within } from './errors.js';
import { Header, Type, classOf, typeOf, widthOf, withType } from './header.js';
import {
  byte,
  count,
  enter,
  invalid,
  leave,
  numberAt,
  size,
  skip,
  spend,
  syntax,
  width,
  type Cursor,
} from './reader.js';
import { text, textOf } from './text.js';
import { elementsOf } from './values.js';

/** Numbers that lie one after another; h is a header of their class and width w. */
export interface Run {
  h: number;
  at: number;
  n: number;
  w: number;
}

/** Seconds since 1970, nanoseconds beyond them, minutes of the zone. */
export type Stamp = [seconds: number | bigint, nanoseconds: number, offset: number];

/** What the index of an object says of one member. */
export interface Entry {
  name: string;
  /** The name's bytes, which are what is sorted. */
  bytes: Uint8Array;
  offset: number;
  size: number;
  flags: number;
}

/** The size in an index that stands for all that 16 bits do not hold. */
export const longSize = 0xffff;

/** The flag in an index that marks objects and arrays. */
const containerFlag = 0x40;

/** Orders as the format does, by bytes. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return b[i] === undefined ? 1 : a[i]! - b[i]!;
  return a.length - b.length;
}

/** Moves to the value of a message: after a framing header, or after delimiters. */
export function begin(c: Cursor): void {
  const [first, version] = c.src;
  if (first !== Header.Framing || version === undefined || version >> 1 === 3) {
    passDelimiters(c, false, true);
  } else {
    c.pos = 2;
    if (version !== 1 && version !== 2) invalid(c, version);
  }
}

/**
 * Moves past a run of delimiters. After a value the first is one in any case;
 * others may start an indexed object. Reports false if the input ends too early to
 * tell, unless it is final.
 */
export function passDelimiters(c: Cursor, after: boolean, final: boolean): boolean {
  const { src } = c;
  if (after && src[c.pos] === Header.Delimiter) c.pos++;
  for (; src[c.pos] === Header.Delimiter; c.pos++) {
    const index = startsIndex(c);
    if (index === undefined && !final) return false;
    if (index ?? c.pos + 1 < src.length) break;
  }
  return true;
}

/**
 * Tells an indexed object from a delimiter before a plain object, where both may
 * stand: after its first name an index has an offset, four zero bytes, where an
 * object would have a null and two empty keys. Returns undefined where the input
 * ends before that is known.
 */
function startsIndex(c: Cursor): boolean | undefined {
  const { src, pos } = c;
  const next = src[pos + 1];
  if (next !== Header.Object) return next === undefined ? next : false;
  try {
    c.pos = pos + 2;
    if (size(c) === 0) return true;
    skip(c, size(c));
    const zeros = src.subarray(c.pos, c.pos + 4);
    return zeros.some(Boolean) ? false : zeros.length < 4 ? undefined : true;
  } catch {
    return undefined;
  } finally {
    c.pos = pos;
  }
}

/** Reads a numeric array, aligned or not, after its header. */
export function run(c: Cursor, h: number): Run {
  if (h !== Header.Aligned) return runOf(c, h, 1);
  const inner = byte(c);
  if (typeOf(inner) !== Type.Typed || !widthOf(inner)) invalid(c, inner);
  return runOf(c, inner, 0);
}

/** Reads SIZE times per numbers, or SIZE of them after padding for a per of 0. */
function runOf(c: Cursor, h: number, per: number): Run {
  const w = width(c, h);
  const n = count(c, w * (per || 1)) * (per || 1);
  if (!per) {
    const padding = byte(c);
    if (padding >= w) syntax(c, 'bad padding', c.pos - 1);
    skip(c, padding);
  }
  return { h, at: skip(c, n * w), n, w };
}

/** Reads the components of one complex number, or of an array of them. */
export function complexRun(c: Cursor): Run & { single: boolean } {
  const h = byte(c);
  const w = width(c, h);
  const at = c.pos;
  switch (typeOf(h)) {
    case 0:
      return { h, at: skip(c, 2 * w), n: 2, w, single: true };
    case 1:
      return { ...runOf(c, h, 2), single: false };
    case 2: {
      if (byte(c) !== Header.Aligned || byte(c) !== withType(h, Type.Typed)) syntax(c, 'bad complex', at);
      const all = runOf(c, h, 0);
      if (all.n % 2) syntax(c, 'bad complex', at);
      return { ...all, single: false };
    }
  }
  return invalid(c, h);
}

export const isNumeric = (h: number): boolean => typeOf(h) === Type.Typed && h !== Header.Bools && h !== Header.Strings;

/** Reads a matrix. values are components if its elements are complex. */
export function matrixParts(c: Cursor): { layout: number; extents: number[]; complex: boolean; values: Run } {
  const layout = byte(c);
  if (layout > 1) invalid(c, layout);
  const at = c.pos;
  const bad = (): never => syntax(c, 'bad matrix', at);
  let h = byte(c);
  if (!isNumeric(h)) bad();
  const { h: of, at: start, n, w } = run(c, h);
  if (classOf(of) === 0) bad();
  const extents = Array.from({ length: n }, (_, i) => Number(numberAt(c, of, start + i * w)));
  h = byte(c);
  const complex = h === Header.Complex;
  if (!complex && !isNumeric(h)) bad();
  const values = complex ? complexRun(c) : { ...run(c, h), single: false };
  const elements = elementsOf(extents);
  if (!n || extents.some((extent) => extent < 0) || values.single || values.n !== (complex ? 2 * elements : elements))
    bad();
  if (!c.skim && !extents.every(Number.isSafeInteger)) fail('overflow', 'out of range', at);
  enter(c, 1); // last, so that a scan may read it again when there is more
  leave(c);
  return { layout, extents, complex, values };
}

/** Reads the length of a boolean array and where its bits lie. Each costs an element. */
export function bits(c: Cursor): { n: number; at: number } {
  const n = size(c);
  const at = skip(c, Math.ceil(n / 8));
  spend(c, n);
  if (c.options.strict && n % 8 && c.src[c.pos - 1]! >> (n % 8)) syntax(c, 'bad padding', c.pos - 1);
  return { n, at };
}

/** Reads a boolean of such an array. */
export const bitAt = ({ src }: Cursor, at: number, i: number): boolean => ((src[at + (i >> 3)]! >> (i & 7)) & 1) === 1;

/** Reads what follows the header of times: a timestamp, a draft time, an array of these. */
export function times(c: Cursor): { single: boolean; stamp?: Stamp; draft?: Run } {
  if (c.src[c.pos]! > 1) return { single: true, stamp: stamp(c) };
  if (byte(c)) return { single: false, draft: runOf(c, Header.Uint64, 1) };
  return { single: true, draft: { h: Header.Uint64, at: skip(c, 8), n: 1, w: 8 } };
}

const fraction = (c: Cursor, n: number): number => (n < 1e9 ? n : syntax(c, 'bad time'));

/** Reads a timestamp after its header. */
function stamp(c: Cursor): Stamp {
  const flags = byte(c);
  if (flags < 2 || flags > 7) invalid(c, flags);
  const seconds = numberAt(c, Header.Int64, skip(c, 8));
  const milli = flags < 4;
  const parts = Number(milli ? numberAt(c, Header.Uint16, skip(c, 2)) : numberAt(c, Header.Uint32, skip(c, 4)));
  const offset = flags & 1 ? Number(numberAt(c, Header.Int16, skip(c, 2))) : 0;
  if (Math.abs(offset) >= 24 * 60) syntax(c, 'bad time');
  return [seconds, fraction(c, parts * (milli ? 1e6 : flags < 6 ? 1e3 : 1)), offset];
}

/** Reads the two timestamps of an interval. */
export function intervalParts(c: Cursor): [Stamp, Stamp] {
  const next = (): Stamp => {
    const h = byte(c);
    return h === Header.Time ? stamp(c) : invalid(c, h);
  };
  const from = next();
  const to = next();
  if (to[0] < from[0] || (to[0] === from[0] && to[1] < from[1])) syntax(c, 'bad interval');
  return [from, to];
}

/** Reads a duration after its header: nanoseconds. */
export function nanoseconds(c: Cursor): bigint {
  const flags = byte(c);
  if (flags >> 1 !== 3) invalid(c, flags);
  const seconds = c.view.getBigUint64(skip(c, 8), true);
  const span = seconds * 1_000_000_000n + BigInt(fraction(c, c.view.getUint32(skip(c, 4), true)));
  return flags & 1 ? -span : span;
}

/** Reads a UUID after its header and returns its 16 bytes. */
export function uuidBytes(c: Cursor): Uint8Array {
  const version = byte(c);
  const bytes = c.src.subarray(skip(c, 16), c.pos);
  return version === bytes[6]! >> 4 ? bytes : syntax(c, 'bad UUID', c.pos - 17);
}

/** Reads a regular expression after its header. */
export function patternParts(c: Cursor): { flags: number; pattern: string } {
  const flags = byte(c);
  return flags > 31 ? invalid(c, flags) : { flags, pattern: text(c) };
}

/** Reads the next name of a table, which must not be among names, and adds it. */
export function tableName(c: Cursor, names: Set<string>): void {
  const at = c.pos;
  checkName(c, names, text(c), at);
}

/** Adds a name of a table that was at an offset to the names before it. */
export function checkName(c: Cursor, names: Set<string>, name: string, at: number): void {
  if (names.size === names.add(name).size) syntax(c, 'bad table', at);
}

/** Reads the number of rows after the names of a table, and enters them. */
export function tableRows(c: Cursor, fields: number): number {
  if (!fields) return size(c) && syntax(c, 'bad table');
  const rows = count(c, fields);
  if (rows) {
    enter(c, rows);
    enter(c, rows * fields);
  }
  return rows;
}

/** Reads the number of members of an indexed object after its header. */
export function indexCount(c: Cursor): number {
  if (byte(c) !== Header.Object) syntax(c, 'bad index', c.pos - 2); // a delimiter
  return count(c, 9); // an empty name, what follows it, and a value of a byte
}

/** Reads the next entry of an index, which before stands before. */
export function entry(c: Cursor, before: Entry | undefined): Entry {
  const at = c.pos;
  const n = count(c, 1);
  const bytes = c.src.subarray(c.pos, c.pos + n);
  const name = textOf(c, n);
  const fields = skip(c, 7);
  const offset = c.view.getUint32(fields, true);
  const flags = c.src[fields + 6]!;
  const expected = before ? before.offset + before.size : 0;
  if (
    flags & ~(containerFlag | 7) ||
    (before && compareBytes(before.bytes, bytes) >= 0) ||
    offset < expected ||
    (offset !== expected && before?.size !== longSize)
  )
    syntax(c, 'bad index', at);
  return { name, bytes, offset, size: c.view.getUint16(fields + 4, true), flags };
}

/** Fails for a value that is not what its entry says. */
function contradict({ name }: Entry, at: number): never {
  throw within(new Fault('syntax', 'bad index', at), name);
}

/** Checks that a value begins where its entry says; data is where the values begin. */
export function checkStart({ pos }: Cursor, entry: Entry, data: number): void {
  if (pos - data !== entry.offset) contradict(entry, pos);
}

/** Returns the flags of a value with header h in an index. Of other extensions it depends on the reader what they are. */
export const indexFlags = (h: number): number => {
  const type = typeOf(h);
  const container = type === Type.Extension ? h === Header.Indexed || h === Header.Table : type >= Type.Object;
  return container ? type | containerFlag : type;
};

/** Checks what an entry says of its value, which reaches from start to the cursor. */
export function checkValue({ src, pos }: Cursor, entry: Entry, start: number): void {
  const flags = indexFlags(src[start]!);
  const unsure = typeOf(flags) === Type.Extension ? containerFlag : 0;
  if (Math.min(pos - start, longSize) !== entry.size || (entry.flags | unsure) !== (flags | unsure))
    contradict(entry, start);
}
