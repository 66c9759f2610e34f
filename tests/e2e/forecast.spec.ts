import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

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
  await expect(page.getByText('Le dernier solde saisi de chaque compte', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: 'Mode discret' }).click()
  await expect(balance).not.toContainText('500')
  await page.getByRole('button', { name: 'Exporter' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Exporter' })).toBeVisible()
})
