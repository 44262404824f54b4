// The walk over one whole value without making it. It keeps its own stack and can
// stop where the input ends and go on when there is more, so that a value which
// arrives in pieces is walked over once.

import { intMembers, leaf } from './decode.js';
import { within } from './errors.js';
import { tagIndex } from './extensions.js';
import { Header, Type, typeOf } from './header.js';
import { checkStart, checkValue, entry, indexCount, tableName, tableRows, type Entry } from './parts.js';
import { byte, count, enter, leave, number, type Cursor } from './reader.js';
import { text } from './text.js';
import { isTypeTag } from './typetag.js';

/** What the children of a frame are. */
export const enum Form {
  Root,
  Values,
  Texts,
  Tag, // the index is not a child
  Cells, // of a table, row after row
  Names, // of a table that is not open yet
  Entries, // of an indexed object that is not open yet
  Members,
  IntMembers,
  Indexed,
}

/** One open container. */
export interface Frame {
  form: Form;
  /** The number of children. */
  n: number;
  /** Those that are walked over or open. */
  done: number;
  /** The header of an object with integer keys; the index of a type tag. */
  h: number;
  /** The key of the next child if keyed, and of the latest one otherwise. */
  key?: unknown;
  keyed?: boolean;
  /** Of a table. */
  names?: Set<string>;
  /** Of an indexed object. */
  entries?: Entry[];
  /** Where the values of an indexed object begin, and the latest of them. */
  data?: number;
  start?: number;
}

/** Returns the bottom of the stack for a walk over one value. */
export const root = (): Frame => ({ form: Form.Root, n: 1, done: 0, h: 0 });

/** Moves the cursor past the value that it stands before, having checked it. */
export const pass = (c: Cursor): void => scan(c, [root()]);

/**
 * Walks on, until the stack is empty. When the input ends inside the value this
 * fails as truncated, and may be called again with the same stack when the cursor
 * has more: nothing is walked over twice but the one leaf or key that was cut.
 */
export function scan(c: Cursor, stack: Frame[]): void {
  let mark = c.pos;
  try {
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      mark = c.pos;
      if (frame.done === frame.n) {
        if (close(c, frame)) stack.pop();
      } else if (frame.form >= Form.Members && !frame.keyed) {
        readKey(c, frame);
      } else {
        const child = step(c, frame);
        frame.done++;
        frame.keyed = false;
        if (child) stack.push(child);
      }
    }
  } catch (failure) {
    c.pos = mark;
    throw trail(failure, stack);
  }
}

/** Adds the path of the child at which the innermost container failed. */
function trail(failure: unknown, stack: Frame[]): unknown {
  for (let i = stack.length - 1; i >= 0; i--) {
    const { form, done, key, keyed, names } = stack[i]!;
    const inner = i === stack.length - 1;
    const index = inner ? done : done - 1;
    if (form === Form.Cells) within(within(failure, [...names!][index % names!.size]), Math.floor(index / names!.size));
    else if (form === Form.Values || form === Form.Texts) within(failure, index);
    else if (form === Form.Tag) within(failure, 'value');
    else if (form >= Form.Members && (keyed || !inner)) within(failure, key);
  }
  return failure;
}

/** Walks over the next child of a frame, or opens it. */
export function step(c: Cursor, frame: Frame): Frame | undefined {
  switch (frame.form) {
    case Form.Texts:
      text(c);
      return undefined;
    case Form.Names:
      tableName(c, frame.names!);
      return undefined;
    case Form.Entries:
      frame.entries!.push(entry(c, frame.entries!.at(-1)));
      return undefined;
  }
  return child(c);
}

/** Reads the key of the next child of an object. */
export function readKey(c: Cursor, frame: Frame): void {
  if (frame.form === Form.Members) {
    frame.key = text(c);
  } else if (frame.form === Form.IntMembers) {
    frame.key = number(c, frame.h);
  } else {
    checkLatest(c, frame);
    const { name } = frame.entries![frame.done]!;
    checkStart(c, frame.entries![frame.done]!, frame.data!);
    frame.key = name;
    frame.start = c.pos;
  }
  frame.keyed = true;
}

/** Checks the value of an indexed object that ends here. */
function checkLatest(c: Cursor, { entries, done, start }: Frame): void {
  if (done) checkValue(c, entries![done - 1]!, start!);
}

/** Closes a frame, or turns it into what comes next and reports false. */
export function close(c: Cursor, frame: Frame): boolean {
  switch (frame.form) {
    case Form.Root:
      return true;
    case Form.Names:
      frame.n *= tableRows(c, frame.n);
      frame.done = 0;
      frame.form = Form.Cells;
      return frame.n === 0;
    case Form.Entries:
      frame.done = 0;
      frame.form = Form.Indexed;
      frame.data = c.pos;
      return false;
    case Form.Indexed:
      checkLatest(c, frame);
      break;
    case Form.Cells:
      leave(c);
  }
  leave(c);
  return true;
}

/** Enters and returns a frame of n children; undefined for none. */
function frameOf(c: Cursor, form: Form, n: number, h = 0): Frame | undefined {
  if (n === 0) return undefined;
  if (form !== Form.Names) enter(c, n);
  return { form, n, done: 0, h };
}

/** Walks over a leaf, or opens a container up to its first child. */
export function child(c: Cursor): Frame | undefined {
  const h = byte(c);
  switch (h) {
    case Header.Object:
      return frameOf(c, Form.Members, count(c, 2));
    case Header.Array:
      return frameOf(c, Form.Values, count(c, 1));
    case Header.Strings:
      return frameOf(c, Form.Texts, count(c, 1));
    case Header.Indexed: {
      const frame = frameOf(c, Form.Entries, indexCount(c));
      return frame && { ...frame, entries: [] };
    }
    case Header.Table: {
      if (isTypeTag(c)) return frameOf(c, Form.Tag, 1, tagIndex(c));
      const fields = count(c, 1);
      if (fields === 0) tableRows(c, 0);
      const frame = frameOf(c, Form.Names, fields);
      return frame && { ...frame, names: new Set() };
    }
  }
  if (typeOf(h) === Type.Object) return frameOf(c, Form.IntMembers, intMembers(c, h), h);
  leaf(c, h);
  return undefined;
}
