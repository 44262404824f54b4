// Times this package against others, all in one process and in turns, and writes
// the table into results.md: node bench/run.js [rounds]

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import * as msgpack from '@msgpack/msgpack';
import { Decoder as CborDecoder, Encoder as CborEncoder } from 'cbor-x';
import { Packr } from 'msgpackr';
import { decode, encode } from '../dist/index.js';
import { payloads, typed } from './payload.js';

const rounds = Number(process.argv[2] ?? 7);
/** How long one side is timed in a round, in milliseconds of the processor, after as long twice to warm up. */
const slice = 30;

const packr = new Packr({ useRecords: false });
const cborEncoder = new CborEncoder({ useRecords: false });
const cborDecoder = new CborDecoder({ useRecords: false });
const utf8 = { encode: new TextEncoder(), decode: new TextDecoder() };

const sides = {
  '@beve-org/beve': { encode, decode, payloads: typed },
  '@msgpack/msgpack': { encode: msgpack.encode, decode: msgpack.decode, payloads },
  msgpackr: { encode: (value) => packr.pack(value), decode: (bytes) => packr.unpack(bytes), payloads },
  'cbor-x': { encode: (value) => cborEncoder.encode(value), decode: (bytes) => cborDecoder.decode(bytes), payloads },
  JSON: {
    encode: (value) => utf8.encode.encode(JSON.stringify(value)),
    decode: (bytes) => JSON.parse(utf8.decode.decode(bytes)),
    payloads,
  },
};

const used = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * Runs for some milliseconds and returns the microseconds of one call. It is the
 * time of the processor, collection of garbage included: other programs of the
 * machine have less of a say in that.
 */
function time(run, ms) {
  const start = used();
  let calls = 0;
  do {
    for (let i = 0; i < 16; i++) run();
    calls += 16;
  } while (used() - start < ms * 1000);
  return (used() - start) / calls;
}

const shown = (us) => (us < 10 ? us.toFixed(2) : us < 100 ? us.toFixed(1) : us.toFixed(0));
const names = Object.keys(sides);
const lines = [
  '# Speed in Node',
  '',
  `Microseconds of the processor for one call, the best of ${rounds} rounds in which all take turns, in one`,
  'process; in brackets the time of this package divided by it: less than 1 is faster than the other.',
  'Written by `npm run bench`.',
  '',
  `Node ${process.version}, ${cpus()[0].model.trim()}, ${cpus().length} cores.`,
  'msgpackr and cbor-x run without records. An array of numbers is a Float64Array for this package, as',
  'it decodes to; "aligned" is written with that option, and then decodes without a copy. For the others',
  'it is an Array, which is what they have in their formats.',
  '',
];
for (const what of ['decode', 'encode']) {
  lines.push(`## ${what}`, '', `| | bytes | ${names.join(' | ')} |`, `|---|---|${names.map(() => '---:|').join('')}`);
  const cases = Object.keys(payloads).map((name) => [name, undefined]);
  cases.push(['10,000 float64', { aligned: true }]);
  for (const [name, options] of cases) {
    const runs = names.map((side) => {
      const codec = sides[side];
      const value = codec.payloads[name];
      const bytes = side === names[0] ? codec.encode(value, options) : codec.encode(value);
      if (what === 'decode') return () => codec.decode(bytes);
      return side === names[0] ? () => codec.encode(value, options) : () => codec.encode(value);
    });
    const times = names.map(() => []);
    for (let round = -1; round < rounds; round++) {
      runs.forEach((run, i) => {
        time(run, 2 * slice);
        const us = time(run, slice);
        if (round >= 0) times[i].push(us); // the first is for the compiler
      });
    }
    const best = times.map((list) => Math.min(...list));
    const cells = best.map((us, i) => (i ? `${shown(us)} (${(best[0] / us).toPrecision(2)})` : shown(us)));
    lines.push(
      `| ${name}${options ? ', aligned' : ''} | ${encode(typed[name], options).length} | ${cells.join(' | ')} |`,
    );
    console.log(lines.at(-1));
  }
  lines.push('');
}
writeFileSync(new URL('results.md', import.meta.url), lines.join('\n'));
