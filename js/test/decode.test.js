// Decoding: options, limits, memory, and what errors say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BeveError, Pattern, TypeTag, View, decode, decodeStream, encode } from '@beve-org/beve';

const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const nested = (levels, inner = '00') => bytes('0504'.repeat(levels - 1) + inner);

test('every value that JSON has survives, and more', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, false),
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value')),
      fc.array(fc.string()),
      fc.array(fc.boolean()),
      fc.float64Array(),
      fc.int16Array(),
      fc.uint8Array(),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  const options = fc.record({
    aligned: fc.boolean(),
    extended: fc.boolean(),
    deterministic: fc.boolean(),
    framing: fc.boolean(),
    minTableRows: fc.constantFrom(1, 5),
  });
  fc.assert(
    fc.property(value, options, (value, options) => {
      const data = encode(value, options);
      assert.deepEqual(decode(data), value);
      assert.deepEqual(decode(data, { copy: true }), value);
      new View(data).validate();
    }),
    { numRuns: 1500 },
  );
});

test('arbitrary bytes do no more than fail', () => {
  const reserved = fc.constantFrom(
    0x03,
    0x05,
    0x06,
    0x0e,
    0x16,
    0x1e,
    0x26,
    0x2e,
    0x36,
    0x3c,
    0x46,
    0x4e,
    0x5c,
    0x64,
    0x1c,
    0x04,
    0x08,
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(reserved, fc.nat(255)), { maxLength: 60 }), (list) => {
      const data = Uint8Array.from(list);
      try {
        decode(data);
      } catch (error) {
        assert.ok(error instanceof BeveError, error.stack);
        assert.ok(error.offset >= 0 && error.offset <= data.length, error.message);
      }
    }),
    { numRuns: 20_000 },
  );
});

test('numeric arrays view the input where that is aligned, and never with copy', () => {
  const data = encode({ f: new Float64Array([1, 2]), i: new Int16Array([3]) }, { aligned: true });
  const viewed = decode(data);
  assert.equal(viewed.f.buffer, data.buffer);
  data.fill(0);
  assert.deepEqual(viewed.f, new Float64Array(2));
  // Moved by a byte nothing is aligned; a Buffer of Node's starts anywhere.
  for (const array of [new Float64Array([1, 2]), new Float64Array(100).fill(3), new Uint32Array([7])]) {
    const whole = encode(array, { aligned: true });
    for (let shift = 0; shift < 9; shift++) {
      const moved = new Uint8Array(whole.length + shift);
      moved.set(whole, shift);
      for (const input of [
        moved.subarray(shift),
        Buffer.from(moved.buffer, shift),
        new DataView(moved.buffer, shift),
      ]) {
        const got = decode(input);
        assert.deepEqual(got, array);
        assert.equal(got.buffer === moved.buffer, shift % array.BYTES_PER_ELEMENT === 0);
        const copy = decode(input, { copy: true });
        assert.deepEqual(copy, array);
        assert.notEqual(copy.buffer, moved.buffer);
      }
    }
  }
  assert.deepEqual(decode(encode([1, 'a']).buffer), [1, 'a'], 'an ArrayBuffer');
});

test('integers become numbers where those hold them', () => {
  assert.equal(decode(bytes('69 ffffffffffff1f00')), Number.MAX_SAFE_INTEGER);
  assert.equal(decode(bytes('69 000000000000 2000')), 2n ** 53n);
  assert.equal(decode(bytes('69 000000000000 e0ff')), -(2n ** 53n));
  assert.equal(decode(bytes('69 010000000000 e0ff')), -Number.MAX_SAFE_INTEGER);
  assert.equal(decode(bytes('71 ffffffffffffffff')), 2n ** 64n - 1n);
  assert.equal(decode(bytes('71 0500000000000000')), 5);
  assert.equal(decode(bytes('89' + 'ff'.repeat(16))), -1);
  assert.equal(decode(bytes('91' + 'ff'.repeat(16))), 2n ** 128n - 1n);
  assert.deepEqual(decode(bytes('8c 04' + 'ff'.repeat(16))), [-1]);
  assert.deepEqual(decode(bytes('74 04 ffffffffffffffff')), new BigUint64Array([2n ** 64n - 1n]));
  assert.deepEqual(decode(bytes('2b 04 0500 00')), new Map([[5, null]]));
});

