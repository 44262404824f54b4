// Arrays that change while they are written: by getters, by what toJSON does, by Proxies. What comes out is an error, or each element as it
// was at some moment, in an Array of a length that it had: no nulls for what is no longer there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import { decode, encode } from '@beve-org/beve';

/** Returns numbers below n that look random (an LCG). */
function random(seed) {
  return (n) => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8) % n;
}

const kinds = {
  text: (i) => `t${i}`,
  integers: (i) => i,
  floats: (i) => i + 0.5,
  bigints: (i) => 2n ** 60n + BigInt(i),
  booleans: (i) => i % 2 === 0,
  rows: (i) => ({ a: i, b: `r${i}` }),
  Arrays: (i) => [i, 'x'],
  mixed: (i) => [`t${i}`, i, { a: i }, [i], true][i % 5],
};

const mutations = {
  shrink: (list, at) => (list.length = at),
  empty: (list) => (list.length = 0),
  pop: (list) => list.pop(),
  shift: (list) => list.shift(),
  'shrink and grow': (list, at, item) => ((list.length = at), list.push(item)),
  grow: (list, at, item) => list.push(item),
  unshift: (list, at, item) => list.unshift(item),
  replace: (list, at, item) => (list[at] = item),
  fill: (list, at, item) => list.fill(item, at),
  sort: (list) => list.reverse(),
  prototype: (list) => Object.setPrototypeOf(list, null),
  'another prototype': (list) => Object.setPrototypeOf(list, { at: 5, length: 99 }),
};

/** Ways to be called while a list is written: at an element, or at the length after some looks at it. */
const triggers = {
  getter(list, at, run) {
    const item = list[at];
    Object.defineProperty(list, at, { enumerable: true, configurable: true, get: () => (run(), item), set() {} });
    return list;
  },
  toJSON(list, at, run) {
    const item = list[at];
    list[at] = { toJSON: () => (run(), item) };
    return list;
  },
  member(list, at, run) {
    if (Object(list[at]) !== list[at] || Array.isArray(list[at])) return this.toJSON(list, at, run);
    const { a } = list[at];
    Object.defineProperty(list[at], 'a', { enumerable: true, configurable: true, get: () => (run(), a), set() {} });
    return list;
  },
  'toJSON of a member'(list, at, run) {
    if (Object(list[at]) !== list[at] || Array.isArray(list[at])) return this.toJSON(list, at, run);
    const { a } = list[at];
    list[at].a = { toJSON: () => (run(), a) };
    return list;
  },
  Proxy: (list, at, run) =>
    new Proxy(list, { get: (t, key, r) => (key === String(at) && run(), Reflect.get(t, key, r)) }),
  'length of a Proxy': (list, at, run) => {
    let looks = at % 4;
    return new Proxy(list, { get: (t, key, r) => (key === 'length' && looks-- === 0 && run(), Reflect.get(t, key, r)) });
  },
};

const manners = [{}, { packNumbers: 1 }, { packNumbers: true }, { aligned: true }, { deterministic: true }];
const beyond = [{ extended: true, minTableRows: 1 }, { extended: true, packNumbers: 1, aligned: true }];
const takers = {
  encode: [(v, o) => decode(encode({ v }, o)).v, [...manners, ...beyond]],
  'encode of basic': [(v, o) => basic.decode(basic.encode({ v }, o)).v, manners],
  'encode of canonical': [(v, o) => canonical.decode(canonical.encode({ v }, o)).v, beyond],
  set: [(v, o) => decode(patch.set(encode({}), '/v', v, { encode: o })).v, beyond],
};

const plain = (v) => JSON.stringify(v, (_, of) => (typeof of === 'bigint' ? `${of}` : ArrayBuffer.isView(of) ? Array.from(of, Number) : of));

for (const [taker, [take, options]] of Object.entries(takers))
  test(`${taker}: an Array that changes is an error, or what it was`, () => {
    const below = random(3);
    let errors = 0;
    let taken = 0;
    for (const [kind, make] of Object.entries(kinds))
      for (const [trigger, begin] of Object.entries(triggers))
        for (const [mutation, mutate] of Object.entries(mutations))
          for (const option of options) {
            const n = 1 + below(12);
            const all = Array.from({ length: n }, (_, i) => make(i));
            const other = make(77);
            const at = below(n);
            const to = below(n);
            const once = below(2);
            const lengths = new Set([n]);
            let runs = 0;
            let within = false;
            const list = begin.call(triggers, all, at, () => {
              if (runs && (once || within)) return;
              runs++;
              within = true;
              if (all.length < 40) mutate(all, to, other);
              lengths.add(all.length);
              within = false;
            });
            const what = `${kind}, ${trigger} at ${at} of ${n}: ${mutation} ${to}, ${JSON.stringify(option)}`;
            let got;
            try {
              got = take(list, option);
            } catch (error) {
              assert.equal(error.name, 'BeveError', `${what}: ${error.stack}`);
              if (taker !== 'set') assert.match(error.path, /^\/v/, what); // which is that of a value alone
              errors++;
              continue;
            }
            taken++;
            assert.ok(lengths.has(got.length), `${what}: ${got.length} elements, of ${[...lengths]}`);
            // What was there: the elements that it began with, and the one that comes.
            const known = new Set([...Array.from({ length: n }, (_, i) => make(i)), other].map(plain));
            for (const item of got) assert.ok(known.has(plain(item)), `${what}: ${plain(got)}`);
          }
    assert.ok(errors > 50 && taken > 50, `${errors} errors, ${taken} taken`);
  });
