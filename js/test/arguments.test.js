// What every export does with arguments of other types and ranges: the table has all exports,
// and each of their parameters is tried with a value of every kind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';

const { Complex, ComplexArray, Interval, Matrix, Timestamp, decode, encode } = whole;

/** Values of every kind, in and out of the ranges that there are. */
const pool = [
  undefined,
  null,
  true,
  ...[0, -0, 1, -1, 5, 0.5, 59, 1439, 1440, -1440, 999_999, 1e6, 999_999_999, 1e9, 8.64e12, 8.64e15, 2 ** 32],
  ...[2 ** 53 - 1, 2 ** 53, NaN, Infinity, -Infinity, 1e300],
  ...[0n, 7n, -7n, 2n ** 64n, 10n ** 9n * 2n ** 64n, -(10n ** 9n * 2n ** 64n), 2n ** 127n, -(2n ** 127n), 2n ** 128n],
  ...[
    '',
    'a',
    '5',
    'i',
    'gi',
    'ii',
    'y',
    'layout_left',
    '__proto__',
    'F81D4FAE-7dec-11d0-a765-00a0c91e6bf6',
    '/a',
    '/0',
  ],
  ...[[], [1], [1, 2], [1n, 2], [0.5, 1n], ['1'], [null], [-1], [0, 2 ** 40], [2 ** 27, 2 ** 27], new Array(3)],
  ...[{}, { length: 2 }, { valueOf: () => 5 }, Object.create(null)],
  ...[
    new Float64Array(2),
    new BigInt64Array(1),
    new Uint8Array(),
    new DataView(new ArrayBuffer(2)),
    new ArrayBuffer(1),
  ],
  ...[new Date(0), new Date(NaN), new Date(-1), new Timestamp(0, 5), new ComplexArray([1, 2]), new Complex(1, 2)],
  ...[() => 5, Symbol('s'), /a/, new Map(), new Set([1])],
];

const is = {
  number: (v) => typeof v === 'number',
  bigint: (v) => typeof v === 'bigint',
  string: (v) => typeof v === 'string',
  optional: (v) => v === undefined || typeof v === 'number',
  part: (v) => typeof v === 'number' || typeof v === 'bigint',
  date: (v) => v instanceof Date,
  extents: (v) => Array.isArray(v),
  numbers: (v) => Array.isArray(v) || (ArrayBuffer.isView(v) && !(v instanceof DataView)),
  elements: (v) => is.numbers(v) || v instanceof ComplexArray,
  bytes: (v) => ArrayBuffer.isView(v) || v instanceof ArrayBuffer,
  limit: (v) => v === undefined || v === Infinity || (Number.isInteger(v) && v >= 0),
  depth: (v) => is.limit(v) && !(v > 1000),
  iterable: (v) => typeof v !== 'string' && typeof Object(v)[Symbol.iterator] === 'function',
  chunks: (v) => is.iterable(v) && !ArrayBuffer.isView(v),
  any: () => true,
};

const construct =
  (Class) =>
  (...args) =>
    new Class(...args);
/** Stands for the type of what is not a parameter, but named by errors. */
const chunk = () => false;

const three = { maxDepth: is.depth, maxElements: is.limit, maxBytes: is.limit };
const depthAndElements = { maxDepth: is.depth, maxElements: is.limit };
const limits = (maxDepth, maxElements, maxBytes) => ({ limits: { maxDepth, maxElements, maxBytes } });

async function drain(stream) {
  for await (const item of stream) void item;
}

/**
 * What calls of an export take: the types of the parameters and arguments that are taken. What a value
 * class takes, encode writes and decode gives back.
 */
