// Many changes made one after another in one pass: a batch, or a JSON Patch (RFC 6902).

import { BeveError, Fault, fail, guard, raise, segment, shown } from '../errors.js';
import { extension } from '../extensions.js';
import { finish, open as openMessage } from '../decode.js';
import type { DecodeOptions, OwnBytes } from '../options.js';
import type { Bytes } from '../reader.js';
import { pass } from '../scan.js';
import { putBytes, take } from '../writer.js';
import { cellsOf, repeat, type Cells } from './cells.js';
import { Manner, checkMove, copy, move, push, put, remove, withoutRoot } from './change.js';
import { equal } from './equal.js';
import {
  Kind,
  bytesOfValue,
  eachChild,
  open,
  passOver,
  plainArray,
  putHead,
  segments,
  source,
  textOf,
  whole,
  type Shape,
  type Value,
} from './form.js';
import { unpack, writer } from './packed.js';
import { settled, usesExtended, type Forms } from './profile.js';
import { Unfit, putNode, putRow } from './render.js';
import { elementNode, find, get, openNode, position, walk, type Box, type Node, type Tree } from './tree.js';

/** What an Op does: the operations of JSON Patch, and the single changes. */
export type Verb = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test' | 'set' | 'insert' | 'append';

/** Those that JSON Patch has. */
const verbs = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** One operation. from is for move and copy; values, which have been checked, for those that have one. */
export interface Op extends Forms {
  verb: Verb;
  path: string;
  from?: string;
}

/** Returns where the value of a message begins and ends, having checked all of it. */
export function checked(data: Bytes, options: DecodeOptions): { c: Value['src']; start: number; end: number } {
  const c = openMessage(data, options, extension);
  const start = c.pos;
  const skim = source(c.src, options);
  skim.pos = start;
  pass(skim);
  finish(skim);
  return { c: skim, start, end: skim.pos };
}

/** Returns the tree of a message, which is checked, for changes of so many bytes. */
export function treeOf(data: Bytes, options: DecodeOptions, size: number): Tree {
  const { c, start, end } = checked(data, options);
  const root = { src: c, off: start, end };
  const most = 2 ** 16 + 8 * (size + c.src.length);
  return { doc: c, start, end, options, root, path: [], last: root, copied: 0, most, serial: 0, op: 0 };
}

/**
 * Returns a new message: one with operations done one after another. If one of them cannot be, the
 * error says which; if what comes out is beyond limits, there is an error, too.
 */
export function applyAll(data: Bytes, ops: readonly Op[], options: DecodeOptions): OwnBytes {
  const sizeOf = (v?: Value): number => (v ? v.end - v.off : 0);
  const sizes = ops.map(({ path, value, extended }) => path.length + Math.max(sizeOf(value), sizeOf(extended)));
  const size = sizes.reduce((a, b) => a + b, 0);
  const t = guard(() => treeOf(data, options, size));
  const fails = ({ code, detail }: Fault, i: number, at: number): BeveError =>
    new BeveError(code, (ops.length > 1 ? `operation ${i}: ` : '') + detail, ops[i]!.path, at);
  ops.forEach((op, i) => {
    t.op = i;
    try {
      run(t, op);
    } catch (failure) {
      throw failure instanceof Fault ? fails(failure, i, position(t, t.last)) : failure;
    }
  });
  try {
    return written(t);
  } catch (failure) {
    if (failure instanceof Unfit) throw fails(failure, failure.box.op!, failure.box.at!);
    throw failure instanceof Fault && ops.length === 1 ? fails(failure, 0, position(t, t.last)) : raise(failure, 0, '', 0);
  }
}

/** Returns the message that a tree has become, checked. */
export function written(t: Tree): OwnBytes {
  const w = writer();
  const { src } = t.doc;
  putBytes(w, src.subarray(0, t.start));
  putNode(w, 0, t.root, t.options);
  putBytes(w, src.subarray(t.end));
  const bytes = take(w);
  checked(bytes, t.options);
  return bytes;
}

/** Returns the first element of an array; nothing of one without elements, and of an object. */
const first = (b: Box): Node | undefined => (b.list?.n ? elementNode(b, 0) : undefined);

/**
 * Returns what a value replaces, or the first element of the array that it comes into. What is wrong with the path is
 * left to those who put it there.
 */
function beside(t: Tree, { verb, path }: Op): Node | undefined {
  try {
    if (verb === 'append') return first(openNode(t, find(t, path)));
    const p = walk(t, path);
    const n = p.box?.list && (verb === 'add' || verb === 'insert') ? first(p.box) : get(t, p);
    return n?.row ? undefined : n;
  } catch (failure) {
    if (failure instanceof Fault) return undefined;
    throw failure;
  }
}

