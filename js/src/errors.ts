// Failures: what users see, and what travels inside until an entry point is left.

/** Classes of failure. They are those of the Go library. */
export type ErrorCode =
  | 'truncated' // the input ends inside a value
  | 'syntax' // the bytes are not BEVE
  | 'utf8' // text that is not UTF-8, or on encode, not well-formed
  | 'trailing' // bytes follow the one value
  | 'depth' // nested deeper than maxDepth
  | 'limit' // more than maxElements or maxBytes
  | 'overflow' // a number or an instant that its target does not hold exactly
  | 'duplicate' // a key twice, with rejectDuplicates, in canonical form, or to be inserted
  | 'missing' // a path of a patch leads nowhere
  | 'mismatch' // a patch is not one, or is for values of other kinds
  | 'test' // the operation test of a patch has found another value
  | 'unsupported'; // what this library, or JavaScript, cannot represent

/** Gives an object a member of its own, whatever its prototype has of that name. */
export function define(object: object, name: string, value: unknown): void {
  const member = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(object, name, member);
}

/**
 * What every function of this package throws for input or values that it cannot
 * take. Its message reads "beve: /users/3/age at byte 118: cause". It is one line of less
 * than 2 KB, whatever the input is.
 */
export class BeveError extends Error {
  declare readonly name: 'BeveError';

  constructor(
    /** The class of failure. */
    readonly code: ErrorCode,
    detail: string,
    /** JSON Pointer of the value inside its message; '' is the root. */
    readonly path: string,
    /** Bytes from the start of the message or stream; undefined when encoding. */
    readonly offset?: number,
  ) {
    const where = shown(path);
    const place = offset === undefined ? where : (where && where + ' ') + 'at byte ' + offset;
    super('beve: ' + (place && place + ': ') + detail);
    define(this, 'name', 'BeveError');
  }
}

/** Cuts text in its middle, so that as UTF-8 it is below 2 KB. */
const cut = (text: string): string => (text.length < 600 ? text : text.slice(0, 299) + '…' + text.slice(-299));

/**
 * Returns text as a message shows it: cut, and with what is not visible escaped, so that
 * input can neither forge lines of a log nor change the direction of text.
 */
export const shown = (text: string): string =>
  cut(cut(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) => '\\u{' + c.codePointAt(0)!.toString(16) + '}')).replace(
    /\p{Cs}/gu, // half of what was cut
    '',
  );

/**
 * A failure on its way out. It is not an Error: a stream that waits for more input
 * meets one for every chunk, and capturing stacks costs more than decoding.
 */
export class Fault {
  /** Segments of the path, the innermost first. */
  readonly trail: unknown[] = [];

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly offset?: number,
  ) {}
}

export function fail(code: ErrorCode, detail: string, offset?: number): never {
  throw new Fault(code, detail, offset);
}

/** Fails for what JavaScript has and BEVE has not, or the other way round. */
export const unsupported = (detail: string, offset?: number): never => fail('unsupported', detail, offset);

/** Adds the segment that a failure passes on its way out; undefined adds none. */
export function within(failure: unknown, segment: unknown): unknown {
  if (failure instanceof Fault && segment !== undefined) failure.trail.push(segment);
  return failure;
}

/** Runs over keys; one at which it fails is part of the path. */
export function each<K>(keys: Iterable<K>, run: (key: K) => void): void {
  for (const key of keys) {
    try {
      run(key);
    } catch (failure) {
      throw within(failure, key);
    }
  }
}

/** Writes one segment of a JSON Pointer. */
export const segment = (key: unknown): string => '/' + String(key).replace(/~/g, '~0').replace(/\//g, '~1');

/**
 * Runs what may fail and turns a Fault into the error for users, base before its
 * offset and prefix before its path. Everything else, such as an error of a user's
 * toJSON, stays as it is.
 */
export function guard<T>(run: () => T, prefix = ''): T {
  try {
    return run();
  } catch (failure) {
    throw raise(failure, 0, prefix);
  }
}

/** Runs what may fail, as guard does; what says of no place where it is has the offset that at returns. */
export function guardAt<T>(run: () => T, at: () => number = () => 0, prefix = ''): T {
  try {
    return run();
  } catch (failure) {
    const placeless = failure instanceof Fault && failure.offset === undefined;
    throw raise(failure, 0, prefix, placeless ? at() : undefined);
  }
}

/** Turns a Fault into the error for users: see guard. */
export function raise(failure: unknown, base: number, prefix = '', at?: number): unknown {
  if (!(failure instanceof Fault)) return failure;
  const { code, detail, offset = at, trail } = failure;
  return new BeveError(
    code,
    detail,
    prefix + trail.reverse().map(segment).join(''),
    offset === undefined ? offset : offset + base,
  );
}
