// What input may cost, what errors say of it, and what each type becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BeveError,
  Complex,
  ComplexArray,
  Duration,
  Interval,
  Matrix,
  Pattern,
  Timestamp,
  TypeTag,
  UUID,
  View,
  decode,
  decodeStream,
  encode,
} from '@beve-org/beve';
import * as beve from '@beve-org/beve';
import { assertCheap } from './cost.js';

const size = (n) => {
  if (n < 64) return Buffer.of(n << 2);
  const b = Buffer.alloc(n < 16384 ? 2 : 4);
  if (n < 16384) b.writeUInt16LE(n * 4 + 1);
  else b.writeUInt32LE(n * 4 + 2);
  return b;
};
const join = (...parts) => Buffer.concat(parts.map((p) => (Array.isArray(p) ? Buffer.from(p) : Buffer.from(p))));
const fill = (n, of) => Buffer.alloc(Math.floor(n), of);
const text = (raw) => join(size(raw.length), raw);
const repeat = (n, make) => join(...Array.from({ length: Math.floor(n) }, (_, i) => make(i)));
const nested = (levels, key) => repeat(levels, () => join([3, 4], text(key)));
const half = (n) => Math.floor(n / 2);

const families = {
  'table, long name': (n) => join([14, 4], text(fill(n / 2, 'k')), size(half(n)), fill(n / 2, 0)),
  'table, long name with escapes': (n) => join([14, 4], text(fill(n / 2, '~')), size(half(n)), fill(n / 2, 0)),
  'table, wide': (n) =>
    join(
      [14],
      size(half(n / 4)),
      repeat(half(n / 4), (i) => text(Buffer.from(String(1e6 + i)))),
      [4],
      fill(n / 8, 0),
    ),
  'table, bad at its end': (n) => join([14, 4], text(fill(n / 2, 'k')), size(half(n)), fill(n / 2 - 1, 0), [255]),
  'deep, cut': (n) => fill(n, '\x05\x04'),
  'deep, long keys, cut': (n) => nested(400, fill(n / 400, '\n')),
  'deep, long keys, bad': (n) => join(nested(400, fill(n / 400, '/')), [255]),
  'wide object': (n) =>
    join(
      [3],
      size(half(n / 4)),
      repeat(half(n / 4), (i) => join(text(Buffer.from(String(1e5 + i))), [0])),
    ),
  'one key again and again': (n) =>
    join(
      [3],
      size(half(n)),
      repeat(half(n), () => [4, 97, 0]),
    ),
  'long keys twice': (n) => join([3, 8], ...[0, 0].map(() => join(text(fill(n / 2, '\x1b')), [0]))),
  nulls: (n) => join([5], size(n), fill(n, 0)),
  'empty objects': (n) => join([5], size(half(n)), fill(2 * half(n), '\x03\x00')),
  'empty strings': (n) => join([0x3c], size(n), fill(n, 0)),
  'one string': (n) => join([2], text(fill(n, 'a'))),
  'not UTF-8': (n) => join([2], text(join(fill(n, 'a'), [255]))),
  booleans: (n) => join([0x1c], size(8 * n), fill(n, 0)),
  delimiters: (n) => join(fill(n, 6), [0]),
  pattern: (n) => join([0x4e, 0], text(fill(n, '('))),
  'a count of nothing': (n) => join([5], [3, 0, 0, 0, 0, 1, 0, 0], fill(n, 0)),
};

function walk(data) {
  let view = new View(data);
  for (let level = 0; level < 300; level++) {
    let inner;
    let n = 0;
    for (const [, part] of view.entries()) {
      if (part.kind === 'object' || part.kind === 'array') inner = part;
      if (n++ > 500) break;
    }
    void [view.length, view.get(0)];
    if (!inner) return;
    view = inner;
  }
}

async function stream(data, step) {
  const chunks = [];
  for (let i = 0; i < data.length; i += step) chunks.push(data.subarray(i, i + step));
  for await (const _ of decodeStream(chunks));
}

