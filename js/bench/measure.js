// Times all sides in turns, in whatever JavaScript runs in.

import { payloads } from './payload.js';
import { sides } from './sides.js';

/**
 * Returns the microseconds of one call, for every operation and value, side and round.
 * clock gives microseconds; a side is timed for slice of them in a round, after as long
 * twice to warm up. log takes what is done.
 */
export function measure({ texts, rounds, slice, clock, log }) {
  const time = (run, us) => {
    const start = clock();
    let calls = 0;
    do {
      run();
      calls++;
    } while (clock() - start < us);
    return (clock() - start) / calls;
  };
  const results = [];
  for (const what of ['decode', 'encode']) {
    for (const [name, value] of Object.entries(payloads(texts))) {
      const numbers = ArrayBuffer.isView(value);
      const runs = {};
      const bytes = {};
      for (const [side, codec] of Object.entries(sides)) {
        if (side === 'aligned' && !numbers) continue;
        if (codec.arrays && numbers && value.length > 1e5) continue; // it takes seconds
        const given = codec.arrays && numbers ? Array.from(value) : value;
        const message = codec.encode(given);
        check(codec.decode(message), given, `${side}: ${name}`);
        bytes[side] = message.length;
        runs[side] = what === 'decode' ? () => codec.decode(message) : () => codec.encode(given);
      }
      const times = Object.fromEntries(Object.keys(runs).map((side) => [side, []]));
      for (let round = -1; round < rounds; round++) {
        for (const [side, run] of Object.entries(runs)) {
          time(run, 2 * slice);
          const us = time(run, slice);
          if (round >= 0) times[side].push(us); // the first is for the compiler
        }
      }
      results.push({ what, name, bytes, times });
      log(`${what} ${name}`);
    }
  }
  return results;
}

/** Fails unless a side gives back what was given. */
function check(got, want, where) {
  const same = (a, b) =>
    Object.is(a, b) ||
    (a && b && typeof a === 'object' && typeof b === 'object' && ArrayBuffer.isView(a) === ArrayBuffer.isView(b)
      ? Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => same(a[key], b[key]))
      : false);
  const short = (value) => (ArrayBuffer.isView(value) && value.length > 1e5 ? value.subarray(0, 1000) : value);
  if (got?.length !== want?.length || !same(short(got), short(want)))
    throw new Error(`${where} is not what was written`);
}
