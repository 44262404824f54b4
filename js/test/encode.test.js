// What is written for what: bytes that Go writes for the same values, forms of
// JavaScript's own types, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
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
  decode,
  encode,
} from '@beve-org/beve';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
/** Changes members that are declared to be read only. */
const changed = Object.assign;
const nanoOfZone = Timestamp.of(1_700_000_000, 5, 60);

/** What package beve writes in Go for the value that stands for this one there. */
const asInGo = [
  ['null', null, '00'],
  ['int', 5, '0905'],
  ['int of 16 bits', 200, '29c800'],
  ['int of 32 bits', -70_000, '4990eefeff'],
  ['int of 64 bits', 2 ** 40, '690000000000010000'],
  ['uint64', 2n ** 63n, '710000000000000080'],
  ['int128', 2n ** 64n, '8900000000000000000100000000000000'],
  ['negative int128', -(2n ** 64n), '890000000000000000ffffffffffffffff'],
  ['float64', 0.5, '61000000000000e03f'],
  ['negative zero', -0, '610000000000000080'],
  [
    'map of any',
    { b: [1, 'x', null, -0.5], a: {}, c: ['q'], d: [true, false, true], e: [], f: 2 ** 40 },
    '031804610300046205100901020478006100000000' + '0000e0bf04633c04047104641c0c0504650500046669' + '0000000000010000',
    { deterministic: true },
  ],
  ['time', new Timestamp(1_700_000_000_120), '025c323032332d31312d31345432323a31333a32302e31325a'],
  ['Date', new Date(1_700_000_000_120), '025c323032332d31312d31345432323a31333a32302e31325a'],
  ['UUID', new UUID('01020300-0000-0000-0000-000000000000'), '144001020300000000000000000000000000'],
  ['complex', new Complex(1, 2), '1e60000000000000f03f0000000000000040'],
  ['map of int keys', new Map([[3, 1]]), '6b0403000000000000000901'],
  [
    'matrix',
    new Matrix('layout_right', [2, 1], new Float64Array([1, 2])),
    '160014080201' + '6408000000000000f03f0000000000000040',
  ],
  ['empty matrix', new Matrix('layout_left', [300, 0], new Int8Array()), '160134082c0100000c00'],
  [
    'aligned matrix',
    new Matrix('layout_right', [2, 1], new Float64Array([1, 2])),
    '1600140802015c640806000000000000' + '000000000000f03f0000000000000040',
    { aligned: true },
  ],
  ['aligned array', new Float64Array([1]), '2e025c640402' + '0000000000000000f03f', { aligned: true, framing: true }],
  [
    'aligned complex array',
    new ComplexArray(new Float64Array([1, 2])),
    '1e625c6408020000000000000000f03f0000000000000040',
    { aligned: true },
  ],
  ['extended time', nanoOfZone, '260700f1536500000000050000003c00', { extended: true }],
  ['extended duration', new Duration(-1_500_000_000n), '2e0701000000000000000065cd1d', { extended: true }],
  ['extended pattern', new Pattern('a', 'im'), '4e030461', { extended: true }],
  ['table', [1, 2, 3, 4, 5].map((k) => ({ k })), '0e04046b1409010902090309040905', { extended: true }],
];

for (const [name, value, want, options] of asInGo) {
  test(`bytes are those of Go: ${name}`, () => assert.equal(hex(encode(value, options)), want));
}

test('typed arrays keep their type', () => {
  for (const array of [
    new Int8Array([-1]),
    new Int16Array([-2, 3]),
    new Int32Array([1]),
    new BigInt64Array([-(2n ** 63n)]),
    new Uint8Array([255]),
    new Uint16Array([65535]),
    new Uint32Array(50).fill(4_000_000_000),
    new BigUint64Array([2n ** 64n - 1n]),
    new Float32Array([0.5, NaN]),
    new Float64Array([Infinity, -0]),
    new Float64Array(),
  ]) {
    for (const options of [{}, { aligned: true }]) assert.deepEqual(decode(encode(array, options)), array);
    assert.deepEqual(decode(encode(array.subarray(1))), array.slice(1), 'a part of a buffer');
  }
  assert.deepEqual(decode(encode(new Uint8ClampedArray([1]))), new Uint8Array([1]));
  assert.deepEqual(decode(encode(Buffer.from('ab'))), new Uint8Array([97, 98]));
  assert.deepEqual(decode(encode(new DataView(new ArrayBuffer(2)))), new Uint8Array(2));
  assert.deepEqual(decode(encode(new ArrayBuffer(2))), new Uint8Array(2));
});

