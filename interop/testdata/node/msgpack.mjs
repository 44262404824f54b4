// The peer @msgpack/msgpack, with the settings that keep integers of 64 bits. See the
// documentation of package interop.

import { createRequire } from 'node:module';
import { main, readFrames, writeFrames } from './peer.mjs';

const { decode, encode } = createRequire(new URL('../../../js/', import.meta.url))('@msgpack/msgpack');
const options = { useBigInt64: true };

/** Decodes each message and encodes it again. Keys of maps that are integers become text. */
function echo(source, target) {
  const again = (message) => encode(decode(message, { ...options, mapKeyConverter: String }), options);
  writeFrames(target, readFrames(source).map(again));
}

/** Returns an integer as a number where 32 bits hold it: a bigint is always written with 64. */
function narrow(n) {
  return n >= -(2n ** 31n) && n < 2n ** 32n ? Number(n) : n;
}

/** Returns how many elements something has, now and then more than one byte says. */
function few(r) {
  return r.below(20) ? r.below(6) : 16 + r.below(4);
}

/** Returns a random value. */
function document(r, depth = 0) {
  switch (r.below(depth < 6 ? 9 : 7)) {
    case 0:
      return r.of(null, true, false);
    case 1:
      return narrow(r.integer());
    case 2:
      return narrow(r.bits() >> BigInt(r.below(64)));
    case 3:
      return r.fraction() || 0.5;
    case 4:
    case 5:
      return r.text();
    case 6:
      return Uint8Array.from(r.list(r.below(9) ? r.below(6) : 300, () => r.below(256)));
    case 7:
      return r.list(few(r), () => document(r, depth + 1));
    default: {
      // A letter first: JavaScript moves members whose names are small integers to the front.
      const members = new Map(r.list(few(r), () => ['k' + r.text(), document(r, depth + 1)]));
      return Object.fromEntries([...members].sort(([a], [b]) => Buffer.compare(encode(a), encode(b))));
    }
  }
}

await main({
  echo,
  decode: (message) => decode(message, options), // without a converter of keys
  encode: (value) => encode(value, options),
  document,
});
