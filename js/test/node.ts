// Uses the types where there are none of a browser and each of them is checked, as a program for Node does.

import { decodeStream, encode, encodeStream, fetchBeve } from '@beve-org/beve';
import * as basic from '@beve-org/beve/basic';
import { canonical, check, decode as decodeForm } from '@beve-org/beve/canonical';
import * as patch from '@beve-org/beve/patch';

const body = basic.encode({ a: 1 }).length ? encode(1) : basic.encode(1);
await fetch('http://localhost/', { method: 'POST', body });
for await (const user of decodeStream<number>(encodeStream([1]))) user.toFixed();
const answers: number[] = [
  await fetchBeve<number>('http://localhost/'),
  await fetchBeve<number>(new URL('http://localhost/'), { data: 1 }),
  await fetchBeve<number>(new Request('http://localhost/')),
];
const changed = new patch.Batch({ limits: { maxDepth: 5 } })
  .set('/a', 1)
  .delete('/b')
  .do(patch.set(body, '/a', [1]));
const operations: patch.Operation[] = [
  { op: 'add', path: '/a', value: 1 },
  { op: 'move', from: '/a', path: '/b' },
];
const both = patch.merge(patch.apply(changed, operations), patch.diff(changed, body), { encode: { extended: true } });
// @ts-expect-error: an operation without its value
patch.apply(body, [{ op: 'add', path: '/a' }]);
// @ts-expect-error: no such operation
patch.apply(body, [{ op: 'set', path: '/a', value: 1 }]);
check(canonical(both, { limits: { maxBytes: 100 } }));
void [answers, new Blob([body, both]), decodeForm<number>(both).toFixed()];
