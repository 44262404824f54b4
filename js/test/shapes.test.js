// What is fast against what is simple: objects whose shape repeats, text that is cut from
// parts, and what is wrong in the middle of them. The reference is written down here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { View, decode, decodeStream, encode } from '@beve-org/beve';

Error.stackTraceLimit = 0; // most of the time otherwise

/** Returns numbers below n that look random (mulberry32). */
function random(seed) {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0 && ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

// A value of this file says what is written: a string, a number, a boolean, null, an
// Array, { members: [[name, value]…] }, which may have a name twice, or { names, rows }.

/** Writes a SIZE, in more bytes than it needs where wide says so. */
function size(n, wide) {
  if (n < 64 && !wide) return [n << 2];
  if (n < 16384 && wide !== 2) return [((n << 2) | 1) & 255, n >> 6];
  return [((n << 2) | 2) & 255, (n >> 6) & 255, (n >> 14) & 255, n >>> 22];
}

function bytesOf(v, wide = () => 0) {
  const text = (s) => [...size(Buffer.byteLength(s), wide()), ...Buffer.from(s)];
  const write = (v) => {
    if (v === null) return [0];
    if (typeof v === 'boolean') return [v ? 0x18 : 0x08];
    if (typeof v === 'string') return [0x02, ...text(v)];
    if (typeof v === 'number') {
      const b = Buffer.alloc(9);
      b[0] =
        Number.isInteger(v) && Math.abs(v) < 2 ** 53
          ? (v << 24) >> 24 === v
            ? 0x09
            : (v | 0) === v
              ? 0x49
              : 0x69
          : 0x61;
      if (b[0] === 0x09) return (b.writeInt8(v, 1), [...b.subarray(0, 2)]);
      if (b[0] === 0x49) return (b.writeInt32LE(v, 1), [...b.subarray(0, 5)]);
      if (b[0] === 0x69) return (b.writeBigInt64LE(BigInt(v), 1), [...b]);
      return (b.writeDoubleLE(v, 1), [...b]);
    }
    if (Array.isArray(v)) return [0x05, ...size(v.length, wide()), ...v.flatMap(write)];
    if (v.texts) return [0x3c, ...size(v.texts.length, wide()), ...v.texts.flatMap(text)];
    if (v.members)
      return [0x03, ...size(v.members.length, wide()), ...v.members.flatMap(([k, v]) => [...text(k), ...write(v)])];
    return [
      0x0e,
      ...size(v.names.length),
      ...v.names.flatMap(text),
      ...size(v.rows.length),
      ...v.rows.flat().flatMap(write),
    ];
  };
  return Uint8Array.from(write(v));
}

/** What decode has to return. */
function expected(v) {
  if (v === null || typeof v !== 'object') return v;
  if (Array.isArray(v)) return v.map(expected);
  if (v.texts) return v.texts;
  const object = (members) => {
    const o = {};
    for (const [name, value] of members)
      Object.defineProperty(o, name, { value: expected(value), writable: true, enumerable: true, configurable: true });
    return o;
  };
  return v.members ? object(v.members) : v.rows.map((row) => object(v.names.map((name, i) => [name, row[i]])));
}

/** Makes documents in which shapes repeat, and some nearly do. */
function documents(seed) {
  const below = random(seed);
  const pick = (list) => list[below(list.length)];
  const letters = ['a', 'b', 'z', '_', '0', ' ', '~', 'é', '漢', '😀', '\x7f'];
  const text = (longest, plain) =>
    Array.from({ length: below(longest + 1) }, () => pick(plain ? letters.slice(0, 5) : letters)).join('');
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'length',
    '0',
    '17',
    '',
    'x'.repeat(31),
    'x'.repeat(32),
    'x'.repeat(33),
    'é',
  ];
  const name = () => (below(12) ? `${pick(letters.slice(0, 4))}${text(pick([3, 9, 30]), true)}` : pick(odd));
  const distinct = (n) => [...new Set(Array.from({ length: n }, name))];
  const shapes = Array.from({ length: 12 }, () => distinct(1 + below(pick([3, 9, 20, 70]))));
  for (const shape of shapes.slice(0, 4))
    shapes.push([...shape, 'more', 'yet more'], shape.slice(0, -1), [...shape].reverse());
  const scalar = () =>
    pick([
      () => null,
      () => below(2) === 0,
      () => below(300) - 150,
      () => below(2 ** 31) - 2 ** 30,
      () => below(2 ** 31) * 2 ** 20 + below(1000),
      () => below(1000) / 7,
      () => text(pick([3, 12, 13, 40, 600]), below(4)),
    ])();
  const value = (depth) => {
    const form = depth ? below(12) : 0;
    if (form < 7) return scalar();
    if (form === 7) return { texts: Array.from({ length: below(5) }, () => text(20, below(3))) };
    if (form === 8) return Array.from({ length: below(4) }, () => value(depth - 1));
    return { members: pick(shapes).map((name) => [name, below(9) ? scalar() : value(depth - 1)]) };
  };
  const list = () => {
    const shape = pick(shapes.filter(({ length }) => length));
    const n = below(60);
    if (below(3) === 0) {
      const names = shape.filter((name) => name && !/[\x00-\x1f\x7f]/.test(name));
      return names.length ? { names, rows: Array.from({ length: n }, () => names.map(() => value(1))) } : [];
    }
    return Array.from({ length: n }, () => {
      const members = shape.map((name) => [name, value(2)]);
      if (below(20) === 0) members.splice(below(members.length), 1);
      if (below(20) === 0) members.splice(below(members.length), 0, ['new', 1]);
      if (below(20) === 0) members.push([...pick(members.length ? members : [['q', 0]])]);
      return { members };
    });
  };
  return { document: () => (below(4) ? list() : [list(), value(3), list()]), below };
}

