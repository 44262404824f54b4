// The reader and writer in JavaScript of the format's own repository: javascript.mjs FILE.
import { createRequire } from 'node:module';
import { list, number, object, serve, Skip, valueOf } from '../javascript/pipe.mjs';

const { read_beve, write_beve } = createRequire(import.meta.url)(process.argv[2]);

function show(v) {
  if (v === undefined) throw new Error('undefined');
  if (v === null || typeof v === 'boolean' || typeof v === 'bigint') return String(v);
  if (typeof v === 'string') return JSON.stringify(v);
  if (typeof v === 'number') return number(v);
  if (Array.isArray(v)) return list(Array.from(v, show));
  if (Object.keys(v).join() === 'real,imag') return `{"$complex":[${show(v.real)},${show(v.imag)}]}`;
  return object(Object.entries(v).map(([key, value]) => [key, show(value)]));
}

const none = (name) => {
  throw new Skip('no value for ' + name);
};
await serve({ name: 'beve.js', version: process.argv[3] ?? '' }, {
  R: (bytes) => show(read_beve(bytes)),
  W: (bytes) => {
    const value = valueOf(Buffer.from(bytes).toString(), none);
    // What it returns is its buffer, with room after the message: the length is not told.
    return Buffer.from(write_beve(value));
  },
});
