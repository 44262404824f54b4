// The same in Chromium: node bench/browser.js [rounds]. The path of the browser is taken
// from CHROMIUM, /usr/bin/chromium by default.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { quiet } from '../test/chromium.js';
import { report } from './report.js';
import { texts } from './texts.js';

const rounds = Number(process.argv[2] ?? 7);
const { outputFiles } = await build({
  entryPoints: [new URL('measure.js', import.meta.url).pathname],
  bundle: true,
  format: 'iife',
  globalName: 'bench',
  write: false,
  logLevel: 'error',
});
const profile = mkdtempSync(join(tmpdir(), 'beve-bench-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: quiet,
});
try {
  const page = await context.newPage();
  page.on('console', (message) => console.log(message.text()));
  await page.addScriptTag({ content: outputFiles[0].text });
  const results = await page.evaluate(
    (options) =>
      bench.measure({
        ...options,
        slice: 20_000,
        clock: () => performance.now() * 1000,
        log: (line) => console.log(line),
      }),
    { texts: texts(), rounds },
  );
  report('chromium', {
    engine: `Chromium ${context.browser()?.version() ?? (await page.evaluate(() => /Chrome\/([\d.]+)/.exec(navigator.userAgent)[1]))}`,
    command: 'npm run bench:browser',
    clock: 'elapsed time',
    rounds,
    results,
  });
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
