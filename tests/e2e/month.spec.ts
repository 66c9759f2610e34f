import type { Page } from '@playwright/test'
import { business } from './fixture.ts'
import { monthAway, monthKey } from './calendar.ts'
import { accessible, expect, overflow, test } from './test.ts'

const TO_COME = `/admin/management/timesheets?month=${monthKey(monthAway(1))}`

const saved = (page: Page) => expect(page.getByText(/Enregistré à/)).toBeVisible()
/**
 * Cells of a row that a fill passes over: week-ends, public holidays, days outside the contract.
 */
const CLOSED = '.bg-surface-sunken, .hol, .shut'

test('a month is filled by keyboard, saved, and there again after a reload (TS1, TS2)', async ({
  open,
}) => {
  const page = await open(await business('keys'))
  await page.goto(TO_COME)
  const grid = page.getByRole('grid')
  const row = grid.locator('tbody tr').first()
  const stop = grid.locator('[tabindex="0"]')
  await stop.focus()
  const start = await stop.getAttribute('data-cell')
  await page.keyboard.press('1')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await saved(page)
  const worked = await row.getByRole('gridcell').evaluateAll(
    (cells, [from, closed]) => {
      const first = cells.findIndex((cell) => cell.getAttribute('data-cell') === from)
      return cells.slice(first, first + 5).filter((cell) => !cell.matches(closed ?? '')).length
    },
    [start, CLOSED] as const,
  )
  expect(worked).toBeGreaterThan(0)
  await expect(grid.locator('.jour')).toHaveCount(worked)

  await page.reload()
  await expect(grid.locator('.jour')).toHaveCount(worked)
  await expect(grid.locator(`[data-cell="${start}"] .jour`)).toHaveAttribute('data-figure', '1')
  await accessible(page)

  // On paper there is nothing to press.
  await page.emulateMedia({ media: 'print' })
  for (const hint of ['se déplacer', 'Ajouter une ligne'])
    await expect(page.getByText(hint)).toBeHidden()
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })

  await grid.locator(`[data-cell="${start}"]`).focus()
  await page.keyboard.press('0')
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(grid.locator('.jour')).toHaveCount(0)
})

test('a drag of the mouse fills working days, and Esc takes it back (TS2)', async ({ open }) => {
  const page = await open(await business('drag'))
  await page.goto(TO_COME)
  const row = page.getByRole('grid').locator('tbody tr').first()
  const cells = row.getByRole('gridcell')
  await cells.nth(7).hover()
  await page.mouse.down()
  await cells.nth(13).hover()
  await page.mouse.up()
  const working = await cells.evaluateAll(
    (all, closed) => all.slice(7, 14).filter((cell) => !cell.matches(closed)).length,
    CLOSED,
  )
  expect(working).toBeGreaterThan(0)
  await expect(row.locator('.jour')).toHaveCount(working)
  await page.keyboard.press('Escape')
  await expect(row.locator('.jour')).toHaveCount(0)
})

test('a day is filled by touch on a phone', async ({ open }) => {
  const page = await open(await business('touch'), { width: 390 })
  await page.goto(TO_COME)
  await page.getByRole('button', { name: 'Semaine suivante' }).tap()
  await page
    .getByRole('button', { name: /^Saisir / })
    .first()
    .tap() // prettier-ignore
  const choices = page.getByRole('dialog').getByRole('radiogroup').first()
  /** The finger meets the choice's label. */
  const choose = (name: string) =>
    choices.locator('label', { has: page.getByRole('radio', { name }) }).tap()
  const entry = page.locator('.entry:not(.entry-new)')
  await choose('une demi-journée')
  await page.getByRole('button', { name: 'Terminé' }).tap()
  await expect(entry).toHaveCount(1)
  await entry.tap()
  await choose('vide')
  await page.getByRole('button', { name: 'Terminé' }).tap()
  await expect(entry).toHaveCount(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('a line is added and filled on a phone', async ({ open }) => {
  const page = await open(await business('line'), { width: 390 })
  await page.goto(TO_COME)
  await page.getByRole('button', { name: 'Semaine suivante' }).tap()
  await page
    .getByRole('button', { name: /^Saisir / })
    .first()
    .tap() // prettier-ignore
  const dialog = page.getByRole('dialog')
  const training = dialog.getByRole('radiogroup', { name: /Formation/ })
  await expect(training).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Ajouter une ligne' }).tap()
  await page.getByRole('menuitem', { name: 'Formation' }).tap()
  await training.locator('label', { has: page.getByRole('radio', { name: 'un jour' }) }).tap()
  await dialog.getByRole('button', { name: 'Terminé' }).tap()
  await expect(page.locator('.entry:not(.entry-new)')).toContainText('Formation')
})

test('days that could not be saved are asked for when the screen is left from another month', async ({
  open,
}) => {
  const page = await open(await business('unsent'), { refused: [403] })
  await page.goto(TO_COME)
  const stop = page.getByRole('grid').locator('[tabindex="0"]')
  await stop.focus()
  await page.route(/\/api\/timesheet\//, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 403,
          json: { status: 403, result: { code: 'FORBIDDEN', message: 'Refusé' } },
        }),
  )
  await page.keyboard.press('1')
  const stuck = page.getByText('1 case n’est pas enregistrée')
  await expect(stuck).toBeVisible()
  await page.getByRole('button', { name: 'Mois précédent' }).click()
  await expect(stuck).toBeHidden()
  await page.getByRole('link', { name: 'Tableau de bord' }).first().click()
  const save = page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true })
  await expect(save).toBeVisible()
  // The month that cannot be saved is shown, with the reason.
  await save.click()
  await expect(stuck).toBeVisible()
  await page.unroute(/\/api\/timesheet\//)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await saved(page)
})
