import { chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import playwright from '../../playwright.config.ts'
import { signedIn } from '../e2e/sign-in.ts'
import { type BenchResult, quantile, sized } from './result.ts'
import { ask, dataOf, PASSWORD, startProcess } from './server.ts'

const JOBS = sized(150, 20)
const LIMIT_MS = 50
const [WARM_UP, SAMPLES] = [sized(4, 1), sized(25, 2)]
/** In which a mark is written and the list is read again. */
const PAUSE_MS = 400

/**
 * Runs in the page: presses a key. @returns how long it took until the next job is laid out, in
 * milliseconds
 */
async function press(key: string): Promise<number> {
  const job = () => document.querySelector('article[aria-label]')?.getAttribute('aria-label') ?? ''
  const before = job()
  const began = performance.now()
  const changed = new Promise<void>((resolve) => {
    const watcher = new MutationObserver(() => {
      if (job() === '' || job() === before) return
      watcher.disconnect()
      resolve()
    })
    watcher.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-label'],
    })
  })
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
  await changed
  void document.body.offsetHeight
  return performance.now() - began
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** Time from a key to the next job, while a user goes through a hundred of them. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-triage-'))
  const server = await startProcess('tests/kernel/product.ts', directory)
  process.env['CARNET_URL'] = `http://127.0.0.1:${server.port}`
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const send = async <T>(
      method: string,
      to: string,
      headers: Readonly<Record<string, string>>,
      body?: object,
    ) =>
      dataOf<T>(await ask(server.port, method, `/api/${to}`, headers, body && JSON.stringify(body)))
    const publisher = await send<{ userId: string; accessToken: string }>(
      'POST',
      'users/authenticate',
      { 'x-api-key': 'public' },
      { userName: 'admin', password: PASSWORD },
    )
    const headers = { authorization: `Bearer ${publisher.accessToken}` }
    for (let n = 0; n < JOBS; n++) {
      const { id } = await send<{ id: string }>(
        'POST',
        `publication/${publisher.userId}`,
        headers,
        {
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
        },
      )
      await send('PUT', `publication/${publisher.userId}/${id}/publish`, headers, {})
    }
    const context = await signedIn(
      browser,
      { userName: 'demo', password: PASSWORD },
      { viewport: { width: 1440, height: 900 } },
    )
    const page = await context.newPage()
    await page.goto('/admin/prospecting/offer/all')
    await page.getByRole('button', { name: /Chercher maintenant/ }).click()
    // The list grows while jobs are found: a key before its end could be pressed at the last one.
    await page.getByText(`${JOBS} offres au-dessus`).waitFor()
    await page
      .getByRole('link', { name: /Mission/ })
      .first()
      .click()
    await page.locator('article[aria-label]').first().waitFor()
    // Time that the page's thread has computed: what else the machine does counts not.
    const client = await context.newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    const computedMs = async () =>
      (await client.send('Performance.getMetrics')).metrics
        .filter(({ name }) =>
          ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].includes(name),
        )
        .reduce((sum, { value }) => sum + value * 1_000, 0)
    const results: BenchResult[] = []
    for (const [key, what] of [
      ['j', 'next'],
      ['p', 'skipped'],
      ['e', 'saved'],
    ] as const) {
      const [work, waited]: [number[], number[]] = [[], []]
      for (let n = 0; n < WARM_UP + SAMPLES; n++) {
        const before = await computedMs()
        const ms = await page.evaluate(press, key)
        const spent = (await computedMs()) - before
        if (n >= WARM_UP) {
          work.push(spent)
          waited.push(ms)
        }
        await page.waitForTimeout(PAUSE_MS)
      }
      results.push({
        name: `a key to the next job, ${what}: script, style and layout on the page's thread, p95 of ${work.length}`,
        value: rounded(quantile(work, 0.95)),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: `on the clock, beside all else: median ${rounded(quantile(waited, 0.5))} ms`,
      })
    }
    return results
  } finally {
    await browser.close()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
