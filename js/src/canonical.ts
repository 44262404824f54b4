// Entry @beve-org/beve/canonical: of all messages that say the same the one that is compared, hashed and
// signed by its bytes.

import { check as checkForm } from './canon/check.js';
import { put, writer } from './canon/write.js';
import { checked } from './edit/apply.js';
import { source } from './edit/form.js';
import { checkOptions } from './check.js';
import { guard } from './errors.js';
import { decode as decodeAny } from './extensions.js';
import { encode as encodeAny } from './instances.js';
import {
  decodeOptions,
  limitOptions,
  type DecodeOptions,
  type EncodeOptions,
  type Limits,
  type OwnBytes,
} from './options.js';
import type { Bytes } from './reader.js';
import { take } from './writer.js';

export { BeveError, type ErrorCode } from './errors.js';
export type { DecodeOptions, EncodeOptions, Limits, OwnBytes } from './options.js';
export type { Bytes } from './reader.js';

/** What a message may cost. */
export interface CanonicalOptions {
  limits?: Limits;
}

/**
 * Returns the canonical form of a message. Throws a BeveError for what has none: of the code 'duplicate'
 * for a repeated key, since leaving out one value would lose data, and 'unsupported' for a type tag
 * of version 1.
 */
export function canonical(data: Bytes, options: CanonicalOptions = {}): OwnBytes {
  checkOptions(options, limitOptions);
  return guard(() => {
    const { c: done, start } = checked(data, options);
    const c = source(done.src, options);
    const w = writer(options);
    c.pos = start;
    put(w, c);
    return take(w);
  });
}

/**
 * Throws a BeveError with the offset and the path of what would be written otherwise, unless a message is in
 * canonical form.
 */
export function check(data: Bytes, options: CanonicalOptions = {}): void {
  checkOptions(options, limitOptions);
  guard(() => checkForm(data, options));
}

/** Returns the canonical form of what encode of the whole package makes of a value. */
export function encode(value: unknown, options: EncodeOptions = {}): OwnBytes {
  const data = encodeAny(value, options);
  const { maxDepth, maxElements } = options;
  return canonical(data, { limits: { maxDepth, maxElements } });
}

/** Decodes a message as decode of the whole package does, and throws a BeveError unless it is in canonical form. */
export function decode<T = unknown>(data: Bytes, options: DecodeOptions = {}): T {
  checkOptions(options, decodeOptions);
  check(data, { limits: options.limits });
  return decodeAny<T>(data, options);
}
