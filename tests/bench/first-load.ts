import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import playwright from '../../playwright.config.ts'
import { signedIn } from '../e2e/sign-in.ts'
import { type BenchResult, quantile, SMOKE, sized } from './result.ts'
import { PROGRAM } from '#tests/kernel/product-process.ts'
import { ask, dataOf, PASSWORD, signIn, startProcess } from './server.ts'

const SAMPLES = sized(3, 1)
/** A mobile network and a phone's processor, by which the machine's is divided. */
const LATENCY_MS = 150
const BYTES_PER_S = 200_000
const SLOWDOWN = sized(4, 1)
const [REQUESTS, KILOBYTES] = [30, 350]
/** Until the work that follows a first start is done. @unit milliseconds */
const SETTLING_MS = 4_000
/** A user looks at the page between two acts, and types some six keys a second. */
const [REST_MS, KEY_MS] = [sized(500, 50), sized(150, 10)]
/** @source RAIL: 100 ms to answer an act */
const ANSWER_MS = 100
/** A small run ends with an error beyond them: the heaviest screen, with some room. */
const CEILINGS: Readonly<Record<string, number>> = { requests: 38, kB: 420 }

type Opened = {
  readonly name: string
  readonly url: string
  /** Selector of the content that the user came for. */
  readonly content: string
  readonly atMostMs: number
  /** First acts of a user there: taps and keys. */
  readonly act: (page: Page) => Promise<void>
}
type Load = {
  contentMs: number
  shift: number
  requests: number
  bytes: number
  /** From the longest tap or key to its picture. @unit milliseconds */
  eventMs: number
}

/**
 * Sums the page's shifts of layout, and notes when the content is first drawn. The page measures by
 * itself: a question from outside waits for its turn on the slow processor.
 */
