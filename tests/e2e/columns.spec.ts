import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { business } from './fixture.ts'
import { settled } from './looks.ts'
import { expect, test } from './test.ts'

const heads = (page: Page) =>
  page
    .locator('th[data-column]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-column') ?? ''))
const widthOf = async (page: Page, column: string) =>
  (await page.locator(`th[data-column="${column}"]`).boundingBox())?.width ?? 0

/** The path by which an account keeps arrangements, with its user's id. */
const KEPT = /\/api\/users\/([^/]+)\/columns$/

test('columns are hidden, ordered and resized, and stay so in every browser of their user', async ({
  open,
}) => {
  const account = await business('columns')
  const look = { width: 1920, height: 1000 }
  const page = await open(account, look)
  const menu = page.getByRole('dialog', { name: 'Colonnes' })
  const show = async (of: Page) => {
    await of.goto(paths.companies.to())
    await settled(of)
  }
  await show(page)
  const usual = await heads(page)
  const [first, second, , last] = [...usual.slice(0, 3), usual.at(-1)]
  const wide = await widthOf(page, second ?? '')
  const button = page.getByRole('button', { name: 'Colonnes' })
  await button.click()
  await expect(menu).toBeVisible()

  const lineOf = (column: string | undefined) =>
    menu.getByRole('listitem').nth(usual.indexOf(column ?? ''))
  const kept = page.waitForResponse(KEPT)
  await lineOf(last).getByRole('checkbox').uncheck()
  for (let times = 0; times < 2; times++)
    await lineOf(second)
      .getByRole('button', { name: /^Élargir/ })
      .click()
  await lineOf(first)
    .getByRole('button', { name: /^Placer après/ })
    .click()
  // The keys go through the panel's own controls, and lead back to its button.
  for (let times = 0; times < 8; times++) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus:not([aria-hidden])')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  const arranged = [second, first, ...usual.slice(2)].filter((one) => one !== last)
  expect(await heads(page)).toEqual(arranged)
  expect(await widthOf(page, second ?? '')).toBeGreaterThan(wide)
  const [, userId] = KEPT.exec((await kept).url()) ?? []

  const other = await open(account, look)
  await show(other)
  expect(await heads(other)).toEqual(arranged)
  // Another list has its own.
  await other.goto(paths.contracts.to())
  await settled(other)
  expect((await heads(other)).length).toBeGreaterThan(2)

  // A drag is kept once, when the hand rests.
  let times = 0
  page.on('request', (request) => KEPT.test(request.url()) && times++)
  const edge = await page.locator(`th[data-column="${second}"] .column-edge`).boundingBox()
  const [x, y] = [(edge?.x ?? 0) + (edge?.width ?? 0) / 2, (edge?.y ?? 0) + 5]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const rested = page.waitForResponse(KEPT)
  await page.mouse.move(x + 40, y, { steps: 10 })
  await page.mouse.up()
  await rested
  expect(times).toBe(1)

  await button.click()
  const restored = page.waitForResponse(KEPT)
  await menu.getByRole('button', { name: 'Rétablir les colonnes' }).click()
  await expect.poll(() => heads(page)).toEqual(usual)
  await restored

  // An arrangement that a browser kept by itself moves to the account, once.
  const key = `carnet.columns.${userId}`
  const own = JSON.stringify({ [paths.companies.to()]: { hidden: [last] } })
  await page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, own])
  await show(page)
  // The page that is left may have moved it, and the next one finds it moved.
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  await expect.poll(() => heads(page)).toEqual(usual.slice(0, -1))
  await show(other)
  expect(await heads(other)).toEqual(usual.slice(0, -1))
})

for (const { language, columns } of [
  { language: 'fr', columns: 'Colonnes' },
  { language: 'ar', columns: 'الأعمدة' },
] as const)
  test(`open panels stand under their button (${language})`, async ({ open }) => {
    const page = await open('demo', { language })
    /** Distance between the ends of a panel and of its button. @unit pixels */
    const apart = async (button: Locator) => {
      await button.click()
      const panel = page.locator('dialog.menu')
      await expect(panel).toBeVisible()
      const [of, under] = [await button.boundingBox(), await panel.boundingBox()]
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      if (of === null || under === null) return Number.NaN
      return language === 'ar' ? of.x - under.x : of.x + of.width - under.x - under.width
    }
    await page.goto(paths.contacts.to())
    await settled(page)
    expect(Math.abs(await apart(page.getByRole('button', { name: columns }).first()))).toBeLessThan(
      2,
    )
    await page.goto(paths.contract.to({ id: 'new' }))
    await settled(page)
    const day = page.locator('main .icon-btn:has(.lucide-calendar)').first()
    expect(Math.abs(await apart(day))).toBeLessThan(2)
  })
