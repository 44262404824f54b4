// Checks of arguments: what is wrong with what a caller passes is said by name, at once.

/** Returns a value as a message shows it: text and numbers as code has them, of others the kind. */
function shown(value: unknown): string {
  if (Object(value) === value) return Object.prototype.toString.call(value);
  const text = String(value).slice(0, 60);
  return typeof value === 'string' ? JSON.stringify(text) : typeof value === 'bigint' ? text + 'n' : text;
}

/** Throws a TypeError, or another error, for an argument: says its name, what it has to be, and what it is. */
export function wrong(value: unknown, name: string, what: string, Wrong: ErrorConstructor = TypeError): never {
  throw new Wrong(`beve: ${name} must be ${what}, not ${shown(value)}`);
}

/** Throws a RangeError for a number that is not an integer from min to max, and a TypeError for what is no number. */
export function check(n: number, name: string, max: number, min = -max): void {
  if (typeof n !== 'number') wrong(n, name, 'a number');
  if (!Number.isInteger(n) || n < min || n > max) wrong(n, name, `an integer from ${min} to ${max}`, RangeError);
}

/** Returns a limit that a caller may have set, an integer up to most or Infinity; 0 and undefined stand for the default. */
export function limit(n: number | undefined, name: string, byDefault: number, most = Infinity): number {
  if (n !== undefined && n !== most) check(n, name, most, 0);
  return n || byDefault;
}

/** Reports whether two words differ in no more than two letters that stand together. */
function isNear(a: string, b: string): boolean {
  const n = Math.max(a.length, b.length);
  let from = 0;
  let to = 0;
  while (from < n && a[from] === b[from]) from++;
  while (to < n - from && a.at(-1 - to) === b.at(-1 - to)) to++;
  return from + to > n - 3;
}

const plain = (name: string): string => name.replace(/.*\./, '').toLowerCase();

/**
 * Throws a TypeError for an option whose name is not among names, and says which of them may be meant. A name with
 * a dot is that of an option within another. others says that there may be options of other names, unless
 * they are nearly one of these.
 */
export function checkOptions(options: object, names: readonly string[], others = false, within = 'options'): void {
  if (typeof options !== 'object' || !options) wrong(options, within, 'an object');
  for (const key of Object.keys(options)) {
    if (names.includes(key)) continue;
    const inner = names.filter((name) => name.startsWith(key + '.')).map((name) => name.slice(key.length + 1));
    const meant = names.find((name) => !inner.length && isNear(plain(key), plain(name)));
    if (inner.length) checkOptions(options[key as keyof typeof options] ?? {}, inner, false, key);
    else if (meant || !others)
      throw new TypeError(`beve: no option ${shown(key)}: did you mean ${meant ?? 'one of ' + names}?`);
  }
}
