// The inspector in a real browser: the page that beveserve serves, and the one file with the reader in WebAssembly.
// Screenshots are left in .screenshots.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { encode, Matrix } from '../dist/index.js';
import { quiet } from './chromium.js';

const root = new URL('../../', import.meta.url).pathname;
const temporary = mkdtempSync(join(tmpdir(), 'beve-inspector-'));
const shots = join(root, 'js/.screenshots');
const document = {
  station: 'Zugspitze',
  signal: Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i / 200) * Math.exp(-i / 2500)),
  sensors: Array.from({ length: 300 }, (_, i) => ({ name: `sensor ${i}`, factor: i / 4, active: i % 3 > 0 })),
  'a/b': { deep: [1, [2, [3]]] },
  field: new Matrix('layout_right', [40, 30], Float32Array.from({ length: 1200 }, (_, i) => (i % 30) * Math.floor(i / 30))),
};
const files = { 'good.beve': encode(document, { extended: true }), 'log.ndjson': '{"id":1,"at":"x"}\n{"id":2}\n[3,4,5]\n' };
files['empty.json'] = '';
files['mark.json'] = '\ufeff{"a":1}';
files['junk'] = Uint8Array.of(0xa3, 0x64, 0x6e, 0x61, 0x6d, 0x65, 0x63); // CBOR
files['bad.beve'] = files['good.beve'].subarray(0, files['good.beve'].length - 100);
const path = (name) => join(temporary, name);
const servers = [];
const problems = [];
let context;

before(async () => {
  mkdirSync(shots, { recursive: true });
  for (const [name, data] of Object.entries(files)) writeFileSync(path(name), data);
  const cwd = join(root, 'cmd');
  execFileSync('go', ['build', '-buildvcs=false', '-o', path('beveserve'), './beveserve'], { cwd, stdio: 'inherit' });
  execFileSync('go', ['run', './internal/inspect/bundle', path('inspector.html')], { cwd, stdio: 'inherit' });
  context = await chromium.launchPersistentContext(path('profile'), {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: quiet,
    viewport: { width: 1400, height: 850 },
  });
  context.on('request', (request) => !/^(http:\/\/127\.0\.0\.1:|file:|data:|blob:)/.test(request.url()) && problems.push(request.url()));
});

after(async () => {
  await context?.close();
  for (const server of servers) server.kill();
  rmSync(temporary, { recursive: true, force: true });
});

const opened = async (url) => {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  return page;
};

/** Opens the page of beveserve for a file. */
async function served(name) {
  const server = spawn(path('beveserve'), [path(name)], { stdio: ['ignore', 'pipe', 'inherit'] });
  servers.push(server);
  for await (const url of createInterface({ input: server.stdout })) {
    const page = await opened(url);
    await page.waitForSelector('.node.chosen');
    return page;
  }
}

/** Opens the page with its own reader, and a file on it. */
async function dropped(name) {
  const page = await opened(`file://${path('inspector.html')}`);
  await page.setInputFiles('#file', path(name));
  await page.waitForSelector('.node.chosen');
  return page;
}

const find = async (page, wanted) => {
  await page.fill('#path', wanted);
  await page.press('#path', 'Enter');
};

/** What is chosen in the bytes. */
const chosenBytes = (page) => page.$$eval('.row i.byte.chosen', (all) => all.filter((i) => !i.closest('.ascii')).map((i) => parseInt(i.textContent, 16)));

