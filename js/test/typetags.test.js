// The verdicts of the Go library on the byte that starts a table or a type tag.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TypeTag, View, decode, decodeStream, encode } from '@beve-org/beve';

function* messages() {
  const every = Array.from({ length: 256 }, (_, i) => i);
  const some = [0x00, 0x04, 0x08, 0x0e, 0x02, 0x6b, 0x11, 0x18, 0x7f, 0x05];
  function* product(choice, n) {
    if (n === 0) yield [];
    else for (const head of product(choice, n - 1)) for (const b of choice) yield [...head, b];
  }
  for (const [choice, n] of [
    [every, 0],
    [every, 1],
    [every, 2],
    [some, 3],
    [some, 4],
    [some, 5],
  ])
    for (const rest of product(choice, n)) yield Uint8Array.of(0x0e, ...rest);
}

test('verdicts are those of Go', () => {
  Error.stackTraceLimit = 0; // most of the time otherwise
  const verdicts = readFileSync(new URL('../../testdata/typetags.bin', import.meta.url));
  let i = 0;
  for (const data of messages()) {
    const bits = (verdicts[i >> 2] >> ((i & 3) * 2)) & 3;
    const view = new View(data);
    const hex = Buffer.from(data).toString('hex');
    assert.equal(view.kind === 'tag', (bits & 1) === 1, hex);
    let valid = true;
    try {
      view.validate();
    } catch {
      valid = false;
    }
    assert.equal(valid, bits >= 2, hex);
    i++;
  }
  assert.equal((i + 3) >> 2, verdicts.length);
});

test('what a tag and a table become', async () => {
  const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
  assert.deepEqual(decode(bytes('0e040869640411070'.slice(0, 16))), [{ id: 7 }]);
  assert.deepEqual(decode(bytes('0e040c0c414200')), new TypeTag(1, Int8Array.of(65, 66, 0)));
  const data = bytes('0e040006' + '0e04086964041107' + '06' + '0e040c0c414200');
  for (const step of [1, 2, 100]) {
    const chunks = [];
    for (let i = 0; i < data.length; i += step) chunks.push(data.subarray(i, i + step));
    const all = [];
    for await (const value of decodeStream(chunks)) all.push(value);
    assert.deepEqual(all, [new TypeTag(1, null), [{ id: 7 }], new TypeTag(1, Int8Array.of(65, 66, 0))]);
  }
});

test('what a reader does not make, or not within its limits, is a tag before that', () => {
  const of = (...parts) => Uint8Array.from([0x0e, 4, ...parts.flat()]);
  const many = 2 ** 22 + 8;
  const size = [((many << 2) | 2) & 255, (many >> 6) & 255, (many >> 14) & 255, many >> 22];
  for (const [data, code] of [
    [of(0x81, new Array(16).fill(0)), 'unsupported'],
    [of(0x1c, size, new Array(many / 8).fill(0)), 'limit'],
    [of(0x26, 6, new Array(7).fill(0xff), 0x7f, new Array(4).fill(0)), 'overflow'],
  ]) {
    assert.equal(new View(data).kind, 'tag');
    assert.throws(() => decode(data), { code });
  }
});

test('the start of a matrix', () => {
  for (const [hex, kind] of [
    ['0014040114', 'tag'], // the rest is not looked at
    ['000c040114', 'tag'],
    ['0214040114', 'array'],
    ['00140014', 'array'],
    ['0044040000803f14', 'array'],
    ['001c0401', 'array'],
  ])
    assert.equal(new View(Buffer.from(`0e0416${hex}`, 'hex')).kind, kind, hex);
});

test('tables and tags are given out as soon as they are there', async () => {
  const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const parts = ['0e04086964041107', '06', '0e040c0c414243', '06', '0e04000609'].map(bytes);
  const wanted = [[{ id: 7 }], new TypeTag(1, Int8Array.of(65, 66, 67)), new TypeTag(1, null)];
  let asked = 0;
  const stream = decodeStream(
    (async function* () {
      for (const part of parts) {
        asked++;
        yield part;
      }
      assert.fail('more was asked for');
    })(),
  );
  for (let i = 0; i < wanted.length; i++) {
    assert.deepEqual((await stream.next()).value, wanted[i]);
    assert.equal(asked, 2 * i + 1);
  }
  await stream.return();
});

test('no table is written that would be read as a tag', () => {
  for (const name of ['', '\0', 'a\x1f', '\x7f', '\n', 'a']) {
    const rows = Array.from({ length: 8 }, (_, i) => ({ [name]: i }));
    const data = encode(rows, { extended: true });
    assert.equal(data[0] === 0x0e, name === 'a');
    assert.deepEqual(decode(data), rows);
  }
});

test('names are looked at up to a mark', () => {
  const mark = 65536;
  const pairs = 21840;
  const size = ((pairs + 2) << 2) | 2;
  for (let x = -6; x < 6; x++) {
    const fill = mark - 1 + x - 3 * pairs - 1; // so that the last name begins at mark - 1 + x
    const names = [0x0e, size & 255, (size >> 8) & 255, (size >> 16) & 255, 0];
    for (let i = 0; i < pairs; i++) names.push(0x08, 0x61, 0x61);
    names.push(fill << 2, ...new Array(fill).fill(0x62));
    for (const [last, tag] of [
      [[0x08, 0x61, 0x62, 0x04, 0x11, 0x07], false],
      [[0x08, 0x61, 0x01, 0x04, 0x11, 0x07], x < -1],
      [[0x08, 0x61, 0xff, 0x04, 0x11, 0x07], x < -1],
      [[0x08, 0x01, 0x61], x < 0],
      [[0x00, 0x04, 0x11, 0x07], x < 1],
    ]) {
      let kind;
      try {
        kind = new View(Uint8Array.from([...names, ...last])).kind;
      } catch {
        // A table whose rows lack their values is refused.
      }
      assert.equal(kind === 'tag', tag, `${x}: ${last}`);
    }
  }
});
