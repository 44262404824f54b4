// The canonical form. That its bytes are those of Go, a test of the folder interop shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as whole from '@beve-org/beve';
import { canonical, check, decode, encode } from '@beve-org/beve/canonical';

const hex = (bytes) => Buffer.from(bytes).toString('hex').toUpperCase();
const bytes = (text) => Uint8Array.from(Buffer.from(text, 'hex'));

test('what says the same has one form', () => {
  for (const [want, ...values] of [
    ['1105', 5, 5n],
    ['09FB', -5],
    ['4100000080', -0],
    ['410000C07F', NaN],
    ['61' + '9A9999999999B93F', 0.1],
    ['410000003F', 0.5],
    ['0500', [], new Int8Array(), new Float64Array()],
    ['14080102', [1, 2], new Int32Array([1, 2]), new BigInt64Array([1n, 2n]), new Set([1, 2])],
    ['14080180', new Int32Array([1, 128]), [1, 128]],
    ['030804611101046211' + '02', { a: 1, b: 2 }, { b: 2, a: 1 }],
    [
      '13080100' + '0200',
      new Map([
        [2, null],
        [1, null],
      ]),
    ],
    [
      '0B08FF000100',
      new Map([
        [1, null],
        [-1, null],
      ]),
    ],
    ['3C0804610462', ['a', 'b']],
    [
      '1E41080000803F000000400000404000008040',
      [new whole.Complex(1, 2), new whole.Complex(3, 4)],
      new whole.ComplexArray(new Float64Array([1, 2, 3, 4])),
    ],
  ])
    for (const value of values)
      for (const options of [{}, { aligned: true }, { extended: true }, { framing: true }, { deterministic: true }]) {
        const got = encode(value, options);
        assert.equal(hex(got), want);
        check(got);
        assert.deepEqual(canonical(got), got);
      }
});

test('nothing else is accepted', () => {
  for (const [text, offset, path = ''] of [
    ['2E021105', 0],
    ['0905', 0],
    ['0508110511FF', 0],
    ['030804621101046111' + '02', 6],
    ['03040461290500', 4, '/a'],
    ['020500' + '61', 1],
    ['5C2C0400' + '0100', 0],
    ['410000C0FF', 0],
    ['0508' + '1E100102' + '1E100304', 0],
    ['2600' + '0000000000000000', 0],
    ['2E07' + '0000000000000000' + '00000000', 0],
  ])
    assert.throws(() => decode(bytes(text)), { code: 'syntax', offset, path }, text);
  assert.throws(() => canonical(bytes('0504030804610004' + '6100')), { code: 'duplicate', path: '/0' });
  assert.throws(() => canonical(bytes('0504' + '0E041105')), { code: 'unsupported', path: '/0' });
  assert.throws(() => check(bytes('05')), { code: 'truncated' });
  assert.throws(() => check(encode([[1]]), { limits: { maxDepth: 1 } }), { code: 'depth' });
});

test('limits hold for what is written, and not for what is counted twice', () => {
  const drafts = bytes('2601' + '08' + '0000000000000000'.repeat(2));
  assert.equal(canonical(drafts, { limits: { maxDepth: 2, maxElements: 2 } })[0], 0x05);
  assert.throws(() => canonical(drafts, { limits: { maxDepth: 1 } }), { code: 'depth', offset: 0 });
  assert.throws(() => canonical(drafts, { limits: { maxElements: 1 } }), { code: 'limit', offset: 0 });
  for (const value of [[true, false, true], [1, 'a', [null]], { a: ['x', 'y'] }])
    for (const options of [{}, { extended: true, minTableRows: 1 }]) {
      const form = canonical(whole.encode(value, options), { limits: { maxElements: 4 } });
      check(form, { limits: { maxElements: 4 } });
    }
  // The names of many tables are out of proportion together.
  const name = 'x'.repeat(100);
  const tables = Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => ({ [name]: null })));
  const small = whole.encode(tables, { extended: true, minTableRows: 1 });
  assert.throws(() => canonical(small), { code: 'limit', message: /names of a table/ });
});

test('the form of a document does not depend on how it is written', () => {
  const leaf = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
    fc.string(),
    fc.boolean(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  }));
  const shuffled = (value) =>
    Array.isArray(value)
      ? value.map(shuffled)
      : value && typeof value === 'object'
        ? new Map(
            Object.entries(value)
              .reverse()
              .map(([key, member]) => [key, shuffled(member)]),
          )
        : value;
  fc.assert(
    fc.property(value, (value) => {
      const want = encode(value);
      assert.deepEqual(encode(shuffled(value), { aligned: true, extended: true, minTableRows: 1 }), want);
      assert.deepEqual(canonical(want), want);
      // Arrays of like elements have a type now; otherwise it is the same document.
      const plain = { genericArrays: true };
      assert.deepEqual(decode(want, plain), whole.decode(whole.encode(value), plain));
    }),
    { numRuns: 600 },
  );
});
