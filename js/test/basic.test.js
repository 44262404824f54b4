// The basic entry: the same as the whole package for what it has, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as whole from '@beve-org/beve';
import { BeveError, decode, encode } from '@beve-org/beve/basic';

/** What becomes of a call: its result, or what its error says. */
function outcome(call) {
  try {
    return { result: call() };
  } catch (error) {
    assert.ok(error instanceof BeveError, error);
    return { code: error.code, offset: error.offset, path: error.path, message: error.message };
  }
}

const leaf = fc.oneof(
  fc.constantFrom(null, true, false, undefined, -0, 2 ** 53, 2n ** 100n),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 127n), max: 2n ** 128n - 1n }),
  fc.string({ unit: 'grapheme' }),
  fc.float64Array(),
  fc.int16Array(),
  fc.bigUint64Array(),
  fc.uint8Array(),
  fc.array(fc.boolean()),
  fc.array(fc.string()),
  fc.array(fc.integer()),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
    fc.array(fc.tuple(fc.integer(), tie('value'))).map((pairs) => new Map(pairs)),
  ),
}));
const options = fc.record(
  { aligned: fc.boolean(), deterministic: fc.boolean(), framing: fc.boolean(), packNumbers: fc.boolean() },
  { requiredKeys: [] },
);

test('bytes and values are those of the whole package', () => {
  fc.assert(
    fc.property(value, options, (value, options) => {
      const bytes = encode(value, options);
      assert.deepEqual(bytes, whole.encode(value, options));
      assert.deepEqual(decode(bytes), whole.decode(bytes));
    }),
    { numRuns: 1000 },
  );
});

test('whatever the bytes, the outcome is that of the whole package, or an extension is there', () => {
  const extensions = new Set([0x06, 0x0e, 0x16, 0x1e, 0x26, 0x2e, 0x36, 0x46, 0x4e]);
  let refused = 0;
  const compare = (data) => {
    const got = outcome(() => decode(data));
    if (got.code === 'unsupported' && got.message.endsWith('not in the basic package')) {
      refused++;
      assert.ok(extensions.has(data[got.offset]), got.message);
    } else {
      assert.deepEqual(got, outcome(() => whole.decode(data)));
    }
  };
  for (let h = 0; h < 256; h++) {
    for (const rest of [[], [0], [4, 0x18], [4, 4, 0x61, 4, 0x18], new Array(20).fill(0)]) {
      compare(Uint8Array.of(h, ...rest));
      compare(Uint8Array.of(0x03, 4, 4, 0x61, h, ...rest));
    }
  }
  assert.ok(refused > 50, `${refused}`);
  fc.assert(
    fc.property(value, fc.nat(), fc.nat(255), (value, at, b) => {
      const data = whole.encode(value, { extended: true });
      compare(data);
      data[at % data.length] = b;
      compare(data);
    }),
    { numRuns: 2000 },
  );
});

test('what has a form of its own in the whole package', () => {
  const date = new Date(1_700_000_000_123);
  assert.equal(decode(encode(date)), date.toJSON());
  for (const value of [new Date(NaN), /a/, new Error(), Promise.resolve()])
    assert.throws(() => encode(value), { code: 'unsupported' });
  const rows = Array.from({ length: 8 }, (_, id) => ({ id }));
  assert.throws(() => decode(whole.encode(rows, { extended: true })), { code: 'unsupported', offset: 0 });
  assert.equal(BeveError, whole.BeveError);
});
