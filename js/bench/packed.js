// Times Arrays of numbers against the same written as typed arrays, by packNumbers, and
// writes results/packed.md: node bench/packed.js [rounds]. Where reading gets faster is the
// length from which packNumbers packs.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { decode, encode } from '../dist/index.js';

const rounds = Number(process.argv[2] ?? 5);
const clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Returns the microseconds of one call. */
function time(run) {
  const start = clock();
  let calls = 0;
  do {
    for (let i = 0; i < 20; i++) run();
    calls += 20;
  } while (clock() - start < 4000);
  return (clock() - start) / calls;
}

const sum = (arrays) => {
  let total = 0;
  for (const array of arrays) for (let i = 0; i < array.length; i++) total += array[i];
  return total;
};
const kinds = { int8: (i) => (i * 37) % 100, int32: (i) => 1e6 + i * 977, float64: (i) => i * 1.1 + 0.3 };
const lines = [
  '# Arrays of numbers, packed',
  '',
  '    node bench/packed.js',
  '',
  `Node ${process.version}, ${cpus()[0].model.trim()}, ${cpus().length} cores.`,
  '',
  `Time of the processor and bytes for 200 arrays with \`packNumbers\`, divided by those without; the least of ${rounds} rounds`,
  'in which all take turns. "Summed" decodes and adds up all numbers.',
  '',
  '| numbers | length | decode | decode, summed | encode | bytes |',
  '|---|---:|---:|---:|---:|---:|',
];
for (const [kind, make] of Object.entries(kinds)) {
  for (const n of [4, 8, 16, 32, 48, 64, 96, 128, 256]) {
    const arrays = Array.from({ length: 200 }, (_, j) => Array.from({ length: n }, (_, i) => make(i + j)));
    const messages = [encode(arrays), encode(arrays, { packNumbers: 1 })];
    const runs = [0, 1].flatMap((packed) => [
      () => decode(messages[packed]),
      () => sum(decode(messages[packed])),
      () => encode(arrays, { packNumbers: packed }),
    ]);
    const least = runs.map(() => Infinity);
    for (let round = 0; round < rounds; round++) runs.forEach((run, i) => (least[i] = Math.min(least[i], time(run))));
    const ratios = [0, 1, 2].map((i) => (least[i + 3] / least[i]).toFixed(2));
    lines.push(`| ${kind} | ${n} | ${ratios.join(' | ')} | ${(messages[1].length / messages[0].length).toFixed(2)} |`);
  }
}
writeFileSync(new URL('results/packed.md', import.meta.url), lines.join('\n') + '\n');
