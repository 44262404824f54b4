// What values are called where programmers look at them: consoles, debuggers, errors.

import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';

test('every class has the name that it is exported by', () => {
  let classes = 0;
  for (const exports of [whole, basic, patch, canonical])
    for (const [name, value] of Object.entries(exports)) {
      if (typeof value !== 'function' || !/^class\b/.test(value.toString())) continue;
      assert.equal(value.name, name);
      classes++;
    }
  assert.ok(classes >= 14, `${classes}`);
  assert.equal(inspect(whole.Timestamp.of(0, 5)).split(' ')[0], 'Timestamp');
});

/** Returns what a debugger calls a value. */
function described(value) {
  const session = new Session();
  session.connect();
  globalThis.seen = value;
  let found;
  session.post(
    'Runtime.evaluate',
    { expression: 'seen' },
    (error, { result }) => (found = error ?? result.description),
  );
  delete globalThis.seen;
  session.disconnect();
  return found;
}

test('objects whose shape repeats are plain objects to everyone, minified or not', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@beve-org/beve';", resolveDir: new URL('.', import.meta.url).pathname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const minified = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  for (const { decode, encode } of [whole, minified]) {
    for (const options of [{}, { extended: true }]) {
      const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: 'n', x: id / 3, note: null }));
      const made = decode(encode(rows, options));
      assert.deepStrictEqual(made, rows);
      assert.equal(described(made[99]), 'Object');
      assert.equal(Object.getPrototypeOf(made[99]), Object.prototype);
      assert.equal(inspect(made[99]), inspect(rows[99]));
      assert.deepStrictEqual(structuredClone(made[99]), rows[99]);
    }
  }
});