/** Returns the value of an operation as a node, in the profile that belongs where it comes. */
const nodeOf = (t: Tree, op: Op): Node => ({
  ...settled(op, () => beside(t, op), () => (t.uses ??= usesExtended(t.doc, t.start))),
});

function run(t: Tree, op: Op): void {
  const { verb, path, from, value, extended } = op;
  switch (verb) {
    case 'add':
      return put(t, path, nodeOf(t, op), Manner.Add);
    case 'replace':
      return put(t, path, nodeOf(t, op), Manner.Replace);
    case 'set':
      return put(t, path, nodeOf(t, op), Manner.Set);
    case 'insert':
      return put(t, path, nodeOf(t, op), Manner.Insert);
    case 'append':
      return push(t, path, nodeOf(t, op));
    case 'remove':
      return void remove(t, path);
    case 'move':
      return move(t, from!, path);
    case 'copy':
      return copy(t, from!, path);
    case 'test': {
      const n = find(t, path);
      const { last } = t;
      const same = [value, extended].some((v) => v && equal(t, n, v.src, v.off) !== undefined);
      t.last = last; // the error is about what was compared, and not about what that has looked into
      if (!same) fail('test', 'the value is another one than the patch says');
    }
  }
}

/** Returns how the value at an offset lies, or a plain form of it if it is packed. */
export function plainForm(c: Value['src'], off: number): { c: Value['src']; s: Shape } {
  const s = open(c, off);
  if (s.kind !== Kind.Packed) return { c, s };
  const cells = cellsOf(c, off);
  const plain = source(cells ? plainCells(c, off, cells) : unpack(c, off), c.options);
  return { c: plain, s: open(plain, 0) };
}

/** Returns the plain form of a table or an object with an index. */
function plainCells(c: Value['src'], off: number, { rows, ...cells }: Cells): Uint8Array {
  const w = writer();
  let at = cells.body;
  if (rows === undefined) {
    putRow(w, c, cells, at);
  } else {
    repeat(c, cells.named * rows, passOver(c, off) - off);
    putHead(w, plainArray, rows);
    for (let i = 0; i < rows; i++) at = putRow(w, c, cells, at);
  }
  return take(w);
}

/**
 * Returns the operations of a JSON Patch (RFC 6902) that a message holds: an array of objects.
 * Members that operations do not know are ignored.
 */
export function read(patch: Bytes, options: DecodeOptions): Op[] {
  const { c: all, start } = checked(patch, options);
  const { c, s } = plainForm(all, start);
  if (s.kind !== Kind.Array) fail('mismatch', 'a JSON Patch is an array of operations', start);
  const ops: Op[] = [];
  eachChild(c, s, ({ value: off, end }, i) => {
    try {
      ops.push(readOp({ src: c, off, end, lead: s.lead }));
    } catch (failure) {
      const { code, detail } = failure as Fault;
      const place = s.lead === undefined ? off : start;
      throw failure instanceof Fault ? raise(new Fault(code, detail, place), 0, segment(i)) : failure;
    }
  });
  return ops;
}

/** Refuses an operation that is wrong whatever the document is. */
function check({ verb, path, from = '' }: Op): void {
  segments(path);
  segments(from);
  if (verb === 'remove' && path === '') withoutRoot();
  if (verb === 'move') checkMove(from, path);
}

function readOp(op: Value): Op {
  const { c, s } =
    op.lead === undefined ? plainForm(op.src, op.off) : plainForm(whole(bytesOfValue(op), op.src.options).src, 0);
  if (s.kind !== Kind.Object) fail('mismatch', 'an operation is an object');
  const members = new Map<string, Value>();
  eachChild(c, s, ({ key, value: off, end }) => void members.set(key, { src: c, off, end }));
  const member = (name: string): Value => members.get(name) ?? fail('missing', `an operation without "${name}"`);
  const text = (name: string): string =>
    textOf(member(name)) ?? fail('mismatch', `member "${name}" of an operation is not a string`);
  const verb = text('op') as Verb;
  if (!verbs.includes(verb)) fail('unsupported', `operation "${shown(verb)}", which JSON Patch does not have`);
  const read: Op = { verb, path: text('path') };
  if (verb === 'move' || verb === 'copy') read.from = text('from');
  check(read);
  if (read.from === undefined && verb !== 'remove') read.value = member('value');
  return read;
}