test('Arrays stay Arrays, unless numbers are packed', () => {
  for (const list of [
    [],
    [1, 2],
    [true, false, true],
    ['a', 'é', ''],
    [1, 'a', null],
    Array(9).fill(true),
    [[1], [2]],
  ]) {
    assert.deepEqual(decode(encode(list)), list);
  }
  const packed = (list) => decode(encode(list, { packNumbers: 1 }));
  assert.deepEqual(packed([1, -128]), new Int8Array([1, -128]));
  assert.deepEqual(packed([1, 128]), new Int16Array([1, 128]));
  assert.deepEqual(packed([1, 40_000]), new Int32Array([1, 40_000]));
  assert.deepEqual(packed([1, 2 ** 31]), new Float64Array([1, 2 ** 31]));
  assert.deepEqual(packed([0, -0]), new Float64Array([0, -0]));
  assert.deepEqual(packed([1, '2']), [1, '2']);
  const lengths = (packNumbers) =>
    [1, 2, 95, 96, 140].filter((n) => !Array.isArray(decode(encode(Array(n).fill(n), { packNumbers }))));
  assert.deepEqual(lengths(true), [96, 140]);
  assert.deepEqual(lengths(1), [1, 2, 95, 96, 140]);
  assert.deepEqual(lengths(2), [2, 95, 96, 140]);
  assert.deepEqual(lengths(false), []);
  assert.deepEqual(lengths(0), []);
});

test('numbers keep their value', () => {
  const edges = [
    0,
    -0,
    1.5,
    NaN,
    Infinity,
    -Infinity,
    5e-324,
    Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e300,
  ];
  for (const bits of [7, 8, 15, 16, 31, 32, 52])
    for (const d of [-1, 0, 1]) edges.push(2 ** bits + d, -(2 ** bits) + d);
  for (const n of edges) assert.ok(Object.is(decode(encode(n)), n), String(n));
  for (const bits of [53n, 63n, 64n, 126n, 127n]) {
    for (const d of [-1n, 0n, 1n]) {
      for (const n of [2n ** bits + d, -(2n ** bits) + d]) {
        const fits = n >= -(2n ** 127n);
        if (!fits) assert.throws(() => encode(n), { code: 'overflow' });
        else assert.equal(BigInt(decode(encode(n))), n);
      }
    }
  }
  assert.equal(decode(encode(2n ** 128n - 1n)), 2n ** 128n - 1n);
  assert.equal(decode(encode(5n)), 5, 'a small bigint becomes a number');
});

test('undefined is left out of objects, and null elsewhere', () => {
  assert.deepEqual(decode(encode({ a: undefined, b: 1, c: undefined })), { b: 1 });
  assert.deepEqual(decode(encode([undefined])), [null]);
  assert.equal(decode(encode(undefined)), null);
  // The number of members shrinks below what takes two bytes.
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i < 60 ? i : undefined]));
  assert.deepEqual(Object.keys(decode(encode(many))).length, 60);
});

test('objects of other classes', () => {
  class Point {
    constructor() {
      this.x = 1;
      this.y = 2;
    }
  }
  assert.deepEqual(decode(encode(new Point())), { x: 1, y: 2 });
  assert.deepEqual(decode(encode(Object.assign(Object.create(null), { a: 1 }))), { a: 1 });
  assert.deepEqual(decode(encode({ toJSON: 5 })), { toJSON: 5 });
  assert.equal(decode(encode(new URL('https://example.org/'))), 'https://example.org/');
  assert.deepEqual(decode(encode(new Set([1, 2]))), [1, 2]);
  assert.deepEqual(decode(encode(new Map([['a', 1]]))), { a: 1 });
  assert.deepEqual(decode(encode(new Map())), {});
  assert.deepEqual(
    decode(
      encode(
        new Map([
          [-1, 'a'],
          [2n ** 40n, 'b'],
        ]),
      ),
    ),
    new Map([
      [-1, 'a'],
      [2 ** 40, 'b'],
    ]),
  );
  assert.deepEqual(decode(encode(new Map([[2n ** 64n - 1n, 1]]))), new Map([[2n ** 64n - 1n, 1]]));
  assert.deepEqual(decode(encode(new Map([[-(2n ** 64n), 1]]))), new Map([[-(2n ** 64n), 1]]));
});

