import { accessible, expect, test } from './test.ts'
import { business } from './fixture.ts'

test('an offer is added, moved by its menu and by the mouse, won, and becomes a contract', async ({
  open,
}) => {
  const page = await open(await business('offers'))
  await page.goto('/admin/prospecting/offer')
  await page.getByRole('heading', { name: 'Aucune offre' }).waitFor()
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'Ajouter une offre' })
  await panel.getByRole('textbox', { name: 'Offre' }).fill('Signalétique du port')
  await panel.getByRole('textbox', { name: 'Client' }).fill('Halles Réunies')
  await panel.getByRole('textbox', { name: 'Tarif journalier HT' }).fill('620')
  await panel.getByRole('button', { name: 'Ajouter' }).click()

  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
  const slip = (name: string) =>
    lane(name).getByRole('button', { name: 'Signalétique du port', exact: true })
  await expect(slip('Nouvelle')).toBeVisible()
  await page.getByRole('button', { name: 'Déplacer Signalétique du port' }).click()
  await page.getByRole('menuitem', { name: 'Positionnée' }).click()
  await expect(slip('Positionnée')).toBeVisible()
  await slip('Positionnée').dragTo(lane('Acceptée'))
  await expect(slip('Acceptée')).toBeVisible()
  await accessible(page)

  await slip('Acceptée').click()
  await page.getByRole('link', { name: 'Créer le contrat' }).click()
  await expect(page.getByRole('textbox', { name: 'Objet' })).toHaveValue('Signalétique du port')
  await expect(page.getByRole('textbox', { name: /Prix HT par jour/ })).toHaveValue(/620/)
})
