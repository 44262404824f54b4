// Entry @beve-org/beve/basic: the values that JSON has and arrays of numbers, in half the
// bytes of the whole package.

import { decodeWith } from './decode.js';
import { encodeWith, isA, noForm, type WithForm } from './encode.js';
import { unsupported } from './errors.js';
import { Header } from './header.js';
import {
  basicDecodeOptions,
  basicEncodeOptions,
  type DecodeOptions,
  type EncodeOptions,
  type OwnBytes,
} from './options.js';
import { invalid, type Bytes, type Cursor } from './reader.js';

export { BeveError, type ErrorCode } from './errors.js';
export type { Limits, OwnBytes } from './options.js';
export type { Bytes } from './reader.js';

/** Choices of decoding: those of the whole package for the values that there are here. */
export type BasicDecodeOptions = Omit<DecodeOptions, 'legacyTypeTag'>;

/** Choices of encoding: those of the whole package for the values that there are here. */
export type BasicEncodeOptions = Omit<EncodeOptions, 'extended' | 'minTableRows'>;

/** Fails for every extension. */
const none = (c: Cursor, h: number): never =>
  h <= Header.RegExp && h !== 0x3e ? unsupported('not in the basic package', c.pos - 1) : invalid(c, h);

/**
 * Decodes a message as decode of the whole package does, and fails with the code
 * unsupported for what only that reads: complex numbers, matrices, type tags, and all of the
 * extended profile.
 */
export const decode = <T = unknown>(data: Bytes, options: BasicDecodeOptions = {}): T =>
  decodeWith(data, options, basicDecodeOptions, none) as T;

const isNoDate = (value: Partial<WithForm>): boolean =>
  isA(Date, (v) => v.getTime(), value) && Number.isNaN(value.getTime()) && value.toJSON === Date.prototype.toJSON;

/** Fails for a Date whose toJSON gives null, and writes nothing itself. */
const dates = (_: unknown, value: Partial<WithForm>): false => (isNoDate(value) ? noForm('Date') : false);

/**
 * Encodes a value as encode of the whole package does. Of objects that have toJSON, also a
 * Date, it writes what that returns; a RegExp has no form here.
 */
export const encode = (value: unknown, options: BasicEncodeOptions = {}): OwnBytes =>
  encodeWith(value, options, basicEncodeOptions, dates, isNoDate);
