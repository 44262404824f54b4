// The one home of header bytes: the first byte of every encoded value. Bits 0–2
// are the type; of numbers, numeric arrays and integer keys, bits 3–4 are the class
// (0 float, 1 signed, 2 unsigned) and bits 5–7 the width code.

import { unsupported } from './errors.js';

export const enum Header {
  Null = 0x00,
  False = 0x08,
  True = 0x18,
  String = 0x02,
  Object = 0x03,
  Array = 0x05,
  Bools = 0x1c,
  Strings = 0x3c,
  Aligned = 0x5c,
  Matrix = 0x16,
  Complex = 0x1e,
  Time = 0x26,
  Interval = 0x36,
  UUID = 0x46,
  RegExp = 0x4e,
  // Three bytes have two meanings each. 06 is a delimiter between the values of a
  // stream, and where a value must start, an indexed object, followed by 03.
  Delimiter = 0x06,
  Indexed = 0x06,
  // 0E is a table, unless the reader was told to read type tags of version 1.
  Table = 0x0e,
  TypeTag = 0x0e,
  // 2E is a framing header at the start of a message, followed by 1 or 2, and
  // otherwise a duration, followed by 6 or 7.
  Framing = 0x2e,
  Duration = 0x2e,
  // Numbers.
  BFloat16 = 0x01,
  Float16 = 0x21,
  Float32 = 0x41,
  Float64 = 0x61,
  Float128 = 0x81,
  Int8 = 0x09,
  Int16 = 0x29,
  Int32 = 0x49,
  Int64 = 0x69,
  Int128 = 0x89,
  Uint8 = 0x11,
  Uint16 = 0x31,
  Uint32 = 0x51,
  Uint64 = 0x71,
  Uint128 = 0x91,
}

/** The types in bits 0–2. */
export const enum Type {
  Number = 1,
  Object = 3,
  Typed = 4,
  Extension = 6,
}

/** Returns the type bits of a header. */
export const typeOf = (h: number): number => h & 7;

/** Returns the header with the same class and width and another type. */
export const withType = (h: number, type: Type): number => (h & ~7) | type;

/** Returns the number class of a header: 0 float, 1 signed, 2 unsigned, 3 none. */
export const classOf = (h: number): number => (h >> 3) & 3;

/**
 * Returns the bytes of one number, element or integer key of a header with class
 * and width, and 0 if no such number exists. bfloat16 has width code 0 and 2 bytes.
 */
export function widthOf(h: number): number {
  const code = h >> 5;
  if (code > 4 || classOf(h) === 3) return 0;
  return h >> 3 === 0 ? 2 : 1 << code;
}

/** The typed arrays that are the memory of a numeric array, by the upper five bits of its header. */
export const typedArrays = {
  [Header.Float32 >> 3]: Float32Array,
  [Header.Float64 >> 3]: Float64Array,
  [Header.Int8 >> 3]: Int8Array,
  [Header.Int16 >> 3]: Int16Array,
  [Header.Int32 >> 3]: Int32Array,
  [Header.Int64 >> 3]: BigInt64Array,
  [Header.Uint8 >> 3]: Uint8Array,
  [Header.Uint16 >> 3]: Uint16Array,
  [Header.Uint32 >> 3]: Uint32Array,
  [Header.Uint64 >> 3]: BigUint64Array,
} as const;

const order = /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ new Uint16Array([1]).buffer);

/** Fails unless the memory of this machine has the byte order of the wire. */
export const needOrder = (): unknown => order[0] || unsupported('big-endian machine');
