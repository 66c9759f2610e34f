import type { Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { settled } from './looks.ts'
import { expect, test } from './test.ts'

const heads = (page: Page) =>
  page
    .locator('th[data-column]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-column') ?? ''))
const widthOf = async (page: Page, column: string) =>
  (await page.locator(`th[data-column="${column}"]`).boundingBox())?.width ?? 0

test('columns are hidden, ordered and resized, and stay so for their user', async ({ open }) => {
  const page = await open('demo', { width: 1920, height: 1000 })
  await page.goto(paths.transactions.to())
  await settled(page)
  const usual = await heads(page)
  const [first, second, , last] = [...usual.slice(0, 3), usual.at(-1)]
  const wide = await widthOf(page, second ?? '')
  await page.getByRole('button', { name: 'Colonnes' }).click()
  const menu = page.getByRole('region', { name: 'Colonnes' })
  await expect(menu).toBeVisible()

  const lineOf = (column: string | undefined) =>
    menu.getByRole('listitem').nth(usual.indexOf(column ?? ''))
  await lineOf(last).getByRole('checkbox').uncheck()
  await lineOf(second)
    .getByRole('button', { name: /^Élargir/ })
    .click()
  await lineOf(second)
    .getByRole('button', { name: /^Élargir/ })
    .click()
  await lineOf(first)
    .getByRole('button', { name: /^Placer après/ })
    .click()
  await page.keyboard.press('Escape')
  const arranged = [second, first, ...usual.slice(2)].filter((one) => one !== last)
  expect(await heads(page)).toEqual(arranged)
  expect(await widthOf(page, second ?? '')).toBeGreaterThan(wide)

  await page.reload()
  await settled(page)
  expect(await heads(page)).toEqual(arranged)
  // Another list, and another user of this browser, have their own.
  await page.goto(paths.mails.to())
  await settled(page)
  expect((await heads(page)).length).toBeGreaterThan(2)
  await page.goto(paths.transactions.to())
  await page.getByRole('button', { name: 'Colonnes' }).click()
  await menu.getByRole('button', { name: 'Rétablir les colonnes' }).click()
  await expect.poll(() => heads(page)).toEqual(usual)
})
