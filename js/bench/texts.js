// The documents of testdata/corpora.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { documents } from './payload.js';

/** Returns the text of each document by its name. */
export const texts = () =>
  Object.fromEntries(
    documents.map((name) => [
      name,
      gunzipSync(readFileSync(new URL(`../../testdata/corpora/${name}.json.gz`, import.meta.url))).toString(),
    ]),
  );
