// Values that JavaScript has no type for.

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

/** A complex number. Components of 64-bit integers that a number does not hold are bigint. */
export class Complex<T extends number | bigint = number | bigint> {
  constructor(
    readonly re: T,
    readonly im: T,
  ) {}

  /** The form in JSON: [re, im]. */
  toJSON(): [T, T] {
    return [this.re, this.im];
  }
}

/** An array of complex numbers. data holds re and im of each in turn. */
export class ComplexArray {
  constructor(readonly data: NumericArray) {}

  /** The number of complex numbers. */
  get length(): number {
    return this.data.length / 2;
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

/** A matrix of any rank. value holds the elements in the order of layout. */
export class Matrix<T extends NumericArray | ComplexArray = NumericArray | ComplexArray> {
  constructor(
    readonly layout: Layout,
    readonly extents: number[],
    readonly value: T,
  ) {}
}

/** A value with the index of its alternative, as version 1 wrote variants. It is read only. */
export class TypeTag {
  constructor(
    readonly index: number,
    readonly value: unknown,
  ) {}
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
    if (!uuidForm.test(text)) throw new TypeError(`beve: ${text} is not a UUID`);
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
export const regexpFlags = [...'imsug'];

/** A regular expression whose pattern is of another syntax than JavaScript's. */
export class Pattern {
  constructor(
    readonly pattern: string,
    /** Letters out of "imsug". */
    readonly flags: string,
  ) {}
}

/** Returns the pattern of a RegExp as it is without the slashes around it. */
export const patternOf = ({ source }: RegExp): string =>
  source === '(?:)' ? '' : source.replace(/\\[^]/g, (escape) => (escape === '\\/' ? '/' : escape));
