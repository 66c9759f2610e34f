import { globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type AvifConfig, type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { chromium, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { CARD, PHONE, type Pictured, WIDE } from '#web/home/pictured.ts'
import { type Language, languages } from '#web/kernel/words/languages.ts'
import { contextFor, type Look, settled } from './looks.ts'
import setup from './product.ts'
import { screens, show } from './screens.ts'

/**
 * `npm run pictures [language …]`: the screens that the landing page and the README show, and the picture of a link in
 * social networks. Takes the sample data of a product that it starts itself.
 */
const FOLDER = 'web/home/pictures'
const README_FOLDER = 'tests/e2e/pictures'
const README = ['dashboard', 'timesheet', 'bill'] as const

/** Which screen shows each of them. */
const SCREEN: Readonly<Record<Pictured, string>> = {
  dashboard: 'dashboard',
  timesheet: 'timesheets',
  bill: 'bill-issued',
  forecast: 'forecast',
  history: 'record-history',
}
const AVIF: AvifConfig = { quality: 52, speed: 4 }

async function drawn(page: Page): Promise<Canvas> {
  const image = await loadImage(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

async function take(language: Language, theme: 'light' | 'dark', form: 'wide' | 'phone'): Promise<void> {
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const look: Look = { language, ...(theme === 'dark' && { theme }), ...(form === 'wide' ? WIDE : PHONE) }
    const page = await (await contextFor(browser, 'demo', look)).newPage()
    for (const [name, screenName] of Object.entries(SCREEN)) {
      const screen = screens.find((one) => one.name === screenName)
      if (screen === undefined) throw new Error(`No screen ${screenName}`)
      await show(page, screen)
      const canvas = await drawn(page)
      writeFileSync(path.join(FOLDER, `${name}-${language}-${theme}-${form}.avif`), await canvas.encode('avif', AVIF))
      if (language === 'fr' && theme === 'light' && form === 'wide' && README.some((one) => one === name))
        writeFileSync(path.join(README_FOLDER, `${name}.webp`), await canvas.encode('webp', 80))
    }
    if (theme === 'light' && form === 'wide') {
      const visitor = await (await contextFor(browser, 'visitor', { language, ...CARD })).newPage()
      await visitor.goto(`/?lang=${language}`)
      await settled(visitor)
      writeFileSync(path.join('web/public', `card-${language}.jpg`), await (await drawn(visitor)).encode('jpeg', 82))
    }
  } finally {
    await browser.close()
  }
}

const chosen = languages.filter((one) => process.argv.length < 3 || process.argv.includes(one))
mkdirSync(FOLDER, { recursive: true })
for (const language of chosen) for (const old of globSync(`${FOLDER}/*-${language}-*`)) rmSync(old)
const stop = process.env['CARNET_URL'] === undefined ? await setup() : async () => {}
try {
  for (const language of chosen)
    for (const theme of ['light', 'dark'] as const)
      for (const form of ['wide', 'phone'] as const) await take(language, theme, form)
} finally {
  await stop()
}
const taken = globSync(`${FOLDER}/*`)
const bytes = taken.reduce((sum, file) => sum + statSync(file).size, 0)
console.log(`${taken.length} pictures in ${FOLDER}, ${Math.round(bytes / 1000)} kB`)
