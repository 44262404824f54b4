// Numbers in canonical form: the narrowest type for one, or for all of an array.

import { readsAs } from '../edit/number.js';
import { Header, classOf, widthOf } from '../header.js';
import { numberAt } from '../reader.js';
import { put16, put32, put64, putByte, putFloat, type Writer } from '../writer.js';

/** Where numbers lie. */
export type Place = Parameters<typeof numberAt>[0];

/** The bits of the one NaN. */
const nan = 0x7fc00000;

/** What a type must hold for some numbers: integers, or floats. */
export class Need {
  private n = 0;
  private integers = 0;
  /** Bits of the largest integer that is not negative. */
  private plus = 0;
  /** Bits, beside the sign, of the lowest one that is; -1 if there is none. */
  private minus = -1;
  private single = true;
  /** Floats of 128 bits. */
  private wide = 0;
  private double = true;

  /** Adds the number of header h at an offset. */
  add(c: Place, h: number, at: number): void {
    this.n++;
    if (h === Header.Float128) {
      this.wide++;
      return;
    }
    const n = numberAt(c, h, at);
    if (classOf(h)) {
      this.integers++;
      if (n < 0) this.minus = Math.max(this.minus, bits(n));
      else this.plus = Math.max(this.plus, bits(n));
    } else if (h === Header.Float64) {
      this.single &&= isSingle(n as number);
    } else {
      this.double &&= readsSame(n as number);
    }
  }

  /** Returns the header of the type of all the numbers, undefined if none holds them all. */
  header(): number | undefined {
    const { n, integers, plus, minus, single, wide, double } = this;
    if (wide) return wide === n ? Header.Float128 : undefined;
    if (integers < n) return integers ? undefined : single ? Header.Float32 : double ? Header.Float64 : undefined;
    if (minus < 0) return Header.Uint8 + (code(plus) << 5);
    const size = Math.max(plus, minus) + 1;
    return size <= 128 ? Header.Int8 + (code(size) << 5) : undefined;
  }
}

/** Returns the number of bits of an integer, beside the sign of one that is negative. */
function bits(n: number | bigint): number {
  if (typeof n === 'bigint') return (n < 0n ? ~n : n).toString(2).length;
  const size = n < 0 ? -n - 1 : n;
  return size < 2 ** 32 ? 32 - Math.clz32(size) : 64 - Math.clz32(size / 2 ** 32);
}

/** Returns the width code of the narrowest type of so many bits. */
const code = (size: number): number => (size <= 8 ? 0 : 29 - Math.clz32(size - 1));

/** Reports whether a float of 32 bits reads in JSON as that of 64 bits of the same value. */
const readsSame = (f: number): boolean => (Number.isInteger(f) && Math.abs(f) <= 2 ** 24) || Object.is(readsAs(f), f);

/** Reports whether a float of 32 bits holds one of 64 and reads in JSON as it does. */
const isSingle = (f: number): boolean => Object.is(Math.fround(f), f) && readsSame(f);

/** Reports whether one of n numbers of header h is a NaN that is not the one of canonical form. */
export function hasForeignNaN({ view }: Place, h: number, at: number, n: number): boolean {
  if (h === Header.Float32) {
    for (let i = 0; i < n; i++)
      if (Number.isNaN(view.getFloat32(at + 4 * i, true)) && view.getUint32(at + 4 * i, true) !== nan) return true;
  } else if (h === Header.Float64) {
    for (let i = 0; i < n; i++)
      if (
        Number.isNaN(view.getFloat64(at + 8 * i, true)) &&
        (view.getUint32(at + 8 * i, true) || view.getUint32(at + 8 * i + 4, true) !== 0x7ff80000)
      )
        return true;
  }
  return false;
}

/** Returns the narrowest type of n numbers of header h, h if that is it, which most of the time the first of them shows. */
export function narrowest(c: Place, h: number, at: number, n: number): number {
  const width = widthOf(h);
  if (h === Header.Uint8 || h === Header.Float32 || h === Header.Float128) return h;
  if (h === Header.Float64) {
    for (let i = 0; i < n; i++) if (!isSingle(c.view.getFloat64(at + 8 * i, true))) return h;
    return Header.Float32;
  }
  const need = new Need();
  for (let i = 0; i < n; i++) {
    need.add(c, h, at + i * width);
    if (need.header() === h) return h;
  }
  return need.header()!;
}

/** Writes a number of header h without it as one of header to, which holds it. */
export function putAs(w: Writer, c: Place, h: number, at: number, to: number): void {
  const n = numberAt(c, h, at);
  if (to === Header.Float32) {
    put32(w, n !== n ? nan : singleBits(n as number));
  } else if (to === Header.Float64) {
    if (n === n) return putFloat(w, n as number);
    put32(w, 0);
    put32(w, 0x7ff80000);
  } else {
    switch (widthOf(to)) {
      case 1:
        return putByte(w, Number(n) & 255);
      case 2:
        return put16(w, Number(n));
      case 4:
        return put32(w, Number(n));
      case 16:
        put64(w, BigInt(n));
        return put64(w, BigInt(n) >> 64n);
    }
    put64(w, BigInt(n));
  }
}

const single = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(4));

function singleBits(f: number): number {
  single.setFloat32(0, f);
  return single.getUint32(0);
}

/** Returns the name of a type of numbers. */
export function nameOf(h: number): string {
  const width = 8 * widthOf(h);
  return h === Header.BFloat16 ? 'bfloat16' : ['float', 'int', 'uint'][classOf(h)]! + width;
}
