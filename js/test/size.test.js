// What the package weighs on a page, minified and compressed as servers do: what the
// table in README.md says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Returns the size of a page that imports these names from an entry of the package and uses them. */
async function weigh(names, entry) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from '@beve-org/beve${entry}';`,
      resolveDir: new URL('.', import.meta.url).pathname,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rows = [...readme.matchAll(/^\| (`.*`) of `@beve-org\/beve(.*)` \| ([\d.]+) KB \|$/gm)];
assert.equal(rows.length, 14);

for (const [, names, entry, kilobytes] of rows) {
  test(`${names} of @beve-org/beve${entry}: ${kilobytes} KB, as README.md says`, async (t) => {
    const size = await weigh(names.replaceAll('`', ''), entry);
    t.diagnostic(`${size} bytes`);
    assert.ok(size <= kilobytes * 1024, `${size} bytes`);
    assert.ok(size > (kilobytes - 0.3) * 1024, `only ${size} bytes`);
  });
}
