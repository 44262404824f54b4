// Messages of other implementations have to mean what their JSON says, and inputs
// that everyone has to reject are rejected, whichever way they are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BeveError, View, decode, decodeStream, encode } from '@beve-org/beve';
import { assertIs, expected, good, vectors } from './vectors.js';

async function all(chunks, options) {
  const values = [];
  for await (const value of decodeStream(chunks, options)) values.push(value);
  return values;
}

/** Cuts data into chunks of n bytes. */
function* cut(data, n) {
  for (let at = 0; at < data.length; at += n) yield data.subarray(at, at + n);
}

/** Makes the value of a View out of its parts where it has any. */
function assembled(view) {
  if (view.length === 0 || !['object', 'array', 'tag'].includes(view.kind)) return view.value();
  const parts = [...view.entries()].map(([key, part]) => [key, assembled(part)]);
  return view.kind === 'array' ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

for (const folder of good) {
  test(`${folder}: values are what their JSON says`, async () => {
    for (const vector of vectors(folder)) {
      const { id, data, options, stream } = vector;
      const want = expected(vector);
      for (const chunk of [1, 7, data.length]) {
        const got = await all(cut(data, chunk), options);
        assert.equal(got.length, want.length, id);
        got.forEach((value, i) => assertIs(value, want[i], id));
      }
      if (stream) continue;
      for (const more of [{}, { copy: true }, { genericArrays: true }])
        assertIs(decode(data, { ...options, ...more }), want[0], id);
      const view = new View(data, options);
      view.validate();
      assertIs(view.value(), want[0], id);
      if (!options.legacyTypeTag) assertIs(assembled(view), want[0], id);
    }
  });

  test(`${folder}: values are the same when written and read again`, () => {
    for (const vector of vectors(folder)) {
      if (vector.stream || vector.options.legacyTypeTag) continue;
      const [want] = expected(vector);
      for (const options of [{}, { genericArrays: true }]) {
        const value = decode(vector.data, options);
        for (const options of [
          { extended: true },
          { extended: true, aligned: true, framing: true, deterministic: true, packNumbers: 1, minTableRows: 1 },
        ]) {
          // A UUID is text when it is read, and stays that.
          assertIs(decode(encode(value, options)), want, vector.id);
        }
      }
    }
  });

  test(`${folder}: every prefix is an error`, async () => {
    for (const { id, data, options, stream } of vectors(folder)) {
      if (stream) continue;
      for (let n = 0; n < Math.min(data.length, 300); n++) {
        const prefix = data.subarray(0, n);
        const expectation = (error) => error instanceof BeveError && error.code === 'truncated' && error.offset <= n;
        assert.throws(() => decode(prefix, options), expectation, `${id}: ${n} bytes`);
        assert.throws(() => new View(prefix, options).validate(), expectation, `${id}: ${n} bytes`);
      }
    }
  });

  test(`${folder}: no changed byte does more than fail`, () => {
    for (const { id, data, options } of vectors(folder)) {
      const bytes = data.slice(0, 200);
      for (let at = 0; at < bytes.length; at++) {
        for (const change of [1, 4, 0x40, 0xff]) {
          bytes[at] ^= change;
          const outcomes = [() => decode(bytes, options), () => new View(bytes, options).validate()].map((read) => {
            try {
              return void read();
            } catch (error) {
              assert.ok(error instanceof BeveError, `${id} at ${at}: ${error.stack}`);
              return error;
            }
          });
          // Validation makes nothing, so what only the values of JavaScript refuse passes.
          if (!outcomes[0] || !['overflow', 'unsupported'].includes(outcomes[0].code))
            assert.deepEqual(outcomes[1]?.message, outcomes[0]?.message, `${id} at ${at}`);
          bytes[at] ^= change;
        }
      }
    }
  });
}

test('malformed: all are refused', async () => {
  for (const { id, data, options } of vectors('malformed')) {
    assert.throws(() => decode(data, options), BeveError, id);
    assert.throws(() => new View(data, options).validate(), BeveError, id);
    assert.throws(() => decode(data, { ...options, legacyTypeTag: true, copy: true }), BeveError, id);
  }
});

test('malformed: streams refuse them too, whatever the chunks', async () => {
  for (const { id, data, options, class: kind } of vectors('malformed')) {
    if (kind === 'trailing' || kind === 'delimiter' || data.length === 0) continue; // which in a stream are other values, or none
    for (const chunk of data.length < 200 ? [1, 5, data.length] : [4096]) {
      // What follows keeps an end of the input from being the only fault.
      await assert.rejects(all(cut(data, chunk), options), BeveError, `${id} in chunks of ${chunk}`);
    }
  }
});