test('floats of 16 bits', () => {
  for (const [hex, want] of [
    ['21 003c', 1],
    ['21 00bc', -1],
    ['21 0100', 2 ** -24],
    ['21 ff03', 1023 * 2 ** -24],
    ['21 0004', 2 ** -14],
    ['21 ff7b', 65504],
    ['21 007c', Infinity],
    ['21 00fc', -Infinity],
    ['21 017e', NaN],
    ['21 0080', -0],
    ['01 803f', 1],
    ['01 80ff', -Infinity],
    ['01 0080', -0],
    ['01 c07f', NaN],
  ]) {
    assert.ok(Object.is(decode(bytes(hex)), want), hex);
  }
  assert.deepEqual(decode(bytes('24 08 003c 00bc')), new Float32Array([1, -1]));
  assert.deepEqual(decode(bytes('04 04 803f')), new Float32Array([1]));
});

test('the options of decoding', () => {
  assert.deepEqual(decode(encode(new Float32Array([1, 2])), { genericArrays: true }), [1, 2]);
  assert.deepEqual(decode(encode(new BigInt64Array([1n])), { genericArrays: true }), [1n]);
  const twice = bytes('03 08 0461 0901 0461 0902');
  assert.deepEqual(decode(twice), { a: 2 });
  assert.throws(() => decode(twice, { rejectDuplicates: true }), { code: 'duplicate', path: '/a' });
  assert.deepEqual(decode(bytes('0b 08 01 00 01 18')), new Map([[1, true]]));
  assert.throws(() => decode(bytes('0b 08 01 00 01 18'), { rejectDuplicates: true }), {
    code: 'duplicate',
    path: '/1',
  });
  assert.deepEqual(decode(bytes('1c 0c ff')), [true, true, true]);
  assert.throws(() => decode(bytes('1c 0c ff'), { strict: true }), { code: 'syntax', offset: 2 });
  assert.deepEqual(decode(bytes('0e 04 1107'), { legacyTypeTag: true }), new TypeTag(1, 7));
  assert.throws(() => decode(bytes('0e 04 0504 07'), { legacyTypeTag: true }), { path: '/value/0' });
  assert.throws(() => decode(bytes('0e ffffffffffffffff 00'), { legacyTypeTag: true }), { code: 'overflow' });
});

test('what JavaScript has no value for', () => {
  assert.throws(() => decode(bytes('81' + '00'.repeat(16))), { code: 'unsupported' });
  assert.throws(() => decode(bytes('84 00')), { code: 'unsupported' });
  new View(bytes('05 04 81' + '00'.repeat(16))).validate(); // and yet it is well-formed
  assert.throws(() => decode(bytes('05 04 2606 ffffffffffffff7f 00000000')), { code: 'overflow', path: '/0' });
  new View(bytes('2606 ffffffffffffff7f 00000000')).validate();
  assert.deepEqual(decode(bytes('4e 01 10 283f5061')), new Pattern('(?Pa', 'i'));
});

test('errors say where', () => {
  for (const [hex, code, offset, path, message] of [
    ['', 'truncated', 0, '', 'beve: at byte 0: input ends early'],
    ['03 04 0c612f7e 05 08 00 07', 'syntax', 9, '/a~1~0/1', 'beve: /a~1~0/1 at byte 9: invalid header 0x7'],
    ['2b 04 0500 07', 'syntax', 4, '/5'],
    ['03 04 04ff 00', 'utf8', 3, ''],
    ['3c 08 0461 04ff', 'utf8', 5, '/1'],
    ['0e 08 0461 0462 08 00 00 00 07', 'syntax', 10, '/1/b'],
    ['06 03 04 0461 00000000 0100 00 07', 'syntax', 12, '/a'],
    ['05 04 06 00', 'syntax', 2, '/0'],
    ['2e 03 00', 'syntax', 1, ''],
    ['00 00', 'trailing', 1, ''],
    ['05 04 64 0c 0000', 'truncated', 6, '/0'],
  ]) {
    assert.throws(
      () => decode(bytes(hex)),
      { name: 'BeveError', code, offset, path, ...(message && { message }) },
      hex,
    );
    assert.throws(() => new View(bytes(hex)).validate(), { name: 'BeveError', code, offset, path }, hex);
  }
});

