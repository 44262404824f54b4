// Which profile the value of a change takes. What only the extended one has, not every reader knows, and so it is
// written only where a message has such values already.

import { Fault, fail, type BeveError } from '../errors.js';
import { Header, Type, classOf, typeOf } from '../header.js';
import { depthLimit } from '../options.js';
import type { Cursor } from '../reader.js';
import { Kind, headOf, key, open, skipValue, type Value } from './form.js';

/** A value in one form, or in those of two profiles. */
export interface Forms {
  /** The portable one; without it there is a failure that says why. */
  value?: Value;
  failure?: BeveError;
  /** That of the extended profile, if it is another one. */
  extended?: Value;
}

const extensions = [Header.Time, Header.Duration, Header.Interval, Header.UUID, Header.RegExp, Header.Indexed];

/** Reports whether a value is of a form that only the extended profile has, whatever it holds. */
function isExtended(v: Value): boolean {
  const h = headOf(v);
  return extensions.includes(h) || (h === Header.Table && open(v.src, v.off).kind === Kind.Packed);
}

/** Reports whether a header is that of a number, or of an array of numbers. */
const isNumeric = (h: number): boolean => typeOf(h) === Type.Number || (typeOf(h) === Type.Typed && classOf(h) < 3);

/** Reports whether two headers are of the same kind. */
const isAlike = (a: number, b: number): boolean => a === b || (typeOf(a) === typeOf(b) && isNumeric(a) && isNumeric(b));

/**
 * Returns a value in the profile that belongs in the place of another one, or beside it in an array. Where nothing is
 * there, or that does not tell, what counts is whether the message uses the extended one.
 */
export function settled(
  { value, failure, extended }: Forms,
  beside: () => Value | undefined,
  uses: () => boolean,
): Value {
  if (!extended) return value!;
  const old = beside();
  if (old) {
    if (isExtended(old)) return extended;
    const h = value ? headOf(value) : Header.Object; // an object says little
    if (h !== Header.Object && isAlike(headOf(old), h) && !isAlike(headOf(extended), h)) return value!;
  }
  if (uses()) return extended;
  return value ?? fail(failure!.code, failure!.message.slice(6));
}

/**
 * Reports whether the value at an offset is, or has in it, something that only the extended profile has. What is
 * malformed has nothing: a message may be so where nobody has looked.
 */
export function usesExtended(c: Cursor, off: number): boolean {
  try {
    return pass(c, off, depthLimit(c.options.limits?.maxDepth)) < 0;
  } catch (failure) {
    if (failure instanceof Fault) return false;
    throw failure;
  }
}

/** Returns the offset after a value, or -1 once something is found. */
function pass(c: Cursor, off: number, depth: number): number {
  const s = open(c, off);
  if (isExtended({ src: c, off, end: off })) return -1;
  if (s.kind === Kind.Leaf || s.kind === Kind.Packed || s.lead !== undefined || !depth) return skipValue(c, off);
  let at = s.body;
  for (let left = s.n; left && at >= 0; left--) {
    key(c, at, s);
    at = pass(c, c.pos, depth - 1);
  }
  return at;
}