const readers = {
  decode,
  'decode, unique': (data) => decode(data, { rejectDuplicates: true }),
  'decode, generic': (data) => decode(data, { genericArrays: true }),
  View: (data) => new View(data).validate(),
  'View, parts': walk,
  decodeStream: (data) => stream(data, 4096),
  'decodeStream, in pieces': (data) => stream(data, 17),
};

test('every function that reads has its families', () => {
  const readsNot = ['encode', 'encodeStream', 'fetchBeve', 'useBeve', 'mediaType'];
  const covered = new Set(Object.keys(readers).map((name) => name.split(',')[0]));
  const exported = Object.keys(beve).filter(
    (name) => !readsNot.includes(name) && !(typeof beve[name] === 'function' && /^class/.test(beve[name].toString())),
  );
  assert.deepEqual([...exported, 'View'].sort(), [...covered].sort());
});

const shownWell = (message) =>
  Buffer.byteLength(message) <= 2048 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(message) && message.length < 2048;

async function outcome(read, data) {
  try {
    await read(data);
  } catch (error) {
    assert.ok(error instanceof BeveError, error);
    assert.ok(shownWell(error.message), error.message.slice(0, 300));
  }
}

for (const [family, make] of Object.entries(families)) {
  test(`cost is in proportion: ${family}`, async () => {
    for (const [name, read] of Object.entries(readers)) {
      const [few, many] = [make(8_000), make(64_000)];
      await assertCheap(name, () => outcome(read, many), 120, 24, () => outcome(read, few));
    }
  });
}

const forged = '\x1b[31m\r\nlevel=ERROR\u202e\u2066\u0000\u007f\u2028';

test('errors are one short line', () => {
  for (const fails of [
    () => decode(join([3, 4], text(Buffer.from(forged)), [255])),
    () => decode(join([3, 4], text(Buffer.from(forged.repeat(5000))), [255])),
    () => decode(join([3, 4], text(Buffer.from('\u{1f600}'.repeat(5000))), [255])),
    () => encode({ [forged]: () => 0 }),
    () => encode({ ['\udc00'.repeat(1000)]: 1 }),
    () => encode({ [forged]: { [Symbol.toStringTag]: forged.repeat(1000), a: Symbol(forged) } }),
  ]) {
    assert.throws(fails, (error) => error instanceof BeveError && shownWell(error.message));
  }
});

test('nothing that nests ends the stack', () => {
  const ring = {};
  ring.ring = ring;
  const map = new Map();
  map.set('map', map);
  const set = new Set();
  set.add(set);
  class Another {
    toJSON() {
      return [new Another()];
    }
  }
  let deep = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  for (const value of [ring, map, set, new Another(), deep, [ring]]) {
    assert.throws(() => encode(value), { name: 'BeveError', code: 'depth' });
    assert.throws(() => encode(value, { maxDepth: 1000 }), { name: 'BeveError', code: 'depth' });
  }
  const data = join(fill(200_000, '\x05\x04'), [0]);
  for (const limits of [{}, { maxDepth: 1000 }]) {
    assert.throws(() => decode(data, { limits }), { code: 'depth' });
    assert.throws(() => new View(data, { limits }).validate(), { code: 'depth' });
  }
});

test('names of the language are names like others', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', '0', ''];
  const members = names.map((name) => join(text(Buffer.from(name)), [3, 4, 4, 120, 0x18]));
  const object = join([3], size(names.length), ...members);
  const table = join([14], size(7), ...names.slice(0, 7).map((name) => text(Buffer.from(name))), [4], fill(7, 0x18));
  for (const [data, n] of [
    [object, 8],
    [table, 7],
  ]) {
    const value = [decode(data)].flat()[0];
    assert.equal(Object.keys(value).length, n);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    for (const name of names.slice(0, n)) assert.ok(Object.hasOwn(value, name), name);
    assert.equal({}.x, undefined);
    delete value.toJSON;
    assert.deepEqual(decode(encode(value)), value);
  }
});

const changed = Object.assign;
const same = Symbol('same');
const error = Symbol('error');
const noDate = new Date(NaN);
const when = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
const holes = (list) => {
  delete list[1];
  return list;
};

