// Values that JavaScript has no type for. What they are made of is checked at once: a TypeError for
// what is of another type, a RangeError for numbers that no message holds.

import { check, wrong } from './check.js';

/** Arrays that hold numbers in the memory layout of the wire. */
export type TypedArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** What a numeric array decodes to: an Array for 128-bit integers, or with genericArrays. */
export type NumericArray = TypedArray | (number | bigint)[];

/** Reports whether this is an integer that is written as one. */
export const isInteger = (n: unknown): n is number | bigint =>
  typeof n === 'bigint' || (Number.isSafeInteger(n) && !Object.is(n, -0));

/** The length of the longest Array that is taken; engines make none with more elements. */
export const longest = 2 ** 27;

/** Returns what an Array has, read once: a Proxy may say anything of its length, and has other elements each time. */
function copied<T>(list: readonly T[], name: string, checkItem: (item: T, i: number) => void): T[] {
  const { length } = list;
  check(length, name + ' length', longest, 0);
  const copy: T[] = [];
  for (let i = 0; i < length; i++) {
    const item = list[i]!;
    checkItem(item, i);
    copy.push(item);
  }
  return copy;
}

/** Throws unless one type holds all these numbers: float64, or integers of up to 128 bits. */
function checkNumbers(all: readonly unknown[], name: string, nameOf = (i: number): string => `${name}[${i}]`): void {
  const list = copied(all, name, (n, i) => {
    if (typeof n !== 'number' && typeof n !== 'bigint') wrong(n, nameOf(i), 'a number');
  }) as (number | bigint)[];
  if (!list.some((n) => typeof n === 'bigint')) return;
  const big = list.map((n, i) =>
    isInteger(n) ? BigInt(n) : wrong(n, nameOf(i), 'an integer, since others are bigint'),
  );
  if (![BigInt.asIntN, BigInt.asUintN].some((as) => big.every((n) => as(128, n) === n)))
    throw new RangeError(`beve: ${nameOf(0)} and those after it must be integers of one type of 128 bits`);
}

/** Throws unless this is an array of numbers, typed or not. */
function checkArray(data: unknown, name: string): void {
  if (Array.isArray(data)) checkNumbers(data, name);
  else if (!ArrayBuffer.isView(data) || data instanceof DataView) wrong(data, name, 'an array of numbers');
}

/** Throws unless an argument has a length. */
function checkLength({ length }: { length: number }, name: string, right: boolean, what: string): void {
  if (!right) throw new RangeError(`beve: ${name} must have ${what}, not ${length}`);
}

/** A complex number. Components of 64-bit integers that a number does not hold are bigint. */
export class Complex<T extends number | bigint = number | bigint> {
  constructor(
    readonly re: T,
    readonly im: T,
  ) {
    checkNumbers([re, im], '', (i) => (i ? 'im' : 're'));
  }

  /** The form in JSON: [re, im]. */
  toJSON(): [T, T] {
    return [this.re, this.im];
  }
}

/** An array of complex numbers. data holds re and im of each in turn. */
export class ComplexArray {
  constructor(readonly data: NumericArray) {
    checkArray(data, 'data');
    checkLength(data, 'data', data.length % 2 === 0, 'an even length');
  }

  /** The number of complex numbers. */
  get length(): number {
    const { length } = this.data;
    if (Array.isArray(this.data)) check(length, 'data length', longest, 0);
    return length / 2;
  }

  /** Returns element i, or undefined beyond the end. */
  at(i: number): Complex | undefined {
    const re = this.data[2 * i];
    return re === undefined ? undefined : new Complex(re, this.data[2 * i + 1]!);
  }

  *[Symbol.iterator](): Generator<Complex> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  /** The form in JSON: an array of [re, im]. */
  toJSON(): Complex[] {
    return [...this];
  }
}

/** Order of a matrix in memory: row-major is layout_right, column-major layout_left. */
export type Layout = 'layout_right' | 'layout_left';

/**
 * Returns the elements of a matrix. Beyond 2^53 their number is rounded, and infinite at last: no
 * array has as many. Where an extent is zero, so is the number.
 */
export const elementsOf = (extents: readonly number[]): number =>
  extents.includes(0) ? 0 : extents.reduce((a, b) => a * b, 1);

/** The layouts by their bytes. */
export const layouts: readonly Layout[] = ['layout_right', 'layout_left'];

/** A matrix of any rank. value holds the elements in the order of layout. */
export class Matrix<T extends NumericArray | ComplexArray = NumericArray | ComplexArray> {
  constructor(
    readonly layout: Layout,
    readonly extents: number[],
    readonly value: T,
  ) {
    if (!layouts.includes(layout)) wrong(layout, 'layout', layouts.join(' or '));
    if (!Array.isArray(extents)) wrong(extents, 'extents', 'an Array');
    const sizes = copied(extents, 'extents', (n, i) => check(n, `extents[${i}]`, Number.MAX_SAFE_INTEGER, 0));
    if (!(value instanceof ComplexArray)) checkArray(value, 'value');
    checkLength(sizes, 'extents', sizes.length > 0, 'one extent or more');
    const n = elementsOf(sizes);
    checkLength(value, 'value', value.length === n, `the length that extents say, ${n}`);
  }
}

/** A value with the index of its alternative, as version 1 wrote variants. It is read only. */
export class TypeTag {
  constructor(
    readonly index: number,
    readonly value: unknown,
  ) {
    check(index, 'index', Number.MAX_SAFE_INTEGER, 0);
  }
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A UUID to be written as one: 18 bytes in the extended profile, an array of 16
 * bytes otherwise. Decoding gives the text, in lower case with hyphens.
 */
export class UUID {
  readonly text: string;

  /** Takes the hyphenated form; throws a TypeError for anything else. */
  constructor(text: string) {
    if (typeof text !== 'string' || !uuidForm.test(text)) wrong(text, 'text', 'a UUID with hyphens');
    this.text = text.toLowerCase();
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** The letters of the flags of a regular expression, the lowest bit first. */
export const regexpFlags = /* @__PURE__ */ Array.from('imsug');

/** Returns the letters of regexpFlags that are there, in their order. */
export const flagsOf = (letters: string): string => regexpFlags.filter((flag) => letters.includes(flag)).join('');

/** A regular expression whose pattern is of another syntax than JavaScript's. */
export class Pattern {
  constructor(
    readonly pattern: string,
    /** Letters out of "imsug", each once. */
    readonly flags: string,
  ) {
    if (typeof pattern !== 'string') wrong(pattern, 'pattern', 'a string');
    if (typeof flags !== 'string' || flagsOf(flags).length < flags.length)
      wrong(flags, 'flags', 'letters out of imsug, each once');
  }
}

/** Returns the pattern of a RegExp as it is without the slashes around it. */
export const patternOf = ({ source }: Pick<RegExp, 'source'>): string =>
  source === '(?:)' ? '' : source.replace(/\\[^]/g, (escape) => (escape === '\\/' ? '/' : escape));
