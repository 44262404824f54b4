// Messages that are changed without being decoded. That bytes and errors are those of Go, a test of the
// folder interop shows over random documents; here is what only JavaScript has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BeveError, Complex, Matrix, Timestamp, decode, encode } from '@beve-org/beve';
import * as patch from '@beve-org/beve/patch';
import { vectors, good } from './vectors.js';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const config = { theme: 'light', sizes: [8, 10], at: { x: 1 } };

test('one change is one message', () => {
  const data = encode(config);
  const before = data.slice();
  const changed = (data) => decode(data);
  assert.deepEqual(changed(patch.set(data, '/theme', 'dusk!')), { ...config, theme: 'dusk!' });
  assert.deepEqual(changed(patch.set(data, '', null)), null);
  assert.deepEqual(changed(patch.insert(data, '/new', { a: [] })), { ...config, new: { a: [] } });
  assert.deepEqual(changed(patch.insert(data, '/sizes/0', 'x')), { ...config, sizes: ['x', 8, 10] });
  assert.deepEqual(changed(patch.append(data, '/sizes', 12)), { ...config, sizes: [8, 10, 12] });
  assert.deepEqual(changed(patch.delete(data, '/at')), { theme: 'light', sizes: [8, 10] });
  assert.deepEqual(changed(patch.insert(encode(['a']), '/-', 'b')), ['a', 'b']);
  assert.deepEqual(data, before);
  // What is returned has memory of its own, also where nothing changes.
  const same = patch.set(data, '/at/x', 1);
  assert.deepEqual(same, data);
  assert.notEqual(same.buffer, data.buffer);
});

test('values are encoded as encode does, or are there already', () => {
  const at = Timestamp.of(1, 5, 60);
  const data = patch.set(encode({}), '/at', at, { encode: { extended: true, framing: true } });
  assert.deepEqual(decode(data), { at });
  assert.deepEqual(decode(patch.set(encode({}), '/at', at)), { at: at.toJSON() });
  const raw = new patch.Raw(encode(new Float32Array([1, 2])));
  assert.deepEqual(decode(patch.set(encode({}), '/n', raw)), { n: new Float32Array([1, 2]) });
  assert.throws(() => new patch.Raw(encode(1, { framing: true })), TypeError);
  assert.throws(() => new patch.Raw(Uint8Array.of(5, 4)), { code: 'truncated' });
  assert.throws(() => patch.set(data, '/at', () => 1), { code: 'unsupported' });
});

test('containers keep their form where they can', () => {
  for (const [before, path, value, after] of [
    [new Int8Array([1, 2]), '/0', 5, new Int8Array([5, 2])],
    [new Int8Array([1, 2]), '/0', 300, [300, 2]],
    [new Float64Array([0.5]), '/0', 3, new Float64Array([3])],
    [['a', 'b'], '/1', 'c', ['a', 'c']],
    [['a', 'b'], '/1', 1, ['a', 1]],
    [[true, false], '/1', true, [true, true]],
    [
      new Map([[1, 'a']]),
      '/2',
      'b',
      new Map([
        [1, 'a'],
        [2, 'b'],
      ]),
    ],
    [
      new Matrix('layout_left', [1], new Int8Array([1])),
      '/value/0',
      7,
      new Matrix('layout_left', [1], new Int8Array([7])),
    ],
  ])
    assert.deepEqual(decode(patch.set(encode(before), path, value)), after);
  const rows = Array.from({ length: 8 }, (_, id) => ({ id, name: 'n' }));
  const table = encode(rows, { extended: true });
  rows[3].name = 'other';
  assert.equal(hex(patch.set(table, '/3/name', 'other')), hex(encode(rows, { extended: true })));
  rows[3].more = 1;
  assert.deepEqual(decode(patch.set(patch.set(table, '/3/name', 'other'), '/3/more', 1)), rows);
});

test('errors have a code, the path, and where the container is', () => {
  const data = encode({ list: [1], text: 'x', i: new Complex(1, 2), map: new Map([[1, 1]]) });
  for (const [call, code, path = ''] of [
    [() => patch.set(data, 'list', 1), 'unsupported'],
    [() => patch.set(data, '/list/x', 1), 'mismatch', '/list/x'],
    [() => patch.set(data, '/list/1', 1), 'missing', '/list/1'],
    [() => patch.set(data, '/none/a', 1), 'missing', '/none/a'],
    [() => patch.set(data, '/text/a', 1), 'mismatch', '/text/a'],
    [() => patch.set(data, '/i/0', 1), 'unsupported', '/i/0'],
    [() => patch.set(data, '/map/a', 1), 'mismatch', '/map/a'],
    [() => patch.set(data, '/\ud800', 1), 'utf8', '/\ud800'],
    [() => patch.insert(data, '/text', 1), 'duplicate', '/text'],
    [() => patch.append(data, '', 1), 'mismatch'],
    [() => patch.delete(data, ''), 'unsupported'],
    [() => patch.apply(data, [{ op: 'test', path: '/text', value: 'y' }]), 'test', '/text'],
    [() => patch.apply(data, [{ op: 'nothing', path: '' }]), 'unsupported', '/0'],
    [() => patch.apply(data, [{ op: 'add', path: '' }]), 'missing', '/0'],
    [() => patch.apply(data, {}), 'mismatch'],
    [() => patch.set(encode([[[1]]]), '/0/0/0', [1], { limits: { maxDepth: 4 } }), 'depth', '/0/0/0'],
    [() => patch.append(encode([1, 2]), '', 3, { limits: { maxElements: 2 } }), 'limit', ''],
    [() => patch.merge(data, { a: 'x'.repeat(99) }, { limits: { maxBytes: 99 } }), 'limit', ''],
  ])
    assert.throws(call, (error) => {
      assert.ok(error instanceof BeveError && error.offset >= 0 && error.message.length < 300, String(error));
      assert.deepEqual([error.code, error.path], [code, path], String(error));
      return true;
    });
  const long = 'x'.repeat(10_000);
  assert.throws(
    () => patch.apply(data, [{ op: long, path: '' }]),
    ({ message }) => message.length < 2000,
  );
  assert.throws(
    () => patch.set(data, `/${long}/a`, 1),
    ({ message }) => message.length < 2000,
  );
});

