// What the package weighs on a page, minified and compressed as servers do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Returns the size of a page that imports these names from the package and uses them. */
async function weigh(names) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from '@beve-org/beve';`,
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

for (const [names, limit] of Object.entries({
  'encode, decode': 10.6 * 1024,
  decode: 7650,
  encode: 5000,
  'encode, decode, View, decodeStream, encodeStream, fetchBeve, useBeve': 13.8 * 1024,
})) {
  test(`${names}: no more than ${limit} bytes`, async (t) => {
    const size = await weigh(names);
    t.diagnostic(`${size} bytes`);
    assert.ok(size <= limit, `${size} bytes`);
  });
}
