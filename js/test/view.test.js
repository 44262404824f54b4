// Views: parts of a message without the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BeveError,
  Complex,
  ComplexArray,
  Duration,
  Interval,
  Matrix,
  Timestamp,
  UUID,
  View,
  decode,
  encode,
} from '@beve-org/beve';

const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const document = {
  name: 'roof',
  'a/b~c': { '': [1, 2.5, null] },
  samples: new Float64Array([1, 2, 3]),
  flags: [true, false, true],
  words: ['x', 'y'],
  ids: new Map([
    [-7, 'minus'],
    [2n ** 60n, 'big'],
  ]),
  rows: Array.from({ length: 5 }, (_, i) => ({ i, half: i / 2 })),
  matrix: new Matrix('layout_left', [1, 2], new Int8Array([4, 5])),
  z: new Complex(1, 2),
  zs: new ComplexArray(new Float32Array([1, 2, 3, 4])),
  at: Timestamp.of(0, 1),
  span: new Duration(5n),
  interval: new Interval(new Timestamp(0), new Timestamp(1)),
  id: new UUID('6ba7b810-9dad-41d1-80b4-00c04fd430c8'),
  pattern: /a\/b/i,
};
const view = new View(encode(document, { extended: true }));

test('JSON Pointers lead to every part', () => {
  for (const [pointer, want, kind] of [
    ['/name', 'roof', 'string'],
    ['/a~1b~0c//1', 2.5, 'number'],
    ['/a~1b~0c//2', null, 'null'],
    ['/samples/2', 3, 'number'],
    ['/samples', document.samples, 'array'],
    ['/flags/1', false, 'boolean'],
    ['/words/1', 'y', 'string'],
    ['/ids/-7', 'minus', 'string'],
    [`/ids/${2n ** 60n}`, 'big', 'string'],
    ['/rows/3', { i: 3, half: 1.5 }, 'object'],
    ['/rows/3/half', 1.5, 'number'],
    ['/matrix/extents/1', 2, 'number'],
    ['/matrix/layout', 'layout_left', 'string'],
    ['/matrix/value/0', 4, 'number'],
    ['/matrix', document.matrix, 'matrix'],
    ['/z/1', 2, 'number'],
    ['/z', document.z, 'complex'],
    ['/zs/1', new Complex(3, 4), 'complex'],
    ['/zs/1/0', 3, 'number'],
    ['/at', document.at, 'time'],
    ['/span', document.span, 'duration'],
    ['/interval/end', new Timestamp(1), 'time'],
    ['/interval', document.interval, 'interval'],
    ['/id', document.id.text, 'uuid'],
    ['/pattern/pattern', 'a/b', 'string'],
    ['/pattern', /a\/b/i, 'regexp'],
  ]) {
    const part = view.at(pointer);
    assert.deepEqual(part?.value(), want, pointer);
    assert.equal(part.kind, kind, pointer);
    assert.equal(part.path, pointer);
    part.validate();
  }
  assert.equal(view.at('').value().name, 'roof');
  for (const nowhere of [
    '/nom',
    '/samples/3',
    '/samples/-1',
    '/samples/01',
    '/samples/x',
    '/words/2',
    '/flags/3',
    '/rows/5',
    '/rows/0/j',
    '/name/0',
    '/z/2',
    '/at/x',
    '/ids/8',
    '/a~1b~0c//1/2',
    '/toString',
  ]) {
    assert.equal(view.at(nowhere), undefined, nowhere);
  }
  assert.throws(() => view.at('name'), TypeError);
});

test('loops over parts', () => {
  assert.deepEqual(
    [...view.entries()].map(([key]) => key),
    Object.keys(document),
  );
  assert.deepEqual(
    [...view.get('rows')].map((row) => row.get('i').value()),
    [0, 1, 2, 3, 4],
  );
  assert.deepEqual(
    [...view.get('ids').entries()].map(([key, part]) => [key, part.value()]),
    [...document.ids],
  );
  assert.deepEqual(
    [...view.get('rows').get(2).entries()].map(([key, part]) => [key, part.path]),
    [
      ['i', '/rows/2/i'],
      ['half', '/rows/2/half'],
    ],
  );
  for (const [name, length] of Object.entries({
    samples: 3,
    flags: 3,
    words: 2,
    ids: 2,
    rows: 5,
    zs: 2,
    matrix: 3,
    name: 0,
    at: 0,
    interval: 2,
  })) {
    assert.equal(view.get(name).length, length, name);
    assert.equal([...view.get(name)].length, length, name);
  }
  assert.equal(view.length, Object.keys(document).length);
  assert.equal(view.at('/rows/1').length, 2);
});

