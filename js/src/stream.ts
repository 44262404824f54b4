// Streams: values one after another, with delimiters between them.

import { checkOptions, wrong } from './check.js';
import { tooLong, value } from './decode.js';
import { encode } from './instances.js';
import { Fault, raise } from './errors.js';
import { extension } from './extensions.js';
import { Header } from './header.js';
import {
  byteLimit,
  decodeOptions,
  encodeOptions,
  type DecodeOptions,
  type EncodeOptions,
  type OwnBytes,
} from './options.js';
import { begin, passDelimiters } from './parts.js';
import { Cursor, bytesOf, extend, truncated, type Bytes } from './reader.js';
import { root, scan } from './scan.js';
import { joined } from './writer.js';

/** A stream of bytes: of fetch, of files, of Node, or any iterable of chunks. */
export type ByteSource = ReadableStream<Bytes> | AsyncIterable<Bytes> | Iterable<Bytes>;

/** Loops over the chunks of a source; not every browser can loop over its streams. */
async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { getReader, [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = Object(source);
  if (typeof source === 'string' || ArrayBuffer.isView(source) || !(getReader || later || now))
    wrong(source, 'source', 'a stream or chunks, such as [bytes]');
  if (!getReader) {
    for await (const chunk of source as AsyncIterable<Bytes>) yield bytesOf(chunk);
    return;
  }
  const reader = (source as ReadableStream<Bytes>).getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield bytesOf(value);
    }
  } finally {
    // Whoever leaves the loop early does not want the rest; a source that failed has none.
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/** The part of a stream that is in memory: from what is read next on. */
class Window {
  bytes: Uint8Array = new Uint8Array(0);
  /** The position in the stream of the first of them. */
  base = 0;
  /** Memory that chunks are put together in; a chunk that comes alone is not copied. */
  private room = this.bytes;

  drop(n: number): void {
    this.bytes = this.bytes.subarray(n);
    this.base += n;
  }

  append(chunk: Uint8Array): void {
    const { bytes } = this;
    const n = bytes.length + chunk.length;
    if (n > chunk.length) {
      const inPlace = bytes.buffer === this.room.buffer && bytes.byteOffset === 0;
      if (n > this.room.length) this.room = new Uint8Array(2 * n);
      else if (inPlace) return this.extend(chunk, n);
      this.room.set(bytes); // which may lie further back in the same memory
      return this.extend(chunk, n);
    }
    this.bytes = chunk;
  }

  private extend(chunk: Uint8Array, n: number): void {
    this.room.set(chunk, n - chunk.length);
    this.bytes = this.room.subarray(0, n);
  }
}

const isTruncated = (failure: unknown): boolean => failure instanceof Fault && failure.code === 'truncated';

/**
 * Decodes a stream of values, delimited or not, one at a time. No more is in memory
 * than one value and a chunk, and memory grows as data arrives, up to
 * limits.maxBytes. Numeric arrays are copies. Throws a BeveError whose offset counts
 * from the start of the stream, after the values before it were given out. Leaving
 * the loop early cancels the source.
 */
export async function* decodeStream<T = unknown>(
  source: ByteSource,
  options: DecodeOptions = {},
): AsyncGenerator<T, void, undefined> {
  checkOptions(options, decodeOptions);
  const chunks = chunksOf(source);
  const window = new Window();
  const copying = { ...options, copy: true };
  const limit = byteLimit(options.limits, 2 ** 30);
  let final = false;
  const fill = async (): Promise<void> => {
    const { done, value } = await chunks.next();
    if (value) window.append(value);
    final = !!done;
  };
  /** Decodes the value that the window begins with, and drops it. */
  const take = (): T => {
    const c = new Cursor(window.bytes, copying, extension);
    c.final = final;
    if (!options.copy) c.read = 0; // the text of parts is no view of the window
    const result = value(c);
    if (c.pos > limit) tooLong();
    window.drop(c.pos);
    return result as T;
  };
  /** Fills the window until the value that it begins with is there. */
  const whole = async (): Promise<void> => {
    const c = new Cursor(window.bytes, options, extension, 1, true);
    const stack = [root()];
    for (;;) {
      try {
        c.final = final;
        return scan(c, stack);
      } catch (failure) {
        if (c.final || !isTruncated(failure)) throw failure;
      }
      if (window.bytes.length > limit) tooLong();
      await fill();
      extend(c, window.bytes);
    }
  };

  let begun = false; // what may stand at the start of a stream has passed
  let framed = false; // by a header whose value has not come yet
  let after = false; // a value ended here, so that a delimiter is one
  try {
    for (;;) {
      const { bytes } = window;
      const c = new Cursor(bytes, options, extension);
      let known = bytes.length > 0;
      if (known && !begun) {
        begun = known = final || bytes[0] !== Header.Framing || bytes.length > 1;
        if (known && bytes[0] === Header.Framing) begin(c);
        framed = c.pos > 0;
      }
      if (known) known = passDelimiters(c, after, final);
      after &&= c.pos === 0;
      window.drop(c.pos);
      if (known && window.bytes.length) {
        let next: T;
        try {
          next = take();
        } catch (failure) {
          if (final || !isTruncated(failure)) throw failure;
          await whole();
          next = take();
        }
        yield next;
        framed = false;
        after = true;
      } else if (!final) {
        await fill();
      } else {
        if (framed) truncated(new Cursor(window.bytes, options, extension)); // a header of nothing
        return;
      }
    }
  } catch (failure) {
    throw raise(failure, window.base);
  } finally {
    await chunks.return(undefined);
  }
}

/** Values in less bytes than this are put together, if they are there at once. */
const chunkBytes = 1 << 14;

/**
 * Encodes values as a stream with delimiters between them, such as the body of a
 * request. Each value of an asynchronous iterable is a chunk of its own; others are
 * put together. The stream fails with a BeveError for what has no form in BEVE.
 */
export function encodeStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
  options: EncodeOptions = {},
): ReadableStream<OwnBytes> {
  const { [Symbol.asyncIterator]: waits, [Symbol.iterator]: now } = Object(values);
  if (typeof values === 'string' || !(waits || now)) wrong(values, 'values', 'an iterable, such as [value]');
  checkOptions(options, encodeOptions);
  const iterator: AsyncIterator<unknown> | Iterator<unknown> = (waits ?? now).call(values);
  let first = true;
  return new ReadableStream<OwnBytes>({
    async pull(controller) {
      const parts: Uint8Array[] = [];
      let n = 0;
      let ended = false;
      while (n === 0 || (n < chunkBytes && !waits)) {
        const { done, value } = await iterator.next();
        ended = !!done;
        if (ended) break;
        if (!first) parts.push(Uint8Array.of(Header.Delimiter));
        const bytes = encode(value, first ? options : { ...options, framing: false });
        first = false;
        parts.push(bytes);
        n += bytes.length + 1;
      }
      if (parts.length) controller.enqueue(joined(parts));
      if (ended) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
