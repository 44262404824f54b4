// Checks of arguments: what is wrong with what a caller passes is said by name, at once.

/** Throws a TypeError that says what a value is not. */
export function wrong(value: unknown, what: string): never {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value && typeof value);
  throw new TypeError(`beve: ${text} is not ${what}`);
}

/** Throws a RangeError for a number that is not an integer from min to max, and a TypeError for what is no number. */
export function check(n: number, max: number, min = -max): void {
  if (typeof n !== 'number') wrong(n, 'a number');
  if (!Number.isInteger(n) || !(n >= min && n <= max)) throw new RangeError(`beve: ${n}, not ${min} to ${max}`);
}

/** Returns a limit that a caller may have set; 0 and undefined stand for the default. */
export function limit(max: number | undefined, byDefault: number): number {
  if (max !== undefined && !(typeof max === 'number' && max >= 0)) wrong(max, 'a limit');
  return max || byDefault;
}
