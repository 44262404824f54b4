// The one byte whose two meanings neither the next byte nor the position tells apart:
// a table, or a type tag of version 1. What follows decides, by the rule of
// docs/extensions.md, which is the same in every language.

import { intMembers, leaf } from './decode.js';
import { Fault } from './errors.js';
import { Header, Type, classOf, typeOf, widthOf } from './header.js';
import type { DecodeOptions } from './options.js';
import { indexCount, isNumeric, run } from './parts.js';
import { Cursor, byte, count, invalid, size, truncated } from './reader.js';
import { text, textOf } from './text.js';

/** The index of a type tag is below this: no variant has more types. */
const tagIndices = 65536;

/** How much of the names of a table the rule looks at. */
const tableHead = 65536;

/** What the bytes are: a table, one as far as they go, names without rows, none of ours. */
const enum Start {
  Table,
  Cut,
  NoRows,
  NoNames,
}

/** Reports whether a table may have a field of this name: others are read as type tags. */
export const isClean = (name: string): boolean => /^[^\x00-\x1f\x7f]+$/.test(name);

const isControl = (b: number): boolean => b < 32 || b === 127;

/** Reports whether a header can start a value. */
function isValue(h: number): boolean {
  switch (typeOf(h)) {
    case Type.Number:
      return widthOf(h) > 0;
    case Type.Object:
      return h === Header.Object || (classOf(h) > 0 && widthOf(h) > 0);
    case Type.Typed:
      return widthOf(h) > 0 || h === Header.Bools || h === Header.Strings || h === Header.Aligned;
    case Type.Extension:
      return h <= Header.RegExp && h !== 0x3e;
  }
  return [Header.Null, Header.False, Header.True, Header.String, Header.Array].includes(h);
}

/** Looking ahead has no limits: what is within them is for the reader to say. */
const ahead: DecodeOptions = { limits: { maxElements: Infinity } };

/** Reports whether the header before the cursor, of a table or a type tag, is that of a type tag. */
export function isTypeTag(c: Cursor): boolean {
  if (c.options.legacyTypeTag) return true;
  if (isPlainTable(c)) return false;
  const at = new Cursor(c.src, ahead, c.other, undefined, true);
  at.pos = c.pos;
  const start = tableStart(at, c);
  if (start === Start.Table) return false;
  if (start === Start.Cut && !c.final) truncated(c);
  at.pos = c.pos;
  try {
    return startsTag(at, start !== Start.NoNames);
  } catch (failure) {
    if ((failure as Fault).code === 'truncated' && !c.final) truncated(c);
    return false;
  }
}

/** Reports whether a table begins as most do: few names, short ones of visible ASCII, and rows. */
function isPlainTable({ src, pos }: Cursor): boolean {
  const fields = src[pos++]!;
  if (!fields || fields & 3) return false;
  for (let left = fields >> 2; left; left--) {
    const n = src[pos++]!;
    if (!n || n & 3) return false;
    for (const end = pos + (n >> 2); pos < end; pos++) if (!(src[pos]! > 31 && src[pos]! < 127)) return false;
  }
  const first = src[pos++]!;
  const rows = (first >> 2) | (first & 1 ? src[pos++]! : 0);
  return !(first & 2) && rows > 0 && isValue(src[pos]!);
}

/** Looks at the names of a table, from where an earlier call for the same one came to. */
function tableStart(c: Cursor, kept: Cursor): Start {
  const { src } = c;
  try {
    let fields = size(c);
    if (!fields) return c.pos === src.length ? Start.Cut : src[c.pos] ? Start.NoNames : Start.Table;
    const last = c.pos + tableHead;
    let clean = 0;
    if (kept.names?.[0] === last) [, fields, c.pos, clean] = kept.names;
    for (; fields; fields--) {
      const from = c.pos;
      kept.names = [last, fields, from, clean];
      const n = size(c);
      const { pos } = c;
      const whole = n <= src.length - pos;
      const end = whole ? pos + n : src.length;
      const to = Math.min(end, Math.max(last, pos));
      const seen = src.subarray(Math.max(pos, Math.min(clean, to)), to);
      if (!n || seen.some(isControl)) return Start.NoNames;
      kept.names = [last, fields, from, to];
      if (whole && end <= last) textOf(c, n);
      if (end >= last) return Start.Table;
      if (!whole) return Start.Cut;
      c.pos = end;
    }
    if (!size(c)) return Start.NoRows;
    return c.pos === src.length ? Start.Cut : isValue(src[c.pos]!) ? Start.Table : Start.NoRows;
  } catch (failure) {
    return (failure as Fault).code === 'truncated' ? Start.Cut : Start.NoNames;
  }
}

/** Reports whether an index and the start of a value follow; of names, a boolean is not one. */
function startsTag(c: Cursor, named: boolean): boolean {
  if (size(c) >= tagIndices) return false;
  const h = byte(c);
  if (h === Header.TypeTag) return true; // as deep as it may be, and for its reader to say
  if (named && (h === Header.False || h === Header.True)) return false;
  if (!isValue(h)) return false;
  if (h === Header.Object) count(c, 2);
  else if (h === Header.Array || h === Header.Strings) count(c, 1);
  else if (h === Header.Indexed) indexCount(c);
  else if (h === Header.String) text(c);
  else if (h === Header.Matrix) return startsMatrix(c);
  else if (typeOf(h) === Type.Object) intMembers(c, h);
  else leaf(c, h);
  return true;
}

function startsMatrix(c: Cursor): boolean {
  if (byte(c) > 1) return false;
  const h = byte(c);
  if (!isNumeric(h)) invalid(c, h);
  const { h: of, n } = run(c, h);
  return n > 0 && classOf(of) > 0;
}
