// The package in a real browser, against a server in Go: examples/browser. The path
// of the browser is taken from CHROMIUM, /usr/bin/chromium by default; a screenshot
// is left in .screenshots.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { quiet } from './chromium.js';

const root = new URL('../../', import.meta.url).pathname;
const temporary = mkdtempSync(join(tmpdir(), 'beve-browser-'));
let server;
let context;
let page;
let url;
const problems = [];

before(async () => {
  execFileSync('go', ['build', '-buildvcs=false', '-o', join(temporary, 'server'), './browser'], {
    cwd: join(root, 'examples'),
    stdio: 'inherit',
  });
  server = spawn(join(temporary, 'server'), ['-addr', 'localhost:0', '-dist', join(root, 'js/dist')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    url = line;
    break;
  }
  context = await chromium.launchPersistentContext(join(temporary, 'profile'), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: quiet,
    viewport: { width: 1000, height: 1150 },
  });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !message.location().url.endsWith('/favicon.ico') && problems.push(message.text()),
  );
  await page.goto(url);
});

after(async () => {
  await context?.close();
  server?.kill();
  rmSync(temporary, { recursive: true, force: true });
});

const text = (selector) => page.textContent(selector);

test('fetches a document with what only BEVE carries', async () => {
  await page.waitForSelector('dd[data-key=name]');
  assert.equal(await text('dd[data-key=id]'), '6ba7b810-9dad-41d1-80b4-00c04fd430c8');
  assert.equal(await text('dd[data-key=serial]'), '9223372036854775809');
  assert.equal(await text('dd[data-key=built]'), '1900-07-19T12:00:00.123456789Z');
  assert.equal(await text('dd[data-key=interval]'), 'PT1.5S');
  assert.equal(await text('dd[data-key=origin]'), '47.421 + 10.985i');
});

test('edits it and posts it back, and nothing is lost', async () => {
  await page.fill('#name', 'Brocken ✓');
  await page.click('#save');
  await page.waitForFunction(() => document.querySelector('#saved').textContent === 'saved');
  await page.reload(); // from the server again
  await page.waitForSelector('dd[data-key=name]');
  assert.equal(await text('dd[data-key=name]'), 'Brocken ✓');
  assert.equal(await text('dd[data-key=edits]'), '1');
  assert.equal(await text('dd[data-key=id]'), '6ba7b810-9dad-41d1-80b4-00c04fd430c8');
  assert.equal(await text('dd[data-key=serial]'), '9223372036854775809');
  assert.equal(await text('dd[data-key=built]'), '1900-07-19T12:00:00.123456789Z');
  assert.equal(await text('dd[data-key=interval]'), 'PT1.5S');
});

test('streams 10,000 records into a table', async () => {
  await page.waitForSelector('#readings tr');
  assert.match(await text('#progress'), /^10000 records, mean value 20\.\d{3}/);
  const rows = await page.$$eval('#readings tr', (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  assert.equal(rows.length, 8);
  assert.deepEqual(rows.at(-1).slice(0, 3), ['9999', 'roof', '2026-01-01T02:46:39Z']);
});

test('plots an array without copying it', async () => {
  await page.waitForFunction(() => document.querySelector('#signal').textContent);
  assert.equal(await text('#signal'), '4096 samples in a Float64Array, without a copy');
  const inked = await page.$eval('#plot', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let n = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i]) n++;
    return n;
  });
  assert.ok(inked > 5000, `${inked} pixels`);
});

test('reads in the browser what Node does', async () => {
  const result = await page.evaluate(async () => {
    const { decode, encode, decodeStream, encodeStream, View } = await import('/beve/index.js');
    const value = {
      text: 'é𝄞',
      list: [1, null, true, -0.5],
      big: 2n ** 70n,
      map: new Map([[5, 'five']]),
      at: new Date(0),
      array: Float32Array.of(1, 2),
    };
    const copy = decode(encode(value, { extended: true }));
    const streamed = [];
    for await (const item of decodeStream(encodeStream([1, 'two', [3]]))) streamed.push(item);
    return [
      copy.text,
      copy.list,
      String(copy.big),
      copy.map.get(5),
      copy.at.toISOString(),
      [...copy.array],
      streamed,
      new View(encode(value)).at('/list/3').value(),
    ];
  });
  assert.deepEqual(result, [
    'é𝄞',
    [1, null, true, -0.5],
    '1180591620717411303424',
    'five',
    '1970-01-01T00:00:00Z',
    [1, 2],
    [1, 'two', [3]],
    -0.5,
  ]);
});

test('leaves no error in the console, and a screenshot', async () => {
  mkdirSync(join(root, 'js/.screenshots'), { recursive: true });
  await page.screenshot({ path: join(root, 'js/.screenshots/browser.png') });
  assert.deepEqual(problems, []);
});