function failure(run) {
  try {
    run();
  } catch ({ name, code, offset, path }) {
    return { name, code, offset, path };
  }
  return undefined;
}

async function streamed(data, step) {
  const chunks = [];
  for (let i = 0; i < data.length; i += step) chunks.push(data.slice(i, i + step));
  const all = [];
  for await (const value of decodeStream(chunks)) all.push(value);
  return all;
}

const order = (value) => JSON.stringify(value);

for (let seed = 1; seed <= 4; seed++) {
  test(`documents of repeated shapes are what they say, and errors where they are, seed ${seed}`, async () => {
    const { document, below } = documents(seed);
    let failures = 0;
    for (let i = 0; i < 60; i++) {
      const doc = document();
      const wide = below(5) ? undefined : () => below(3);
      const data = bytesOf(doc, wide);
      const want = expected(doc);
      for (const options of [{}, { copy: true }]) {
        const got = decode(data, options);
        assert.deepStrictEqual(got, want);
        assert.equal(order(got), order(want));
      }
      if (i % 10 === 0) assert.deepStrictEqual(await streamed(data, 1 + below(200)), [want]);
      const twice = failure(() => decode(data, { rejectDuplicates: true }))?.code === 'duplicate';
      assert.equal(twice, hasTwice(doc));
      for (let j = 0; j < 6; j++) {
        const broken = data.slice(0, below(3) ? data.length : below(data.length));
        if (broken.length) broken[below(broken.length)] = below(3) ? below(256) : 0xff;
        // A View checks by a walk of its own, without any shapes.
        const found = failure(() => decode(broken));
        assert.deepEqual(
          found,
          failure(() => new View(broken).validate()),
        );
        if (found) failures++;
      }
    }
    assert.ok(failures > 80, `${failures}`);
  });
}

function hasTwice(v) {
  if (v === null || typeof v !== 'object') return false;
  if (Array.isArray(v)) return v.some(hasTwice);
  if (v.rows) return v.rows.flat().some(hasTwice);
  return (
    !!v.members &&
    (new Set(v.members.map(([name]) => name)).size < v.members.length || v.members.some(([, value]) => hasTwice(value)))
  );
}

test('__proto__ is a name like every other', () => {
  const row = '03 08 24 5f5f70726f746f5f5f 03 04 0461 0904 0461 0908';
  const data = Buffer.from(`05 a100 ${`${row} `.repeat(40)}`.replace(/ /g, ''), 'hex');
  const rows = decode(data);
  assert.equal(rows.length, 40);
  for (const row of rows) {
    assert.deepEqual(Object.entries(row), [
      ['__proto__', { a: 4 }],
      ['a', 8],
    ]);
    assert.equal(Object.getPrototypeOf(row), Object.prototype);
  }
  assert.equal({}.a, undefined);
});

test('what is kept of keys is bounded, whatever the keys', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const used = () => (gc(), process.memoryUsage().heapUsed);
  const wide = (round, n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${round}_${i}`, 0]));
  const read = (rounds) => {
    for (let round = 0; round < rounds; round++) {
      let value = wide(round, 1500 * (1 + (round % 4)));
      for (let depth = 0; depth < round % 23; depth++) value = [value];
      const data = encode(value);
      for (let again = 0; again < 3; again++) decode(data);
      // The start of what was read, and then something else.
      decode(encode({ ...wide(round, 1000), ...wide(-round, 2000) }));
      decode(encode(Array.from({ length: 40 }, () => wide(round, 1 + (round % 70)))));
    }
  };
  read(23);
  const before = used();
  read(46);
  assert.ok(used() - before < 6 << 20, `${used() - before} bytes more`);
});

test('text of every length at every place of a part', () => {
  const list = [];
  for (let n = 0; n < 700; n += n < 80 ? 1 : 37)
    list.push('x'.repeat(n), '\x7f'.repeat(n), 'é'.repeat(n), 'x'.repeat(n) + 'é');
  for (let shift = 0; shift < 64; shift++) {
    const value = ['s'.repeat(shift), ...list];
    assert.deepStrictEqual(decode(encode(value)), value);
  }
  const bad = encode(['a'.repeat(40), 'b'.repeat(200), 'c'.repeat(40)]);
  for (let i = 4; i < bad.length; i++) {
    const data = bad.slice();
    data[i] |= 0x80;
    assert.deepEqual(
      failure(() => decode(data)),
      failure(() => new View(data).validate()),
    );
  }
});

test('results do not change with the message', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'a name of some length', short: 'abc' }));
  const data = encode(rows);
  const got = decode(data);
  data.fill(0xff);
  assert.deepStrictEqual(got, rows);
});