test('a batch can be done again, and a copy that doubles is bounded', () => {
  const batch = new patch.Batch()
    .test('/n', 1)
    .set('/n', 2)
    .append('/list', 3)
    .move('/list/0', '/first')
    .copy('/n', '/m');
  assert.deepEqual(decode(batch.do(encode({ n: 1, list: [0] }))), { n: 2, list: [3], first: 0, m: 2 });
  assert.deepEqual(decode(batch.do(encode({ n: 1, list: ['a'] }))), { n: 2, list: [3], first: 'a', m: 2 });
  assert.throws(() => batch.do(encode({ n: 0, list: [] })), { code: 'test', message: /operation 0: / });
  const doubling = new patch.Batch();
  for (let i = 0; i < 40; i++) doubling.copy('', '/-');
  assert.throws(() => doubling.do(encode([1])), { code: 'limit' });
});

test('a deep value that differs in the end is compared once', () => {
  const nest = (value) => {
    for (let i = 0; i < 300; i++) value = { b: [i], a: value };
    return value;
  };
  const data = encode(nest(1));
  const test = (value) => patch.apply(data, [{ op: 'test', path: '', value: nest(value) }]);
  assert.deepEqual(test(1), data);
  assert.throws(() => test(2), { code: 'test' });
  // A member that is hidden by another of its name does not count.
  let hidden = [0x11, 1];
  let plain = 1;
  for (let i = 0; i < 200; i++) {
    hidden = [0x03, 12, 4, 0x62, 0, 4, 0x61, 0, 4, 0x61, ...hidden];
    plain = { b: null, a: plain };
  }
  const value = new patch.Raw(Uint8Array.from(hidden));
  assert.ok(new patch.Batch().test('', value).do(encode(plain)));
});

test('a table of long names and many rows does not become objects out of proportion', () => {
  const rows = Array.from({ length: 20_000 }, () => ({ ['n'.repeat(5000)]: null }));
  const table = encode(rows, { extended: true });
  assert.throws(() => patch.delete(table, '/0'), { code: 'limit' });
});

const leaf = fc.oneof(
  fc.constantFrom(null, true, false, -0, 2n ** 100n, -(2n ** 70n)),
  fc.double(),
  fc.integer(),
  fc.string({ unit: 'grapheme' }),
  fc.float64Array({ noNaN: true }),
  fc.int16Array(),
  fc.array(fc.boolean()),
  fc.array(fc.string()),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '', '/~', '__proto__'), tie('value')),
    fc.array(fc.tuple(fc.integer(), tie('value')), { minLength: 1 }).map((pairs) => new Map(pairs)),
  ),
}));

test('what a difference says makes one document of the other', () => {
  fc.assert(
    fc.property(value, value, fc.boolean(), (a, b, extended) => {
      const [from, to] = [a, b].map((value) => encode(value, { extended }));
      const difference = patch.diff(from, to);
      const got = patch.apply(from, difference);
      assert.deepEqual(decode(got), decode(to));
      assert.deepEqual(patch.diff(got, to), encode([]));
      assert.ok(difference.length <= to.length + 80);
    }),
    { numRuns: 600 },
  );
});

test('whatever bytes and patches, a message that comes out is one, and nothing but a BeveError is thrown', () => {
  const messages = good
    .flatMap((name) => vectors(name))
    .map(({ data }) => data)
    .filter(({ length }) => length < 4096);
  let changed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...messages),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      value,
      fc.constantFrom('/a', '/0', '/0/a', '/a/0', '/-', '/1/-'),
      (message, damage, value, path) => {
        const data = message.slice();
        for (const [at, byte] of damage) if (data.length) data[at % data.length] = byte;
        const before = data.slice();
        for (const change of [
          () => new patch.Batch().set(path, value).do(data),
          () => patch.apply(encode(value), data),
          () => patch.merge(encode(value), data),
          () => patch.merge(data, value),
          () => patch.diff(data, message),
        ]) {
          try {
            new patch.Raw(patch.set(encode([0]), '/0', new patch.Raw(change())));
            changed++;
          } catch (error) {
            if (!(error instanceof BeveError) && !(error instanceof TypeError && /framing/.test(error.message)))
              throw error;
          }
          assert.deepEqual(data, before);
        }
      },
    ),
    { numRuns: 600 },
  );
  assert.ok(changed > 50, `${changed}`);
});
