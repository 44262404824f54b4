// What hardened.test.js runs in a process of its own: all functions of the package, before and after the prototypes of the
// language are changed as the argument says. Prints what differs.

import { readFileSync, readdirSync, writeSync } from 'node:fs';
import * as basic from '@beve-org/beve/basic';
import * as canonical from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';
import * as whole from '@beve-org/beve';
import { good, vectors } from './vectors.js';

const manner = process.argv[2];

/** Returns numbers below n that look random (an LCG). */
function random(seed) {
  return (n) => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8) % n;
}

/** Writes a value as text that tells own members from others, and -0, bigint and classes from what is like them. */
function show(v) {
  if (v === null || typeof v !== 'object') return Object.is(v, -0) ? '-0' : `${typeof v} ${String(v)}`;
  const of = Object.getPrototypeOf(v)?.constructor.name;
  if (v instanceof Date) return `${of} ${v.toISOString()}`;
  if (v instanceof RegExp) return String(v);
  let text = `${of}{`;
  if (v instanceof Map) for (const [key, value] of v) text += `${show(key)}=>${show(value)},`;
  for (const key of Reflect.ownKeys(v)) {
    const member = Object.getOwnPropertyDescriptor(v, key);
    const { value, writable, enumerable, configurable } = member;
    if (key !== 'length') text += `${String(key)}:${+writable}${+enumerable}${+configurable} ${show(value)},`;
  }
  return text + '}';
}

/** Names that objects inherit, those of the vectors, and any. Those that code gives its own objects are not added. */
const inherited = Object.getOwnPropertyNames(Object.prototype);
const folder = new URL('../dist/', import.meta.url);
const code = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('');
const used = new Set(code.match(/[a-z]\w*/gi));
const below = random(7);
const pick = (list) => list[below(list.length)];
const any = Array.from({ length: 60 }, (_, i) => `${pick(['a', 'z', 'é', '_', ' '])}${i}`);


const all = good.flatMap(vectors).filter(({ stream }) => !stream);
const texts = (v) => (Object(v) === v && !ArrayBuffer.isView(v) ? Reflect.ownKeys(v).flatMap((key) => [key, ...texts(v[key])]) : []);
const ofVectors = new Set(all.flatMap(({ data, options }) => texts(whole.decode(data, options))));
const isName = (name) => typeof name === 'string' && name && !/^\d+$|[\0-\x1f]/.test(name);
const names = [...new Set([...inherited, ...[...ofVectors].filter(isName).slice(0, 200), ...any])];

function document(depth) {
  const form = depth ? below(10) : below(5);
  const keys = () => Array.from({ length: below(11) }, () => pick(below(3) ? any : names));
  const object = (keys, depth) => Object.fromEntries(keys.map((key) => [key, document(depth)]));
  if (form < 5) return pick([null, true, 7, -0, 1.5, 2n ** 60n, 'text', pick(names)]);
  if (form === 5) return Float64Array.of(1, 2);
  if (form === 6) return Array.from({ length: below(4) }, () => document(depth - 1));
  if (form === 7) return new Map([[below(9), document(depth - 1)]]);
  if (form === 8) return object(keys(), depth - 1);
  const shape = keys();
  return Array.from({ length: pick([2, 40]) }, () => object(shape, 0));
}
const documents = [{ constructor: 1 }, ...Array.from({ length: 60 }, () => document(3))];
for (const name of names) documents.push(Array.from({ length: 20 }, (_, i) => ({ id: i, [name]: i, last: 'x' })));
for (let i = 0; i < names.length; i += 7)
  documents.push(Object.fromEntries(names.slice(i, i + 7).map((name) => [name, name])));
const messages = documents.map((doc) => whole.encode(doc, { extended: true, minTableRows: 3 }));
const portable = documents.map((doc) => whole.encode(doc));

