// The code of README.md runs and prints what it says after each console.log.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { format } from 'node:util';
import * as beve from '@beve-org/beve';
import * as basic from '@beve-org/beve/basic';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const Run = (async () => {}).constructor;

for (const [, code] of text.matchAll(/```js\n(.*?)```/gs)) {
  test(code.split('\n')[0], async () => {
    const printed = [];
    const wanted = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
    const [, list, entry] = code.match(/^import \{ (.*) \} from '@beve-org\/beve(.*)';$/m);
    const names = list.split(', ');
    const body = code.replace(/^import .*$/m, '').replaceAll('console.log', 'print');
    await new Run('print', ...names, body)(
      (...list) => printed.push(format(...list)),
      ...names.map((name) => (entry ? basic : beve)[name]),
    );
    assert.ok(wanted.length > 0);
    // What a loop prints is listed after it.
    assert.equal(printed.join(', '), wanted.join(', '));
  });
}

test('names everything that the package exports', () => {
  for (const name of Object.keys(beve)) if (name !== 'mediaType') assert.ok(text.includes(name), name);
});
