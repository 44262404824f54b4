// Uses the types of the package as a program would; it only has to compile.

import {
  BeveError,
  Complex,
  Matrix,
  Timestamp,
  View,
  decode,
  decodeStream,
  encode,
  encodeStream,
  fetchBeve,
  useBeve,
  type DecodeOptions,
  type Kind,
} from '@beve-org/beve';
import * as basic from '@beve-org/beve/basic';
import axios from 'axios';

interface User {
  id: number;
  tags: string[];
}

const bytes: Uint8Array = encode({ id: 1, at: new Timestamp(0) }, { extended: true, aligned: true });
void [fetch('/users', { method: 'POST', body: encode(1) }), new Blob([encode(1), basic.encode(1)])];
const owned: ArrayBuffer = encode(1).buffer;
const user: User = decode<User>(bytes, { limits: { maxDepth: 10 }, copy: true } satisfies DecodeOptions);
const view = new View(bytes.buffer as ArrayBuffer);
const kind: Kind | undefined = view.at('/tags/0')?.kind;
const id: number | undefined = view.get('id')?.value<number>();
for (const [key, part] of view.entries()) void [key, part.length];
const stream: ReadableStream<Uint8Array> = encodeStream([user]);
for await (const item of decodeStream<User>(stream)) item.tags.push(String(kind));
const fetched: User = await fetchBeve<User>('/users', { data: user, encode: { extended: true }, headers: { a: 'b' } });
const client = useBeve(axios.create());
const posted: User = (await client.post<User>('/users', fetched)).data;
const matrix = new Matrix('layout_left', [2, 1], new Float64Array(2));
const first: number | undefined = matrix.value[0];
const complex = new Complex(1, 2);
try {
  decode(new DataView(new ArrayBuffer(1)));
} catch (error) {
  if (error instanceof BeveError && error.code === 'truncated') void [error.offset?.toFixed(), error.path.length];
}
// @ts-expect-error: no such option
encode(1, { extendet: true });
// @ts-expect-error: a View has no constructor for its parts
new View(bytes, {}, '/a', { at: 1 }, 2);
const small: User = basic.decode<User>(basic.encode(user, { aligned: true }), { copy: true });
// @ts-expect-error: no tables in the basic package
basic.encode(1, { extended: true });
void [owned, id, posted, first, complex.re, small];
