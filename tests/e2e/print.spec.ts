import type { Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { settled } from './looks.ts'
import { cutTexts, expect, overflow, test } from './test.ts'

/** Controls, which paper has no use for. */
const SCREEN_ONLY =
  '.skip, .btn, .icon-btn, .seg, .switch, .check, .nav, .bar, .tabbar, .selection-bar, .chip-buttons'

test('a printed page has no controls, and keeps its meters', async ({ open }) => {
  const page = await open('demo')
  for (const to of [
    paths.turnover.to(),
    paths.transactions.to(),
    paths.contracts.to(),
    paths.vat.to(),
    paths.calendar.to(),
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(to)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .locator(SCREEN_ONLY)
        .evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 120)),
        ),
      to,
    ).toEqual([])
  }

  await page.emulateMedia({ media: 'screen' })
  await page.goto(paths.contracts.to())
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  expect(
    await page
      .locator('.meter > i')
      .first()
      .evaluate((share) => getComputedStyle(share).printColorAdjust),
  ).toBe('exact')
})

/** An A4 sheet within its margins. */
const SHEET = { width: 718, height: 1040 }

/** Shows a page as it is printed. */
async function asPrinted(page: Page): Promise<void> {
  await page.setViewportSize(SHEET)
  await page.emulateMedia({ media: 'print' })
  await settled(page)
}

test('a printed list is a table that names each row, its sums below the last one', async ({
  open,
}) => {
  const page = await open('demo')
  for (const to of [paths.companies.to(), paths.bills.to(), paths.transactions.to()]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(to)
    await settled(page)
    await asPrinted(page)
    await expect(page.locator('.phone-list'), to).toHaveCount(0)
    expect(await overflow(page), to).toBeLessThanOrEqual(0)
    const name = page.locator('.ledger thead th', { hasText: /Dénomination|Client|Tiers/ }).first()
    expect((await name.boundingBox())?.width, to).toBeGreaterThan(80)
    const foot = page.locator('.ledger tfoot')
    if ((await foot.count()) > 0) await expect(foot, to).toHaveCSS('display', 'table-row-group')
  }
})

test('a printed month has all of its days, and a printed board all of its columns', async ({
  open,
}) => {
  const page = await open('demo')
  await page.goto(paths.timesheets.to({}, { month: '2026-10' }))
  await settled(page)
  await asPrinted(page)
  expect(await page.getByRole('grid').getByRole('columnheader').count()).toBeGreaterThan(31)
  await page.goto(paths.board.to())
  await settled(page)
  await expect(page.locator('.lane')).toHaveCount(3)
})

test('a printed bill has no empty sheets', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.bills.to({}, { view: 'late' }))
  await settled(page)
  await page.locator('.ledger tbody tr:not(.group) .first-column').first().click()
  await page.locator('[data-paper] canvas').first().waitFor()
  await settled(page)
  const pages = await page.locator('[data-paper] canvas').count()
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(pages)
})

test('a dark page is printed on white paper', async ({ open }) => {
  const [light, dark] = [await open('demo'), await open('demo', { theme: 'dark' })]
  const inkOf = async (page: Page) => {
    await page.goto(paths.companies.to())
    await settled(page)
    await asPrinted(page)
    return page.locator('h1').evaluate((title) => getComputedStyle(title).color)
  }
  expect(await inkOf(dark)).toBe(await inkOf(light))
})

test('the first column of the VAT is printed on one line', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.vat.to())
  await settled(page)
  await asPrinted(page)
  const heads = page.locator('.vat-lines tbody .first-column > span:first-child')
  expect(await heads.count()).toBeGreaterThan(2)
  for (const head of await heads.all()) {
    const lines = await head.evaluate((one) => {
      const { lineHeight } = getComputedStyle(one)
      return Math.round(one.getBoundingClientRect().height / Number.parseFloat(lineHeight))
    })
    expect(lines, (await head.textContent()) ?? '').toBe(1)
  }
})

test('a page that is printed with an open row is that row, over the sheet', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.companies.to())
  await settled(page)
  await page.locator('.ledger tbody .first-column').first().click()
  await expect(page.locator('.side-panel')).toBeVisible()
  await settled(page)
  await asPrinted(page)
  await expect(page.locator('main')).toBeHidden()
  await expect(page.locator('.panel-foot')).toBeHidden()
  expect((await page.locator('.side-panel').boundingBox())?.width).toBe(SHEET.width)
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('a printed month lies on its side, and names its contracts', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.timesheets.to({}, { month: '2026-10' }))
  await settled(page)
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = [...printed.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(sheets.length).toBeGreaterThan(0)
  for (const [text, width, height] of sheets)
    expect(Number(width), text).toBeGreaterThan(Number(height))
  await page.setViewportSize({ width: SHEET.height, height: SHEET.width })
  await page.emulateMedia({ media: 'print' })
  await settled(page)
  const name = page.locator('.temps tbody th.first-column').first()
  expect((await name.boundingBox())?.width).toBeGreaterThanOrEqual(150)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('paper says nothing of the screen, and all that a list does', async ({ open }) => {
  const page = await open('demo')
  // The first password of an installation, whose notice stands above every screen.
  await page.route(/\/session\/begin$/, async (route) => {
    const answer = await route.fetch()
    const due = (await answer.text()).replace(
      String.raw`\"passwordDueOn\":0`,
      String.raw`\"passwordDueOn\":${Date.now()}`,
    )
    await route.fulfill({ response: answer, body: due })
  })
  await page.goto(paths.dashboard.to())
  await settled(page)
  const notice = page.getByText('Votre mot de passe est celui du premier démarrage')
  const hint = page.getByText('Un mois s’ouvre d’un clic')
  await expect(notice).toBeVisible()
  await expect(hint).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(notice).toBeHidden()
  await expect(hint).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.goto(paths.transactions.to())
  await settled(page)
  await asPrinted(page)
  expect(await cutTexts(page)).toEqual([])
})
