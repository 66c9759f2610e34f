import { chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import playwright from '../../playwright.config.ts'
import { signedIn } from '../e2e/sign-in.ts'
import { type BenchResult, quantile } from './result.ts'
import { ask, dataOf, PASSWORD, startProcess } from './server.ts'

const JOBS = 150
const LIMIT_MS = 50

type Watched = { readonly spent: number[] }
/** Takes the time from each key to the picture that shows another job, from the first script on. */
function watch(): void {
  const spent: number[] = []
  Object.assign(window, { watched: { spent } })
  let pressed = 0
  let shown = ''
  const job = () => document.querySelector('article[aria-label]')?.getAttribute('aria-label') ?? ''
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp
      shown = job()
    },
    true,
  )
  new MutationObserver(() => {
    if (pressed === 0 || job() === '' || job() === shown) return
    const since = pressed
    pressed = 0
    // The frame after this one has been drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => spent.push(performance.now() - since)
      port2.postMessage(null)
    })
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] })
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** How soon the next job is drawn after a key, while a user goes through a hundred of them. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-triage-'))
  const server = await startProcess('tests/kernel/product.ts', directory)
  process.env['CARNET_URL'] = `http://127.0.0.1:${server.port}`
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const send = async <T>(method: string, to: string, headers: Readonly<Record<string, string>>, body?: object) =>
      dataOf<T>(await ask(server.port, method, `/api/${to}`, headers, body && JSON.stringify(body)))
    const publisher = await send<{ userId: string; accessToken: string }>(
      'POST',
      'users/authenticate',
      { 'x-api-key': 'public' },
      { userName: 'admin', password: PASSWORD },
    )
    const headers = { authorization: `Bearer ${publisher.accessToken}` }
    for (let n = 0; n < JOBS; n++) {
      const { id } = await send<{ id: string }>('POST', `publication/${publisher.userId}`, headers, {
        title: `Mission ${n}`,
        company: `Société ${n}`,
        description: 'Entretiens, maquettes, et un suivi du développement. '.repeat(20),
        location: 'Lyon',
        workLocationType: 'hybrid',
        contractType: 'freelance',
        budget: 500 + n,
        budgetPeriod: 'day',
        skills: ['Figma', 'Accessibilité'],
        sector: 'design',
        start: 'asap',
        applicationReception: 'byemail',
        contactEmail: 'projets@societe.example',
      })
      await send('PUT', `publication/${publisher.userId}/${id}/publish`, headers, {})
    }
    const context = await signedIn(
      browser,
      { userName: 'demo', password: PASSWORD },
      { viewport: { width: 1440, height: 900 } },
    )
    await context.addInitScript(watch)
    const page = await context.newPage()
    await page.goto('/admin/prospecting/offer/all')
    await page.getByRole('button', { name: /Chercher maintenant/ }).click()
    await page
      .getByRole('link', { name: /Mission/ })
      .first()
      .waitFor()
    const timesOf = async (key: string, times: number) => {
      await page.evaluate(() => void (window as unknown as { watched: Watched }).watched.spent.splice(0))
      for (let n = 0; n < times; n++) {
        const before = await page.getByRole('article').getAttribute('aria-label')
        await page.keyboard.press(key)
        await page.waitForFunction(
          (title) => document.querySelector('article[aria-label]')?.getAttribute('aria-label') !== title,
          before,
        )
        await page.waitForTimeout(120)
      }
      return page.evaluate(() => [...(window as unknown as { watched: Watched }).watched.spent])
    }
    await timesOf('j', 5)
    const results: BenchResult[] = []
    for (const [key, what] of [
      ['j', 'next'],
      ['p', 'skipped'],
      ['e', 'saved'],
    ] as const) {
      const spent = await timesOf(key, 25)
      results.push({
        name: `key to the next job drawn, ${what}: p95 of ${spent.length}`,
        value: rounded(quantile(spent, 0.95)),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: `median ${rounded(quantile(spent, 0.5))} ms`,
      })
    }
    return results
  } finally {
    await browser.close()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
