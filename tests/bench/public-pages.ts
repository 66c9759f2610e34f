import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { loadingOf, measureLoading } from '#tests/e2e/loading.ts'
import { type BenchResult, median, sized, SMOKE } from './result.ts'
import { PROGRAM } from '#tests/kernel/product-process.ts'
import { startProcess } from './server.ts'

/**
 * Time to a public page on a phone's network: the largest paint, throttled by the browser itself.
 * The server is on loopback, so that the network is the throttle alone. The slow network is
 * reported, not judged.
 */
const NETWORKS = {
  // The profile 4G of WebPageTest.
  '4G': {
    downloadThroughput: (9_000_000 / 8) | 0,
    uploadThroughput: (9_000_000 / 8) | 0,
    latency: 170,
  },
  // The profile slow 4G of Lighthouse.
  'slow 4G': {
    downloadThroughput: (1_638_400 / 8) | 0,
    uploadThroughput: (750_000 / 8) | 0,
    latency: 150,
  },
} as const
const LARGEST_PAINT_MS = 1_200
const SHIFT = 0.02
const VISITS = sized(3, 1)
const PAGES = [
  '/?lang=fr',
  '/?lang=ar',
  '/comparatif?lang=fr',
  '/prices?lang=fr',
  '/blogs?lang=fr',
] as const
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export async function run(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-bench-'))
  const server = await startProcess(PROGRAM, dataDir)
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  const results: BenchResult[] = []
  try {
    for (const address of SMOKE ? PAGES.slice(0, 1) : PAGES)
      for (const [network, conditions] of Object.entries(NETWORKS)) {
        const paints: number[] = []
        const shifts: number[] = []
        let largest = ''
        for (let visit = 0; visit <= VISITS; visit++) {
          // A context of its own: nothing is in its cache.
          const context = await browser.newContext(PHONE)
          const page = await context.newPage()
          const protocol = await context.newCDPSession(page)
          await protocol.send('Network.enable')
          await protocol.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
          await measureLoading(page)
          await page.goto(`http://127.0.0.1:${server.port}${address}`, { waitUntil: 'networkidle' })
          const loading = await loadingOf(page)
          await context.close()
          // The first visit renders the page.
          if (visit === 0) continue
          paints.push(loading.largestPaint)
          shifts.push(loading.shift)
          largest = loading.largest
        }
        results.push({
          name: `largest paint of ${address}, ${network}`,
          value: Math.round(median(paints)),
          unit: 'ms, median of 3 visits',
          ...(network === '4G' && { atMost: LARGEST_PAINT_MS }),
          against: `${largest}; slowest ${Math.round(Math.max(...paints))} ms`,
        })
        results.push({
          name: `layout shift of ${address}, ${network}`,
          value: Math.round(Math.max(...shifts) * 10_000) / 10_000,
          unit: 'the largest of 3 visits',
          ...(network === '4G' && { atMost: SHIFT }),
        })
      }
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return results
}
