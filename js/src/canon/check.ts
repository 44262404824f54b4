// The canonical form of BEVE, checked: nothing else is accepted.

import { checked } from '../edit/apply.js';
import { sameBytes, skipValue, source } from '../edit/form.js';
import { each, fail, shown, within } from '../errors.js';
import { Header, Type, typeOf, widthOf, withType } from '../header.js';
import type { DecodeOptions } from '../options.js';
import { bits, compareBytes, complexRun, run, type Run } from '../parts.js';
import { number, size, type Bytes, type Cursor } from '../reader.js';
import { isTypeTag } from '../typetag.js';
import { Need, hasForeignNaN, nameOf, narrowest } from './number.js';
import { compareIntegers, elementType, put, refuse, repeated, writer } from './write.js';

/** Fails for something that canonical form does not have. */
const not = (at: number, what: string): never => fail('syntax', 'not in canonical form: ' + what, at);

/** Checks a message: that it is one, and then its form. */
export function check(data: Bytes, options: DecodeOptions): void {
  const { c, start } = checked(data, options);
  if (start) not(0, 'what stands before the value');
  value(source(c.src, options));
}

/** Checks the value at the cursor, which is well-formed, and moves past it. */
function value(c: Cursor): void {
  const off = c.pos++;
  const h = c.src[off]!;
  switch (h) {
    case Header.String:
      return text(c);
    case Header.Object:
      return object(c);
    case Header.Array:
      return array(c, off);
    case Header.Strings: {
      const n = shortest(c) || empty(off);
      for (let i = 0; i < n; i++) text(c);
      return;
    }
    case Header.Bools: {
      if (!shortest(c)) empty(off);
      c.pos = off + 1;
      const { n } = bits(c);
      if (n % 8 && c.src[c.pos - 1]! >> (n % 8)) not(c.pos - 1, 'bits after the last boolean');
      return;
    }
    case Header.Aligned:
    case Header.Indexed:
      return not(off, h === Header.Aligned ? 'an aligned array' : 'an object with an index');
  }
  switch (typeOf(h)) {
    case Type.Number:
      return one(c, h, off);
    case Type.Object:
      return intObject(c, h, off);
    case Type.Typed:
      return numbers(c, h, off, true);
  }
  extension(c, h, off);
}

const empty = (off: number): never => not(off, 'an empty array of a type');

/** Reads a SIZE, which must have its shortest form. */
function shortest(c: Cursor): number {
  const at = c.pos;
  const n = size(c);
  if (c.pos - at > (n < 64 ? 1 : n < 16384 ? 2 : n < 2 ** 30 ? 4 : 8))
    not(at, 'a SIZE that is longer than it needs to be');
  return n;
}

/** Moves past text with its SIZE. */
function text(c: Cursor): void {
  const n = shortest(c);
  c.pos += n;
}

/** Checks a value that is a part of another. */
function part(c: Cursor, key: () => unknown): void {
  try {
    value(c);
  } catch (failure) {
    throw within(failure, key());
  }
}

function one(c: Cursor, h: number, off: number): void {
  const at = c.pos;
  c.pos += widthOf(h);
  const need = new Need();
  need.add(c, h, at);
  const want = need.header()!;
  if (want !== h) not(off, `${nameOf(h)} in the place of ${nameOf(want)}`);
  if (hasForeignNaN(c, h, at, 1)) not(off, 'a NaN with other bits');
}

function object(c: Cursor): void {
  const n = shortest(c);
  let last: Uint8Array | undefined;
  const textOf = (key: Uint8Array): string => new TextDecoder().decode(key);
  for (let i = 0; i < n; i++) {
    const at = c.pos;
    const length = shortest(c);
    const key = c.src.subarray(c.pos, (c.pos += length));
    const order = last ? compareBytes(last, key) : -1;
    if (!order) repeated(textOf(key), at);
    if (order > 0) not(at, `key "${shown(textOf(key))}" after "${shown(textOf(last!))}"`);
    last = key;
    part(c, () => textOf(key));
  }
}

function intObject(c: Cursor, h: number, off: number): void {
  const n = shortest(c);
  const of = withType(h, Type.Number);
  const need = new Need();
  let last: number | bigint | undefined;
  for (let i = 0; i < n; i++) {
    const at = c.pos;
    const key = number(c, h);
    const order = last === undefined ? -1 : compareIntegers(last, key);
    if (!order) repeated(String(key), at);
    if (order > 0) not(at, `key ${key} after ${last}`);
    last = key;
    need.add(c, of, at);
    part(c, () => key);
  }
  const want = need.header()!;
  if (want !== of) not(off, `keys of ${nameOf(of)} in the place of ${nameOf(want)}`);
}

function array(c: Cursor, off: number): void {
  const n = shortest(c);
  const start = c.pos;
  for (let i = 0; i < n; i++) part(c, () => i);
  if (elementType(c, c.src, start, n))
    not(off, 'an array with headers whose elements are all of one type');
}

/** Checks an array of numbers after its header. */
function numbers(c: Cursor, h: number, off: number, generic: boolean): void {
  const { pos } = c;
  if (!shortest(c) && generic) empty(off);
  c.pos = pos;
  narrow(c, run(c, h), off);
}

/** Checks that the type of numbers is the narrowest that holds them, and the bits of NaNs. */
function narrow(c: Cursor, { h, at, n }: Run, off: number): void {
  const of = withType(h, Type.Number);
  if (!n && of !== Header.Uint8) not(off, `an empty array of ${nameOf(of)}`);
  if (hasForeignNaN(c, of, at, n)) not(off, 'a NaN with other bits');
  const want = n ? narrowest(c, of, at, n) : of;
  if (want !== of) not(off, `an array of ${nameOf(of)} in the place of ${nameOf(want)}`);
}

function extension(c: Cursor, h: number, off: number): void {
  const end = skipValue(c, off);
  c.pos = off + 1;
  switch (h) {
    case Header.Complex:
      complex(c);
      break;
    case Header.Matrix:
      matrix(c);
      break;
    case Header.Table:
      return isTypeTag(c) ? refuse('a type tag', off) : not(off, 'a table');
    case Header.Time:
      if (c.src[off + 1]! <= 1) not(off, 'draft times');
    // falls through
    default: {
      // What is left is short, and written in one way.
      const w = writer(c.options);
      c.pos = off;
      put(w, c);
      if (!sameBytes(w.buf.subarray(0, w.pos), c.src.subarray(off, end))) not(off, 'a value in another form');
    }
  }
  c.pos = end;
}

/** Checks a complex number or an array of them after its header. */
function complex(c: Cursor): void {
  const off = c.pos - 1;
  const all = complexRun(c);
  if (!all.single) {
    if (typeOf(c.src[off + 1]!) !== 1) not(off, 'an aligned array');
    c.pos = off + 2;
    if (!shortest(c)) empty(off);
  }
  narrow(c, all, off);
}

function matrix(c: Cursor): void {
  c.pos++; // the layout
  each(['extents', 'value'], () => {
    const off = c.pos++;
    const h = c.src[off]!;
    if (h === Header.Complex) return complex(c);
    if (h === Header.Aligned) not(off, 'an aligned array');
    numbers(c, h, off, false);
  });
}
