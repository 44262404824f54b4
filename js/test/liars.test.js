// Values that say something else of themselves than is there: lengths that are none, members that change
// while they are read, classes that are not what they claim. Every function that takes values gives a message
// that can be read, or an error with the path, and takes no longer than for honest values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';
import { assertCheap } from './cost.js';

const list = whole.encode([1]);
const object = whole.encode({});

async function drained(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

const manners = [
  {},
  { packNumbers: 1 },
  { packNumbers: true },
  { aligned: true, packNumbers: 1 },
  { extended: true, minTableRows: 1 },
  { deterministic: true },
].map((options) => ({ ...options, maxElements: 1000 }));
const ofBasic = ({ extended, minTableRows, ...others }) => others;

/** What takes a value, and the path that this has there. */
const takers = {
  encode: (v, o) => whole.encode(v, o),
  'encode of basic': (v, o) => basic.encode(v, ofBasic(o)),
  'encode of canonical': (v, o) => canonical.encode(v, o),
  encodeStream: (v, o) => drained(whole.encodeStream([v], o)),
  set: (v, o) => patch.set(list, '/0', v, { encode: o }),
  insert: (v, o) => patch.insert(list, '/0', v, { encode: o }),
  append: (v, o) => patch.append(list, '', v, { encode: o }),
  merge: (v, o) => patch.merge(object, { part: v }, { encode: o }),
  apply: (v, o) => patch.apply(list, [{ op: 'add', path: '/0', value: v }], { encode: o }),
  Batch: (v, o) => new patch.Batch({ encode: o }).insert('/0', v).do(list),
};

test('the takers are all that take values', () => {
  const takesNot = ['decode', 'View', 'decodeStream', 'fetchBeve', 'useBeve', 'delete', 'diff', 'canonical', 'check'];
  for (const entry of [whole, basic, patch, canonical])
    for (const [name, f] of Object.entries(entry))
      if (typeof f === 'function' && !/^class/.test(String(f)) && !takesNot.includes(name))
        assert.ok(name in takers, name);
});

/** An Array that says this of its length, and has this at every index. */
const claims = (length, at, target = []) =>
  new Proxy(target, {
    get: (t, key) => (key === 'length' ? length() : /^\d+$/.test(String(key)) ? at(Number(key)) : Reflect.get(t, key)),
  });
const steps = (...values) => {
  let i = 0;
  return () => values[Math.min(i++, values.length - 1)];
};

const elements = {
  numbers: () => 1,
  floats: () => 0.5,
  bigints: () => 1n,
  strings: () => 'a',
  booleans: () => true,
  objects: () => ({ a: 1 }),
  nothing: () => undefined,
  'numbers, then text': (i) => (i < 2 ? 1 : 'a'),
};
const lengths = {
  Infinity: [Infinity],
  '-Infinity': [-Infinity],
  NaN: [NaN],
  negative: [-1],
  'a fraction': [1.5],
  '2^53': [2 ** 53],
  '2^32 - 1': [2 ** 32 - 1],
  text: ['3'],
  'a bigint': [3n],
  'a symbol': [Symbol('3')],
  object: [{ valueOf: () => 3 }],
  undefined: [undefined],
  null: [null],
  'more than the budget': [2000],
  growing: [2, 3, 4, 5, Infinity],
  'growing late': [2, 2, 2, Infinity],
  shrinking: [7, 3, 0],
};

/** What makes an Array of a kind that is read as one thing first, and as another then. */
const turning = (...kinds) => {
  const turns = kinds.map((kind) => elements[kind]);
  const seen = [];
  return claims(
    () => 6,
    (i) => turns[Math.min((seen[i] = (seen[i] ?? -1) + 1), turns.length - 1)](i),
  );
};

function* forever(value) {
  for (;;) yield value;
}
const without = (Class) => Object.create(Class.prototype);
const proxied = (value) => new Proxy(value, {});
const own = (value, members) => {
  for (const [key, of] of Object.entries(members)) Object.defineProperty(value, key, { value: of });
  return value;
};
const changed = Object.assign;
const { Complex, ComplexArray, Duration, Interval, Matrix, Pattern, Timestamp, UUID } = whole;
const uuid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
const matrix = () => new Matrix('layout_left', [1, 2], Float64Array.of(1, 2));
class Endless extends Map {
  keys() {
    return forever('a');
  }
  [Symbol.iterator]() {
    return forever(['a', 1]);
  }
}
class EndlessSet extends Set {
  [Symbol.iterator]() {
    return forever(1);
  }
}

/** Values that lie, made anew for each use. */
const liars = {
  'an Array with an iterator of its own': () => own([1, 2, 3], { [Symbol.iterator]: () => forever(1) }),
  'an Array that forEach does not know': () => own([true, false], { forEach: undefined, some: undefined, map: undefined }),
  'an Array that an element empties': () => {
    const all = [{ toJSON: () => (all.length = 0) }, 1, 2];
    return all;
  },
  'an Array that an element lengthens': () => {
    const all = [{ toJSON: () => all.push(1) }, 1];
    return all;
  },
  'a row that changes another': () => {
    const rows = Array.from({ length: 6 }, (_, id) => ({ id }));
    rows[0].id = { toJSON: () => delete rows[3].id };
    return rows;
  },
  'a Map without end': () => new Endless([['a', 1]]),
  'a Set without end': () => new EndlessSet([1]),
  'a Map of others': () => own(new Map([['a', 1]]), { keys: () => [Symbol('a')][Symbol.iterator]() }),
  'views that say other lengths': () => [
    own(Float64Array.of(1, 2), { byteLength: 3 }),
    own(Float64Array.of(1, 2), { length: Infinity, byteOffset: 1, buffer: new ArrayBuffer(99) }),
    own(new DataView(new ArrayBuffer(5)), { byteLength: 2 ** 40 }),
  ],
  'objects of no class': () => new Proxy({}, { getPrototypeOf: () => null, ownKeys: () => ['a'] }),
  'a toJSON that is there once': () =>
    new Proxy({}, { get: (_, key) => (key === 'toJSON' ? once.shift() : undefined) }),
  'a toJSON without end': () => {
    const again = { toJSON: () => [{ ...again }] };
    return again;
  },
  'Complex, changed': () => changed(new Complex(1, 2), { re: 'a' }),
  'ComplexArray, changed': () => changed(new ComplexArray([1, 2]), { data: claims(() => Infinity, () => 1) }),
  'ComplexArray of an odd length': () => changed(new ComplexArray([1, 2]), { data: own(Int8Array.of(1), { length: 2 }) }),
  'Matrix of another length': () => changed(matrix(), { value: own(Float64Array.of(1), { length: 2 }) }),
  'Matrix of other elements': () => changed(matrix(), { value: claims(steps(2, 3, Infinity), () => 1) }),
  'Matrix of complex elements': () =>
    changed(matrix(), { value: own(new ComplexArray([1, 2]), { length: 2 }) }),
  'Matrix of other extents': () => changed(matrix(), { extents: claims(steps(2, 2, 2, Infinity), () => 1) }),
  'Matrix of no extents': () => changed(matrix(), { extents: undefined }),
  'Date of another time': () => own(new Date(0), { getTime: () => 'a' }),
  'Timestamp, changed': () => changed(new Timestamp(0), { submillis: 'a', offset: 1e9 }),
  'Duration, changed': () => changed(new Duration(1n), { nanoseconds: 'a' }),
  'Interval, changed': () => changed(new Interval(new Date(0), new Date(1)), { end: 5 }),
  'UUID, changed': () => changed(new UUID(uuid), { text: 'ab' }),
  'UUID of no text': () => changed(new UUID(uuid), { text: 5 }),
  'Pattern, changed': () => changed(new Pattern('a', ''), { pattern: 5, flags: 7 }),
  'RegExp with other flags': () => own(/a/, { flags: 'ii', source: 5 }),
  'Raw, changed': () => changed(new patch.Raw(list), { bytes: Uint8Array.of(3, 4) }),
  'Raw of no bytes': () => changed(new patch.Raw(list), { bytes: 'a' }),
};
let once = [];
for (const [name, length] of Object.entries(lengths))
  for (const [kind, at] of Object.entries(elements))
    liars[`${kind} of length ${name}`] = () => claims(steps(...length), at);
for (const a of Object.keys(elements))
  for (const b of Object.keys(elements)) liars[`${a} that become ${b}`] = () => turning(a, b);
const instances = {
  Date: new Date(0),
  Map: new Map([['a', 1]]),
  Set: new Set([1]),
  RegExp: /a/,
  ArrayBuffer: new ArrayBuffer(3),
  DataView: new DataView(new ArrayBuffer(3)),
  Float64Array: Float64Array.of(1),
  Promise: Promise.resolve(1),
  Error: new Error('a'),
  Number: new Number(1),
  String: new String('a'),
  Timestamp: new Timestamp(0),
  Complex: new Complex(1, 2),
  ComplexArray: new ComplexArray([1, 2]),
  Matrix: matrix(),
  Duration: new Duration(1n),
  Interval: new Interval(new Date(0), new Date(1)),
  UUID: new UUID(uuid),
  Pattern: new Pattern('a', ''),
  Raw: new patch.Raw(list),
};
for (const [name, instance] of Object.entries(instances)) {
  liars[`what is only called ${name}`] = () => without(instance.constructor);
  liars[`a Proxy of ${name}`] = () => proxied(instance);
}

/** Places for a value, and the path to it. */
const places = [
  [(v) => v, ''],
  [(v) => ({ a: [0, v] }), '/a/1'],
  [(v) => new Map([[7, v]]), '/7'],
];

/** Those whose toJSON the basic entry calls, which says what is wrong as it likes. */
const ofClass = /^(Complex|ComplexArray|Duration|Timestamp|UUID|Date)\b|Proxy of (Timestamp|Date)|called (Complex|ComplexArray|Duration|UUID|Timestamp|Date)$/;

/** Milliseconds that one call may take: an honest one takes less than a hundredth. */
const most = 2000;

for (const [taker, take] of Object.entries(takers))
  test(`${taker} is not deceived`, async () => {
    for (const [name, make] of Object.entries(liars)) {
      const told = /length (Infinity|-Infinity|NaN|neg|a |2\^|text|object|undef|null)/.test(name);
      for (const options of /^encode/.test(taker) ? manners : manners.slice(3, 5))
        for (const [place, path] of places) {
          const what = `${name}, ${JSON.stringify(options)}, ${path}`;
          let bytes;
          const call = async () => {
            once = [() => 1];
            try {
              bytes = await take(place(make()), options);
            } catch (error) {
              // The toJSON of a class is what it is to others, and says so as its constructor does.
              if (taker === 'encode of basic' && ofClass.test(name)) return;
              assert.ok(error instanceof whole.BeveError, `${what}: ${error.stack}`);
              assert.ok(error.path.includes(path), `${what}: ${error.message}`);
            }
          };
          await assertCheap(what, call, most);
          if (bytes) new whole.View(bytes).validate();
          assert.ok(!bytes || !told, `${what} is taken: ${bytes && Buffer.from(bytes).toString('hex').slice(0, 99)}`);
        }
    }
  });

test('what is made of Arrays is not deceived', async () => {
  for (const [name, length] of Object.entries(lengths))
    for (const kind of ['numbers', 'floats', 'bigints', 'nothing']) {
      const lie = () => claims(steps(...length), elements[kind]);
      for (const make of [
        () => new ComplexArray(lie()),
        () => new Matrix('layout_left', [2], lie()),
        () => new Matrix('layout_left', lie(), new Int8Array(1)),
      ]) {
        const call = () => {
          try {
            make();
          } catch (error) {
            assert.ok(error instanceof TypeError || error instanceof RangeError, `${name}: ${error}`);
            assert.match(error.message, /^beve: /, name);
          }
        };
        await assertCheap(`${kind} of length ${name}`, call, most);
      }
    }
});

test('what has no end is written within the budget that there is by default', () => {
  for (const name of ['a Map without end', 'a Set without end'])
    assert.throws(() => whole.encode(liars[name]()), { code: 'limit', path: '' });
  assert.throws(() => whole.encode([claims(() => 2 ** 26, () => 'a')]), { code: 'limit', path: '/0' });
});

test('what numbers an option may be', async () => {
  for (const [option, wrong] of [
    ['packNumbers', [-1, NaN, 0.5, '5', 5n, null, {}]],
    ['minTableRows', [-1, NaN, 0.5, '5', 5n, null, {}, true]],
  ])
    for (const value of wrong)
      for (const [taker, take] of Object.entries(takers)) {
        if (taker === 'encode of basic' && option === 'minTableRows') continue;
        await assert.rejects(async () => take(1, { [option]: value }), {
          name: /^(Type|Range)Error$/,
          message: new RegExp(`^beve: ${option} must be `),
        });
      }
  for (const value of [undefined, 0, 1, 96, Infinity, true, false])
    for (const take of Object.values(takers)) await take([1, 2], { packNumbers: value });
});

test('honest Proxies are what they stand for', () => {
  const value = { a: [1, 2], b: ['x', 'y'], c: [true], d: Array.from({ length: 6 }, (_, i) => ({ i })), e: { f: 1 } };
  const reactive = (v) =>
    new Proxy(v, { get: (t, key, r) => (Object(t[key]) === t[key] && typeof t[key] !== 'function' ? reactive(t[key]) : Reflect.get(t, key, r)) });
  // As frameworks have them: methods are those of the object behind.
  const bound = (v) => new Proxy(v, { get: (t, key) => (typeof t[key] === 'function' ? t[key].bind(t) : t[key]) });
  for (const options of manners) {
    assert.deepEqual(whole.encode(reactive(value), options), whole.encode(value, options));
    for (const v of [new Map([['a', 1]]), new Map([[1, 2]]), new Set([1, 'a'])])
      assert.deepEqual(whole.encode(bound(v), options), whole.encode(v, options));
  }
});