test('a toJSON may encode as well', () => {
  const nested = { toJSON: () => ({ inner: encode('x'.repeat(5000)).length }) };
  assert.deepEqual(
    decode(
      encode({
        a: 'before',
        nested: new (class {
          toJSON = nested.toJSON;
        })(),
        b: 'after',
      }),
    ),
    { a: 'before', nested: { inner: 5003 }, b: 'after' },
  );
});

test('"__proto__" is a name like every other', () => {
  const value = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
  for (const options of [{}, { extended: true, minTableRows: 1 }]) {
    const [copy] = decode(encode([value], options));
    assert.deepEqual(Object.keys(copy), ['__proto__', 'a']);
    assert.equal(Object.getPrototypeOf(copy), Object.prototype);
    assert.equal(copy.polluted, undefined);
  }
});

test('text of every length and sort', () => {
  for (const unit of ['a', 'é', '€', '𝄞', 'aé']) {
    for (const n of [0, 1, 7, 15, 16, 30, 31, 32, 33, 60, 63, 64, 65, 5000, 5461, 8191, 16383, 16384, 70000]) {
      const text = unit.repeat(n);
      assert.equal(decode(encode(text)), text);
      assert.deepEqual(decode(encode({ [text]: 1 })), { [text]: 1 });
    }
  }
  for (const text of ['\ud834', 'a\udd1e', 'x'.repeat(100) + '\ud834']) {
    assert.throws(() => encode({ a: text }), { code: 'utf8', path: '/a' });
    assert.throws(() => encode({ [text]: 1 }), { code: 'utf8' });
  }
});

test('times', () => {
  const portable = (value) => decode(encode(value));
  const extended = (value) => decode(encode(value, { extended: true }));
  assert.equal(portable(nanoOfZone), '2023-11-14T23:13:20.000000005+01:00');
  assert.deepEqual(extended(nanoOfZone), nanoOfZone);
  assert.equal(extended(nanoOfZone).nanoseconds, 5);
  assert.equal(extended(nanoOfZone).getTime(), 1_700_000_000_000);
  const before = extended(Timestamp.of(-1, 999_999_999, -90));
  assert.equal(before.toISOString(), '1969-12-31T22:29:59.999999999-01:30');
  assert.equal(JSON.stringify(before), '"1969-12-31T22:29:59.999999999-01:30"');
  assert.equal(before.getTime(), -1);
  assert.equal(extended(new Date(0)).getTime(), 0);
  assert.equal(portable(new Duration(1500n)), 1500);
  assert.deepEqual(extended(new Duration(-1n)), new Duration(-1n));
  const interval = new Interval(new Timestamp(0), nanoOfZone);
  assert.deepEqual(extended(interval), interval);
  assert.deepEqual(portable(interval), { start: '1970-01-01T00:00:00Z', end: '2023-11-14T23:13:20.000000005+01:00' });
  for (const options of [{}, { extended: true }])
    assert.throws(() => encode([new Date(NaN)], options), { code: 'unsupported', path: '/0' });
  assert.throws(() => encode(new Date(8e15)), { code: 'overflow' });
  assert.throws(() => encode(changed(interval, { start: new Date(8e14 * 10) }), { extended: true }), {
    code: 'unsupported',
  });
  assert.throws(() => encode([changed(new Duration(1n), { nanoseconds: 2n ** 100n })], { extended: true }), {
    code: 'unsupported',
    path: '/0',
  });
});

