// The choices of encoding and decoding, and the limits.

import { limit } from './check.js';

/**
 * Bytes in memory of their own, which fetch and Blob take: Uint8Array<ArrayBuffer>, and
 * Uint8Array for TypeScript before 5.7, which tells no memory from another.
 */
export type OwnBytes = ReturnType<Uint8Array['slice']>;

/** Bounds of what one message may cost; a missing field means the default. */
export interface Limits {
  /** Nesting levels; the root is level 1. Default 512, at most 1000: decoding recurses. */
  maxDepth?: number;
  /**
   * Members and elements of one message, all levels together. Numbers of typed
   * arrays do not count; booleans do, since each becomes an element of an Array.
   * Default 2^22: an empty object takes two bytes on the wire, and many in memory.
   */
  maxElements?: number;
  /** Bytes of one message. Default 2^30 for a stream, no bound in memory. */
  maxBytes?: number;
}

/** Choices of decoding; the default is what `decode(bytes)` does. */
export interface DecodeOptions {
  limits?: Limits;
  /**
   * Copy numeric arrays always. By default they view the input where alignment allows.
   * Text is made string by string then, too: by default some strings are cut from parts
   * of up to 4 KB, which stay in memory as long as they do.
   */
  copy?: boolean;
  /** Decode numeric arrays into Arrays instead of typed arrays. */
  genericArrays?: boolean;
  /** Make a repeated key an error. By default the last one wins. */
  rejectDuplicates?: boolean;
  /** Reject boolean arrays whose unused bits are set. */
  strict?: boolean;
  /**
   * Take each header that tables and type tags of version 1 share for a type tag. By
   * default what follows decides, by the rule of docs/extensions.md.
   */
  legacyTypeTag?: boolean;
}

/** Choices of encoding; the default is what `encode(value)` does. */
export interface EncodeOptions {
  /** Pad numeric arrays so that readers can view them in place. Offsets count from the start of the message. */
  aligned?: boolean;
  /** Write the members of plain objects and Maps in the order of their keys. */
  deterministic?: boolean;
  /**
   * Also write what only readers of the extended profile read, this library and
   * that for Go: times, durations, intervals, UUIDs, regular expressions, tables.
   */
  extended?: boolean;
  /** Begin the message with the draft framing header. */
  framing?: boolean;
  /** Nesting levels that a value may have. Default 512, at most 1000: those of decoding. */
  maxDepth?: number;
  /** Members and elements that a value may have, counted as in decoding. Default 2^22, too. */
  maxElements?: number;
  /** How many objects with the same keys become a table. Default 5; with extended only. */
  minTableRows?: number;
  /**
   * Write Arrays of nothing but numbers as typed arrays: of the narrowest signed
   * integers up to 32 bits, or of float64. They decode as typed arrays. By default
   * only typed arrays are written so, and an Array stays an Array. A number is the
   * least length of such an Array: 1 for C++, which needs them for its vectors. With
   * true it is 96, since a short typed array takes longer to read than an Array.
   */
  packNumbers?: boolean | number;
}

/** The names of limits. */
export const limitOptions = ['limits.maxDepth', 'limits.maxElements', 'limits.maxBytes'];

/** The names of the options of decoding in the basic package, and in the whole one. */
export const basicDecodeOptions = /* @__PURE__ */ limitOptions.concat(
  'copy',
  'genericArrays',
  'rejectDuplicates',
  'strict',
);
export const decodeOptions = /* @__PURE__ */ basicDecodeOptions.concat('legacyTypeTag');

/** The names of the options of encoding in the basic package, and in the whole one. */
export const basicEncodeOptions = ['aligned', 'deterministic', 'framing', 'maxDepth', 'maxElements', 'packNumbers'];
export const encodeOptions = /* @__PURE__ */ basicEncodeOptions.concat('extended', 'minTableRows');

/** Returns the levels that may be entered. */
export const depthLimit = (max?: number): number => limit(max, 'maxDepth', 512, 1000);

/** Returns the elements that a message may have. */
export const elementLimit = (max?: number): number => limit(max, 'maxElements', 2 ** 22);

/** Returns the bytes that a message may have, 2^30 in a stream. */
export const byteLimit = (limits?: Limits, byDefault = Infinity): number =>
  limit(limits?.maxBytes, 'maxBytes', byDefault);

/** Shorter Arrays of numbers are read faster as they are: see bench/results/packed.md. */
const packedLength = 96;

/** Returns how many numbers an Array has that is written as a typed array. */
export const packLimit = (pack?: boolean | number): number =>
  limit(typeof pack === 'boolean' ? Number(pack) * packedLength : pack, 'packNumbers', Infinity);

/** Returns how many rows a table has. */
export const rowLimit = (rows?: number): number => limit(rows, 'minTableRows', 5);
