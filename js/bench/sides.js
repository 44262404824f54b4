// What is timed: this package and others, each with what it is fastest with.

import * as msgpack from '@msgpack/msgpack';
import { Decoder as CborDecoder, Encoder as CborEncoder } from 'cbor-x';
import { Packr } from 'msgpackr';
import { decode, encode } from '../dist/index.js';

const utf8 = { encode: new TextEncoder(), decode: new TextDecoder() };

function packr(options) {
  const both = new Packr({ moreTypes: true, ...options });
  return { encode: (value) => both.pack(value), decode: (bytes) => both.unpack(bytes) };
}

function cbor(options) {
  const encoder = new CborEncoder(options);
  const decoder = new CborDecoder(options);
  return { encode: (value) => encoder.encode(value), decode: (bytes) => decoder.decode(bytes) };
}

/**
 * The sides by their names. against is the side of this package that another is
 * compared with; arrays says that it has no typed arrays.
 */
export const sides = {
  portable: { encode: (value) => encode(value), decode: (bytes) => decode(bytes) },
  extended: { encode: (value) => encode(value, { extended: true }), decode: (bytes) => decode(bytes) },
  aligned: { encode: (value) => encode(value, { aligned: true }), decode: (bytes) => decode(bytes) },
  JSON: {
    against: 'portable',
    arrays: true,
    encode: (value) => utf8.encode.encode(JSON.stringify(value)),
    decode: (bytes) => JSON.parse(utf8.decode.decode(bytes)),
  },
  '@msgpack/msgpack': { against: 'portable', arrays: true, encode: msgpack.encode, decode: msgpack.decode },
  msgpackr: { against: 'portable', ...packr({ useRecords: false }) },
  'cbor-x': { against: 'portable', ...cbor({ useRecords: false }) },
  'msgpackr, records': { against: 'extended', ...packr({ useRecords: true }) },
  'msgpackr, shared records': { against: 'extended', ...packr({ structures: [] }) },
  'cbor-x, records': { against: 'extended', ...cbor({ useRecords: true }) },
};