test('regular expressions', () => {
  for (const regexp of [/^a+$/gi, /a\/b[/]\\\//, /\n/s, new RegExp(''), new RegExp('/\n'), /é./u, /x/m]) {
    const copy = decode(encode(regexp, { extended: true }));
    assert.deepEqual([copy.source, copy.flags], [regexp.source, regexp.flags]);
    assert.equal(decode(encode(regexp)).flags.length, regexp.flags.length);
  }
  assert.deepEqual(decode(encode(/a\/b/i)), { pattern: 'a/b', flags: 'i' });
  // A pattern of Go's is kept as it is.
  const foreign = new Pattern('(?P<name>a)', 'i');
  assert.deepEqual(decode(encode(foreign, { extended: true })), foreign);
  assert.throws(() => encode(/a/y), { code: 'unsupported' });
});

test('UUIDs', () => {
  const text = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
  assert.equal(decode(encode(new UUID(text.toUpperCase()), { extended: true })), text);
  assert.equal(String(new UUID(text)), text);
  assert.throws(() => new UUID('6ba7b8109dad41d180b400c04fd430c8'), TypeError);
});

test('complex numbers and matrices', () => {
  for (const value of [
    new Complex(1, -2),
    new ComplexArray(new Float32Array([1, 2, 3, 4])),
    new ComplexArray(new Int8Array([1, 2])),
    new ComplexArray(new Float64Array()),
    new ComplexArray([2n ** 100n, 2n ** 90n]),
    new Matrix('layout_left', [2, 3], new Float32Array(6)),
    new Matrix('layout_right', [1, 1, 2], new ComplexArray(new Float64Array(4))),
    new Matrix('layout_right', [0, 5], new Uint8Array()),
    new Matrix('layout_right', [300, 2], new Int16Array(600)),
  ]) {
    for (const options of [{}, { aligned: true }])
      assert.equal(JSON.stringify(plain(decode(encode(value, options)))), JSON.stringify(plain(value)));
  }
  // Whole numbers come back as numbers where those hold them.
  assert.deepEqual(decode(encode(new Complex(2n ** 60n, -1n))), new Complex(2n ** 60n, -1));
  const array = new ComplexArray(new Float64Array([1, 2, 3, 4]));
  assert.equal(array.length, 2);
  assert.deepEqual(array.at(1), new Complex(3, 4));
  assert.equal(array.at(2), undefined);
  assert.deepEqual([...array], [new Complex(1, 2), new Complex(3, 4)]);
  for (const bad of [
    changed(new ComplexArray([]), { data: new Float64Array(3) }),
    ...[[2, 2], [], [-1, -1], [0.5, 2]].map((extents) =>
      changed(new Matrix('layout_right', [1], new Float64Array(1)), { extents }),
    ),
  ]) {
    assert.throws(() => encode({ bad }), { code: 'unsupported', path: '/bad' });
  }
  assert.throws(() => encode(changed(new Complex(1n, 2n), { im: 2n ** 130n })), { code: 'overflow' });
});

/** Returns a value with what JSON does not write in a form that it does. */
function plain(value) {
  return JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item === 'bigint' ? `${item}n` : ArrayBuffer.isView(item) ? [item.constructor.name, ...item] : item,
    ),
  );
}

test('what has no form is refused, with its path', () => {
  for (const bad of [
    () => 1,
    Symbol('s'),
    Promise.resolve(1),
    new WeakMap(),
    new Error('e'),
    new Number(1),
    new TypeTag(1, 2),
    new Map([
      [1, 1],
      ['a', 1],
    ]),
    new Map([[1.5, 1]]),
  ]) {
    assert.throws(
      () => encode({ list: [1, { 'a/b~c': bad }] }),
      (error) =>
        error instanceof BeveError &&
        error.code === 'unsupported' &&
        error.path === '/list/1/a~1b~0c' &&
        error.offset === undefined,
    );
  }
  assert.throws(() => encode(Array(5).fill({ k: () => 1 }), { extended: true }), { path: '/0/k' });
  const cycle = {};
  cycle.self = { cycle };
  assert.throws(() => encode(cycle), { code: 'depth' });
  assert.throws(() => encode([[[1]]], { maxDepth: 3 }), { code: 'depth', path: '/0/0' });
  assert.deepEqual(decode(encode([[[1]]], { maxDepth: 4 })), [[[1]]]);
  assert.throws(() => encode(class {}), { message: 'beve: cannot encode function' });
  class Broken {
    toJSON() {
      throw new RangeError('mine');
    }
  }
  assert.throws(() => encode(new Broken()), { name: 'RangeError', message: 'mine' });
});

test('tables are for objects with the same keys', () => {
  const rows = Array.from({ length: 5 }, (_, i) => ({ id: i, name: `n${i}` }));
  const tabled = encode(rows, { extended: true });
  assert.equal(tabled[0], 0x0e);
  assert.deepEqual(decode(tabled), rows);
  const first = (list, options) => encode(list, { extended: true, ...options })[0];
  assert.equal(first(rows.slice(1)), 0x05);
  assert.equal(first(rows.slice(1), { minTableRows: 4 }), 0x0e);
  for (const odd of [
    { id: 1 },
    { id: 1, nom: 'x' },
    { id: 1, name: undefined },
    null,
    5,
    new Map(),
    { id: 1, toString: 2 },
  ])
    assert.equal(first([...rows, odd]), 0x05);
  assert.equal(first(Array(5).fill({})), 0x05);
});

