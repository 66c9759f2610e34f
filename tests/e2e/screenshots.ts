import { mkdirSync, rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import setup from './product.ts'
import { contextFor, type Look, screens, show } from './screens.ts'

/** `npm run screenshots [name …]`: every screen (or those named) in every variant, into `dist/screenshots`. */

const FOLDER = 'dist/screenshots'
const VARIANTS: readonly (Look & { name: string })[] = [
  { name: 'wide' },
  { name: 'dark', theme: 'dark' },
  { name: 'phone', width: 390 },
  { name: 'phone-dark', width: 390, theme: 'dark' },
  { name: 'arabic', language: 'ar' },
  { name: 'arabic-phone', language: 'ar', width: 390 },
  { name: 'german', language: 'de' },
  { name: 'compact', density: 'compact' },
  { name: 'discreet', discreet: true },
]

const wanted = process.argv.slice(2)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const stop = process.env['CARNET_URL'] === undefined ? await setup() : async () => {}
const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
let taken = 0
try {
  for (const look of VARIANTS)
    for (const who of ['visitor', 'demo', 'admin'] as const) {
      const context = await contextFor(browser, who, look)
      const page = await context.newPage()
      for (const screen of screens.filter((s) => s.who === who && (wanted.length === 0 || wanted.includes(s.name)))) {
        await show(page, screen).catch((error: unknown) => console.error(`${screen.name}, ${look.name}: ${String(error)}`))
        await page.screenshot({ path: `${FOLDER}/${screen.name}-${look.name}.png`, fullPage: true })
        taken++
      }
      await context.close()
    }
} finally {
  await browser.close()
  await stop()
}
console.log(`${taken} pictures in ${FOLDER}`)
