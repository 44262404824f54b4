// The pipe of a testee: requests come in, answers go out. Useful for any reader in JavaScript.

/** Thrown for what the testee cannot do. */
export class Skip extends Error {}

/**
 * Answers requests until the input ends. Each verb, R, T or W, is a function, possibly
 * async: the first two return the notation as text, or null if there is no meaning to tell,
 * the last returns bytes. An error is a refusal; crash(error) says which ones are not.
 */
export async function serve(hello, verbs, crash = () => false) {
  let pending = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32LE()) {
      const n = pending.readUInt32LE();
      const answer = await reply(hello, verbs, crash, pending.subarray(4, 4 + n));
      pending = Buffer.from(pending.subarray(4 + n));
      const head = Buffer.alloc(4);
      head.writeUInt32LE(answer.length);
      process.stdout.write(Buffer.concat([head, answer]));
    }
  }
}

async function reply(hello, verbs, crash, request) {
  const verb = String.fromCharCode(request[0]);
  if (verb === 'H') return Buffer.from('V' + JSON.stringify(hello));
  if (!verbs[verb]) return Buffer.from('Snot here');
  try {
    const result = await verbs[verb](Uint8Array.from(request.subarray(1)));
    if (result === null) return Buffer.from('A');
    return verb === 'W' ? Buffer.concat([Buffer.from('B'), result]) : Buffer.from('V' + result);
  } catch (error) {
    if (error instanceof Skip) return Buffer.from('S' + error.message);
    if (crash(error)) throw error;
    return Buffer.from('E' + error);
  }
}

/** Returns the notation of a number that is a float, or an integer that a float holds. */
export function number(v) {
  if (Number.isNaN(v)) return '{"$float":"NaN"}';
  if (!Number.isFinite(v)) return `{"$float":"${v}"}`;
  return Object.is(v, -0) ? '-0.0' : String(v);
}

/** Returns the notation of a list of what is printed already. */
export const list = (texts) => '[' + texts.join(',') + ']';

/** Returns the notation of an object, from pairs of a key and what is printed already. */
export function object(pairs) {
  if (pairs.some(([key]) => key.startsWith('$')))
    return '{"$object":' + list(pairs.map(([key, text]) => `[${JSON.stringify(key)},${text}]`)) + '}';
  return '{' + pairs.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',') + '}';
}

/** Returns what a value to be written is in JavaScript. */
export function valueOf(text, make) {
  // Integers that a number does not hold are bigints.
  const marked = text.replace(/("(?:[^"\\]|\\.)*")|((?<![\d.eE])-?\d{16,}(?![\d.eE]))/g, (all, string, integer) => string ?? `{"$integer":"${integer}"}`);
  const visit = (node) => {
    if (Array.isArray(node)) return node.map(visit);
    if (node === null || typeof node !== 'object') return node;
    const entries = Object.entries(node);
    if (entries.length !== 1 || !entries[0][0].startsWith('$')) return Object.fromEntries(entries.map(([key, n]) => [key, visit(n)]));
    const [name, content] = entries[0];
    if (name === '$integer') return BigInt(content);
    if (name === '$f64' && typeof content === 'string') {
      const value = Buffer.from(content, 'hex').readDoubleBE();
      if (Number.isNaN(value) && content !== '7ff8000000000000') throw new Skip('NaN has no bits in JavaScript');
      return value;
    }
    if (name === '$f64') return content.$integer ? Number(content.$integer) : content;
    if (name === '$object' && new Set(content.map(([key]) => key)).size === content.length)
      return Object.fromEntries(content.map(([key, n]) => [key, visit(n)]));
    return make(name, content, visit);
  };
  return visit(JSON.parse(marked));
}
