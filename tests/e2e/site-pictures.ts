import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type AvifConfig, type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { chromium, type Locator, type Page } from '@playwright/test'
import playwright from '../../playwright.config.ts'
import { CARD, PHONE, type Pictured, WIDE } from '#web/home/pictured.ts'
import * as help from '#web/help/pictured.ts'
import { isLanguage, type Language, languages } from '#web/kernel/words/languages.ts'
import { contextFor, settled } from './looks.ts'
import setup from './product.ts'
import { paths } from '#web/screens.ts'
import { type Screen, screens, show } from './screens.ts'

/**
 * `npm run pictures [language or picture …]` takes the pictures of landing page, help, README,
 * sample articles and social links. They show sample data of a product that is started for it.
 */
const FOLDER = 'web/pictures/home'
const HELP_FOLDER = 'web/pictures/help'
const README_FOLDER = 'tests/e2e/pictures'
const README = ['dashboard', 'timesheet', 'bill'] as const

const COVERS = 'commands/operations/sample-covers'
const AVIF: AvifConfig = { quality: 52, speed: 6 }
/** The help's pictures say where things are; they need not be read. */
const HELP_AVIF: AvifConfig = { quality: 42, speed: 6 }

const named = (name: string): Screen => {
  const screen = screens.find((one) => one.name === name)
  if (screen === undefined) throw new Error(`No screen ${name}`)
  return screen
}
/** A company's bill whose money has come: the newest one is a private client's. */
const paidBill: Screen = {
  name: 'bill',
  path: paths.bills.to({}, { view: 'collected' }),
  who: 'demo',
  open: (page) =>
    page
      .locator(
        '.ledger tbody tr:not(.group) .first-column:visible, .phone-list li button:visible, .phone-list li a:visible',
      )
      .nth(1)
      .click(),
}

/** View of each picture. */
const SCREEN: Readonly<Record<Pictured, Screen>> = {
  dashboard: named('dashboard'),
  timesheet: named('timesheets'),
  bill: paidBill,
  forecast: named('forecast'),
  history: {
    ...paidBill,
    name: 'history',
    async open(page) {
      await paidBill.open?.(page)
      await settled(page)
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await page.goto(paths.recordHistory.to({ entity: 'bill', id }))
      await settled(page)
      // Below the header of the page, which stays in its place.
      await page
        .getByRole('slider')
        .evaluate((slider) =>
          window.scrollBy(0, slider.getBoundingClientRect().top - window.innerHeight * 0.32),
        )
    },
  },
}

/** View of each page of the help. */
const HELP: Readonly<Record<help.Pictured, Screen>> = {
  start: named('profiles'),
  time: SCREEN.timesheet,
  billing: SCREEN.bill,
  money: named('transactions'),
  prospecting: named('offers'),
  cv: named('cv'),
  data: SCREEN.history,
}

const asked = process.argv.slice(2)
/** All are taken unless some languages or some pictures are named. */
const isAsked = (name: string): boolean => {
  const alike = asked.filter((one) => isLanguage(one) === isLanguage(name))
  return alike.length === 0 || alike.includes(name)
}

async function drawn(page: Page, clip?: Clip): Promise<Canvas> {
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(clip && { clip }),
  })
  const image = await loadImage(shot)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}
type Clip = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The upper part of an element, as wide as it is. */
async function upperPart(part: Locator): Promise<Clip> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('What a cover shows is not there')
  return { ...box, height: (box.width * 9) / 16 }
}

/** In French: what the README and the sample articles show. */
async function takeForTexts(page: Page, name: string): Promise<void> {
  if (README.some((one) => one === name))
    writeFileSync(
      path.join(README_FOLDER, `${name}.webp`),
      await (await drawn(page)).encode('webp', 80),
    )
  if (name === 'dashboard')
    writeFileSync(
      `${COVERS}/late.webp`,
      await (await drawn(page, await upperPart(page.locator('main')))).encode('webp', 78),
    )
  if (name === 'bill') {
    await page.setViewportSize({ width: WIDE.width, height: 1_600 })
    const paper = await upperPart(page.getByRole('article', { name: 'Document' }))
    writeFileSync(`${COVERS}/bill.webp`, await (await drawn(page, paper)).encode('webp', 78))
    await page.setViewportSize({ width: WIDE.width, height: WIDE.height })
  }
}

async function darken(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await settled(page, 50)
}

async function takeHelp(language: Language, form: 'wide' | 'phone'): Promise<void> {
  const wanted = Object.entries(HELP).filter(([name]) => isAsked(name))
  if (wanted.length === 0) return
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const look = { language, ...(form === 'wide' ? help.WIDE : help.PHONE) }
    const page = await (await contextFor(browser, 'demo', look)).newPage()
    for (const [name, screen] of wanted) {
      await show(page, screen)
      // The browser may give a page the place at which another one was left.
      if (name !== 'data') await page.evaluate(() => window.scrollTo(0, 0))
      await page.mouse.move(0, 0)
      for (const theme of ['light', 'dark'] as const) {
        await darken(page, theme)
        const file = path.join(HELP_FOLDER, `${name}-${language}-${theme}-${form}.avif`)
        writeFileSync(file, await (await drawn(page)).encode('avif', HELP_AVIF))
      }
      await darken(page, 'light')
    }
  } finally {
    await browser.close()
  }
}

async function take(language: Language, form: 'wide' | 'phone'): Promise<void> {
  if (!['card', ...Object.keys(SCREEN)].some(isAsked)) return
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const page = await (
      await contextFor(browser, 'demo', { language, ...(form === 'wide' ? WIDE : PHONE) })
    ).newPage()
    for (const [name, screen] of Object.entries(SCREEN).filter(([one]) => isAsked(one))) {
      await show(page, screen)
      // Nothing is pointed at.
      await page.mouse.move(0, 0)
      for (const theme of ['light', 'dark'] as const) {
        await darken(page, theme)
        const file = path.join(FOLDER, `${name}-${language}-${theme}-${form}.avif`)
        writeFileSync(file, await (await drawn(page)).encode('avif', AVIF))
      }
      await darken(page, 'light')
      if (language === 'fr' && form === 'wide') await takeForTexts(page, name)
    }
    if (form === 'phone' || !isAsked('card')) return
    const visitor = await (await contextFor(browser, 'visitor', { language, ...CARD })).newPage()
    await visitor.goto(`/?lang=${language}`)
    await settled(visitor)
    writeFileSync(
      path.join('web/public', `card-${language}.jpg`),
      await (await drawn(visitor)).encode('jpeg', 82),
    )
  } finally {
    await browser.close()
  }
}

for (const folder of [FOLDER, HELP_FOLDER]) mkdirSync(folder, { recursive: true })
const stop = process.env['CARNET_URL'] === undefined ? await setup() : async () => {}
try {
  for (const language of languages.filter(isAsked))
    for (const form of ['wide', 'phone'] as const) {
      await take(language, form)
      await takeHelp(language, form)
    }
} finally {
  await stop()
}
for (const folder of [FOLDER, HELP_FOLDER]) {
  const taken = globSync(`${folder}/*`)
  const bytes = taken.reduce((sum, file) => sum + statSync(file).size, 0)
  console.log(`${taken.length} pictures in ${folder}, ${Math.round(bytes / 1000)} kB`)
}
