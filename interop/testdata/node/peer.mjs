// What the peers in JavaScript share: files of frames, the verbs, random values. See the
// documentation of package interop.

import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the frames of a file, each in memory of its own. */
export const readFrames = (path) => framesOf(readFileSync(path));

/** Returns the frames of a buffer. */
export function framesOf(data) {
  const frames = [];
  for (let at = 0; at < data.length; ) {
    const n = data.readUInt32LE(at);
    frames.push(Uint8Array.from(data.subarray(at + 4, at + 4 + n)));
    at += 4 + n;
  }
  return frames;
}

/** Writes a file of frames, of bytes or of text. */
export function writeFrames(path, frames) {
  const parts = [];
  for (const frame of frames) {
    const bytes = Buffer.from(frame);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  }
  writeFileSync(path, Buffer.concat(parts));
}

/** Says of each message what decode throws, if anything: an empty frame for nothing. */
function check(decode, source, target) {
  const verdict = (message) => {
    try {
      decode(message);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  writeFrames(target, readFrames(source).map(verdict));
}

/** Writes random documents with their JSON text. */
function make({ document, encode }, seed, n, target) {
  const r = new Random(seed);
  const documents = r.list(Number(n), () => document(r));
  writeFrames(
    target,
    documents.flatMap((value) => [encode(value), jsonText(value)]),
  );
}

/** Runs the verb that the command line names; a peer brings echo, decode, encode and document. */
export async function main(peer) {
  const [verb, ...args] = process.argv.slice(2);
  if (verb === 'echo') await peer.echo(...args);
  else if (verb === 'edit') peer.edit(...args);
  else if (verb === 'check') check(peer.decode, ...args);
  else if (verb === 'make') make(peer, ...args);
  else throw new Error(`no verb ${verb}`);
}

/** Random numbers, the same for the same seed: SplitMix64. */
class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /** Returns 64 random bits. */
  bits() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** Returns a number below n. */
  below(n) {
    return Number(this.bits() % BigInt(n));
  }

  /** Returns one of some values. */
  of(...choices) {
    return choices[this.below(choices.length)];
  }

  /** Returns a list of n values. */
  list(n, next) {
    return Array.from({ length: n }, next);
  }

  /** Returns a signed integer of up to 64 bits, as likely of one width as of another. */
  integer() {
    return BigInt.asIntN(64, this.bits()) >> BigInt(this.below(64));
  }

  /** Returns a float that is finite and has a fraction, or is -0. */
  fraction() {
    return this.of(-0, (this.below(2 ** 52) + 0.5) / 2 ** this.below(40), -(this.below(1000) + 0.5) * 10 ** -this.below(300));
  }

  /** Returns text of a few letters, or of about as many as a length takes in one byte. */
  text() {
    const letters = [...'abcxyz0189 /~\\"\t\n\0éüßñ€漢字𝄞🙂\ufeff\uffff'];
    const n = this.below(20) ? this.below(8) : 28 + this.below(40);
    return this.list(n, () => this.of(...letters)).join('');
  }
}

/** Returns the JSON text of a value: of integers every digit, of a Map an object. */
function jsonText(value) {
  if (typeof value === 'bigint') return String(value);
  if (Object.is(value, -0)) return '-0.0';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, jsonText).join()}]`;
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members.map(([key, member]) => `${JSON.stringify(String(key))}:${jsonText(member)}`).join()}}`;
}