test('the result has memory of its own', () => {
  const a = encode('first');
  const b = encode('second');
  assert.notEqual(a.buffer, b.buffer);
  assert.equal(a.byteOffset, 0);
  assert.equal(a.buffer.byteLength, a.length);
  assert.equal(decode(a), 'first');
});

test('limits are those of decode', () => {
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, tags: ['a', 'b'], flags: [true, false, true], empty: {} }));
  const values = [
    [],
    [[], {}, '', new Map()],
    rows,
    {
      rows,
      map: new Map([
        [1, [2]],
        [2n ** 100n, [[3]]],
      ]),
    },
    Array(9).fill(true),
    [new Matrix('layout_right', [1, 2], new Float64Array(2)), new Set([1, new Set([2])])],
    [new Interval(new Date(0), new Date(1)), /a/i, new UUID('6ba7b810-9dad-41d1-80b4-00c04fd430c8')],
    { toJSON: undefined, of: [new Date(0), new Complex(1, 2), new Float64Array(9)] },
  ];
  const fails = (run) => {
    try {
      run();
      return undefined;
    } catch ({ code }) {
      return code;
    }
  };
  for (const extended of [false, true]) {
    for (const value of values) {
      const data = encode(value, { extended });
      for (let n = 1; n < 300; n++) {
        const maxElements = n;
        assert.equal(
          fails(() => encode(value, { extended, maxElements })),
          fails(() => decode(data, { limits: { maxElements } })),
          `${n} elements`,
        );
      }
      for (let maxDepth = 1; maxDepth < 12; maxDepth++) {
        assert.equal(
          fails(() => encode(value, { extended, maxDepth })),
          fails(() => decode(data, { limits: { maxDepth } })),
          `${maxDepth} levels`,
        );
      }
    }
  }
  const many = new Array(2 ** 22 + 1).fill(null);
  assert.throws(() => encode(many), { code: 'limit', message: 'beve: too many elements' });
  const options = { maxElements: 2 ** 23 };
  assert.equal(decode(encode(many, options), { limits: options }).length, many.length);
  many.pop();
  assert.equal(decode(encode(many)).length, 2 ** 22);
});

test('an object of no class may say its form, too', () => {
  const of = (value) => ({ secret: 1, toJSON: () => value });
  assert.deepEqual(decode(encode(of('x'))), 'x');
  assert.deepEqual(decode(encode({ a: of([of(1), of(undefined)]) })), { a: [1, null] });
  assert.deepEqual(decode(encode(Object.assign(Object.create(null), of(5)))), 5);
  const rows = Array.from({ length: 9 }, (_, i) => of({ i }));
  for (const extended of [false, true])
    assert.deepEqual(
      decode(encode(rows, { extended })),
      rows.map((_, i) => ({ i })),
    );
});

test('large memory is where it belongs', () => {
  const array = (bytes, fill) => new Float64Array(bytes / 8).fill(fill);
  for (const [first, second] of [
    [16376, 16384],
    [16384, 16384],
    [1 << 20, 8],
    [1 << 21, 1 << 18],
    [8, 1 << 17],
  ]) {
    for (const text of ['', 'é'.repeat(40), 'x'.repeat(20_000), '漢'.repeat(8000)]) {
      const value = {
        gone: undefined,
        text,
        first: array(first, 1),
        more: { gone: undefined, text, list: [text] },
        second: array(second, 2),
        text2: text,
      };
      for (const gone of Array.from({ length: 61 }, (_, i) => `gone${i}`)) value[gone] = undefined;
      const { gone, more, ...rest } = value;
      const want = Object.fromEntries(
        Object.entries({ ...rest, more: { text, list: [text] } }).filter(([, v]) => v !== undefined),
      );
      for (const options of [{}, { aligned: true }, { extended: true, framing: true }]) {
        const data = encode([value, array(first, 3)], options);
        const [got, last] = decode(data);
        assert.deepStrictEqual({ ...got }, want);
        assert.deepStrictEqual(last, array(first, 3));
        assert.equal(data.byteLength, data.buffer.byteLength);
        if (options.aligned) assert.ok(last.buffer === data.buffer && got.second.buffer === data.buffer);
      }
    }
  }
  const bytes = new Uint8Array(1 << 16);
  const taken = [bytes, { toJSON: () => void structuredClone(bytes.buffer, { transfer: [bytes.buffer] }) }];
  assert.throws(() => encode(taken), { code: 'unsupported' });
  assert.deepEqual(decode(encode([1])), [1]);
});

