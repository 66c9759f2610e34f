import { business } from './fixture.ts'
import { monthAway, monthName, today } from './calendar.ts'
import { accessible, expect, overflow, test } from './test.ts'

test('the dashboard of the sample year: what to do, what is owed, the year drawn', async ({
  open,
}) => {
  const page = await open('demo')
  await page.goto('/admin')
  await expect(page).toHaveURL(/dashboard\/default/)
  // A bill of the sample year is late: that is what the page says, and what its button is for.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Coopérative Lampadaire')
  await expect(page.getByRole('link', { name: 'Enregistrer le paiement' })).toBeVisible()
  // Drawn after the page. In January there may be nothing cashed yet: the axes stand all the same.
  await expect(page.locator('.recharts-surface').first()).toBeVisible()
  await accessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible(page)
})

test('the year in figures, what is behind a month, and the discreet mode', async ({ open }) => {
  const us = await business('figures')
  await us.fill(monthAway(-1), [us.contractId, us.contractId])
  await us.issue(monthAway(-1))
  const now = today()

  const page = await open(us)
  await page.goto('/admin/dashboard/default')
  await page.getByRole('radio', { name: 'Facturé' }).click()
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  // Two days at 650 €, in a business whose first months are empty: the bar's own figure.
  await expect(page.locator('figure .recharts-label-list text')).toHaveText('1,3')
  await page.getByRole('button', { name: 'Voir en tableau' }).click()
  await expect(page).toHaveURL(/basis=invoiced/)
  const table = page.getByRole('table', { name: `Factures de ${now.year}` })
  // A head, twelve months and a foot.
  await expect(table.getByRole('row')).toHaveCount(14)
  await table.getByRole('button', { name: new RegExp(`^${monthName(now)}$`, 'i') }).click()
  await expect(
    page
      .getByRole('region', { name: /Facturé en/ })
      .getByRole('link', { name: `${now.year}-0001` }),
  ).toBeVisible()

  await page.keyboard.press('Shift+D')
  await expect(page.locator('html')).toHaveAttribute('data-discreet', 'true')
  expect(
    await page
      .locator('.amount')
      .evaluateAll((all) => all.filter((one) => /\d/.test(one.textContent ?? '')).length),
  ).toBe(0)
  await page.keyboard.press('Shift+D')
  await expect(page.locator('html')).not.toHaveAttribute('data-discreet')
  await expect(table).toContainText('1 300,00')
})

test('the books of the sample year: filtered, totalled, opened and followed to the bill (FI1, SH2)', async ({
  open,
}) => {
  const page = await open('demo')
  await page.goto('/admin/portfolio/transactions')
  const rows = page.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'payé' }).first()).toBeVisible()
  await accessible(page)
  await page.getByRole('searchbox').fill('brumaire')
  await expect(page).toHaveURL(/q=brumaire/)
  await expect(rows.filter({ hasNotText: 'Atelier Brumaire' })).toHaveCount(0)
  await rows.first().click()
  const panel = page.getByRole('dialog')
  // A bill of several rates has a line for each.
  await expect(panel.getByText(/TVA à/).first()).toBeVisible()
  await accessible(page)
  await panel.getByRole('button', { name: 'Historique' }).click()
  await expect(panel.getByText('Paiement inscrit')).toBeVisible()
  await panel.getByRole('link', { name: 'Ouvrir la facture' }).click()
  await expect(page).toHaveURL(/management\/billing\//)
  await page.goBack()
  await expect(page).toHaveURL(/open=/)
})

test('on a phone, in Arabic, the dashboard is mirrored and nothing runs out of the page', async ({
  open,
}) => {
  const page = await open('demo', { language: 'ar', width: 390 })
  await page.goto('/admin/dashboard/default')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('العقود الجارية')).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
