// Messages that are changed without being decoded. That bytes and errors are those of Go, a test of the
// folder interop shows over random documents; here is what only JavaScript has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BeveError, Complex, Duration, Matrix, Timestamp, decode, encode } from '@beve-org/beve';
import * as patch from '@beve-org/beve/patch';
import { assertCheap } from './cost.js';
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
  const data = patch.set(encode({}), '/at', at, { encode: { extended: true } });
  assert.deepEqual(decode(data), { at });
  const raw = new patch.Raw(encode(new Float32Array([1, 2])));
  assert.deepEqual(decode(patch.set(encode({}), '/n', raw)), { n: new Float32Array([1, 2]) });
  assert.throws(() => new patch.Raw(encode(1, { framing: true })), TypeError);
  assert.throws(() => new patch.Raw(Uint8Array.of(5, 4)), { code: 'truncated' });
  assert.throws(() => patch.set(data, '/at', () => 1), { code: 'unsupported' });
});

test('values take the profile of what is there, or the one that is asked for', () => {
  const at = Timestamp.of(1, 5, 60);
  const text = at.toJSON();
  const data = encode({ at, text, list: [text, at], empty: [] }, { extended: true });
  const all = (path, value, options) => {
    const one = patch.set(data, path, value, options);
    assert.deepEqual(new patch.Batch(options).set(path, value).do(data), one);
    assert.deepEqual(patch.apply(data, [{ op: 'add', path, value }], options), one);
    return decode(one);
  };
  assert.deepEqual(all('/at', new Date(5)).at, new Timestamp(5));
  assert.equal(all('/text', new Date(5)).text, '1970-01-01T00:00:00.005Z');
  assert.deepEqual(all('/new', new Duration(7n)).new, new Duration(7n));
  assert.deepEqual(decode(patch.append(data, '/list', at)).list, [text, at, text]);
  assert.deepEqual(decode(patch.insert(data, '/list/1', at)).list, [text, text, at]);
  assert.deepEqual(decode(patch.append(data, '/empty', at)).empty, [at]);
  assert.deepEqual(decode(patch.set(encode({}), '/at', at)), { at: text });
  for (const extended of [true, false]) {
    const options = { encode: { extended } };
    for (const path of ['/at', '/text', '/new'])
      assert.deepEqual(all(path, at, options)[path.slice(1)], extended ? at : text);
    const raw = new patch.Raw(encode(at, { extended }));
    for (const path of ['/at', '/text']) assert.deepEqual(all(path, raw)[path.slice(1)], extended ? at : text);
  }
  for (const options of [undefined, { encode: { extended: true } }, { encode: { extended: false } }])
    for (const [path, extended] of Object.entries({ '/at': true, '/text': false })) {
      const fine = options?.encode.extended !== !extended;
      const pass = (run) => (fine ? run() : assert.throws(run, { code: 'test', path }));
      pass(() => new patch.Batch(options).test(path, at).do(data));
      pass(() => patch.apply(data, [{ op: 'test', path, value: at }], options));
    }
});

