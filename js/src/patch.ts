// Entry @beve-org/beve/patch: BEVE messages changed without decoding them.

import { applyAll, checked, read, type Op, type Verb } from './edit/apply.js';
import { difference } from './edit/diff.js';
import { bytesOfValue, sameBytes, whole, type Value } from './edit/form.js';
import { mergeAll } from './edit/merge.js';
import type { Forms } from './edit/profile.js';
import { change } from './edit/single.js';
import { checkOptions, wrong } from './check.js';
import { noForm } from './encode.js';
import { guard, type BeveError } from './errors.js';
import { encodeWhole, instance } from './instances.js';
import {
  encodeOptions,
  limitOptions,
  type DecodeOptions,
  type EncodeOptions,
  type Limits,
  type OwnBytes,
} from './options.js';
import { bytesOf, isBytes, type Bytes } from './reader.js';
import { putBytes } from './writer.js';

export { BeveError, type ErrorCode } from './errors.js';
export type { EncodeOptions, Limits, OwnBytes } from './options.js';
export type { Bytes } from './reader.js';

/** Choices of changes. */
export interface PatchOptions {
  /** Bounds of the messages, before and after. */
  limits?: Limits;
  /**
   * How values are encoded, and patches that are no messages. Without extended, values take the profile of what they
   * replace, or of the first element of the array that they come into, or else of the message; those of merge are
   * portable.
   */
  encode?: Omit<EncodeOptions, 'framing'>;
}

/** One operation of a JSON Patch (RFC 6902) as a value of JavaScript. */
export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string };

/** A value that is encoded already, a message: it is put as it lies, alone or within other values and patches. */
export class Raw {
  readonly bytes: Uint8Array;

  /** Takes a whole message, without anything before its value. Throws a BeveError for other bytes. */
  constructor(bytes: Bytes) {
    this.bytes = bytesOf(bytes);
    if (guard(() => checked(this.bytes, {}).start))
      wrong(bytes, 'bytes', 'a value without a framing header or delimiters');
  }
}

const patchOptions = [
  ...limitOptions,
  ...encodeOptions.filter((name) => name !== 'framing').map((name) => `encode.${name}`),
];

/** Returns the limits out of options, which are checked. */
function limitsOf(options: PatchOptions): DecodeOptions {
  checkOptions(options, patchOptions);
  return { limits: options.limits };
}

const textPath = (path: string, name = 'path'): string =>
  typeof path === 'string' ? path : wrong(path, name, 'a JSON Pointer');

/** Returns the bytes of a Raw, which may be others than it was made of. */
function again({ bytes }: Raw): Uint8Array {
  try {
    return new Raw(bytes).bytes;
  } catch {
    return noForm('a Raw whose bytes are no longer a message');
  }
}

/** Returns a value of JavaScript, which may be or hold a Raw, as a message. */
const encode = (value: unknown, options: EncodeOptions = {}): OwnBytes =>
  encodeWhole(value, options, (w, v) => (v instanceof Raw ? putBytes(w, again(v)) : instance(w, v)));

/** Returns a value encoded: in both profiles, unless they are alike or the options say which one. */
function formsOf(value: unknown, options: PatchOptions): Forms {
  const limits = limitsOf(options);
  const form = (extended?: boolean): Value =>
    whole(encode(value, { ...options.encode, framing: false, extended } as EncodeOptions), limits);
  const chosen = options.encode?.extended;
  if (chosen !== undefined || Object(value) !== value || isBytes(value) || value instanceof Raw)
    return { value: form(chosen) };
  const forms: Forms = {};
  try {
    forms.value = form();
  } catch (failure) {
    if ((failure as BeveError | undefined)?.code !== 'overflow') throw failure;
    forms.failure = failure as BeveError; // an instant of a year that text has not
  }
  const extended = form(true);
  if (!forms.value || !sameBytes(forms.value.src.src, extended.src.src)) forms.extended = extended;
  return forms;
}

/** Returns an operation with a value that is encoded. */
const opOf = (verb: Verb, path: string, value: unknown, options: PatchOptions): Op => ({
  ...formsOf(value, options),
  verb,
  path: textPath(path),
});

/** Returns a patch as a message. */
const messageOf = (patch: unknown, options: PatchOptions): Bytes =>
  isBytes(patch) ? patch : encode(patch, options.encode);

/**
 * Replaces the part at a path, a JSON Pointer (RFC 6901), or adds the last member that it names, and returns
 * the new message. An integer in the place of an integer keeps the type of that one if it fits. The
 * path '' stands for the whole value.
 *
 * set, insert, append and delete read and check what the path leads through, so the change of a
 * valid message is valid, and do not look at the rest of one that is not. The message that is passed
 * stays as it is, whatever happens. Throws a BeveError with the path of the change and the offset of
 * the container that it was to be made in.
 */
