// A tree that was changed, written as a message again.

import type { DecodeOptions } from '../options.js';
import { putByte, putBytes, take, type Writer } from '../writer.js';
import { dataOf, fits, plainArray, putHead, putKey } from './form.js';
import type { Item } from './list.js';
import { repack, writer } from './packed.js';
import { runChild, type Box, type Node } from './tree.js';

/** Writes a node as a value of its own; base is where the message has what w begins with. */
export function putNode(w: Writer, base: number, n: Node, options: DecodeOptions): void {
  const b = n.box;
  if (!b?.changed) {
    if (n.lead !== undefined) putByte(w, n.lead);
    putBytes(w, n.src.src.subarray(n.off, n.end));
    return;
  }
  const put = b.object ? putObject : putArray;
  if (!b.was) return put(w, base, b, options);
  const inner = writer();
  put(inner, base + w.pos + w.extra, b, options);
  repack(w, base, take(inner), b.was, options);
}

function putObject(w: Writer, base: number, { src, shape, object }: Box, options: DecodeOptions): void {
  const members = object!.list.filter(({ gone }) => !gone);
  putHead(w, shape, members.length);
  for (const { from, value, end, node, fresh } of members) {
    if (fresh) putKey(w, shape, node!.name!);
    else putBytes(w, src.src.subarray(from, node ? value : end));
    if (node) putNode(w, base, node, options);
  }
}

function putArray(w: Writer, base: number, b: Box, options: DecodeOptions): void {
  const shape = b.wide ? plainArray : b.shape;
  const { lead } = shape;
  putHead(w, shape, b.list!.n);
  for (const item of b.list!) {
    const { node, from, to } = item;
    if (!node && b.wide) putWide(w, b, item);
    else if (!node) putBytes(w, b.src.src.subarray(from, to));
    else if (lead === undefined) putNode(w, base, node, options);
    else putBytes(w, node.lead === lead ? dataOf(node) : fits(node, lead)!);
  }
}

/** Writes the elements of a run with the header that they lack. */
function putWide(w: Writer, b: Box, run: Item): void {
  for (let i = 0, at = run.from; i < run.n; i++) {
    const { value, end } = runChild(b, { ...run, from: at }, 0);
    putByte(w, b.shape.lead!);
    putBytes(w, b.src.src.subarray(value, end));
    at = end;
  }
}
