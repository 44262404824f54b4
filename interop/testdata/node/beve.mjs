// The peer in JavaScript: the package of this project, as it is built. See the
// documentation of package interop.

import assert from 'node:assert/strict';
import { View, decode, decodeStream, encode, encodeStream } from '../../../js/dist/index.js';
import { main, readFrames, writeFrames } from './peer.mjs';

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

await main({ echo, decode, encode: (value) => encode(value, options), document });
