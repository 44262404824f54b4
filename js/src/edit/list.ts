// The elements of an array that is being changed: those that nobody has asked for as runs of
// bytes, the others as nodes. They are kept in blocks, so that no change moves more than one.

import type { Node } from './tree.js';

/** A run of n elements that lie from one offset to another, or one node. */
export interface Item {
  n: number;
  from: number;
  to: number;
  node?: Node;
}

interface Block {
  items: Item[];
  /** Elements. */
  n: number;
}

/** A place: an item of a block, and inside a run how many elements are before it. */
export interface Spot {
  block: Block;
  b: number;
  i: number;
  skip: number;
}

/** Blocks are split where they outgrow this. */
const maxItems = 256;

/**
 * A run of elements without a width ends with either so many elements or so many bytes,
 * because finding one of them walks over those before it.
 */
export const runItems = 64;
export const runBytes = 512;

export const oneNode = (node: Node): Item => ({ n: 1, from: 0, to: 0, node });

const elements = (items: Item[]): number => items.reduce((n, item) => n + item.n, 0);

export class List {
  private readonly blocks: Block[] = [];
  /** Elements. */
  n = 0;

  /** Puts an item at the end. */
  add(item: Item): void {
    let last = this.blocks.at(-1);
    if (!last || last.items.length >= maxItems / 2) this.blocks.push((last = { items: [], n: 0 }));
    last.items.push(item);
    last.n += item.n;
    this.n += item.n;
  }

  /** Returns where element n is; n may be that after the last. */
  find(n: number): Spot {
    if (!this.blocks.length) this.blocks.push({ items: [], n: 0 });
    let b = 0;
    for (; b + 1 < this.blocks.length && n >= this.blocks[b]!.n; b++) n -= this.blocks[b]!.n;
    const block = this.blocks[b]!;
    let i = 0;
    for (; i < block.items.length && n >= block.items[i]!.n; i++) n -= block.items[i]!.n;
    return { block, b, i, skip: n };
  }

  /** Puts items in the place of count others. */
  replace({ block, b, i }: Spot, count: number, ...items: Item[]): void {
    const out = block.items.splice(i, count, ...items);
    const delta = elements(items) - elements(out);
    block.n += delta;
    this.n += delta;
    if (block.items.length <= maxItems) return;
    const rest = block.items.splice(block.items.length >> 1);
    const n = elements(rest);
    block.n -= n;
    this.blocks.splice(b + 1, 0, { items: rest, n });
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const { items } of this.blocks) yield* items;
  }
}
