// The 16-bit floating point formats that JavaScript engines lack.

const word = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(4));

/** Returns the number that IEEE binary16 bits stand for. */
export function float16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 25) * (1024 + fraction) : 2 ** -24 * fraction);
}

/** Returns the number that bfloat16 bits stand for: the upper half of a binary32. */
export function bfloat16(bits: number): number {
  word.setUint32(0, bits * 65536);
  return word.getFloat32(0);
}