test('limits hold, at their edges', () => {
  const limits = (limits) => ({ limits });
  for (const read of [decode, (data, options) => new View(data, options).validate()]) {
    read(nested(512), {});
    assert.throws(() => read(nested(513), {}), { code: 'depth' });
    read(nested(1000), limits({ maxDepth: 1000 }));
    assert.throws(() => read(nested(1001), limits({ maxDepth: 1000 })), { code: 'depth' });
    read(nested(3), limits({ maxDepth: 3 }));
    assert.throws(() => read(nested(4), limits({ maxDepth: 3 })), { code: 'depth' });
    // A table counts as the array of objects that it stands for.
    read(bytes('0e 04 0461 04 00'), limits({ maxDepth: 3 }));
    assert.throws(() => read(bytes('0e 04 0461 04 00'), limits({ maxDepth: 2 })), { code: 'depth' });
    for (const [data, elements] of [
      [encode([1, [2, 3], { a: 4 }]), 6],
      [encode(['a', 'b']), 2],
      [encode(Array(9).fill(true)), 9],
      [encode(Array(5).fill({ a: 1, b: 2 }), { extended: true }), 15],
      [encode(new Float64Array(1000)), 0],
    ]) {
      read(data, limits({ maxElements: elements || 1 }));
      if (elements) assert.throws(() => read(data, limits({ maxElements: elements - 1 })), { code: 'limit' });
    }
    read(nested(3), limits({ maxBytes: 5 }));
    assert.throws(() => read(nested(3), limits({ maxBytes: 4 })), { code: 'limit' });
  }
});

test('counts that nothing backs cost nothing', () => {
  const before = process.memoryUsage().rss;
  // 250 levels; each claims all of the bytes that follow for itself.
  const deep = new Uint8Array(1 << 20).fill(0);
  for (let at = 0; at < 250 * 5; at += 5) deep.set([0x05, 0x02, 0x80, 0x3c, 0x00], at);
  assert.throws(() => decode(deep), BeveError);
  for (const hex of [
    '05 03 00000000 00010000 00',
    '03 ffffffffffffffff',
    '64 ffffffffffffffff 00',
    '1c ffffffffffffffff 01',
    '0e 04 0461 03000000 00004000 00',
    '0e 030000000000 0080 00',
    '06 03 feffffff 00',
    '16 00 74 08 0000000001000000 0000000001000000 64 00',
    '16 00 14 ffffffffffffffff 00',
  ]) {
    assert.throws(() => decode(bytes(hex)), BeveError, hex);
  }
  assert.ok(process.memoryUsage().rss - before < 300e6);
});

test('the deepest message that limits allow does not exhaust the stack', () => {
  const options = { limits: { maxDepth: 1000 }, legacyTypeTag: false };
  for (const [open, inner] of [
    ['0504', '00'],
    ['03040461', '00'],
    ['0b0401', '00'],
    ['0e04046104', '00'],
  ]) {
    const levels = open.startsWith('0e') ? 499 : 999;
    const data = bytes(open.repeat(levels) + inner);
    const value = decode(data, options);
    decode(encode(value, { extended: true, minTableRows: 1, maxDepth: 1000 }), options);
    assert.throws(() => decode(bytes(open.repeat(2000) + inner), options), { code: 'depth' });
  }
});

test('what is not bytes is a TypeError', async () => {
  for (const data of ['abc', 'AA==', 5, null, undefined, [0], {}, new Map(), { length: 1, 0: 0 }]) {
    for (const run of [() => decode(data), () => new View(data)]) assert.throws(run, TypeError);
    await assert.rejects(async () => {
      for await (const _ of decodeStream([data]));
    }, TypeError);
  }
  assert.equal(decode(new DataView(new ArrayBuffer(1))), null);
  assert.equal(decode(new ArrayBuffer(1)), null);
  assert.equal(decode(Buffer.of(0)), null);
});
