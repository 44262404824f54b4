// Tables and objects with an index, whose names stand apart from their values, which may be containers: they are changed
// where they lie.

import { fail } from '../errors.js';
import { Header } from '../header.js';
import { entry, indexCount, tableName, type Entry } from '../parts.js';
import { count, size, type Cursor } from '../reader.js';

/** How one lies: the values one after another, each a whole one, in the order of the names, row after row. */
export interface Cells {
  names: string[];
  /** The bytes that they take in a table. */
  named: number;
  /** The number of rows of a table. */
  rows?: number;
  /** Where the first value lies. */
  body: number;
}

/** Says how the packed value at an offset lies; nothing of one that holds no containers. */
export function cellsOf(c: Cursor, off: number): Cells | undefined {
  c.pos = off + 1;
  const head = c.src[off];
  if (head === Header.Indexed) {
    const entries: Entry[] = [];
    for (const n = indexCount(c); entries.length < n;) entries.push(entry(c, entries.at(-1)));
    return { names: entries.map(({ name }) => name), named: 0, body: c.pos };
  }
  if (head !== Header.Table) return undefined;
  const fields = count(c, 1);
  const names = new Set<string>();
  const start = c.pos;
  while (names.size < fields) tableName(c, names);
  const named = c.pos - start;
  const rows = fields ? count(c, fields) : size(c);
  return { names: [...names], named, rows, body: c.pos };
}

/** Returns how many values there are. */
export const valuesOf = ({ names, rows = 1 }: Cells): number => names.length * rows;

/** Fails if the names of a table, written once for each row, are out of proportion to its message. */
export function repeat({ pos }: Pick<Cursor, 'pos'>, named: number, length: number): void {
  if (named > 2 ** 18 + 32 * length) fail('limit', 'the names of a table are out of proportion to its message', pos);
}
