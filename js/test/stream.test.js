// Streams: values one after another, whatever separates them and however they
// arrive.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { BeveError, decode, decodeStream, encode, encodeStream } from '@beve-org/beve';
import { assertCheap } from './cost.js';

const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const values = [
  1,
  'two',
  [3, null],
  { k: 4.5 },
  null,
  true,
  'long '.repeat(250),
  new Float64Array([1, 2]),
  '',
  Array.from({ length: 9 }, (_, i) => ({ i, é: 'é' })),
];

async function all(source, options) {
  const list = [];
  for await (const value of decodeStream(source, options)) list.push(value);
  return list;
}

function join(parts) {
  return Uint8Array.from(Buffer.concat(parts));
}

/** The same bytes from every kind of source. */
function* sources(data) {
  for (const n of [1, 3, 1000, data.length || 1]) {
    const chunks = [];
    for (let at = 0; at < data.length; at += n) chunks.push(data.slice(at, at + n));
    yield chunks;
    yield new ReadableStream({
      start: (controller) => (chunks.forEach((chunk) => controller.enqueue(chunk)), controller.close()),
    });
    yield Readable.from(
      chunks.map((chunk) => Buffer.from(chunk)),
      { objectMode: false },
    );
    yield (async function* () {
      for (const chunk of chunks) yield chunk.buffer;
    })();
    yield chunks.flatMap((chunk) => [new Uint8Array(0), chunk]);
  }
}

test('streams are read whatever separates their values', async () => {
  for (const between of ['', '06', '060606']) {
    for (const before of ['', '0606', '2e02', '2e01', '2e0206']) {
      const data = join([
        bytes(before),
        ...values.flatMap((value) => [encode(value, { extended: true }), bytes(between)]),
      ]);
      for (const source of sources(data))
        assert.deepEqual(await all(source), values, `"${before}" before, "${between}" between`);
    }
  }
  for (const nothing of ['', '06', '060606'])
    for (const source of sources(bytes(nothing))) assert.deepEqual(await all(source), []);
});

test('a value is given out as soon as it is there', async () => {
  let controller;
  const source = new ReadableStream({ start: (c) => (controller = c) });
  const stream = decodeStream(source);
  for (const value of [{ a: [1, 'x'.repeat(5000)] }, new Float64Array(1000), { b: null }]) {
    const data = encode(value);
    const next = stream.next();
    for (let at = 0; at < data.length; at += 100) controller.enqueue(data.slice(at, at + 100));
    assert.deepEqual((await next).value, value);
  }
  controller.close();
  assert.equal((await stream.next()).done, true);
});

test('what encodeStream writes, decodeStream reads', async () => {
  for (const source of [
    values,
    new Set(values),
    (async function* () {
      yield* values;
    })(),
  ]) {
    assert.deepEqual(await all(encodeStream(source)), values);
  }
  const read = async (stream) => join((await Array.fromAsync?.(stream)) ?? (await collect(stream)));
  assert.deepEqual(await read(encodeStream([1, 2])), bytes('0901 06 0902'), 'a delimiter between values only');
  assert.deepEqual(await read(encodeStream([1, 2], { framing: true })), bytes('2e02 0901 06 0902'));
  assert.deepEqual(await read(encodeStream([])), new Uint8Array(0));
  await assert.rejects(all(encodeStream([1, () => 1])), { code: 'unsupported' });
});

async function collect(stream) {
  const list = [];
  for await (const chunk of stream) list.push(chunk);
  return list;
}

test('10,000 records keep a buffer that does not grow', async () => {
  const records = function* () {
    for (let id = 0; id < 10_000; id++) yield { id, samples: new Float32Array([id, id + 1]) };
  };
  let count = 0;
  for await (const { id, samples } of decodeStream(encodeStream(records()))) {
    assert.equal(id, count++);
    assert.equal(samples.buffer.byteLength, 8, 'arrays are copies');
  }
  assert.equal(count, 10_000);
});

test('a large value in many chunks takes time in proportion', async () => {
  const value = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `name ${id}`, list: [id, null] }));
  const data = encode(value);
  const chunks = [];
  for (let at = 0; at < data.length; at += 256) chunks.push(data.subarray(at, at + 256));
  assert.deepEqual(await all(chunks), [value]);
  // Walking over all that is there at each of the thousands of chunks would take that many times longer.
  await assertCheap(`${chunks.length} chunks`, () => all(chunks), 500, 25, () => decode(data));
});

