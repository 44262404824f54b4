// Objects that are made of the prototypes of classes and are none of them, and memory that is gone: errors everywhere, with the path.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';

const { Complex, ComplexArray, Duration, Interval, Matrix, Pattern, Timestamp, TypeTag, UUID } = whole;
const Typed = Object.getPrototypeOf(Uint8Array);
const typed = Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]).filter((C) => Object.getPrototypeOf(Object(C)) === Typed);
assert.ok(typed.length > 10);

/** Classes of the language and of the package that plain objects are told from. */
const classes = [
  Typed, ...typed, ArrayBuffer, SharedArrayBuffer, DataView, Array, Map, Set, WeakMap, WeakSet, Date, RegExp, Promise,
  Error, TypeError, Number, String, Boolean, Symbol, BigInt, Function,
];
const ours = [Complex, ComplexArray, Matrix, Timestamp, Duration, Interval, UUID, Pattern, TypeTag];

/** Memory that a view loses: by being sent elsewhere, or by being made too short. */
const detached = (buffer) => (structuredClone(buffer, { transfer: [buffer] }), buffer);
const gone = {};
const resizable = 'resize' in ArrayBuffer.prototype;
for (const View of [...typed, DataView]) {
  const { BYTES_PER_ELEMENT: w = 1 } = View;
  const lost = (name, lose, ...part) =>
    (gone[`${View.name}, ${name}`] = () => {
      const buffer = resizable ? new ArrayBuffer(64, { maxByteLength: 64 }) : new ArrayBuffer(64);
      const view = new View(buffer, ...part);
      lose(buffer);
      return view;
    });
  lost('detached', detached);
  lost('empty and detached', detached, 0, 0);
  if (!resizable) continue;
  lost('out of bounds', (buffer) => buffer.resize(8), 0, 64 / w);
  lost('a part out of bounds', (buffer) => buffer.resize(40), 32, 2 * (16 / w));
  lost('the rest out of bounds', (buffer) => buffer.resize(8), 16);
}
gone.ArrayBuffer = () => detached(new ArrayBuffer(8));

const places = [
  [(v) => v, ''],
  [(v) => [1, v], '/1'],
  [(v) => [v, v], '/0'],
  [(v) => ({ a: { b: v } }), '/a/b'],
  [(v) => new Map([['a', v]]), '/a'],
  [(v) => new Map([[7, v]]), '/7'],
  [(v) => new Set([v]), '/0'],
  [(v) => Array.from({ length: 6 }, (_, id) => ({ id, v: id === 3 ? v : id })), '/3/v'],
  [(v) => Array.from({ length: 6 }, () => v), '/0'],
  [(v) => ({ toJSON: () => ({ v }) }), '/v'],
];
const takers = {
  encode: (v, o) => whole.encode(v, o),
  'encode of canonical': (v, o) => canonical.encode(v, o),
  set: (v, o) => patch.set(whole.encode([0]), '/0', v, { encode: o }),
  merge: (v, o) => patch.merge(whole.encode({}), { v }, { encode: o }),
  'encode of basic': (v, { extended, ...o }) => basic.encode(v, o),
};
const manners = [{}, { packNumbers: 1 }, { aligned: true }, { deterministic: true }, { extended: true }];

/** Fails unless every taker refuses what make makes, wherever it is. */
function refused(name, make, only = Object.keys(takers), ways = manners) {
  for (const taker of only)
    for (const options of ways)
      for (const [place, path] of places) {
        const what = `${name} in ${path || 'no place'}: ${taker} ${JSON.stringify(options)}`;
        assert.throws(
          () => takers[taker](place(make()), options),
          (error) => {
            assert.equal(error.name, 'BeveError', `${what}: ${error.stack}`);
            assert.ok(error.path.includes(path), `${what}: ${error.message}`);
            assert.match(error.message, /cannot encode |must be /, what);
            return true;
          },
          what,
        );
      }
}

test('what is made of the prototype of a class is not taken for an object', () => {
  for (const Class of classes) refused(Class.name, () => Object.create(Class.prototype));
  class Own extends Float64Array {}
  refused('a class of ones own', () => Object.create(Own.prototype));
  refused('with members', () => Object.assign(Object.create(Error.prototype), { a: 1 }));
  const whole = Object.keys(takers).filter((taker) => !/basic/.test(taker));
  for (const Class of ours) refused(Class.name, () => Object.create(Class.prototype), whole);
});

test('memory that is gone is not taken for none', () => {
  const few = [{}, { aligned: true, extended: true }];
  for (const [name, make] of Object.entries(gone)) refused(name, make, ['encode', 'encode of basic', 'merge'], few);
  const whole = ['encode'];
  for (const name of Object.keys(gone).filter((name) => !/^(DataView|ArrayBuffer)/.test(name))) {
    const changed = Object.assign;
    refused(`ComplexArray of ${name}`, () => changed(new ComplexArray([1, 2]), { data: gone[name]() }), whole, few);
    refused(`Matrix of ${name}`, () => changed(new Matrix('layout_left', [2], [1, 2]), { value: gone[name]() }), whole, few);
    refused(`Matrix of no ${name}`, () => changed(new Matrix('layout_left', [0], []), { value: gone[name]() }), whole, few);
  }
});

test('a message whose memory is gone is said to be', async () => {
  const all = async (stream) => {
    for await (const _ of stream);
  };
  const readers = [
    (data) => whole.decode(data),
    (data) => basic.decode(data),
    (data) => new whole.View(data),
    (data) => all(whole.decodeStream([data])),
    (data) => patch.set(data, '', 1),
    (data) => patch.merge(data, {}),
    (data) => patch.diff(data, data),
    (data) => new patch.Raw(data),
    (data) => canonical.canonical(data),
    (data) => canonical.check(data),
  ];
  for (const make of Object.values(gone))
    for (const read of readers)
      await assert.rejects(async () => read(make()), { name: 'TypeError', message: /^beve: data must be neither detached nor out of bounds, not \[object / });
});