for (const [how, open] of [['served', served], ['with its own reader', dropped]]) {
  test(`the page ${how} shows the tree, the bytes and what they mean`, async () => {
    const page = await open('good.beve');
    await page.waitForFunction(() => document.querySelector('#about').textContent.endsWith('✓'));
    assert.deepEqual(
      await page.$$eval('.node .name', (all) => all.map((name) => name.textContent)),
      Object.keys(document).map((name) => JSON.stringify(name)),
    );
    await find(page, '/a~1b/deep/1/0');
    await page.waitForFunction(() => document.querySelector('#detail h2')?.textContent === '/a~1b/deep/1/0');
    const bytes = await chosenBytes(page);
    assert.equal(bytes.at(-1), 2, 'the number itself');
    const start = Number(await page.$eval('.row i.byte.chosen', (i) => i.dataset.at));
    assert.deepEqual(bytes, [...files['good.beve'].subarray(start, start + bytes.length)]);
    // Pointing at the header says what its bits mean; clicking on a byte leads to its value.
    await page.hover('.row i.byte.chosen.header');
    await page.waitForFunction(() => document.querySelector('#hover').textContent.includes('type number'));
    await page.focus('#rows');
    await page.keyboard.press('Home');
    await page.click('.row .ascii i:text-is("Z")', { timeout: 5000 });
    await page.waitForFunction(() => document.querySelector('#detail h2').textContent === '/station');
    assert.equal(await page.textContent('#detail pre'), 'Zugspitze');
    await page.close();
  });

  test(`the page ${how} draws plots, grids and matrices`, async () => {
    const page = await open('good.beve');
    await find(page, '/signal');
    await page.waitForSelector('svg polygon');
    assert.match(await page.textContent('.pictures .note'), /^5.000 numbers, from -0\.\d+ to 0\.\d+, mean/);
    await page.screenshot({ path: join(shots, `inspector-plot-${how.split(' ')[0]}.png`) });
    await find(page, '/sensors');
    await page.waitForSelector('table.grid tbody tr');
    assert.deepEqual(await page.$$eval('table.grid th', (all) => all.map((th) => th.textContent)), ['', 'name', 'factor', 'active']);
    await page.click('.pages button >> nth=1');
    await page.waitForFunction(() => document.querySelector('table.grid tbody td').textContent === '50');
    assert.deepEqual(await page.$$eval('table.grid tbody tr:first-child td', (all) => all.map((td) => td.textContent)), ['50', 'sensor 50', '12.5', 'true']);
    await page.click('table.grid tbody td >> text="sensor 51"');
    await page.waitForFunction(() => document.querySelector('#detail h2').textContent === '/sensors/51/name');
    await find(page, '/field');
    await page.waitForSelector('.pictures canvas');
    assert.equal(await page.$eval('.pictures canvas', (c) => `${c.width}x${c.height}`), '30x40');
    await find(page, '/sensors/7/nam');
    await page.click('#message button >> text=name');
    await page.waitForFunction(() => document.querySelector('#detail h2').textContent === '/sensors/7/name');
    await page.close();
  });
}

test('a malformed file is shown up to what is wrong, in the dark and in a narrow window too', async () => {
  const page = await served('bad.beve');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector('#message button');
  assert.match(await page.textContent('#message'), /malformed: value 0, byte [\d\u2009]+: \/field/);
  assert.equal(await page.$$eval('.node .name', (all) => all.length), 5);
  await page.click('#message button');
  await page.waitForFunction(() => document.querySelector('#detail h2').textContent === '/field');
  await page.setViewportSize({ width: 420, height: 800 });
  await page.waitForFunction(() => document.querySelectorAll('.row')[0].querySelectorAll('.ascii i').length === 8);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'wider than the window');
  await page.screenshot({ path: join(shots, 'inspector-narrow.png') });
  await page.close();
});

for (const [how, open] of [['served', served], ['with its own reader', dropped]]) {
  test(`the page ${how} shows files that hold nothing, or something else`, async () => {
    let page = await open('empty.json');
    await page.waitForFunction(() => document.querySelector('#about').textContent.endsWith(', 0 B ✓'));
    await page.close();
    page = await open('mark.json');
    await page.waitForFunction(() => document.querySelector('#about').textContent === 'JSON, 10 B ✓');
    await page.close();
    page = await open('junk');
    await page.waitForSelector('#message button');
    assert.match(await page.textContent('#message'), /malformed: value 0, byte 0: /);
    assert.match(await page.textContent('#about'), /looks like CBOR/);
    await page.close();
  });
}

test('lines of JSON are values', async () => {
  const page = await served('log.ndjson');
  await page.waitForFunction(() => document.querySelectorAll('.node').length >= 4);
  await find(page, '#1/id');
  await page.waitForFunction(() => document.querySelector('#detail h2')?.textContent === '#1/id');
  assert.equal(String.fromCharCode(...(await chosenBytes(page))), '"id":2');
  await page.close();
});

test('nothing went wrong and nothing was asked for elsewhere', () => assert.deepEqual(problems, []));