test('errors count from the start of the stream, after the values before', async () => {
  for (const [hex, code, offset, path] of [
    ['0901 06 0508 00 07', 'syntax', 6, '/1'],
    ['0901 06 0508 00 29', 'truncated', 7, '/1'],
    ['0901 06 03 0808', 'truncated', 6, ''],
    ['0901 07', 'syntax', 2, ''],
  ]) {
    for (const source of sources(bytes(hex))) {
      const stream = decodeStream(source);
      assert.equal((await stream.next()).value, 1);
      await assert.rejects(stream.next(), { name: 'BeveError', code, offset, path }, hex);
      assert.equal((await stream.next()).done, true);
    }
  }
  for (const [hex, code, offset] of [
    ['2e', 'truncated', 1],
    ['2e02', 'truncated', 2],
    ['2e0206', 'truncated', 3],
    ['2e0300', 'syntax', 1],
    ['062e0200', 'syntax'],
    ['2e022e0200', 'syntax'],
  ]) {
    for (const source of sources(bytes(hex)))
      await assert.rejects(all(source), { code, ...(offset && { offset }) }, hex);
  }
});

test('limits hold for each value of a stream', async () => {
  const stream = join([encode([1, 2]), bytes('06'), encode([3, 4])]);
  for (const source of sources(stream))
    assert.deepEqual(await all(source, { limits: { maxElements: 2, maxBytes: 6, maxDepth: 2 } }), [
      [1, 2],
      [3, 4],
    ]);
  for (const limits of [{ maxElements: 1 }, { maxBytes: 5 }])
    for (const source of sources(stream)) await assert.rejects(all(source, { limits }), { code: 'limit' });
  for (const source of sources(stream))
    await assert.rejects(all(source, { limits: { maxDepth: 1 } }), { code: 'depth' });
  // What never ends is not buffered beyond the limit.
  let sent = 0;
  const endless = (function* () {
    yield bytes('02 0300000000000010');
    for (; ; sent++) yield new Uint8Array(1000);
  })();
  await assert.rejects(all(endless, { limits: { maxBytes: 50_000 } }), { code: 'limit' });
  assert.ok(sent < 60);
});

test('leaving early cancels the source, and its errors pass through', async () => {
  let cancelled = false;
  const source = new ReadableStream({
    pull: (controller) => controller.enqueue(encode(1)),
    cancel: () => void (cancelled = true),
  });
  for await (const value of decodeStream(source)) {
    assert.equal(value, 1);
    break;
  }
  assert.ok(cancelled);
  assert.equal(source.locked, false);
  const own = new Error('mine');
  const failing = new ReadableStream({
    start: (controller) => (controller.enqueue(encode(1)), undefined),
    pull: (controller) => controller.error(own),
  });
  await assert.rejects(all(failing), own);
  const malformed = new ReadableStream({
    pull: (controller) => controller.enqueue(bytes('07')),
    cancel: () => void (cancelled = 'again'),
  });
  await assert.rejects(all(malformed), BeveError);
  assert.equal(cancelled, 'again');
  // The other way round: who cancels an encoded stream ends what it came from.
  let ended = false;
  const produced = (function* () {
    try {
      for (;;) yield 'x'.repeat(20_000);
    } finally {
      ended = true;
    }
  })();
  const reader = encodeStream(produced).getReader();
  await reader.read();
  await reader.cancel();
  assert.ok(ended);
});

test('what is no source of chunks is a TypeError that says what is', async () => {
  const { buffer } = encode(1);
  for (const source of ['text', null, undefined, 5, {}, () => 1, encode(1), buffer, new DataView(buffer)])
    await assert.rejects(all(source), { name: 'TypeError', message: /^beve: source must be a stream or chunks, such as \[bytes\], not / });
  for (const source of [[5], ['a'], [null], [[1]]])
    await assert.rejects(all(source), { name: 'TypeError', message: /^beve: data must be an ArrayBuffer or a view of one, not / });
  assert.deepEqual(await all([encode(1)]), [1]);
});
