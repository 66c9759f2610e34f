import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { signedIn } from './sign-in.ts'

test('a month is filled by keyboard, saved, and there again after a reload (TS1, TS2)', async ({ browser }) => {
  const context = await signedIn(browser, 'demo')
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const next = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + 1, 1))
  await page.goto(`/admin/management/timesheets?month=${next.toISOString().slice(0, 7)}`)
  const grid = page.getByRole('grid')
  const stop = grid.locator('[role="gridcell"][tabindex="0"]')
  await stop.focus()
  const start = await stop.getAttribute('data-cell')
  await page.keyboard.press('1')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  const filled = await grid.locator('.jour').count()
  expect(filled).toBeGreaterThanOrEqual(3)

  await page.reload()
  await expect(grid.locator('.jour')).toHaveCount(filled)
  await expect(grid.locator(`[data-cell="${start}"] .jour`)).toHaveAttribute('data-figure', '1')
  expect((await new AxeBuilder({ page }).analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  // And emptied again, by the same keys: other journeys find the month as it was.
  await grid.locator(`[data-cell="${start}"]`).focus()
  await page.keyboard.press('0')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  await expect(grid.locator('.jour')).toHaveCount(0)
  expect(errors).toEqual([])
  await context.close()
})

test('a drag of the mouse fills working days, and Esc takes it back (TS2)', async ({ browser }) => {
  const context = await signedIn(browser, 'demo')
  const page = await context.newPage()
  const later = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + 2, 1))
  await page.goto(`/admin/management/timesheets?month=${later.toISOString().slice(0, 7)}`)
  const row = page.getByRole('grid').locator('tbody tr').first()
  const [from, to] = [row.getByRole('gridcell').nth(7), row.getByRole('gridcell').nth(13)]
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
  await expect(row.locator('.jour')).toHaveCount(
    await row.getByRole('gridcell').evaluateAll((cells) => cells.slice(7, 14).filter((cell) => !cell.matches('.bg-surface-sunken, .hol, .shut')).length),
  )
  await page.keyboard.press('Escape')
  await expect(row.locator('.jour')).toHaveCount(0)
  await context.close()
})

test('a day is filled by touch on a phone', async ({ browser }) => {
  const context = await signedIn(browser, 'demo', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  const next = new Date(Date.UTC(new Date().getFullYear(), new Date().getMonth() + 1, 1))
  await page.goto(`/admin/management/timesheets?month=${next.toISOString().slice(0, 7)}`)
  await page.getByRole('button', { name: 'Semaine suivante' }).tap()
  await page
    .getByRole('button', { name: /^Saisir / })
    .first()
    .tap() // prettier-ignore
  const choices = page.getByRole('dialog').getByRole('radiogroup').first()
  await choices.getByRole('radio', { name: 'une demi-journée' }).tap()
  await page.getByRole('button', { name: 'Terminé' }).tap()
  await expect(page.locator('.entry:not(.entry-new)')).toHaveCount(1)
  await page.locator('.entry:not(.entry-new)').tap()
  await choices.getByRole('radio', { name: 'vide' }).tap()
  await page.getByRole('button', { name: 'Terminé' }).tap()
  await expect(page.locator('.entry:not(.entry-new)')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await context.close()
})
