// Runs the tests against dist: all of them but those in a browser, or those that
// are named.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

process.chdir(new URL('..', import.meta.url).pathname);
const wanted = process.argv.slice(2);
const files = readdirSync('test').filter(
  (name) =>
    name.endsWith('.test.js') &&
    (wanted.length ? wanted.some((part) => name.startsWith(part)) : !name.startsWith('browser')),
);
const { status } = spawnSync(process.execPath, ['--test', ...files.map((name) => `test/${name}`)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
