// Keys that were read before. Messages repeat few keys many times, and finding one
// by its bytes costs less than making the string again.

/** A key and the one that followed it last. */
export interface Key {
  readonly text: string;
  next: Key | undefined;
}

const slots = 1024;

/** The longest key that is kept. With the number of slots it bounds the memory. */
const longest = 32;

const table: (Key | undefined)[] = [];

/** Stands before the first key of every object. */
export const noKey: Key = { text: '', next: undefined };

function matches(text: string, src: Uint8Array, at: number, n: number): boolean {
  if (text.length !== n) return false;
  for (let i = 0; i < n; i++) if (text.charCodeAt(i) !== src[at + i]) return false;
  return true;
}

/**
 * Returns the key of n bytes at src[at], which are all there, if it is one that is
 * kept or can be: short and ASCII. before is the key of the member before.
 */
export function findKey(src: Uint8Array, at: number, n: number, before: Key): Key | undefined {
  const guess = before.next;
  if (guess !== undefined && matches(guess.text, src, at, n)) return guess;
  if (n > longest) return undefined;
  let hash = n;
  for (let i = 0; i < n; i++) {
    const b = src[at + i]!;
    if (b > 127) return undefined;
    hash = (Math.imul(hash, 31) + b) | 0;
  }
  const slot = (hash ^ (hash >>> 10)) & (slots - 1);
  let key = table[slot];
  if (key === undefined || !matches(key.text, src, at, n)) {
    key = { text: String.fromCharCode(...src.subarray(at, at + n)), next: undefined };
    table[slot] = key;
  }
  before.next = key;
  return key;
}
