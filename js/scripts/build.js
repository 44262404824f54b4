// Builds dist: a module for each entry and one for what they share, with their names and
// maps to the sources, and the types.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

process.chdir(new URL('..', import.meta.url).pathname);
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['index', 'basic', 'patch', 'canonical'].map((name) => `src/${name}.ts`),
  outdir: 'dist',
  bundle: true,
  splitting: true,
  chunkNames: 'core-[hash]',
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
  logLevel: 'warning',
});
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' });
