// The functions for shapes, in a process where no shape has one yet.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode, encode } from '@beve-org/beve';
import { slots } from '../scripts/slots.js';

test('more shapes than there are functions for', () => {
  for (let round = 0; round < 3; round++) {
    for (let shape = 0; shape < 60; shape++) {
      const rows = Array.from({ length: 40 }, (_, i) =>
        Object.fromEntries(Array.from({ length: shape < 23 ? 1 : 20 }, (_, j) => [`s${shape}_${j}`, i * j])),
      );
      assert.deepStrictEqual(decode(encode(rows)), rows);
      assert.deepStrictEqual(decode(encode(rows, { extended: true })), rows);
    }
  }
});

test('the functions for shapes are those of their script', () => {
  assert.equal(readFileSync(new URL('../src/slots.ts', import.meta.url), 'utf8'), slots);
});
