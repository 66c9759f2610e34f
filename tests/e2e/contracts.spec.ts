import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { signedIn } from './sign-in.ts'

test('a contract is made with a client made on the way, then archived', async ({ browser }) => {
  const context = await signedIn(browser, 'demo')
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/admin/management/contracts')
  await page.getByRole('table').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Objet' }).fill('Charte des îles')
  await page.getByRole('button', { name: 'Nouveau client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau client' })
  await dialog.getByRole('textbox', { name: /Dénomination/ }).fill('Papeterie du Phare')
  await dialog.getByRole('button', { name: 'Ajouter le client' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: /Client/ })).toHaveValue('Papeterie du Phare')

  await page.getByRole('textbox', { name: /Prix HT par jour/ }).fill('540')
  await page.getByRole('textbox', { name: 'Fin' }).fill('01/01/2020')
  await page.getByRole('button', { name: 'Créer le contrat' }).click()
  await expect(page.getByText(/date de fin n’est pas postérieure/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Fin' }).fill('')
  expect((await new AxeBuilder({ page }).analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await page.getByRole('button', { name: 'Créer le contrat' }).click()

  const panel = page.getByRole('dialog', { name: 'Charte des îles' })
  await expect(panel).toBeVisible()
  await expect(panel.getByText('540,00')).toBeVisible()
  await panel.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Archiver' }).click()
  await expect(page.getByRole('rowheader', { name: /archivés/ })).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
