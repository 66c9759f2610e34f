import { mkdirSync, rmSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { contextFor, type Look } from './looks.ts'
import setup from './product.ts'
import { type Screen, screens, show } from './screens.ts'

/**
 * `npm run screenshots [name …]`: every screen (or those named) in every variant, into
 * `dist/screenshots`. Fails when a picture is missing.
 */

const FOLDER = 'dist/screenshots'
const VARIANTS: Readonly<Record<string, Look>> = {
  wide: {},
  dark: { theme: 'dark' },
  phone: { width: 390 },
  'phone-dark': { width: 390, theme: 'dark' },
  arabic: { language: 'ar' },
  'arabic-phone': { language: 'ar', width: 390 },
  german: { language: 'de' },
  compact: { density: 'compact' },
  discreet: { discreet: true },
}
/** Variants under way at the same time, each in a browser of its own. */
const LANES = 2
const TRIES = 2

const wanted = process.argv.slice(2)
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const total = chosen.length * Object.keys(VARIANTS).length
const failed: string[] = []
let taken = 0

/**
 * The pages of one browser, a page a reader. A browser that has died or hangs is replaced by the
 * next one.
 */
class Studio {
  readonly #look: Look
  #browser: Browser | undefined
  readonly #pages = new Map<Screen['who'], Page>()
  constructor(look: Look) {
    this.#look = look
  }

  async pageOf(who: Screen['who']): Promise<Page> {
    this.#browser ??= await chromium.launch(playwright.use?.launchOptions ?? {})
    const page =
      this.#pages.get(who) ?? (await (await contextFor(this.#browser, who, this.#look)).newPage())
    this.#pages.set(who, page)
    return page
  }

  async close(): Promise<void> {
    this.#pages.clear()
    await this.#browser?.close().catch(() => {}) // it may be gone already
    this.#browser = undefined
  }
}

async function take(studio: Studio, screen: Screen, variant: string): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      const page = await studio.pageOf(screen.who)
      await show(page, screen)
      await page.screenshot({ path: `${FOLDER}/${screen.name}-${variant}.png`, fullPage: true })
      taken++
      return
    } catch (error) {
      await studio.close()
      if (attempt < TRIES) continue
      failed.push(`${screen.name}-${variant}: ${String(error).split('\n', 1)[0]}`)
      return
    }
}

const waiting = Object.entries(VARIANTS)
async function lane(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [variant, look] = next
    const studio = new Studio(look)
    for (const screen of chosen) {
      await take(studio, screen, variant)
      if (process.stdout.isTTY) process.stdout.write(`\r${taken + failed.length} of ${total}`)
    }
    await studio.close()
    console.log(
      `${process.stdout.isTTY ? '\r' : ''}${taken + failed.length} of ${total}, ${variant} done`,
    )
  }
}

const unknown = wanted.filter((name) => !screens.some((screen) => screen.name === name))
if (unknown.length > 0) {
  console.error(
    `No such screen: ${unknown.join(', ')}. There are ${screens.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const stop = process.env['CARNET_URL'] === undefined ? await setup() : async () => {}
try {
  await Promise.all(Array.from({ length: LANES }, lane))
} finally {
  await stop()
}
for (const line of failed) console.error(`Not taken: ${line}`)
console.log(
  `${taken} pictures in ${FOLDER}${failed.length > 0 ? `, ${failed.length} could not be taken` : ''}`,
)
process.exitCode = failed.length > 0 ? 1 : 0
