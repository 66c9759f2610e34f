import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

test('a contract is made with a client made on the way, then archived', async ({ open }) => {
  const page = await open(await business('contract'))
  await page.goto('/admin/management/contracts')
  await page.getByRole('table').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Objet' }).fill('Charte des îles')
  await page.getByRole('combobox', { name: /Client/ }).fill('Papeterie du Phare')
  await page.getByRole('option', { name: /Créer «.*Papeterie du Phare/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau client' })
  await expect(dialog.getByRole('textbox', { name: /Dénomination/ })).toHaveValue(
    'Papeterie du Phare',
  )
  await dialog.getByRole('button', { name: 'Ajouter le client' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: /Client/ })).toHaveValue('Papeterie du Phare')

  await page.getByRole('textbox', { name: /Prix HT par jour/ }).fill('540')
  await page.getByRole('textbox', { name: 'Fin' }).fill('01/01/2020')
  await page.getByRole('button', { name: 'Créer le contrat' }).click()
  await expect(page.getByText(/date de fin postérieure/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Fin' }).fill('')
  await accessible(page)
  await page.getByRole('button', { name: 'Créer le contrat' }).click()

  const panel = page.getByRole('dialog', { name: 'Charte des îles' })
  await expect(panel).toBeVisible()
  await expect(panel.getByText('540,00')).toBeVisible()
  await panel.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Archiver' }).click()
  await expect(page.getByRole('rowheader', { name: /archivés/ })).toBeVisible()
})

test('who passes through the client’s field by Tab chooses none; a begun name is chosen', async ({
  open,
}) => {
  const page = await open(await business('contract'))
  await page.goto('/admin/management/contracts/new')
  const client = page.getByRole('combobox', { name: /Client/ })
  await client.focus()
  await page.getByRole('option', { name: 'Atelier Brumaire' }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(client).toHaveValue('')
  await client.pressSequentially('brum')
  await page.keyboard.press('Tab')
  await expect(client).toHaveValue(/Brumaire/)
})
