// Pages whose built-in prototypes are frozen, or have members of others: what all functions of the package give there is
// what they give elsewhere.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

for (const manner of ['frozen', 'sealed', 'read-only', 'setters', 'frozen, first', 'read-only, first', 'setters, first'])
  test(`everything is as it is elsewhere where Object.prototype is changed: ${manner}`, () => {
    const child = new URL('hardened.js', import.meta.url).pathname;
    const { stdout, stderr } = spawnSync(process.execPath, [child, manner], { encoding: 'utf8' });
    assert.match(stdout, /^\d{4,} calls\n0 differ\n\n$/, stdout + stderr);
  });