function watch(content: string): void {
  const seen = { shift: 0, contentMs: 0, eventMs: 0 }
  Object.assign(window, { seen })
  const observer = new MutationObserver(() => {
    const found = [...document.querySelectorAll(content)].some((one) => one.checkVisibility())
    if (!found) return
    observer.disconnect()
    // The frame that has it is drawn before the task after it begins.
    requestAnimationFrame(() => setTimeout(() => (seen.contentMs = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, interactionId } = entry as PerformanceEntry & { interactionId: number }
      if (interactionId > 0) seen.eventMs = Math.max(seen.eventMs, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** A click by the mouse alone: the runner's own one looks through the page within the event. */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`Not in sight: ${target.toString()}`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(REST_MS)
}
async function type(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(KEY_MS)
  }
}

/** Opens a page without anything in the cache, as on a phone. */
async function load(context: BrowserContext, opened: Opened): Promise<Load> {
  const page = await context.newPage()
  await page.addInitScript(watch, opened.content)
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.clearBrowserCache')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const asked: { readonly url: string; readonly at: number }[] = []
  const answered: { readonly bytes: number; readonly at: number }[] = []
  /** From the browser's clock to the day's. @unit seconds */
  let offset = 0
  client.on('Network.requestWillBeSent', ({ request: { url }, wallTime, timestamp }) => {
    offset = wallTime - timestamp
    asked.push({ url, at: wallTime })
  })
  client.on('Network.loadingFinished', ({ encodedDataLength: bytes, timestamp }) =>
    answered.push({ bytes, at: timestamp + offset }),
  )
  await page.goto(opened.url, { waitUntil: 'commit' })
  await page.locator(opened.content).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(sized(2_000, 100))
  const { began, ...seen } = await page.evaluate(() => ({
    ...(window as unknown as { seen: Pick<Load, 'shift' | 'contentMs' | 'eventMs'> }).seen,
    began: performance.timeOrigin,
  }))
  const urls = asked.map(({ url }) => url)
  const twice = urls.filter((url, index) => urls.indexOf(url) !== index)
  if (twice.length > 0) throw new Error(`${opened.name} asked twice for ${twice.join(', ')}`)
  await opened.act(page)
  await page.waitForTimeout(sized(500, 100))
  const { eventMs } = await page.evaluate(
    () => (window as unknown as { seen: Pick<Load, 'eventMs'> }).seen,
  )
  await page.close()
  const isBefore = ({ at }: { readonly at: number }) => at * 1_000 <= began + seen.contentMs
  return {
    ...seen,
    eventMs,
    requests: asked.filter(isBefore).length,
    bytes: answered.filter(isBefore).reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

async function measured(browser: Browser, opened: Opened): Promise<BenchResult[]> {
  const loads: Load[] = []
  for (let n = 0; n < SAMPLES; n++) {
    const context = await signedIn(
      browser,
      { userName: 'demo', password: PASSWORD },
      { viewport: { width: 390, height: 844 } },
    )
    loads.push(await load(context, opened))
    await context.close()
  }
  const median = (of: keyof Load) =>
    quantile(
      loads.map((one) => one[of]),
      0.5,
    )
  const name = `first load of ${opened.name} on a phone`
  const results: BenchResult[] = [
    {
      name: `${name}: content`,
      value: Math.round(median('contentMs')),
      unit: 'ms',
      atMost: opened.atMostMs,
      against: '150 ms, 1.6 Mbit/s, processor ÷ 4',
    },
    { name: `${name}: requests`, value: median('requests'), unit: 'requests', atMost: REQUESTS },
    {
      name: `${name}: transferred`,
      value: Math.round(median('bytes') / 1000),
      unit: 'kB',
      atMost: KILOBYTES,
    },
    {
      name: `${name}: shift of the layout`,
      value: Math.round(median('shift') * 1000) / 1000,
      unit: 'CLS',
      atMost: 0.01,
    },
    {
      name: `${name}: longest of its first acts`,
      value: Math.max(...loads.map(({ eventMs }) => eventMs)),
      unit: 'ms',
      atMost: ANSWER_MS,
      against: 'taps and keys until their picture',
    },
  ]
  // These hardly depend on the machine's speed.
  const grown = results.filter(({ unit, value }) => value > (CEILINGS[unit] ?? value))
  if (SMOKE && grown.length > 0)
    throw new Error(grown.map((one) => `${one.name}: ${one.value} ${one.unit}`).join(', '))
  return results
}

/** Cold first loads of the most opened screens: time, requests, bytes and shifts. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-first-load-'))
  const server = await startProcess(PROGRAM, directory)
  // A first start goes on with work for the sample year, which screens would read again.
  await pause(SETTLING_MS)
  process.env['CARNET_URL'] = `http://127.0.0.1:${server.port}`
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const { userId, accessToken } = await signIn(server.port)
    const headers = { authorization: `Bearer ${accessToken}` }
    const read = async <T>(to: string) =>
      dataOf<T>(await ask(server.port, 'GET', `/api/${to}`, headers))
    const me = await read<{ params: { activeProfile: string } }>(`users/${userId}/me`)
    const bills = await read<Bill[]>(`bill/${userId}/all/${me.params.activeProfile}?limit=200`)
    const draft = bills.find(({ status }) => status === 'draft')
    if (!draft) throw new Error('The sample data has no draft')
    const opened: readonly Opened[] = [
      {
        name: 'the dashboard',
        url: '/admin/dashboard/default',
        content: 'dd.big',
        atMostMs: 2_500,
        act: async (page) => {
          await tap(page, page.getByRole('button', { name: 'Menu' }).last())
          await page.locator('.sheet-menu a').first().waitFor({ state: 'attached' })
          await page.waitForTimeout(REST_MS)
          await type(page, ['Escape'])
        },
      },
      {
        name: 'bills',
        url: '/admin/management/billing',
        content: '.phone-list .row',
        atMostMs: 2_500,
        act: async (page) => {
          await tap(page, page.getByRole('searchbox').first())
          await type(page, ['c', 'a', 'b', 'Backspace', 'Backspace', 'Backspace'])
          await Promise.all([
            page.waitForResponse((answer) => answer.url().includes('status=draft')),
            tap(page, page.getByRole('link', { name: /^Brouillons/ })),
          ])
          await page.waitForTimeout(REST_MS)
          await tap(page, page.locator('.phone-list .row').first())
        },
      },
      {
        name: 'the timesheet',
        url: '/admin/management/timesheets',
        content: 'main li',
        atMostMs: 2_500,
        act: async (page) => {
          await tap(page, page.getByRole('button', { name: 'Semaine précédente' }))
          await tap(page, page.locator('main li button').first())
          await page.locator('.dialog').waitFor()
          await page.waitForTimeout(REST_MS)
          await type(page, ['Escape'])
        },
      },
      {
        name: 'the editor of a bill',
        url: `/admin/management/billing/${draft.id}`,
        content: 'form input',
        atMostMs: 3_000,
        act: async (page) => {
          await tap(page, page.locator('form').getByRole('combobox').first())
          await type(page, ['Escape'])
          const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
          await tap(page, page.locator('form input[name=serviceName]'))
          await type(page, ['a', 'b', 'c'])
          // The next load would hear of a change that comes late.
          await saved
        },
      },
    ]
    const results: BenchResult[] = []
    for (const one of opened) results.push(...(await measured(browser, one)))
    return results
  } finally {
    await browser.close()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
