// Numbers of every class and width, compared and written as those of others.

import { Header, Type, classOf, typeOf, widthOf } from '../header.js';
import { numberAt } from '../reader.js';
import type { Value } from './form.js';

/** Returns the header, the place and the value of a number, undefined for a float of 128 bits. */
function numberOf({ src, off, lead }: Value): { h: number; n: number | bigint | undefined } {
  const h = lead ?? src.src[off]!;
  const at = lead === undefined ? off + 1 : off;
  return { h, n: h === Header.Float128 ? undefined : numberAt(src, h, at) };
}

const isFloat = (h: number): boolean => classOf(h) === 0;

/** Returns the float64 that reads as a float of 32 bits does: 0.1 of either is 0.1, which is not the same number. */
export function readsAs(f: number): number {
  for (let digits = 1; f && digits < 9; digits++) {
    const short = Number(f.toPrecision(digits));
    if (Object.is(Math.fround(short), f)) return short;
  }
  return f && Number(f.toPrecision(9));
}

/** Returns what a float reads as: see readsAs. Those of 16 bits read as those of 32. */
const reading = (h: number, f: number): number => (h === Header.Float64 ? f : readsAs(f));

/** Returns the integer whose digits are the shortest of a float, with zeros: 1e+25 shows more than it is. */
function shownInteger(f: number): bigint {
  const [digits, exponent] = String(f).split('e') as [string, string?];
  if (!exponent) return BigInt(digits);
  const [first, rest = ''] = digits.split('.') as [string, string?];
  return BigInt(first + rest.padEnd(Number(exponent), '0'));
}

/** Returns an integer as a float, if one is equal or is shown by the same digits. */
function floatOf(n: number | bigint): number | undefined {
  const f = Number(n);
  return f == n || (Number.isFinite(f) && shownInteger(f) === BigInt(n)) ? f : undefined;
}

/** Reports whether two numbers have the same value, as 0.0 and -0.0, or read the same: 0.1 of 32 and of 64 bits. */
export function sameNumber(a: Value, b: Value): boolean {
  const x = numberOf(a);
  const y = numberOf(b);
  if (x.n === undefined || y.n === undefined) return false;
  if (!isFloat(x.h) && !isFloat(y.h)) return x.n === y.n;
  if (isFloat(x.h) && isFloat(y.h)) {
    return x.n === y.n || Object.is(reading(x.h, x.n as number), reading(y.h, y.n as number));
  }
  const [f, n] = isFloat(x.h) ? [x.n, y.n] : [y.n, x.n];
  return floatOf(n) === f;
}

/** Returns the bytes of a number without a header as one of header h, if that holds it and reads the same. */
export function convert(v: Value, to: number): Uint8Array | undefined {
  const { src, off, end, lead } = v;
  const h = lead ?? src.src[off]!;
  if (typeOf(h) !== Type.Number) return undefined;
  if (h === to) return src.src.subarray(lead === undefined ? off + 1 : off, end);
  const { n } = numberOf(v);
  if (n === undefined) return undefined;
  const data = new Uint8Array(widthOf(to));
  const view = new DataView(data.buffer);
  if (!isFloat(to)) return isFloat(h) ? undefined : putInteger(data, to, BigInt(n));
  const f = Number(n);
  if (to === Header.Float64) {
    // Beyond 2^53 the float reads otherwise in JSON, though it is the same.
    if (isFloat(h) || f != n || Math.abs(f) > 2 ** 53) return undefined;
    view.setFloat64(0, f, true);
    return data;
  }
  if (to !== Header.Float32 || Math.fround(f) !== f) return undefined;
  if (isFloat(h) ? !Object.is(reading(h, f), readsAs(f)) : f != n || Math.abs(f) > 2 ** 24) return undefined;
  view.setFloat32(0, f, true);
  return data;
}

/** Writes an integer into data, as wide as it is; undefined if header h does not hold it. */
export function putInteger(data: Uint8Array, h: number, n: bigint): Uint8Array | undefined {
  const as = classOf(h) === 1 ? BigInt.asIntN : BigInt.asUintN;
  if (as(8 * data.length, n) !== n) return undefined;
  for (let i = 0; i < data.length; i++) data[i] = Number(BigInt.asUintN(8, n >> BigInt(8 * i)));
  return data;
}