const value = (name, types, ...good) => ({ name, make: construct(whole[name]), types, good, law: true });
const call = (name, make, types, ...good) => ({ name, make, types, good });
const of = ({ decode, encode }) => [
  call('decode', decode, { data: is.bytes }, [encode(1)]),
  call('decode', (d, e, b) => decode(encode([[]]), limits(d, e, b)), three, [9, 9, 9]),
  call('encode', (maxDepth, maxElements) => encode([[]], { maxDepth, maxElements }), depthAndElements, [9, 9]),
];
const table = [
  value(
    'Timestamp',
    { milliseconds: is.number, submillis: is.optional, offset: is.optional },
    [0],
    [8.64e15, 999_999, 0],
    [-1, 5, -1439],
    [1, 2, 1439],
  ),
  {
    ...value(
      'Timestamp',
      { seconds: is.number, nanoseconds: is.number, offset: is.optional },
      [0, 0],
      [-1, 999_999_999, 1],
    ),
    make: Timestamp.of,
  },
  value('Duration', { nanoseconds: is.bigint }, [0n], [-5n], [10n ** 9n * 2n ** 64n - 1n]),
  value(
    'Interval',
    { start: is.date, end: is.date },
    [new Timestamp(0), new Timestamp(0)],
    [new Timestamp(0, 5), new Timestamp(0, 6)],
  ),
  value('Complex', { re: is.part, im: is.part }, [1, 2], [0.5, -0], [2n ** 128n - 1n, 0n]),
  value('ComplexArray', { data: is.numbers }, [new Float32Array(4)], [new Int8Array()], [[2n ** 100n, 1n]]),
  value(
    'Matrix',
    { layout: is.string, extents: is.extents, value: is.elements },
    ['layout_left', [2], new ComplexArray(new Float64Array(4))],
    ['layout_right', [0, 2 ** 53 - 1], new Int8Array()],
    ['layout_right', [1, 2, 1], new Uint16Array(2)],
  ),
  value('Pattern', { pattern: is.string, flags: is.string }, ['(?P<a>x)', ''], ['(?P<a>x)', 'imsu']),
  call('UUID', construct(whole.UUID), { text: is.string }, ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6']),
  call('TypeTag', construct(whole.TypeTag), { index: is.number, value: is.any }, [0, null], [2 ** 53 - 1, 5]),
  call('View', (data) => new whole.View(data).kind, { data: is.bytes }, [encode(1)]),
  call('View', (d, e) => new whole.View(encode([1]), limits(d, e)).validate(), depthAndElements, [9, 9]),
  call('View', (pointer) => new whole.View(encode([1])).at(pointer), { pointer: is.string }, ['/0'], ['']),
  call(
    'decodeStream',
    (source) => drain(whole.decodeStream(source)),
    { source: is.chunks, data: chunk },
    [[encode(1)]],
    [[]],
  ),
  call('encodeStream', (values) => drain(whole.encodeStream(values)), { values: is.iterable }, [[1]], [new Set([1])]),
  call('useBeve', (axios) => whole.useBeve(axios), { axios: () => false }),
  call('fetchBeve', (url) => whole.fetchBeve(url), { url: () => false }),
  ...of(whole),
];

const list = encode([1]);
const patches = [
  ...['set', 'insert', 'append'].flatMap((name) => [
    call(name, patch[name], { data: is.bytes, path: is.string, value: is.any }, [
      list,
      name === 'append' ? '' : '/0',
      5,
    ]),
    call(name, (...l) => patch[name](list, name === 'append' ? '' : '/0', 5, limits(...l)), three, [9, 9, 99]),
  ]),
  call('delete', patch.delete, { data: is.bytes, path: is.string }, [list, '/0']),
  call('apply', patch.apply, { data: is.bytes, patch: is.any }, [list, []], [list, encode([])]),
  call('apply', (...l) => patch.apply(list, [], limits(...l)), three, [9, 9, 99]),
  call('merge', patch.merge, { data: is.bytes, patch: is.any }, [list, {}], [list, list]),
  call('diff', patch.diff, { data: is.bytes, b: is.bytes }, [list, list]),
  call('Raw', construct(patch.Raw), { bytes: is.bytes, data: chunk }, [list]),
  ...['set', 'insert', 'append', 'test'].map((name) =>
    call('Batch', (path, value) => new patch.Batch()[name](path, value), { path: is.string, value: is.any }, ['/0', 1]),
  ),
  ...['move', 'copy'].map((name) =>
    call('Batch', (from, path) => new patch.Batch()[name](from, path), { from: is.string, path: is.string }, [
      '/0',
      '/1',
    ]),
  ),
  call('Batch', (path) => new patch.Batch().delete(path), { path: is.string }, ['/0']),
  call('Batch', (data) => new patch.Batch().do(data), { data: is.bytes }, [list]),
];
const canonicals = [
  call('canonical', canonical.canonical, { data: is.bytes }, [list]),
  call('check', canonical.check, { data: is.bytes }, [canonical.canonical(list)]),
  ...of(canonical).slice(0, 2),
  call(
    'encode',
    (maxDepth, maxElements) => canonical.encode([[]], { maxDepth, maxElements }),
    depthAndElements,
    [9, 9],
  ),
];

/** Errors are made of whatever is known, and the media type is text. */
const others = { whole: ['BeveError', 'ResponseError', 'mediaType'], basic: ['BeveError'] };

test('the table has every export', () => {
  const names = (rows, others) => [...new Set([...rows.map(({ name }) => name), ...others])].sort();
  assert.deepEqual(names(table, others.whole), Object.keys(whole).sort());
  assert.deepEqual(names(of(basic), others.basic), Object.keys(basic).sort());
  assert.deepEqual(names(patches, others.basic), Object.keys(patch).sort());
  assert.deepEqual(names(canonicals, others.basic), Object.keys(canonical).sort());
});

/** Returns what an error says: a parameter by its name, what it has to be, and what it is. */
const said = (named) =>
  new RegExp(`^beve: (${Object.keys(named).join('|')})(\\[\\d+\\])?( [a-z ]+)? must (be|have) (?!NaN)[^\\n]+$`);

const refusal = (error) => error instanceof TypeError || error instanceof RangeError;

for (const [entry, rows] of Object.entries({ whole: table, basic: of(basic), patch: patches, canonical: canonicals })) {
  for (const { name, make, types: named, good, law } of rows) {
    const types = Object.values(named).filter((type) => type !== chunk);
    test(`${name} of ${entry}: of ${Object.keys(named)} each is checked, and named when it is wrong`, async () => {
      let taken = 0;
      for (const args of good) await make(...args);
      for (const args of good.length ? good : [[]])
        for (const at of types.keys())
          for (const other of pool) {
            const tried = Object.assign([...args], { [at]: other });
            const text = `${name}(${tried.map((arg) => (typeof arg === 'object' ? Object.prototype.toString.call(arg) : String(arg)))})`;
            let made;
            try {
              made = await make(...tried);
            } catch (error) {
              assert.ok(refusal(error) || (types[at](other) && error instanceof whole.BeveError), `${text}: ${error}`);
              if (good.length && refusal(error)) assert.match(error.message, said(named), text);
              continue;
            }
            assert.ok(types[at](other), `${text} is taken`);
            taken++;
            if (law) assert.deepStrictEqual(same(decode(encode(made, { extended: true }))), same(made), text);
          }
      assert.equal(taken > 0, good.length > 0);
    });
  }
}

/** Returns a value as what comes back is compared: numbers by value, whatever array they are in. */
function same(made) {
  if (typeof made === 'bigint') return Number.isSafeInteger(Number(made)) ? Number(made) : made;
  if (Array.isArray(made) || ArrayBuffer.isView(made)) return Array.from(made, same);
  if (made instanceof Timestamp) return new Timestamp(+made, made.submillis + 0, made.offset + 0);
  if (made instanceof Interval) return [made.start, made.end].map((at) => new Timestamp(+at, at.submillis, at.offset));
  if (made instanceof Complex) return ['complex', same(made.re), same(made.im)];
  if (made instanceof ComplexArray) return ['complexes', same(made.data)];
  if (made instanceof Matrix) return [made.layout, made.extents, same(made.value)];
  if (made instanceof RegExp)
    return new whole.Pattern(made.source === '(?:)' ? '' : made.source.replaceAll('\\/', '/'), made.flags);
  if (made instanceof whole.Pattern)
    return new whole.Pattern(made.pattern, [...'imsug'].filter((f) => made.flags.includes(f)).join(''));
  return made;
}