test('of equal keys the last counts, as in decoding', () => {
  const twice = bytes('03 08 0461 0901 0461 0902');
  assert.equal(new View(twice).get('a').value(), decode(twice).a);
});

test('reads what it is asked for and no more', () => {
  const data = encode({ a: 1, b: 'x'.repeat(100), c: 2 });
  const broken = data.slice();
  broken[broken.length - 2] = 7; // the value of c
  const partly = new View(broken);
  assert.throws(() => partly.validate(), { path: '/c' });
  assert.throws(() => partly.value(), { path: '/c' });
  const loop = partly.entries();
  assert.equal(loop.next().value[1].value(), 1);
  const array = new View(bytes('05 0c 0901 0902 07'));
  assert.equal(array.get(0).value(), 1);
  assert.equal(array.at('/1').value(), 2);
  assert.throws(() => array.get(3), { code: 'syntax', path: '/2', offset: 6 });
  assert.throws(() => array.get(2).value(), { code: 'syntax', path: '/2', offset: 6 });
});

test('one member of an indexed object is found without the others', () => {
  // {"a": 1, "b": <malformed>, "c": true}, all known to the index
  const data = bytes('06 03 0c 0461 00000000 0200 01  0462 02000000 0100 01  0463 03000000 0100 00  0901 07 18');
  const indexed = new View(data);
  assert.equal(indexed.kind, 'object');
  assert.equal(indexed.length, 3);
  assert.equal(indexed.get('a').value(), 1);
  assert.equal(indexed.get('c').value(), true);
  assert.equal(indexed.get('d'), undefined);
  assert.throws(() => indexed.get('b').value(), { code: 'syntax', path: '/b' });
  assert.throws(() => indexed.validate(), { code: 'syntax', path: '/b' });
});

test('paths of errors are those of the whole message', () => {
  const data = encode([['a', [5, null]]]);
  const cut = data.subarray(0, data.length - 1);
  const part = new View(cut).at('/0/1');
  assert.throws(() => part.value(), { code: 'truncated', path: '/0/1/1', offset: cut.length });
  assert.throws(() => part.validate(), { code: 'truncated', path: '/0/1/1' });
  assert.throws(() => [...part], { code: 'truncated', path: '/0/1/1' });
  // To find a member is to walk over its whole object.
  const object = encode({ a: [1], b: null });
  assert.throws(() => new View(object.subarray(0, object.length - 1)).get('a'), { code: 'truncated', path: '/b' });
});

test('limits are those of the message, however a part is reached', () => {
  const data = encode([[[[1]]]]);
  const limited = new View(data, { limits: { maxDepth: 4 } });
  const part = limited.at('/0/0');
  assert.throws(() => part.value(), { code: 'depth' });
  assert.throws(() => part.validate(), { code: 'depth' });
  assert.deepEqual(new View(data, { limits: { maxDepth: 5 } }).at('/0/0').value(), [[1]]);
  assert.throws(() => new View(data, { limits: { maxBytes: 3 } }), { code: 'limit' });
});

test('headers, delimiters and empty messages', () => {
  assert.equal(new View(bytes('2e02 1107')).value(), 7);
  assert.equal(new View(bytes('060606 1107')).value(), 7);
  assert.throws(() => new View(bytes('')).kind, BeveError);
  assert.throws(() => new View(bytes('07')).kind, { code: 'syntax' });
  const tag = new View(bytes('0e 04 05 04 18'), { legacyTypeTag: true });
  assert.equal(tag.kind, 'tag');
  assert.equal(tag.get('index').value(), 1);
  assert.equal(tag.at('/value/0').value(), true);
  assert.equal(tag.length, 2);
});