test('what says that it is undefined is left out, as in JSON', () => {
  const none = { toJSON: () => undefined };
  const many = (n, value) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, i < 9 ? value : i]));
  class Of {
    constructor(value) {
      this.toJSON = () => value;
    }
  }
  const values = [
    none,
    { a: none },
    { a: none, b: [none, undefined, 1], c: { d: none } },
    { a: new Of(undefined), b: new Of({ c: none }), d: new Of(5) },
    many(70, none),
    many(70, new Of()),
    Array.from({ length: 9 }, (_, i) => ({ i, a: [i], b: i > 4 ? none : i })),
    Array.from({ length: 9 }, () => many(70, none)),
  ];
  for (const value of values) {
    const want = JSON.parse(JSON.stringify(value) ?? 'null');
    for (const options of [{}, { extended: true }, { aligned: true }, { extended: true, aligned: true }]) {
      assert.deepStrictEqual(decode(encode(value, options)), want);
      const array = new Float64Array(4000).fill(7);
      const data = encode({ value, array, more: [value], rows: Array(5).fill({ array, none }) }, options);
      const got = decode(data);
      assert.deepStrictEqual(got.value ?? null, want);
      assert.deepStrictEqual(got.more, [want]);
      assert.deepStrictEqual(got.rows, Array(5).fill({ array }));
      assert.deepStrictEqual(got.array, array);
      if (options.aligned) assert.ok(got.array.buffer === data.buffer);
    }
  }
  assert.deepEqual(decode(encode(new Map([['a', none]]))), {});
  // What was tried as a table costs nothing.
  const rows = Array.from({ length: 5 }, () => ({ a: 1, none }));
  assert.equal(decode(encode(rows, { extended: true, maxElements: 10, maxDepth: 4 })).length, 5);
});

test('what constructors take is written and read back', () => {
  const ms = 8.64e15;
  const nano = 10n ** 9n;
  const uuid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
  const good = [
    ...[-1439, -60, 0, 1, 1439].flatMap((offset) => [
      Timestamp.of(1, 1, offset),
      Timestamp.of(-1, 999_999_999, offset),
      new Timestamp(1, 999_999, offset),
      new Timestamp(ms - 1439 * 60_000, 0, offset),
      new Timestamp(-ms + 1439 * 60_000, 999_999, offset),
    ]),
    ...[ms, -ms].flatMap((at) => [new Timestamp(at), new Timestamp(at, 999_999), Timestamp.of(at / 1000, 5)]),
    new Timestamp(ms, 0, -1439),
    new Timestamp(-ms, 0, 1439),
    ...[0n, 1n, -1n, 2n ** 64n * nano - 1n, -(2n ** 64n) * nano + 1n].map((n) => new Duration(n)),
    new Interval(new Timestamp(-ms), new Timestamp(ms)),
    new Complex(1.5, -0),
    new Complex(2n ** 127n, 2n ** 128n - 1n),
    new Complex(-(2n ** 127n), 2n ** 126n),
    new ComplexArray(new Float64Array([1, 2])),
    new Matrix('layout_left', [1, 2], new Int8Array([1, 2])),
    new Matrix('layout_right', [0, 2 ** 32 - 1], new Int8Array()),
    new Matrix('layout_right', [1], new ComplexArray(new Float32Array([1, 2]))),
    new Pattern('(?P<a>x)', 'imsu'),
  ];
  for (const value of good) assert.deepStrictEqual(decode(encode(value, { extended: true })), value);
  for (const at of [ms, -ms]) assert.equal(+decode(encode(new Date(at), { extended: true })), at);
  for (const version of '0123456789abcdef') {
    const text = uuid.slice(0, 14) + version + uuid.slice(15);
    assert.equal(decode(encode(new UUID(text), { extended: true })), text);
  }
  // The wire holds more than a Date does, in UTC and in the zone.
  const stamp = (seconds, nanoseconds, offset) => {
    const data = encode(Timestamp.of(0, 0, 1), { extended: true });
    const view = new DataView(data.buffer);
    view.setBigInt64(2, seconds, true);
    view.setUint32(10, nanoseconds, true);
    view.setInt16(14, offset, true);
    return data;
  };
  const last = BigInt(ms / 1000);
  assert.deepStrictEqual(decode(stamp(last, 999_999, -1)), Timestamp.of(ms / 1000, 999_999, -1));
  for (const far of [
    [last, 1e6, 0],
    [last, 0, 1],
    [-last, 0, -1],
    [last + 1n, 0, 0],
    [2n ** 63n - 1n, 0, 0],
  ])
    assert.throws(() => decode(stamp(...far)), { code: 'overflow', offset: 16 });
  assert.throws(() => encode({ at: changed(new Timestamp(0), { offset: 1440 }) }), {
    code: 'unsupported',
    path: '/at',
  });
  for (const huge of [2n ** 128n, -(2n ** 127n) - 1n, new Map([[2n ** 128n, 1]])])
    assert.throws(() => encode(huge), { code: 'overflow' });
});