export const set = (data: Bytes, path: string, value: unknown, options: PatchOptions = {}): OwnBytes =>
  change(data, opOf('set', path, value, options), limitsOf(options));

/**
 * Adds a value at a path: a member that must not be there yet, or an element before the one at that
 * index; the last segment "-", or the length, stands for the end of an array.
 */
export const insert = (data: Bytes, path: string, value: unknown, options: PatchOptions = {}): OwnBytes =>
  change(data, opOf('insert', path, value, options), limitsOf(options));

/** Adds a value after the last element of the array at a path. */
export const append = (data: Bytes, path: string, value: unknown, options: PatchOptions = {}): OwnBytes =>
  change(data, opOf('append', path, value, options), limitsOf(options));

/** Removes the part at a path, which must be there; of members all with that name. */
const remove = (data: Bytes, path: string, options: PatchOptions = {}): OwnBytes =>
  change(data, { verb: 'remove', path: textPath(path) }, limitsOf(options));

export { remove as delete };

/**
 * Returns a new message: one with a JSON Patch (RFC 6902) applied, which is a message or an array of
 * operations. Numbers are equal to the operation test if they have the same value or read the same in JSON,
 * whatever their type; what it finds otherwise is an error of the code 'test'.
 */
export const apply = (data: Bytes, patch: Bytes | readonly Operation[], options: PatchOptions = {}): OwnBytes => {
  const limits = limitsOf(options);
  return applyAll(data, operations(patch, options, limits), limits);
};

/** Returns the operations of a patch, with the values that one of JavaScript has in both profiles. */
function operations(patch: Bytes | readonly Operation[], options: PatchOptions, limits: DecodeOptions): Op[] {
  if (isBytes(patch)) return guard(() => read(patch, limits));
  const { value, extended, failure } = formsOf(patch, options);
  if (!value) throw failure;
  const ops = guard(() => read(value.src.src, limits));
  const twins = extended ? guard(() => read(extended.src.src, limits)) : [];
  return ops.map((op, i) => {
    const twin = twins[i]?.value;
    return op.value && twin && !sameBytes(bytesOfValue(op.value), bytesOfValue(twin)) ? { ...op, extended: twin } : op;
  });
}

/**
 * Returns a new message: one with a JSON Merge Patch (RFC 7396) applied, which is a message or a value to be
 * encoded: members of the patch replace those of the message, objects are merged, and null removes a member.
 */
export function merge(data: Bytes, patch: unknown, options: PatchOptions = {}): OwnBytes {
  const limits = limitsOf(options);
  return mergeAll(data, messageOf(patch, options), limits);
}

/**
 * Returns a JSON Patch, as a message, that makes b of a: the value, with the types of numbers and the forms of
 * containers, but the order of members, and what repeated keys hide, are not looked at. The patch
 * is not the shortest there is; it is never much longer than one that replaces a by b.
 */
export const diff = (a: Bytes, b: Bytes, options: PatchOptions = {}): OwnBytes => difference(a, b, limitsOf(options));

/** Changes that are made together, one after another in one pass. */
export class Batch {
  private readonly ops: Op[] = [];

  constructor(private readonly options: PatchOptions = {}) {
    limitsOf(options);
  }

  private add(op: Op): this {
    this.ops.push(op);
    return this;
  }

  private put(verb: Verb, path: string, value: unknown): this {
    const op = opOf(verb, path, value, this.options);
    for (const form of [op.value, op.extended]) if (form) guard(() => checked(form.src.src, limitsOf(this.options)));
    return this.add(op);
  }

  /** set as a part of the batch, which is returned. */
  set(path: string, value: unknown): this {
    return this.put('set', path, value);
  }

  /** insert as a part of the batch. */
  insert(path: string, value: unknown): this {
    return this.put('insert', path, value);
  }

  /** append as a part of the batch. */
  append(path: string, value: unknown): this {
    return this.put('append', path, value);
  }

  /** delete as a part of the batch. */
  delete(path: string): this {
    return this.add({ verb: 'remove', path: textPath(path) });
  }

  /**
   * Takes the part at from out of the message and adds it at path, as move of JSON Patch does: before the
   * element at that index, or as a member in the place of one that may be there.
   */
  move(from: string, path: string): this {
    return this.add({ verb: 'move', from: textPath(from, 'from'), path: textPath(path) });
  }

  /** move that leaves the part where it is. What copies make is bounded in proportion to the message. */
  copy(from: string, path: string): this {
    return this.add({ verb: 'copy', from: textPath(from, 'from'), path: textPath(path) });
  }

  /** Makes the batch fail with the code 'test' unless the part at a path is equal to a value: see apply. */
  test(path: string, value: unknown): this {
    return this.put('test', path, value);
  }

  /**
   * Returns a new message: one with the changes, checked within the limits. It can be called again, for
   * other messages.
   */
  do(data: Bytes): OwnBytes {
    return applyAll(data, this.ops, limitsOf(this.options));
  }
}
