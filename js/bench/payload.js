// The values that are timed: the same in every run and on every machine.

/** Returns numbers from 0 to 1 that look random (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const next = random(1);
const word = () =>
  Array.from({ length: 4 + Math.floor(next() * 8) }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join('');

const record = (id) => ({
  id,
  name: `${word()} ${word()}`,
  email: `${word()}@${word()}.example`,
  active: next() > 0.5,
  score: next() * 100,
  visits: Math.floor(next() * 100_000),
  tags: [word(), word(), word()],
  address: {
    street: `${Math.floor(next() * 200)} ${word()} street`,
    city: word(),
    zip: String(10_000 + Math.floor(next() * 89_999)),
  },
});

const floats = Array.from({ length: 10_000 }, () => next() * 1000 - 500);

/** The name of each value, and the value as the users of each format would have it. */
export const payloads = {
  'one record': record(1),
  '1,000 records': Array.from({ length: 1000 }, (_, i) => record(i)),
  '10,000 float64': floats,
  'mixed document': {
    title: 'measurements',
    created: '2026-01-02T03:04:05Z',
    matrix: Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => Math.floor(next() * 1000))),
    series: Object.fromEntries(
      Array.from({ length: 20 }, () => [word(), { unit: 'K', min: next(), max: next(), ok: true, note: null }]),
    ),
  },
};

/** The same with typed arrays, for formats that have them. */
export const typed = { ...payloads, '10,000 float64': new Float64Array(floats) };
