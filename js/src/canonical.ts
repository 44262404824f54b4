// Entry @beve-org/beve/canonical: of all messages that say the same the one that is compared, hashed and
// signed by its bytes.

import { check as checkForm } from './canon/check.js';
import { put, writer } from './canon/write.js';
import { checked } from './edit/apply.js';
import { guard } from './errors.js';
import { decode as decodeAny } from './extensions.js';
import { encode as encodeAny } from './instances.js';
import type { DecodeOptions, EncodeOptions, Limits, OwnBytes } from './options.js';
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
export const canonical = (data: Bytes, { limits }: CanonicalOptions = {}): OwnBytes =>
  guard(() => {
    const { c, start } = checked(data, { limits });
    const w = writer();
    c.pos = start;
    put(w, c);
    return take(w);
  });

/**
 * Throws a BeveError with the offset and the path of what would be written otherwise, unless a message is in
 * canonical form.
 */
export const check = (data: Bytes, { limits }: CanonicalOptions = {}): void => guard(() => checkForm(data, { limits }));

/** Returns the canonical form of what encode of the whole package makes of a value. */
export const encode = (value: unknown, options: EncodeOptions = {}): OwnBytes =>
  canonical(encodeAny(value, options), { limits: options });

/** Decodes a message as decode of the whole package does, and throws a BeveError unless it is in canonical form. */
export function decode<T = unknown>(data: Bytes, options: DecodeOptions = {}): T {
  check(data, options);
  return decodeAny<T>(data, options);
}
