// toJSON: encode asks what JSON.stringify asks, with the same keys, and writes what it writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as whole from '@beve-org/beve';

class Plain {
  own = 1;
}

/** Makes a value of every kind that JavaScript has which may carry a toJSON. */
const carriers = {
  object: () => ({ own: 1 }),
  'object without a prototype': () => Object.assign(Object.create(null), { own: 1 }),
  'object of a class': () => new Plain(),
  Array: () => [1, 2],
  'Array of text': () => ['a', 'b'],
  'Array of booleans': () => [true],
  'Array of rows': () => Array.from({ length: 6 }, (_, id) => ({ id })),
  Map: () => new Map([['a', 1]]),
  'Map of integers': () => new Map([[1, 'a']]),
  Set: () => new Set([1]),
  RegExp: () => /a/,
  Error: () => new Error('e'),
  Promise: () => Promise.resolve(1),
  Number: () => new Number(5),
  ArrayBuffer: () => new ArrayBuffer(3),
  function: () => () => 0,
  Date: () => new Date(0),
  'invalid Date': () => new Date(NaN),
  Timestamp: () => new whole.Timestamp(0),
  Complex: () => new whole.Complex(1, 2),
  ComplexArray: () => new whole.ComplexArray([1, 2]),
  Matrix: () => new whole.Matrix('layout_left', [1], new Int8Array(1)),
  UUID: () => new whole.UUID('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'),
  Duration: () => new whole.Duration(5n),
  Interval: () => new whole.Interval(new Date(0), new Date(1)),
  Pattern: () => new whole.Pattern('a', ''),
  TypeTag: () => new whole.TypeTag(0, 1),
};

/** Gives a value a toJSON: of its own, or by a subclass. */
const ways = {
  own: (value, toJSON) => Object.defineProperty(value, 'toJSON', { value: toJSON, configurable: true }),
  class: (value, toJSON) => {
    class Sub extends value.constructor {}
    Sub.prototype.toJSON = toJSON;
    return Object.setPrototypeOf(value, Sub.prototype);
  },
};

/** Where a value may be, and what stands around it. */
const places = {
  root: (v) => v,
  member: (v) => ({ a: 1, 'the key': v, z: [v] }),
  'member of a class': (v) => Object.assign(new Plain(), { v }),
  element: (v) => [0, v, [v]],
  'element of booleans': (v) => [true, v],
  'one of the cells': (v) => Array.from({ length: 7 }, (_, i) => (i === 3 ? { i, v } : { i, v: i })),
  'all cells': (v) => Array.from({ length: 7 }, (_, i) => ({ i, v })),
};

const results = [undefined, null, 5, 'text', { a: 1, b: { c: [2] } }, [1, 'x'], [undefined]];
const choices = [{}, { aligned: true }, { deterministic: true }, { packNumbers: 1 }];

/** Returns what a function makes of a value, and the keys of every toJSON that it calls. */
function heard(place, make, way, result, run) {
  const keys = [];
  const value = place(
    way(make(), function (...args) {
      assert.equal(args.length, 1);
      keys.push(args[0]);
      return result;
    }),
  );
  return { made: run(value), keys };
}

const sorted = (value) =>
  JSON.stringify(value, (_, v) =>
    v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v,
  );

for (const [kind, make] of Object.entries(carriers)) {
  test(`${kind} with toJSON is what JSON.stringify says, and is asked with the same key`, () => {
    for (const [way, give] of Object.entries(ways)) {
      if (way === 'class' && kind === 'object without a prototype') continue;
      for (const [where, place] of Object.entries(places))
        for (const result of results) {
          const want = heard(place, make, give, result, (v) => JSON.parse(JSON.stringify(v) ?? 'null'));
          for (const { decode, encode } of [whole, basic])
            for (const options of encode === whole.encode ? [...choices, { extended: true }] : choices) {
              const got = heard(place, make, give, result, (v) => decode(encode(v, options), { genericArrays: true }));
              const text = `${way}, ${where}, ${JSON.stringify(result)}, ${JSON.stringify(options)}`;
              assert.equal(sorted(got.made), sorted(want.made), text);
              // A table of which a cell turns out to be undefined is begun again.
              const twice = options.extended && result === undefined && where.endsWith('cells');
              assert.deepEqual(twice ? got.keys.slice(1) : got.keys, want.keys, text);
            }
        }
    }
  });
}

test('what toJSON returns is not asked once more', () => {
  const itself = { a: 1, list: [{ toJSON: (key) => key }] };
  Object.defineProperty(itself, 'toJSON', { value: () => itself });
  class Another {
    made = 1;
    toJSON() {
      return new Another();
    }
  }
  for (const value of [itself, [itself], { itself }, new Another(), [new Another()], { a: new Another() }])
    for (const { decode, encode } of [whole, basic])
      for (const options of choices)
        assert.deepEqual(decode(encode(value, options)), JSON.parse(JSON.stringify(value)));
});

test('classes that have a form keep it, and so does the memory of a Buffer', () => {
  for (const make of [carriers.Complex, carriers.ComplexArray, carriers.UUID, carriers.Duration, carriers.Date]) {
    const value = make();
    assert.ok(typeof value.toJSON === 'function');
    assert.notDeepEqual(whole.encode(value, { extended: true }), whole.encode(value.toJSON(), { extended: true }));
  }
  for (const { decode, encode } of [whole, basic]) {
    assert.deepEqual(decode(encode(Buffer.from('abc'))), Uint8Array.of(97, 98, 99));
    assert.throws(() => encode({ a: [new Date(NaN)] }), { code: 'unsupported', path: '/a/0' });
  }
  const members = new Map([[7, { toJSON: (key) => [key] }]]);
  assert.deepEqual(whole.decode(whole.encode(members)), new Map([[7, ['7']]]));
});
