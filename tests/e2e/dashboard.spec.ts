import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signedIn } from './sign-in.ts'

const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes[0]?.html}`)

test('the dashboard of the sample year: what to do, what is owed, the year drawn and in figures', async ({ browser }) => {
  const context = await signedIn(browser, 'demo')
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
  await page.goto('/admin')
  await expect(page).toHaveURL(/dashboard\/default/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('tout est à jour sauf')
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  expect(await serious(page)).toEqual([])

  await page.getByRole('button', { name: 'Facturé' }).click()
  await page.getByRole('button', { name: 'Voir en tableau' }).click()
  await expect(page).toHaveURL(/basis=invoiced/)
  const table = page.getByRole('table', { name: /Factures de/ })
  await expect(table.getByRole('row')).toHaveCount(14)
  await table.getByRole('rowheader').getByRole('button').first().click()
  await expect(
    page
      .getByRole('region', { name: /Facturé en/ })
      .getByRole('link')
      .first(),
  ).toBeVisible()

  await page.keyboard.press('Shift+D')
  await expect(page.locator('html')).toHaveAttribute('data-discreet', 'true')
  expect(await page.locator('.amount').evaluateAll((all) => all.filter((one) => /\d/.test(one.textContent ?? '')).length)).toBe(0)
  await page.keyboard.press('Shift+D')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Voir en graphique' }).click()
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
  expect(await serious(page)).toEqual([])
  expect(said).toEqual([])
  await context.close()
})

test('the books of the sample year: filtered, totalled, opened and followed to the bill (FI1, SH2)', async ({ browser }) => {
  const context = await signedIn(browser, 'demo')
  const page = await context.newPage()
  await page.goto('/admin/portfolio/transactions')
  const rows = page.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'payé' }).first()).toBeVisible()
  expect(await serious(page)).toEqual([])
  await page.getByRole('searchbox').fill('brumaire')
  await expect(page).toHaveURL(/q=brumaire/)
  await expect(rows.filter({ hasNotText: 'Atelier Brumaire' })).toHaveCount(0)
  await rows.first().click()
  const panel = page.getByRole('dialog')
  // A bill of several rates has a line for each.
  await expect(panel.getByText(/TVA à/).first()).toBeVisible()
  expect(await serious(page)).toEqual([])
  await panel.getByRole('button', { name: 'Historique' }).click()
  await expect(panel.getByText('Paiement inscrit')).toBeVisible()
  await panel.getByRole('link', { name: 'Ouvrir la facture' }).click()
  await expect(page).toHaveURL(/management\/billing\//)
  await page.goBack()
  await expect(page).toHaveURL(/open=/)
  await context.close()
})

test.describe('on a phone, in Arabic', () => {
  test('the dashboard is mirrored and nothing runs out of the page', async ({ browser }) => {
    const context = await signedIn(browser, 'demo', { viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.route('**/api/users/*/me', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { data: { params: { preferredLanguage: string } } } }
      body.result.data.params.preferredLanguage = 'ar'
      await route.fulfill({ json: body })
    })
    await page.goto('/admin/dashboard/default')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText('العقود الجارية')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await context.close()
  })
})
