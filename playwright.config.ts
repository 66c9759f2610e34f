import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import './scripts/memory-folder.mjs'

// The shell, without a window, takes a fifth less time.
const chromium = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => existsSync(file))

// A run sees the share of one day, also across midnight.
process.env['SHARE_DAY'] ??= String(Math.floor(Date.now() / 86_400_000))

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  // Specs share one product. Each spec that writes does so as a user of its own, under names that
  // no other spec uses.
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // A test that passes at the second attempt is named in the last lines of `npm test`.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'dist/test/playwright.json' }]],
  outputDir: 'dist/test/playwright',
  globalSetup: './tests/e2e/product.ts',
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // A worker would answer in place of the routes that tests take away.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // A control that cannot be reached fails here, not at the test's end.
    actionTimeout: 20_000,
    // A trace of every test takes a sixth of all time; the second attempt shows what failed.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