test('typed arrays are written as they are, whatever their class says', () => {
  const lies = {
    length: 1,
    BYTES_PER_ELEMENT: 1,
    constructor: Array,
    [Symbol.toStringTag]: 'Int8Array',
    [Symbol.iterator]: () => [][Symbol.iterator](),
    subarray: () => [],
    slice: () => [],
  };
  const kinds = [Int8Array, Uint16Array, Int32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
  for (const kind of [...kinds, Uint8Array, DataView]) {
    for (const lie of [...Reflect.ownKeys(lies), 'all']) {
      for (const to of ['own', 'class']) {
        class Sub extends kind {}
        const memory = new ArrayBuffer(48);
        new Uint8Array(memory).fill(65).fill(66, 24);
        const value = new Sub(memory, 8, 32 / (kind.BYTES_PER_ELEMENT ?? 1));
        const want = hex(encode(new kind(memory, 8, 32 / (kind.BYTES_PER_ELEMENT ?? 1))));
        for (const name of lie === 'all' ? Reflect.ownKeys(lies) : [lie])
          Object.defineProperty(to === 'own' ? value : Sub.prototype, name, { get: () => lies[name] });
        assert.equal(hex(encode(value)), want, `${kind.name}, ${String(lie)}`);
        assert.equal(hex(basic.encode(value)), want);
      }
    }
  }
});

test('rows that a toJSON changes are some state of them', () => {
  const changes = {
    'fewer rows': (rows) => (rows.length = 2),
    'no rows': (rows) => rows.splice(0),
    'more rows': (rows) => rows.push({ a: 1, b: 2 }),
    'other rows': (rows) => rows.fill(5, 3),
    'no members': (rows) => rows.forEach((row) => delete row.b),
    'more members': (rows) => rows.forEach((row) => (row.c = 1)),
    nothing: (rows) => rows.fill(undefined),
    null: (rows) => rows.fill(null),
  };
  for (const [name, change] of Object.entries(changes)) {
    for (const options of [{}, { extended: true }, { aligned: true, extended: true }, { deterministic: true }]) {
      for (const at of [0, 4, 7]) {
        const rows = Array.from({ length: 8 }, (_, b) => ({ a: b, b }));
        rows[at].a = { toJSON: () => (change(rows), 'x') };
        const got = decode(encode({ before: 1, rows, after: 'y' }, options));
        assert.deepEqual([got.before, got.after], [1, 'y'], name);
      }
    }
  }
});

test('what a Proxy says of its length is an array or an error', () => {
  for (const length of [-1, 1.5, -(2 ** 40), 'x', NaN, null, {}, 3]) {
    for (const item of [1, true, 'x', null, { a: 1 }]) {
      const said = { length, toJSON: undefined };
      const list = new Proxy([], { get: (_, key) => (Object.hasOwn(said, key) ? said[key] : item) });
      for (const options of [{}, { extended: true, minTableRows: 1 }, { packNumbers: 1 }]) {
        for (const way of [encode, (value, { extended, minTableRows, ...rest }) => basic.encode(value, rest)]) {
          let data;
          try {
            data = way([list, 'after'], options);
          } catch {
            continue;
          }
          assert.equal(decode(data)[1], 'after', `${String(length)} of ${item}`);
        }
      }
    }
  }
});
