import { paths } from '#web/screens.ts'
import { settled } from './looks.ts'
import { expect, test } from './test.ts'

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

test('the first column of the VAT is printed on one line', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.vat.to())
  await settled(page)
  // The width of an A4 sheet within its margins.
  await page.setViewportSize({ width: 718, height: 1040 })
  await page.emulateMedia({ media: 'print' })
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
