// Times this package against others in Node, in one process and in turns, and writes
// results/node: node bench/run.js [rounds]

import { measure } from './measure.js';
import { report } from './report.js';
import { texts } from './texts.js';

const rounds = Number(process.argv[2] ?? 7);

// The time of the processor, collection of garbage included: other programs of the
// machine have less of a say in that.
const clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const results = measure({ texts: texts(), rounds, slice: 20_000, clock, log: console.log });
report('node', {
  engine: `Node ${process.version}`,
  command: 'npm run bench',
  clock: 'the processor',
  rounds,
  results,
});
