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
const below = (n) => Math.floor(next() * n);
const word = () => Array.from({ length: 4 + below(8) }, () => String.fromCharCode(97 + below(26))).join('');

const record = (id) => ({
  id,
  name: `${word()} ${word()}`,
  email: `${word()}@${word()}.example`,
  active: next() > 0.5,
  score: next() * 100,
  visits: below(100_000),
  tags: [word(), word(), word()],
  address: {
    street: `${below(200)} ${word()} street`,
    city: word(),
    zip: String(10_000 + below(89_999)),
  },
});

const row = (id) => ({
  id,
  time: 1_700_000_000_000 + id * 250,
  device: below(2 ** 20),
  x: next() * 2000 - 1000,
  y: next() * 2000 - 1000,
  z: next() * 100,
  count: below(2000) - 1000,
  ok: next() > 0.05,
});

/** The documents of testdata/corpora that are timed. */
export const documents = ['twitter', 'citm_catalog', 'canada'];

/**
 * Returns the name of each value and the value. Numbers of float64 are typed arrays
 * here; a format that has none gets Arrays. texts are those of the documents.
 */
export const payloads = (texts) => ({
  'one record': record(1),
  '1,000 records': Array.from({ length: 1000 }, (_, i) => record(i)),
  '1,000 flat rows': Array.from({ length: 1000 }, (_, i) => row(i)),
  ...Object.fromEntries(documents.map((name) => [name, JSON.parse(texts[name])])),
  'mixed document': {
    title: 'measurements',
    created: '2026-01-02T03:04:05Z',
    matrix: Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => below(1000))),
    series: Object.fromEntries(
      Array.from({ length: 20 }, () => [word(), { unit: 'K', min: next(), max: next(), ok: true, note: null }]),
    ),
  },
  '10,000 float64': Float64Array.from({ length: 10_000 }, () => next() * 1000 - 500),
  '8 MB of float64': Float64Array.from({ length: 2 ** 20 }, next),
});
