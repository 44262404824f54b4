// How tests judge time: by what the processor spends, by the least of several runs, and with patience.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** How often something is tried at once, and then after pauses that grow: who disturbs it may end within 26 seconds. */
const atOnce = 8;
const paused = 14;

/** The milliseconds that the processor works on a call. */
async function spent(call) {
  const { user } = process.cpuUsage();
  await call();
  return (process.cpuUsage().user - user) / 1000;
}

/**
 * Fails unless a call takes at most so many milliseconds, or so many times as long as another one. Both may be called
 * again and again, and must do the same each time.
 */
export async function assertCheap(what, call, atMost, times = 0, than = undefined) {
  let long = Infinity;
  let short = Infinity;
  for (let turn = 0; turn < atOnce + paused; turn++) {
    if (turn >= atOnce) await setTimeout((turn - atOnce + 1) * 250);
    long = Math.min(long, await spent(call));
    if (long <= atMost) return;
    if (!than) continue;
    short = Math.min(short, await spent(than));
    if (long <= times * short) return;
  }
  assert.fail(`${what}: ${long} ms, more than ${atMost} ms${than ? ` and ${times} times ${short} ms` : ''}`);
}