const collected = async (stream) => {
  const list = [];
  for await (const item of stream) list.push(item);
  return list;
};
const hex = (bytes) => Buffer.prototype.hexSlice.call(Buffer.from(bytes));
const parts = (view) => [view.kind, view.length, view.value(), ...[...view.entries()].map(([key, part]) => [key, part.path, part.value()])];
const pad = { a: { b: [1, 2] }, c: 'text' };
const calls = [];
const call = (name, run) => calls.push([name, run]);
all.forEach(({ id, data, options }) => {
  call(`decode ${id}`, () => whole.decode(data, options));
  call(`decode of basic ${id}`, () => basic.decode(data));
  call(`View ${id}`, () => parts(new whole.View(data, options)));
  call(`decodeStream ${id}`, () => collected(whole.decodeStream([data.slice(0, 3), data.slice(3)], options)));
});
documents.forEach((doc, i) => {
  const data = messages[i];
  call(`encode ${i}`, () => hex(whole.encode(doc)));
  call(`encode, extended ${i}`, () => hex(whole.encode(doc, { extended: true, aligned: true, deterministic: true })));
  call(`encode of basic ${i}`, () => hex(basic.encode(doc)));
  call(`encodeStream ${i}`, async () => hex(Buffer.concat(await collected(whole.encodeStream([doc, doc])))));
  call(`decode ${i}`, () => [whole.decode(data), whole.decode(portable[i], { rejectDuplicates: true }), whole.decode(data.slice(0, -1))]);
  call(`decode of basic ${i}`, () => basic.decode(portable[i]));
  call(`View ${i}`, () => [parts(new whole.View(data)), parts(new whole.View(portable[i]))]);
  call(`decodeStream ${i}`, () => collected(whole.decodeStream([data.slice(0, 9), data.slice(9)])));
  call(`canonical ${i}`, () => [hex(canonical.canonical(data)), canonical.decode(canonical.encode(doc))]);
  call(`patch ${i}`, () => [
    hex(patch.set(whole.encode(pad), '/a/b', doc)),
    hex(patch.merge(portable[i], pad)),
    hex(patch.diff(portable[i], portable[(i + 1) % portable.length])),
    hex(patch.apply(portable[i], [{ op: 'test', path: '', value: doc }, { op: 'add', path: '', value: pad }])),
    hex(new patch.Batch().set('/c', doc).copy('/c', '/d').do(whole.encode(pad))),
  ]);
});
// fetch of Node makes plain objects of its own, and so does the first use of Headers.
new Headers();
globalThis.fetch = async (url) => ({
  ok: url === '/good',
  status: 500,
  headers: new Map([['content-type', 'application/beve']]),
  arrayBuffer: async () => portable[0].buffer,
});
for (const url of ['/good', '/bad']) call(`fetchBeve of ${url}`, () => whole.fetchBeve(url));

const results = async () => {
  const map = new Map();
  for (const [name, run] of calls) {
    let text;
    try {
      text = show(await run());
    } catch (error) {
      text = `throws ${error.name} ${error.code} ${error.path} ${error.offset} ${error.message}`;
    }
    map.set(name, text);
  }
  return map;
};

const places = () => names.filter((name) => !inherited.includes(name) && !used.has(name));
let called = [];
const changes = {
  frozen() {
    const seen = new Set();
    const freeze = (object) => {
      if (Object(object) !== object || seen.has(object) || ArrayBuffer.isView(object)) return;
      seen.add(object);
      for (const key of Reflect.ownKeys(object)) {
        const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
        [value, get, set].forEach(freeze);
      }
      freeze(Object.getPrototypeOf(object));
      Object.freeze(object);
    };
    for (const name of ['Object', 'Function', 'Array', 'Map', 'Set', 'Date', 'RegExp', 'Error', 'TypeError', 'RangeError', 'Promise', 'Symbol',
      'String', 'Number', 'Boolean', 'BigInt', 'ArrayBuffer', 'DataView', 'Uint8Array', 'Float64Array', 'Reflect', 'JSON', 'Math', 'Proxy'])
      freeze(globalThis[name]);
    for (const list of [[].values(), new Map().keys(), (function* () {})(), (async function* () {})()]) freeze(Object.getPrototypeOf(list));
  },
  sealed: () => {
    // What is there becomes read-only, and what is not can be added still.
    for (const name of inherited)
      if (name !== '__proto__') Object.defineProperty(Object.prototype, name, { __proto__: null, writable: false });
  },
  'read-only': () => {
    for (const name of places())
      Object.defineProperty(Object.prototype, name, { __proto__: null, value: undefined, writable: false, configurable: true });
  },
  setters: () => {
    const of = (name) => ({
      __proto__: null,
      configurable: true,
      set() {
        called.push(name);
        throw new Error(`a setter of ${name}`);
      },
    });
    for (const name of places()) Object.defineProperty(Object.prototype, name, of(name));
  },
};
const back = () => {
  if (Object.isExtensible(Object.prototype)) for (const name of places()) delete Object.prototype[name];
};

const of = manner.replace(/, first$/, '');
const first = manner !== of; // before any shape is known
let before = first ? undefined : await results();
changes[of]();
const changed = await results();
const again = await results();
back();
before ??= await results();
const differ = [...before].flatMap(([name, want]) =>
  [changed, again].filter((map) => map.get(name) !== want).map((map) => `${name}\n  ${want.slice(0, 300)}\n  ${map.get(name).slice(0, 300)}`),
);
if (called.length) differ.push(`setters that were called: ${[...new Set(called)]}`);
writeSync(1, `${before.size} calls\n${differ.length} differ\n${differ.slice(0, 12).join('\n')}\n`);
process.exit(0);
