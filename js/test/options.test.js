// Options: what is not one is an error that says what may be meant, in every function that takes some.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';

const types = readFileSync(new URL('../dist/options.d.ts', import.meta.url), 'utf8');

/** Returns the names that a type of options declares. */
function declared(type) {
  const [, body] = new RegExp(`interface ${type} \\{(.*?)^\\}`, 'ms').exec(types);
  return [...body.matchAll(/^ {4}(\w+)\?:/gm)].map(([, name]) => name);
}

const nested = (name, names) => names.map((inner) => `${name}.${inner}`);
const without = (names, ...others) => names.filter((name) => !others.includes(name));
const limits = nested('limits', declared('Limits'));
const decoding = [...limits, ...without(declared('DecodeOptions'), 'limits')];
const encoding = declared('EncodeOptions');
const bodies = [...nested('encode', encoding), ...nested('decode', decoding)];
const patching = [...limits, ...nested('encode', without(encoding, 'framing'))];

const list = canonical.encode([1]);
const drain = async (stream) => {
  for await (const item of stream) void item;
};
const noAxios = { interceptors: { request: { use() {} }, response: { use() {} } } };
const page = 'data:application/json,1';

/** Every function that takes options: how it is called with them, and the names of those that there are. */
const table = {
  whole: {
    decode: [(o) => whole.decode(list, o), decoding],
    encode: [(o) => whole.encode(1, o), encoding],
    View: [(o) => new whole.View(list, o), decoding],
    decodeStream: [(o) => drain(whole.decodeStream([list], o)), decoding],
    encodeStream: [(o) => drain(whole.encodeStream([1], o)), encoding],
    fetchBeve: [(o) => whole.fetchBeve(page, o), bodies],
    useBeve: [(o) => whole.useBeve(noAxios, o), bodies],
  },
  basic: {
    decode: [(o) => basic.decode(list, o), without(decoding, 'legacyTypeTag')],
    encode: [(o) => basic.encode(1, o), without(encoding, 'extended', 'minTableRows')],
  },
  patch: {
    set: [(o) => patch.set(list, '/0', 5, o), patching],
    insert: [(o) => patch.insert(list, '/0', 5, o), patching],
    append: [(o) => patch.append(list, '', 5, o), patching],
    delete: [(o) => patch.delete(list, '/0', o), patching],
    apply: [(o) => patch.apply(list, [], o), patching],
    merge: [(o) => patch.merge(list, {}, o), patching],
    diff: [(o) => patch.diff(list, list, o), patching],
    Batch: [(o) => new patch.Batch(o), patching],
  },
  canonical: {
    canonical: [(o) => canonical.canonical(list, o), limits],
    check: [(o) => canonical.check(list, o), limits],
    decode: [(o) => canonical.decode(list, o), decoding],
    encode: [(o) => canonical.encode(1, o), encoding],
  },
};

const entries = { whole, basic, patch, canonical };

test('the table has every function that takes options', () => {
  for (const [entry, exports] of Object.entries(entries)) {
    const taking = Object.keys(exports).filter(
      (name) => typeof exports[name] === 'function' && /\(.*\boptions = \{\}/.test(String(exports[name])),
    );
    assert.deepEqual(Object.keys(table[entry]).sort(), taking.sort());
  }
});

/** Returns the options that a name with dots leads to. */
const at = (name, value) => name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);

/** Returns what fingers make of a name. */
function typos(name) {
  const cut = name.lastIndexOf('.') + 1;
  const [path, last] = [name.slice(0, cut), name.slice(cut)];
  const words = [`${last}s`, last.slice(0, -1), last[1] + last[0] + last.slice(2), `${last[0]}x${last.slice(1)}`];
  return [...words, last.toUpperCase(), `_${last}`].map((word) => path + word);
}

/** Runs a function, which may be asynchronous, and returns its error. */
async function failure(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

for (const [entry, functions] of Object.entries(table))
  for (const [name, [call, names]] of Object.entries(functions))
    test(`${name} of ${entry} takes its options and no others`, async () => {
      assert.equal(await failure(() => call({})), undefined);
      assert.equal(await failure(() => call(undefined)), undefined);
      for (const option of names) {
        assert.equal(await failure(() => call(at(option, undefined))), undefined, option);
        for (const typo of typos(option)) {
          if (names.includes(typo)) continue;
          const { name, message } = (await failure(() => call(at(typo, undefined)))) ?? {};
          assert.equal(name, 'TypeError', typo);
          const [, word, meant] = /^beve: no option "(.*)": did you mean (.*)\?$/.exec(message);
          assert.equal(word, typo.split('.').at(-1));
          assert.equal(
            meant,
            option
              .split('.')
              .slice(typo.split('.').length - 1)
              .join('.'),
          );
        }
        // Also where it stands one level too high or too low.
        const last = option.split('.').at(-1);
        if (last !== option && name !== 'fetchBeve' && !names.includes(last))
          assert.match((await failure(() => call({ [last]: 1 }))).message, /: did you mean [a-zA-Z.]+\?$/);
      }
      const other = await failure(() => call({ qqqqqqqqqqqqqqqq: 1 }));
      if (name === 'fetchBeve') assert.equal(other, undefined);
      else assert.match(other.message, /^beve: no option "qqqqqqqqqqqqqqqq": did you mean one of \w+/);
      for (const no of [null, 5, 'extended', true, () => 0, Symbol('s')]) {
        const { name, message } = await failure(() => call(no));
        assert.equal(name, 'TypeError');
        assert.match(message, /^beve: options must be an object, not /);
      }
    });

test('what fetch knows is not taken for a typo', async () => {
  const init = ['body', 'cache', 'credentials', 'duplex', 'headers', 'integrity', 'keepalive', 'method', 'mode'];
  const more = ['priority', 'redirect', 'referrer', 'referrerPolicy', 'signal', 'window', 'dispatcher', 'next', 'cf'];
  for (const name of [...init, ...more])
    assert.equal(await failure(() => whole.fetchBeve(page, { [name]: undefined })), undefined, name);
});

test('members that others give all objects are no options', async () => {
  const value = { a: [1, 'x', { b: null }], f: new Float64Array([1, 2]) };
  const calls = {
    encode: () => whole.encode(value),
    'encode with options': () => whole.encode(value, { extended: true, aligned: true }),
    decode: () => whole.decode(whole.encode(value), { limits: { maxDepth: 9 }, copy: true }),
    view: () => new whole.View(whole.encode(value), {}).at('/a/2').value(),
    basic: () => basic.decode(basic.encode(value, { deterministic: true }), { strict: true }),
    patch: () => patch.apply(whole.encode(value), [{ op: 'add', path: '/z', value: 1 }], { limits: { maxDepth: 9 } }),
    diff: () => patch.diff(whole.encode(value), whole.encode({ a: 1 })),
    canonical: () => canonical.canonical(canonical.encode(value), { limits: {} }),
    stream: async () => {
      const all = [];
      for await (const one of whole.decodeStream(whole.encodeStream([value, 1]), { limits: {} })) all.push(one);
      return all;
    },
  };
  const wanted = {};
  for (const [name, call] of Object.entries(calls)) wanted[name] = await call();
  for (const prototype of [Object.prototype, Array.prototype, Map.prototype, Function.prototype]) {
    for (const [name, call] of Object.entries(calls)) {
      Object.assign(prototype, { other: 1, helper() {} });
      let got;
      try {
        got = await call();
      } finally {
        delete prototype.other;
        delete prototype.helper;
      }
      assert.deepEqual(got, wanted[name], name);
    }
  }
});
