// The peer in JavaScript: the package of this project, as it is built. See the
// documentation of package interop.

import assert from 'node:assert/strict';
import { UUID, View, decode, decodeStream, encode, encodeStream } from '../../../js/dist/index.js';
import { canonical, check } from '../../../js/dist/canonical.js';
import * as patch from '../../../js/dist/patch.js';
import { framesOf, main, readFrames, writeFrames } from './peer.mjs';

const options = { deterministic: true };

/** Decodes each message and encodes it again; views and streams have to give the same. */
async function echo(source, target) {
  const messages = readFrames(source);
  const again = messages.map((message) => encode(decode(message), options));
  messages.forEach((message, i) => assert.deepEqual(encode(new View(message).value(), options), again[i]));
  let i = 0;
  for await (const value of decodeStream(encodeStream(messages.map((message) => decode(message)))))
    assert.deepEqual(encode(value, options), again[i++]);
  assert.equal(i, messages.length);
  writeFrames(target, again);
}

const arrays = [Int8Array, Int16Array, Int32Array, BigInt64Array, Uint8Array, Uint16Array, Uint32Array, BigUint64Array];

/** Returns a random value. */
function document(r, depth = 0) {
  switch (r.below(depth < 6 ? 12 : 9)) {
    case 0:
      return r.of(null, true, false);
    case 1:
    case 2:
      return r.integer();
    case 3:
      return r.fraction();
    case 4:
    case 5:
      return r.text();
    case 6: {
      const Typed = r.of(...arrays);
      const big = Typed.name.startsWith('Big');
      return Typed.from(r.list(r.below(9) ? r.below(6) : 64, () => (big ? r.bits() : Number(r.bits() >> 32n))));
    }
    case 7:
      return r.of(Float32Array, Float64Array).from(r.list(r.below(6), () => r.below(2 ** 20) / 8));
    case 8:
      return r.of(2n ** 63n + (r.bits() >> 1n), r.list(r.below(5), () => r.text()), r.list(r.below(20), () => r.of(true, false)));
    case 9:
      return r.list(r.below(6), () => document(r, depth + 1));
    case 10:
      return new Map(r.list(1 + r.below(3), () => [r.integer(), document(r, depth + 1)]));
    default:
      return Object.fromEntries(r.list(r.below(6), () => [r.text(), document(r, depth + 1)]));
  }
}

/** Returns what a message holds as values of the classes of the package: a UUID decodes to its text. */
function native(value) {
  if (typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return new UUID(value);
  if (Array.isArray(value)) return value.map(native);
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, native(member)]));
}

/** Does one thing with a document, and returns what comes out. */
function edited(verb, document, ...parts) {
  const [path, from] = parts.map((part) => Buffer.from(part).toString());
  if (verb.startsWith('native ')) {
    const value = native(decode(parts[1]));
    const [, name, batch] = verb.split(' ');
    return batch ? new patch.Batch()[name](path, value).do(document) : patch[name](document, path, value);
  }
  const value = () => new patch.Raw(parts[2]);
  switch (verb) {
    case 'set':
    case 'insert':
    case 'append':
      return patch[verb](document, path, value());
    case 'delete':
      return patch.delete(document, path);
    case 'apply':
    case 'merge':
    case 'diff':
      return patch[verb](document, parts[0]);
    case 'canonical':
      return canonical(document);
    case 'check':
      check(document);
      return [];
    case 'batch remove':
      return new patch.Batch().delete(path).do(document);
    case 'batch move':
    case 'batch copy':
      return new patch.Batch()[verb.slice(6)](from, path).do(document);
  }
  return new patch.Batch()[verb.slice(6)](path, value()).do(document);
}

/**
 * Answers requests, each a frame of frames: a verb and what it is for. An answer is the byte 0 and the result,
 * or the byte 1 and the code, the offset and the path of the error. A request never changes what it is for.
 */
function edit(source, target) {
  const answers = readFrames(source).map((request) => {
    const [verb, ...parts] = framesOf(Buffer.from(request));
    const before = parts.map((part) => part.slice());
    try {
      return Buffer.concat([Buffer.of(0), Buffer.from(edited(Buffer.from(verb).toString(), ...parts))]);
    } catch (error) {
      if (error.name !== 'BeveError') throw error;
      return Buffer.from(`\x01${error.code} ${error.offset} ${error.path}`);
    } finally {
      assert.deepEqual(parts, before);
    }
  });
  writeFrames(target, answers);
}

await main({ echo, edit, decode, encode: (value) => encode(value, options), document });