test('an instant without a portable form needs a message of the extended profile', () => {
  const far = new Date(Date.UTC(20000, 0));
  const data = encode({ at: new Date(0) }, { extended: true });
  for (const path of ['/at', '/new']) {
    assert.equal(+decode(patch.set(data, path, far))[path.slice(1)], +far);
    for (const run of [
      () => patch.set(encode({ at: 'x' }), path, far),
      () => new patch.Batch().set(path, { far }).do(encode({ at: 'x' })),
    ])
      assert.throws(run, { code: 'overflow', path, offset: 0 });
    assert.throws(() => patch.set(data, path, far, { encode: { extended: false } }), { code: 'overflow' });
  }
  assert.throws(() => new patch.Batch().set('', [far, () => 1]), { code: 'unsupported', path: '/1' });
  assert.throws(() => patch.apply(data, [{ op: 'add', path: '', value: far }]), { code: 'overflow', path: '/0/value' });
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

test('numbers of the same value are equal', () => {
  // Floats of 64 and 32 bits, and an integer: 0, -0 and 1.
  const zeros = ['610000000000000000', '610000000000000080', '4100000000', '4100000080', '0900'];
  const ones = ['61000000000000f03f', '410000803f', '0901'];
  const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
  for (const same of [zeros, ones]) {
    for (const a of same) {
      for (const b of same) {
        const batch = new patch.Batch().test('', new patch.Raw(bytes(b)));
        assert.deepEqual(batch.do(bytes(a)), bytes(a), `${a} ${b}`);
      }
    }
  }
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

const long = (size, mark) => [mark, ...Array.from({ length: size >> 1 }, (_, i) => (i & 1 ? 'x' : null)), mark];
// Documents in which values nest so deep: what is around a value, the segment that leads to it, and the innermost one.
const shapes = {
  'arrays around a long one': (n, size, mark) => [(v) => [v, null], '/0', long(size, mark)],
  'objects around a long array': (n, size, mark) => [(v) => ({ k: v }), '/k', long(size, mark)],
  'long names': (n, size, mark) => [
    (v) => ({ ['n'.repeat((8 * size) / n)]: v, k: mark }),
    `/${'n'.repeat((8 * size) / n)}`,
    long(20, mark),
  ],
  'text before each level': (n, size, mark) => [(v) => ['t'.repeat(size / n), v], '/1', long(20, mark)],
  'values that differ after each level': (n, size, mark) => [
    (v) => ({ k: v, ['n'.repeat(size / n)]: mark }),
    '/k',
    long(20, mark),
  ],
  'values that differ before each level': (n, size, mark) => [
    (v) => [mark, v, 't'.repeat(size / n)],
    '/1',
    long(20, mark),
  ],
};

// The same in tables and objects with an index, which the encoder does not make of nested values.
const length = (n) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(n * 4 + (n < 64 ? 0 : n < 16384 ? 1 : 2));
  return bytes.subarray(0, n < 64 ? 1 : n < 16384 ? 2 : 4);
};
const named = (name) => Buffer.concat([length(name.length), Buffer.from(name)]);
const table = (names, values) => {
  const rows = length(values.length / names.length);
  return Buffer.concat([Buffer.of(0x0e), length(names.length), ...names.map(named), rows, ...values]);
};
const indexed = (members) => {
  let offset = 0;
  const entries = Object.entries(members).map(([name, value]) => {
    const entry = Buffer.alloc(7);
    entry.writeUInt32LE(offset);
    entry.writeUInt16LE(Math.min(value.length, 0xffff), 4);
    const container = [3, 4, 5].includes(value[0] & 7) || [0x06, 0x0e].includes(value[0]);
    entry[6] = (value[0] & 7) | (container ? 0x40 : 0);
    offset += value.length;
    return Buffer.concat([named(name), entry]);
  });
  return Buffer.concat([Buffer.of(0x06, 0x03), length(entries.length), ...entries, ...Object.values(members)]);
};
const packedShapes = {
  'objects with an index': (n, size, mark) => [(v) => indexed({ a: mark, k: v, z: mark }), '/k'],
  'objects with an index of long names': (n, size, mark) => [
    (v) => indexed({ k: v, ['n'.repeat(size / n)]: mark }),
    '/k',
  ],
  'tables of one row': (n, size, mark) => [(v) => table(['a', 'k'], [mark, v]), '/0/k'],
  'rows of tables': (n, size, mark) => {
    const t = encode('t'.repeat(size / n / 2));
    return [(v) => table(['k', 't'], [mark, t, v, t, mark, t]), '/1/k'];
  },
  'tables in objects with an index in arrays': (n, size, mark) => [
    (v) => Buffer.concat([Buffer.of(5, 8, 0), indexed({ k: table(['k'], [v, mark]) })]),
    '/1/k/0/k',
  ],
};
const up = (path) => path.slice(0, path.lastIndexOf('/'));
const calls = {
  set: (a, b, path) => patch.set(a, path, 1),
  insert: (a, b, path) => patch.insert(a, path, 1),
  append: (a, b, path) => patch.append(a, up(path), 1),
  delete: (a, b, path) => patch.delete(a, path),
  Batch: (a, b, path) => new patch.Batch().set(path, [1]).test(path, [1]).copy(path, `${up(path)}/1`).do(a),
  'Batch that tests': (a) => new patch.Batch().test('', new patch.Raw(a)).do(a),
  apply: (a, b) => patch.apply(a, patch.diff(a, b)),
  merge: (a, b) => patch.merge(a, b),
  diff: (a, b) => patch.diff(a, b),
  'diff of one place': (a, b, path) => patch.diff(a, patch.set(a.slice(), path, 1)),
  'diff of what has moved': (a, b, path) => patch.diff(patch.insert(a.slice(), path, 1), a),
};

test('depth costs no more than length, whatever is called', async () => {
  assert.deepEqual(
    new Set(Object.keys(calls).map((name) => name.split(' ')[0])),
    new Set(Object.keys(patch).filter((name) => !/^(Raw|default|DecodeError|BeveError)$/.test(name))),
  );
  const size = 200_000;
  for (const [name, shape] of Object.entries({ ...shapes, ...packedShapes })) {
    const made = (n) => {
      let path = '';
      if (packedShapes[name]) {
        const messages = ['a', 'b'].map((mark) => {
          const [around, segment] = shape(n, size, encode(mark));
          const levels = Math.max(1, Math.floor(n / (segment.split('/').length - 1)));
          path = `${segment.repeat(levels)}/0`;
          let message = encode(long(size, mark));
          for (let i = 0; i < levels; i++) message = around(message);
          return new Uint8Array(message);
        });
        return [...messages, path];
      }
      const messages = ['a', 'b'].map((mark) => {
        const [around, segment, inner] = shape(n, size, mark);
        path = `${segment.repeat(n)}/0`;
        return encode(Array.from({ length: n }).reduce(around, inner));
      });
      return [...messages, path];
    };
    const flat = made(2);
    const deep = made(450);
    for (const [call, run] of Object.entries(calls)) {
      const on =
        ([a, b, path]) =>
        () =>
          run(a.slice(), b, path);
      await assertCheap(`${call} of ${name}`, on(deep), 120, 15, on(flat));
    }
  }
});

test('a Raw is put as it lies wherever a value is taken, alone and within others', () => {
  const message = encode({ z: 'old', list: [1, 'x'] });
  const kept = [encode(7), encode({ q: [1, null, 'x'] }), encode(new Uint16Array([1, 2])), encode(null)];
  // Where a value can hold others, with what it is when decoded.
  const holders = {
    alone: (v) => v,
    'in an array': (v) => [1, v],
    'in arrays of arrays': (v) => [[v], [v]],
    'in an object': (v) => ({ q: v }),
    'in a Map': (v) => new Map([['q', v]]),
    'in a Set': (v) => new Set([v, 'x']),
    'in the rows of a table': (v) => Array.from({ length: 20 }, () => ({ a: 1, q: v })),
  };
  for (const options of [{}, { encode: { extended: true } }, { encode: { deterministic: true } }])
    for (const data of kept)
      for (const [name, hold] of Object.entries(holders)) {
        const raw = hold(new patch.Raw(data));
        const plain = hold(decode(data));
        const calls = {
          set: (v) => patch.set(message, '/z', v, options),
          insert: (v) => patch.insert(message, '/new', v, options),
          append: (v) => patch.append(message, '/list', v, options),
          apply: (v) =>
            patch.apply(
              message,
              [
                { op: 'add', path: '/new', value: v },
                { op: 'replace', path: '/z', value: v },
                { op: 'test', path: '/z', value: v },
              ],
              options,
            ),
          merge: (v) => patch.merge(message, v, options),
          'merge of a member': (v) => patch.merge(message, { z: v, list: { deep: v } }, options),
          Batch: (v) =>
            new patch.Batch(options)
              .set('/z', v)
              .insert('/new', v)
              .append('/list', v)
              .test('/z', v)
              .do(message),
        };
        for (const [call, does] of Object.entries(calls)) {
          const got = does(raw);
          // Bytes are a patch of their own to merge, which puts a Raw of numbers in the place of all.
          const same = call === 'merge' && ArrayBuffer.isView(plain) ? plain : decode(does(plain));
          assert.deepEqual(decode(got), same, `${call} ${name}`);
          if (!call.startsWith('merge'))
            assert.ok(Buffer.from(got).includes(Buffer.from(data)), `${call} ${name}: other bytes`);
        }
      }
});

test('what is wrong in itself is an error of the patch, whatever it is applied to', () => {
  const good = { op: 'test', path: '/a', value: 1 };
  for (const op of [
    7,
    { op: 'drop', path: '/a' },
    { op: 'add', path: 'a', value: 1 },
    { op: 'replace', path: '/a~', value: 1 },
    { op: 'remove', path: '' },
    { op: 'copy', from: 'a', path: '/b' },
    { op: 'move', from: '/a', path: 'b' },
    { op: 'move', from: '/a', path: '/a/b' },
    { op: 'move', from: '', path: '/a' },
  ]) {
    const told = new Set();
    for (const document of [{ a: 1 }, [], null]) {
      assert.throws(
        () => patch.apply(encode(document), [good, op]),
        (error) => {
          told.add(String(error));
          return error instanceof BeveError && error.path === '/1' && error.offset > 0;
        },
      );
    }
    assert.equal(told.size, 1);
  }
});

test('times, durations and complex numbers are equal in any form, and draft times take what they hold', () => {
  const bytes = (...parts) => Uint8Array.from(parts.flat());
  const zeros = (n) => new Array(n).fill(0);
  const one = [1, ...zeros(7)];
  const draft = bytes(0x26, 0, [0x00, 0xca, 0x9a, 0x3b, ...zeros(4)]);
  const stamp = bytes(0x26, 6, one, zeros(4));
  const alike = [
    [draft, stamp, bytes(0x26, 2, one, 0, 0)],
    [bytes(0x2e, 6, zeros(12)), bytes(0x2e, 7, zeros(12))],
    [bytes(0x1e, 0x40, new Array(2).fill([0, 0, 0, 0x3f]).flat()), bytes(0x1e, 0x60, new Array(2).fill([...zeros(6), 0xe0, 0x3f]).flat())],
    [bytes(0x26, 7, one, zeros(4), 60, 0)],
    [bytes(0x2e, 6, one, zeros(4))],
  ];
  const put = (op, value) => bytes(5, 4, ...op, ...value);
  alike.forEach((group, i) =>
    group.forEach((a) =>
      alike.forEach((others, k) =>
        others.forEach((b) => {
          const check = () => new patch.Batch().test('', new patch.Raw(b)).do(a);
          if (i === k) assert.deepEqual(check(), a);
          else assert.throws(check, { code: 'test' });
        }),
      ),
    ),
  );
  assert.deepEqual(patch.set(put([], draft), '/0', new patch.Raw(stamp)), put([], draft));
  const drafts = bytes(0x26, 1, 4, [...draft.subarray(2)]);
  const both = bytes(0x26, 1, 8, [...draft.subarray(2)], [...draft.subarray(2)]);
  assert.deepEqual(patch.append(drafts, '', new patch.Raw(stamp)), both);
  assert.equal(patch.append(drafts, '', new patch.Raw(alike[3][0]))[0], 5);
});