// What each value is read as: portable, and extended where that differs.
const types = [
  ['null', null, same],
  ['undefined', undefined, null],
  ['boolean', true, same],
  ['-0', -0, same],
  ['NaN', NaN, same],
  ['infinity', -Infinity, same],
  ['largest integer', 2 ** 53 - 1, same],
  ['float beyond integers', 2 ** 53, same],
  ['smallest float', 5e-324, same],
  ['bigint that is small', 5n, 5],
  ['bigint', 2n ** 63n, same],
  ['bigint of 128 bits', 2n ** 128n - 1n, same],
  ['bigint of 128 bits, signed', -(2n ** 127n), same],
  ['bigint beyond', 2n ** 128n, error],
  ['bigint below', -(2n ** 127n) - 1n, error],
  ['bigint of many digits', 1n << 100000n, error],
  ['string', 'a\u0000é\u{1f600}', same],
  ['half a pair', 'a\ud800', error],
  ['half a pair in an array', ['\udc00'], error],
  ['half a pair in a key', { '\udc00': 1 }, error],
  ['half a pair in a key of a Map', new Map([['\udc00', 1]]), error],
  ['symbol', Symbol('a'), error],
  ['function', () => 0, error],
  ['array', [1, 'a', null], same],
  ['array, empty', [], same],
  ['array of undefined', [undefined, 1], [null, 1]],
  ['array with a hole', holes([1, 2, 3]), [1, null, 3]],
  ['array of booleans with a hole', holes([true, true, true]), [true, null, true]],
  ['array of strings with a hole', holes(['a', 'b', 'c']), ['a', null, 'c']],
  [
    'array of objects with a hole',
    holes(Array.from({ length: 7 }, () => ({ a: 1 }))),
    [{ a: 1 }, null, ...Array.from({ length: 5 }, () => ({ a: 1 }))],
  ],
  ['object', { a: 1, b: undefined }, { a: 1 }],
  ['object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['object with symbols', { [Symbol('a')]: 1, b: 2 }, { b: 2 }],
  [
    'object of a class',
    new (class P {
      a = 1;
    })(),
    { a: 1 },
  ],
  [
    'toJSON of a class',
    new (class P {
      toJSON() {
        return [7];
      }
    })(),
    [7],
  ],
  ['Map', new Map([['__proto__', 1]]), JSON.parse('{"__proto__":1}')],
  [
    'Map of integers',
    new Map([
      [1, 'a'],
      [-2, 'b'],
    ]),
    same,
  ],
  ['Map of bigints', new Map([[2n ** 100n, 'a']]), same],
  [
    'Map of 1 and 1n',
    new Map([
      [1, 'a'],
      [1n, 'b'],
    ]),
    error,
  ],
  [
    'Map of both',
    new Map([
      ['a', 1],
      [1, 2],
    ]),
    error,
  ],
  ['Map of objects', new Map([[{}, 1]]), error],
  ['Map of fractions', new Map([[1.5, 1]]), error],
  ['Map of NaN', new Map([[NaN, 1]]), error],
  ['Set', new Set([1, 'a']), [1, 'a']],
  ['WeakMap', new WeakMap(), error],
  ['Promise', Promise.resolve(), error],
  ['Error', new Error('a'), error],
  ['boxed number', new Number(1), error],
  ['boxed string', new String('a'), error],
  ['boxed boolean', new Boolean(false), error],
  [
    'generator',
    (function* () {
      yield 1;
    })(),
    error,
  ],
  ['Date', when, '2026-01-02T03:04:05.006Z', Timestamp.of((when.getTime() / 1000) | 0, 6e6)],
  ['Date that is invalid', noDate, error],
  ['Date of year 10000', new Date(253402300800000), error, Timestamp.of(253402300800, 0)],
  ['Duration', new Duration(-7n), -7, new Duration(-7n)],
  [
    'Interval',
    changed(new Interval(Timestamp.of(0, 0), Timestamp.of(1, 0)), { start: Timestamp.of(2, 0) }),
    { start: '1970-01-01T00:00:02Z', end: '1970-01-01T00:00:01Z' },
    error,
  ],
  [
    'UUID',
    new UUID('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'),
    Uint8Array.from(Buffer.from('f81d4fae7dec11d0a76500a0c91e6bf6', 'hex')),
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  ],
  ['RegExp', /a\/b/i, { pattern: 'a/b', flags: 'i' }, new RegExp('a/b', 'i')],
  ['RegExp that is sticky', /a/y, error],
  ['Pattern', new Pattern('(?P<a>x)', ''), { pattern: '(?P<a>x)', flags: '' }, new Pattern('(?P<a>x)', '')],
  ['TypeTag', new TypeTag(1, 2), error],
  ['Complex', new Complex(1, -0), same],
  ['Complex of bigint', new Complex(2n ** 70n, 1n), new Complex(2n ** 70n, 1)],
  ['ComplexArray', new ComplexArray(new Float32Array([1, 2])), same],
  ['Matrix', new Matrix('layout_left', [1, 2], new Int8Array([1, 2])), same],
  ['Matrix of other extents', changed(new Matrix('layout_left', [2], new Int8Array([1, 2])), { extents: [3] }), error],
  ...[Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array].flatMap(
    (T) => [
      [T.name, T.of(1, 2, 3), same],
      [T.name + ', a part', T.of(1, 2, 3).subarray(1, 2), same],
      [T.name + ', shared', new T(new SharedArrayBuffer(8)), new T(8 / T.BYTES_PER_ELEMENT)],
    ],
  ),
  ['BigInt64Array', BigInt64Array.of(-1n), same],
  ['BigUint64Array', BigUint64Array.of(2n ** 64n - 1n), same],
  ['Uint8ClampedArray', Uint8ClampedArray.of(1), Uint8Array.of(1)],
  ['ArrayBuffer', Uint8Array.of(1).buffer, Uint8Array.of(1)],
  ['Buffer, a part', Buffer.from('abc').subarray(1), Uint8Array.of(98, 99)],
  ['DataView, a part', new DataView(Uint8Array.of(1, 2, 3).buffer, 1, 1), Uint8Array.of(2)],
];

test('each type is the same, another form, or an error', () => {
  for (const [name, value, portable, beyond = portable] of types) {
    for (const options of [{}, { aligned: true }, { deterministic: true }, { extended: true }]) {
      const want = options.extended ? beyond : portable;
      for (const wrap of [(v) => v, (v) => [null, v], (v) => new Map([['k', v]])]) {
        if (want === error) {
          assert.throws(() => encode(wrap(value), options), { name: 'BeveError' }, name);
          continue;
        }
        const expected = want === same ? value : want;
        const got = decode(encode(wrap(value), options));
        const inner = Array.isArray(got) && wrap(0)[1] === 0 ? got[1] : wrap(0) instanceof Map ? got.k : got;
        if (wrap(0) instanceof Map && value === undefined) assert.deepEqual(got, {}, name);
        else assert.deepStrictEqual(inner, expected, `${name} ${JSON.stringify(options)}`);
      }
    }
  }
});

test('a matrix may have as many extents as its message has room for', () => {
  const extents = new Array(300_000).fill(1);
  const data = encode(new Matrix('layout_right', extents, new Uint8Array(1)));
  assert.deepEqual(decode(data).extents, extents);
  new View(data).validate();
  assert.equal(new View(data).at('/extents/299999').value(), 1);

  const beyond = encode(new Matrix('layout_right', [0, 2 ** 53 - 1], new Int8Array()));
  assert.equal(decode(beyond).extents[1], 2 ** 53 - 1);
  for (const extent of [2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
    new DataView(beyond.buffer).setBigUint64(12, extent, true);
    assert.throws(() => decode(beyond), { code: 'overflow', offset: 2 });
    new View(beyond).validate();
  }
});

test('packed numbers have no holes', () => {
  assert.deepStrictEqual(decode(encode(holes([1, 2, 3]), { packNumbers: 1 })), [1, null, 3]);
  assert.deepStrictEqual(decode(encode([-0, NaN], { packNumbers: 1 })), Float64Array.of(-0, NaN));
});
