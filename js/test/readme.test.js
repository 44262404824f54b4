// The code of README.md runs and prints what it says after each console.log.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { format } from 'node:util';
import * as beve from '@beve-org/beve';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const Run = (async () => {}).constructor;

for (const [, code] of text.matchAll(/```js\n(.*?)```/gs)) {
  test(code.split('\n')[0], async () => {
    const printed = [];
    const wanted = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    const body = code
      .replace(/^import (?:\* as )?(.*) from ('.*');$/gm, 'const $1 = await load($2);')
      .replaceAll('console.log', 'print');
    await new Run('print', 'load', body)(
      (...list) => printed.push(format(...list)),
      (name) => import(name),
    );
    assert.ok(wanted.length > 0);
    // What a loop prints is listed after it.
    assert.equal(printed.join(', '), wanted.join(', '));
  });
}

test('names everything that the entries export', () => {
  for (const name of Object.keys({ ...beve, ...patch, ...canonical }))
    if (name !== 'mediaType') assert.ok(text.includes(name), name);
});
