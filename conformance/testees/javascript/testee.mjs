// The TypeScript package of this project as a testee: testee.mjs decode|view. BEVE_SOURCE
// names another build of it.
import { Skip, list, number, object, serve, valueOf } from './pipe.mjs';

const { BeveError, Complex, ComplexArray, Duration, Interval, Matrix, Pattern, Timestamp, TypeTag, UUID, View, decode, decodeStream, encode } =
  await import(process.env.BEVE_SOURCE ?? '../../../js/dist/index.js');
const mode = process.argv[2];
const options = { genericArrays: false };

function stamp(t) {
  const millis = BigInt(t.getTime());
  const seconds = (millis - (((millis % 1000n) + 1000n) % 1000n)) / 1000n;
  return `{"$timestamp":[${seconds},${t.nanoseconds},${t.offset ?? 0}]}`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function show(v) {
  if (v === null || typeof v === 'boolean' || typeof v === 'bigint') return String(v);
  if (typeof v === 'string') return expectsUUID && uuid.test(v) ? `{"$uuid":"${v}"}` : JSON.stringify(v);
  if (typeof v === 'number') return number(v);
  if (v instanceof Complex) return `{"$complex":[${show(v.re)},${show(v.im)}]}`;
  if (v instanceof ComplexArray) {
    const parts = Array.from(v.data, show);
    return list(parts.filter((_, i) => i % 2 === 0).map((re, i) => `{"$complex":[${re},${parts[2 * i + 1]}]}`));
  }
  if (v instanceof Matrix) return `{"$matrix":["${v.layout === 'layout_right' ? 'row' : 'column'}",${show(v.extents)},${show(v.value)}]}`;
  if (v instanceof Timestamp) return stamp(v);
  if (v instanceof Duration) {
    const all = v.nanoseconds < 0n ? -v.nanoseconds : v.nanoseconds;
    return `{"$duration":["${v.nanoseconds < 0n ? '-' : '+'}",${all / 1000000000n},${all % 1000000000n}]}`;
  }
  if (v instanceof Interval) return `{"$interval":[${stamp(v.start)},${stamp(v.end)}]}`;
  if (v instanceof TypeTag) return `{"$tag":[${v.index},${show(v.value)}]}`;
  if (v instanceof Pattern) return `{"$regexp":["${flags(v.flags)}",${JSON.stringify(v.pattern)}]}`;
  if (v instanceof RegExp) return `{"$regexp":["${flags(v.flags)}",${JSON.stringify(v.source === '(?:)' ? '' : v.source)}]}`;
  if (v instanceof Map) return `{"$map":${list(Array.from(v, ([key, value]) => `[${key},${show(value)}]`))}}`;
  if (Array.isArray(v) || ArrayBuffer.isView(v)) return list(Array.from(v, show));
  return object(Object.entries(v).map(([key, value]) => [key, show(value)]));
}

const flags = (text) => [...'imsug'].filter((letter) => text.includes(letter)).join('');
let expectsUUID = false;

/** Reads a value part by part. */
function walk(view) {
  switch (view.kind) {
    case 'array':
      return list(Array.from(view, walk));
    case 'object': {
      const pairs = Array.from(view.entries(), ([key, part]) => [key, walk(part)]);
      return pairs.some(([key]) => typeof key !== 'string') ? `{"$map":${list(pairs.map(([key, text]) => `[${key},${text}]`))}}` : object(pairs);
    }
  }
  return show(view.value());
}

/** Refusals are errors of the package; what it cannot hold is skipped. */
function guarded(read) {
  return (bytes) => {
    try {
      expectsUUID = bytes.includes(0x46);
      return read(bytes);
    } catch (error) {
      if (error instanceof BeveError && ['unsupported', 'overflow'].includes(error.code)) throw new Skip(error.message);
      throw error;
    }
  };
}

const verbs = {
  decode: {
    R: guarded((bytes) => show(decode(bytes, options))),
    T: async (bytes) => {
      const all = [];
      expectsUUID = bytes.includes(0x46);
      const pieces = bytes.length < 1000 ? Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)) : [bytes];
      for await (const value of decodeStream(pieces)) all.push(show(value));
      return `{"$stream":${list(all)}}`;
    },
    W: (bytes) => {
      let extended = false;
      const value = valueOf(Buffer.from(bytes).toString(), (name, content, visit) => {
        if (name === '$map') return new Map(content.map(([key, value]) => [visit(key), visit(value)]));
        if (name === '$complex') return new Complex(...content.map(visit));
        if (name === '$matrix') return new Matrix(content[0] === 'row' ? 'layout_right' : 'layout_left', content[1], Float64Array.from(content[2].map(visit)));
        extended = true;
        if (name === '$uuid') return new UUID(content);
        if (name === '$timestamp') return Timestamp.of(...content);
        if (name === '$interval') return new Interval(...content.map(visit));
        if (name === '$duration') return new Duration((content[0] === '-' ? -1n : 1n) * (BigInt(content[1]) * 1000000000n + BigInt(content[2])));
        if (name === '$regexp') return new Pattern(content[1], content[0]);
        throw new Skip('no value of JavaScript for ' + name);
      });
      return encode(value, { extended });
    },
  },
  // A View looks at what it is asked for alone: that the rest is a message, decode says.
  view: { R: guarded((bytes) => (decode(bytes, options), walk(new View(bytes)))) },
};
await serve({ name: '@beve-org/beve', version: `working tree, Node ${process.versions.node}`, profile: 'extended' }, verbs[mode], (error) => !(error instanceof BeveError));
