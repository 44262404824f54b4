// Reads cases, each a schema with a document as a value and as bytes, from standard
// input, one JSON text a line, and answers each with what buffer-plus writes for the
// value and reads from the bytes. The first argument is where it is installed.

'use strict';
const readline = require('readline');
const BufferPlus = require(process.argv[2]);

// Numbers come as text, so that infinities and negative zero survive.
function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== 'object') return value;
  if ('$n' in value) return Number(value.$n);
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, revive(v)]));
}

function retire(value) {
  if (Array.isArray(value)) return value.map(retire);
  if (typeof value === 'number') return {$n: Object.is(value, -0) ? '-0' : String(value)};
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, retire(v)]));
}

let n = 0;
readline.createInterface({input: process.stdin}).on('line', (line) => {
  const c = JSON.parse(line);
  const name = 'Schema' + n++;
  const answer = {};
  try {
    BufferPlus.createSchema(name, c.schema);
    const out = BufferPlus.create(64);
    out.writeSchema(name, revive(c.value));
    answer.hex = out.toBuffer().subarray(0, out.position).toString('hex');
    const data = BufferPlus.from(Buffer.from(c.hex, 'hex'));
    data.moveTo(0);
    answer.value = retire(data.readSchema(name));
    answer.read = data.position;
  } catch (e) {
    answer.error = String(e && e.stack || e);
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
});
