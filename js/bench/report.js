// The results of a run as a page, with every round beside it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { sides } from './sides.js';

function versionOf(name) {
  const files = ['.', '..'].map((folder) => new URL(`${folder}/node_modules/${name}/package.json`, import.meta.url));
  return `${name} ${JSON.parse(readFileSync(files.find(existsSync), 'utf8')).version}`;
}

const shown = (us) => (us < 10 ? us.toFixed(2) : us < 100 ? us.toFixed(1) : us.toFixed(0));

/** Says how busy the machine is: other programs make rounds longer, the least of them less than most. */
function busy() {
  const [load] = loadavg();
  return load < 1.5 ? 'Nothing else ran.' : `The machine was busy with other work: a load of ${load.toFixed(0)} on ${cpus().length} cores.`;
}

/** Pictures of these values show the way of all: an empty file is enough for bench/draw. */
const drawn = ['1,000 records', '1,000 flat rows', 'twitter', 'citm_catalog'];

/** The name of a value or side in a line of a benchmark, and of a file. */
const slug = (name) => name.replaceAll(',', '').replaceAll(' ', '-');

/** Writes results/<name>: README.md, and every round in raw.txt, as Go writes benchmarks. */
export function report(name, { engine, command, clock, rounds, results }) {
  const names = Object.keys(sides);
  const lines = [
    `# Speed in ${engine.split(' ')[0]}`,
    '',
    `    ${command}`,
    '',
    `- System: ${engine}; ${['@msgpack/msgpack', 'msgpackr', 'cbor-x'].map(versionOf).join(', ')}`,
    `- Processor: ${cpus()[0].model.trim()}, ${cpus().length} cores`,
    `- Rounds: ${rounds}`,
    '',
    `Microseconds of ${clock} for one call, the least of the rounds, in which all take turns. In`,
    'brackets the time of this package divided by the time of the other: less than 1 is faster than the other.',
    `[raw.txt](raw.txt) has every round. ${busy()}`,
    '',
    'Portable, extended (tables for objects of one shape) and aligned are this package. Sides without records',
    'are compared with portable, those with records, which also write the names of members once, with extended.',
    'Shared records keep the names outside of the messages. Numbers of float64 are a `Float64Array` for all that',
    'have typed arrays; JSON and @msgpack/msgpack have none, and get an Array.',
    '',
    `Pictures, with medians: ${drawn.map((value) => `[${value}](${slug(value)}.svg)`).join(', ')}.`,
    '',
  ];
  const raw = [];
  for (const what of ['decode', 'encode']) {
    lines.push(`## ${what}`, '', `| | ${names.join(' | ')} |`, `|---|${names.map(() => '---:|').join('')}`);
    for (const { name, times } of results.filter((result) => result.what === what)) {
      const cells = names.map((side) => {
        if (!times[side]) return '';
        for (const us of times[side])
          raw.push(`BenchmarkCodec/${slug(name)}/${what}/${slug(side)} 1 ${(us * 1000).toPrecision(5)} ns/op`);
        const { against } = sides[side];
        const ratio = against && ` (${(Math.min(...times[against]) / Math.min(...times[side])).toPrecision(2)})`;
        return shown(Math.min(...times[side])) + (ratio ?? '');
      });
      lines.push(`| ${name} | ${cells.join(' | ')} |`);
    }
    lines.push('');
  }
  lines.push('## bytes', '', `| | ${names.join(' | ')} |`, `|---|${names.map(() => '---:|').join('')}`);
  for (const { name, bytes } of results.filter(({ what }) => what === 'decode'))
    lines.push(`| ${name} | ${names.map((side) => bytes[side] ?? '').join(' | ')} |`);
  const file = (end) => new URL(`results/${name}/${end}`, import.meta.url);
  mkdirSync(file('.'), { recursive: true });
  writeFileSync(file('README.md'), lines.join('\n') + '\n');
  writeFileSync(file('raw.txt'), raw.join('\n') + '\n');
  for (const value of drawn) writeFileSync(file(`${slug(value)}.svg`), '', { flag: 'a' });
}
