// The test vectors of the project, and what it means that a value is what the JSON
// of a vector says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Complex, ComplexArray, Duration, Interval, Matrix, Pattern, Timestamp, TypeTag } from '@beve-org/beve';

const folder = new URL('../../testdata/beve/', import.meta.url);

/** The folders of messages that have to be read. */
export const good = ['glaze', 'rust', 'crafted', 'extended'];

/** Returns the vectors that the manifest of a folder lists. */
export function vectors(name) {
  const manifest = JSON.parse(readFileSync(new URL(`${name}/MANIFEST.json`, folder), 'utf8'));
  assert.ok(manifest.vectors.length >= 40, `only ${manifest.vectors.length} vectors in ${name}`);
  return manifest.vectors.map((vector) => {
    const file = new URL(`${name}/${vector.name}.beve`, folder);
    const data = new Uint8Array(readFileSync(file));
    assert.equal(data.length, vector.bytes, vector.name);
    const options = { legacyTypeTag: vector.name.includes('typetag'), strict: vector.level === 'strict' };
    return { ...vector, id: `${name}/${vector.name}`, data, options };
  });
}

/** A number of a JSON text as it is written. */
class Numeral {
  constructor(text) {
    this.text = text;
  }
}

/** Parses JSON with numbers as text. */
export function parseJSON(text) {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token[0] === '"' ? token : `{"\\u0000":"${token}"}`,
  );
  return JSON.parse(marked, (_, value) =>
    value && typeof value === 'object' && '\0' in value ? new Numeral(value['\0']) : value,
  );
}

/** Returns what the JSON of a vector says, one value per line in a stream. */
export function expected({ id, stream }) {
  const text = readFileSync(new URL(`${id}.json`, folder), 'utf8');
  return stream ? text.trim().split('\n').map(parseJSON) : [parseJSON(text)];
}

function assertNumber(got, want, where) {
  if (typeof got === 'bigint') return assert.equal(String(got), want.text, where);
  if (!Number.isFinite(got)) return assert.equal(want, null, where);
  assert.ok(want instanceof Numeral, where);
  // Numbers of 32 bits and less are written as the shortest text that gives those.
  const number = Number(want.text);
  assert.ok(
    Object.is(got, number) || (Math.fround(got) === got && Object.is(got, Math.fround(number))),
    `${where}: got ${got}, want ${want.text}`,
  );
}

/** Fails unless a decoded value is what the JSON of its vector says. */
export function assertIs(got, want, where = '') {
  const parts = (object) => assertMembers(Object.entries(object), want, where);
  switch (true) {
    case typeof got === 'number' || typeof got === 'bigint':
      return assertNumber(got, want, where);
    case got === null || typeof got === 'boolean' || typeof got === 'string':
      return assert.equal(got, want, where);
    case got instanceof Timestamp || got instanceof Duration:
      return assert.equal(got.toJSON(), want, where);
    case got instanceof RegExp:
      return parts({
        pattern: got.source.replace('(?:)', '').replaceAll('\\/', '/'),
        flags: [...'imsug'].filter((flag) => got.flags.includes(flag)).join(''),
      });
    case got instanceof Map:
      return assertMembers(
        [...got].map(([key, value]) => [String(key), value]),
        want,
        where,
      );
    case got instanceof Complex || got instanceof ComplexArray:
      return assertIs(got.toJSON(), want, where);
    case Array.isArray(got) || ArrayBuffer.isView(got):
      assert.equal(got.length, want.length, where);
      return got.forEach((item, i) => assertIs(item, want[i], `${where}/${i}`));
    case got instanceof Matrix || got instanceof Interval || got instanceof Pattern || got instanceof TypeTag:
      return parts(got);
  }
  assert.equal(Object.getPrototypeOf(got), Object.prototype, where);
  parts(got);
}

function assertMembers(entries, want, where) {
  assert.deepEqual(entries.map(([key]) => key).sort(), Object.keys(want).sort(), where);
  for (const [key, value] of entries) assertIs(value, want[key], `${where}/${key}`);
}
