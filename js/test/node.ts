// Uses the types where there are none of a browser and each of them is checked, as a program for Node does.

import { decodeStream, encode, encodeStream, fetchBeve } from '@beve-org/beve';
import * as basic from '@beve-org/beve/basic';

const body = basic.encode({ a: 1 }).length ? encode(1) : basic.encode(1);
await fetch('http://localhost/', { method: 'POST', body });
for await (const user of decodeStream<number>(encodeStream([1]))) user.toFixed();
const answers: number[] = [
  await fetchBeve<number>('http://localhost/'),
  await fetchBeve<number>(new URL('http://localhost/'), { data: 1 }),
  await fetchBeve<number>(new Request('http://localhost/')),
];
void [answers, new Blob([body])];
