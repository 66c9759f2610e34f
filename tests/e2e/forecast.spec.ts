import { business } from './fixture.ts'
import { settled } from './looks.ts'
import { accessible, expect, saidIn, test } from './test.ts'

test('the forecast begins with the bank’s balance, says what is safe to spend, and keeps it from others’ eyes', async ({
  open,
}) => {
  const page = await open(await business('forecast'))
  await page.goto('/admin/portfolio/turnover?view=forecast')
  await expect(page.getByText('Aucun solde n’est saisi', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Saisir un solde' }).click()
  const dialog = page.getByRole('dialog', { name: 'Solde d’un compte' })
  await dialog.getByRole('textbox', { name: 'Solde' }).fill('1500')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const balance = page.getByRole('button', { name: /Pourquoi ce nombre.*En banque/ })
  await expect(balance).toContainText(/1\s500,00/)
  await balance.click()
  await expect(
    page.getByText('Le dernier solde saisi de chaque compte', { exact: false }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Mode discret' }).click()
  await expect(balance).not.toContainText('500')
  await page.getByRole('button', { name: 'Exporter' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Exporter' })).toBeVisible()
})

/** Cents, or a figure with the sign of its currency. */
const AMOUNT = /\d,\d\d(?!\d|\s?%)|\d[\s\u202f\u00a0]?€/

/** Where amounts are told. The VAT's boxes and the registers are the demo year's. */
const PLACES = [
  '/admin/dashboard/default',
  '/admin/portfolio/transactions',
  '/admin/portfolio/scheduled',
  '/admin/portfolio/charges',
  '/admin/portfolio/vat',
  '/admin/portfolio/turnover?why=all',
  '/admin/portfolio/turnover?view=movements&why=outcomes',
  '/admin/portfolio/turnover?view=forecast&why=safe',
  '/admin/portfolio/registers',
].map((path) => ({ path, amount: AMOUNT }))
/** Days of contracts have two digits too, but no thousands. */
const STATISTICS = {
  path: '/admin/dashboard/statistics/contracts',
  amount: /\d[\s\u202f\u00a0](?:€|\d{3}(?!\d))/,
}

test('in discreet mode no amount stands in a chart, its tooltip, a title or the page of any screen of money', async ({
  open,
}) => {
  const clear = await open('demo')
  await clear.goto(PLACES[0]?.path ?? '')
  await settled(clear)
  expect(await saidIn(clear)).toMatch(AMOUNT)
  const page = await open('demo', { discreet: true })
  for (const { path: place, amount } of [...PLACES, STATISTICS]) {
    await page.goto(place)
    await settled(page)
    for (const chart of await page.locator('main figure .recharts-surface').all()) {
      await chart.scrollIntoViewIfNeeded()
      const box = await chart.boundingBox()
      if (box === null) continue
      // The columns of three months, one after another.
      for (const share of [0.25, 0.55, 0.9]) {
        await page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
        await page.waitForTimeout(60)
        expect(await saidIn(page), `${place}, a tooltip`).not.toMatch(amount)
      }
    }
    expect(await saidIn(page), place).not.toMatch(amount)
  }
})
