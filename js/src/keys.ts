// Keys that were read before, and the shapes of objects that repeat. Messages repeat
// few keys many times, and comparing one with its bytes costs less than making the
// string again.

import { count, type Cursor } from './reader.js';
import { slots, type Slot } from './slots.js';
import { textOf } from './text.js';

/** A key and the one that followed it last. */
export interface Key {
  readonly text: string;
  /** Bytes of the key with its SIZE; 0 for one that is not kept: long, empty or not ASCII. */
  readonly size: number;
  /** These bytes as big-endian words: the last four first, then the others from the start. */
  readonly words: readonly number[];
  /** The bits of the first of the words that count. */
  readonly mask: number;
  /** Where the key is in the table of keys. */
  readonly place: number;
  next: Key | undefined;
  /** The shape of the object that came last: of what stands before the first keys at a depth. */
  shape: Shape | undefined;
}

/** The longest key that is kept. With the number of places it bounds the memory. */
const longest = 32;

const places = 4096;
const table: (Key | undefined)[] = [];

const unkept = (text: string): Key => ({ text, size: 0, words: [], mask: 0, place: 0, next: undefined, shape: undefined });

/** Stand before the first keys of objects, one for every depth that is left. */
const heads: Key[] = /* @__PURE__ */ Array.from({ length: 1001 }, () => unkept(''));

/** Returns what stands before the first key of an object. */
export const noKey = (c: Cursor): Key => heads[c.depth]!;

/** Moves past a key that is kept, if it is the next. */
export function passKey(c: Cursor, { size, words, mask }: Key): boolean {
  const { pos, view } = c;
  const end = pos + size;
  if (end > view.byteLength || (view.getInt32(end - 4) ^ words[0]!) & mask) return false;
  for (let i = 1; i < words.length; i++) if (view.getInt32(pos + 4 * i - 4) !== words[i]) return false;
  c.pos = end;
  return true;
}

/** Reads the next key; before is the one of the member before. */
export function readKey(c: Cursor, before: Key): Key {
  const guess = before.next;
  if (guess && passKey(c, guess)) return guess;
  const start = c.pos;
  const n = count(c, 1);
  const { src, pos } = c;
  let bits = n && n <= longest ? 0 : 128;
  let hash = n;
  for (let i = pos; i < pos + n && bits < 128; i++) {
    bits |= src[i]!;
    hash = Math.imul(hash, 31) + src[i]!;
  }
  if (bits > 127) return unkept(textOf(c, n));
  const place = (hash ^ (hash >>> 12)) & (places - 1);
  let key = table[place];
  c.pos = start;
  if (!key || !passKey(c, key)) {
    c.pos = pos;
    if (key) key.next = undefined;
    key = table[place] = keyOf(textOf(c, n), place);
  }
  // One that has lost its place leads nowhere: a chain of such keys would have no end.
  if (!before.size || table[before.place] === before) before.next = key;
  return key;
}

function keyOf(name: string, place: number): Key {
  const [text] = Object.keys({ [name]: 0 }) as [string]; // the one copy that the engine keeps of a name
  const size = text.length + 1;
  const bytes = new DataView(new ArrayBuffer(size + 4));
  bytes.setUint8(4, text.length << 2);
  for (let i = 1; i < size; i++) bytes.setUint8(4 + i, text.charCodeAt(i - 1));
  const words = [bytes.getInt32(size)];
  for (let i = 4; i < size; i += 4) words.push(bytes.getInt32(i));
  return { text, size, words, mask: size < 4 ? (1 << (8 * size)) - 1 : -1, place, next: undefined, shape: undefined };
}

/** The members that a slot makes. */
export const slotMembers = 8;

/** The keys of objects that come again and again, in their order. */
export interface Shape {
  readonly keys: readonly Key[];
  readonly names: readonly string[];
  /** How many objects had it. */
  seen: number;
  /** The call of the cursor that has found none of the names in Object.prototype. */
  call: number;
  /** What makes such objects, eight members each; none before it has proved itself. */
  slots: Slot[];
}

/** How many objects of one shape come before slots are given to it. */
const proof = 16;

/** The most members of an object that has a shape. With the number of shapes it bounds the memory. */
const widest = 64;

/** Shapes with the same number of members and the same first key, the one that came last first. */
const shapes: Shape[][] = [];

/** How many of those there may be. */
const alike = 4;

const indexOf = (first: Key, n: number): number => (first.place ^ (7 * n)) & 63;

/** Returns the shape that an object of n members, of which this is the first, has probably. */
export function shapeAt(first: Key, n: number): Shape | undefined {
  const shape = shapes[indexOf(first, n)]?.[0];
  return shape && shape.slots.length && shape.keys[0] === first && shape.keys.length === n ? shape : undefined;
}

/** Notes that objects had these keys, and returns their shape if slots are given to it. */
export function learn(keys: readonly Key[], objects: number): Shape | undefined {
  const n = keys.length;
  if (n > widest) return undefined;
  const list = (shapes[indexOf(keys[0]!, n)] ??= []);
  let at = list.findIndex((shape) => shape.keys.length === n && shape.keys.every((key, i) => key === keys[i]));
  if (!list[at]?.slots.length && !(learning() && keys.every(isPlain))) return undefined;
  if (at < 0) {
    at = list.length < alike ? list.length : list.findIndex(({ slots }) => !slots.length);
    if (at < 0) return undefined;
    list[at] = { keys, names: keys.map(({ text }) => text), seen: 0, call: 0, slots: [] };
  }
  const shape = list[at]!;
  if (!shape.slots.length) {
    shape.seen += objects;
    for (let i = 0; shape.seen >= proof && i < n; i += slotMembers) {
      const slot = slotOf(keys, i);
      if (!slot) break;
      shape.slots.push(slot);
    }
    if (!shape.slots.length) return undefined;
    prime(shape);
  }
  list[at] = list[0]!;
  list[0] = shape;
  return shape;
}

/**
 * Makes an object of a shape that has held text and numbers everywhere. An engine then keeps a float of later ones
 * as it comes out of a message, and does not copy it into a place that is for floats only.
 */
function prime({ slots: [first], names }: Shape): void {
  const object = new first!.Maker();
  for (const sample of ['', 0]) for (const name of names) object[name] = sample;
}

/** Returns a slot for the members from at on: the one of a shape that is the same up to there, or one that is left. */
function slotOf(keys: readonly Key[], at: number): Slot | undefined {
  const begun = shapes
    .flat()
    .find(
      (shape) =>
        shape.slots[at / slotMembers] &&
        keys.slice(0, at + slotMembers).every((key, i) => i >= shape.keys.length || shape.keys[i] === key),
    );
  return begun?.slots[at / slotMembers] ?? slots.pop();
}

/** Reports whether slots are left for further shapes. */
export const learning = (): boolean => slots.length > 0;

const isPlain = (key: Key, i: number, keys: readonly Key[]): boolean =>
  key.size > 0 && !(key.text in Object.prototype) && keys.indexOf(key) === i;
