import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

test('a task is added, carried by the keys and by the mouse, and a column goes without its tasks (BO1, BO2)', async ({
  open,
}) => {
  const page = await open(await business('board'))
  await page.goto('/admin/management/board')
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await lane('À faire')
    .getByRole('button', { name: /Ajouter/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Nouvelle tâche' })
  await dialog.getByRole('textbox', { name: 'Titre' }).fill('Plan de migration')
  await dialog.getByRole('textbox', { name: 'Temps estimé' }).fill('6')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  const task = (where: string) => lane(where).getByRole('button', { name: 'Plan de migration', exact: true })
  await expect(task('À faire')).toBeVisible()

  await task('À faire').press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Plan de migration vers En cours, position 1 sur 1')).toBeVisible()
  await accessible(page)
  await page.keyboard.press('Space')
  await expect(task('En cours')).toBeFocused()

  await lane('En cours').getByRole('listitem').first().dragTo(lane('Terminé').getByRole('heading'))
  await expect(task('Terminé')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).last().click()
  await expect(task('En cours')).toBeVisible()

  await page.getByRole('button', { name: 'Actions de la colonne En cours' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  const removal = page.getByRole('dialog')
  await expect(removal.getByText('contient 1 tâche.')).toBeVisible()
  await removal.getByRole('button', { name: 'Supprimer' }).click()
  await expect(task('À faire')).toBeVisible()
  await expect(lane('En cours')).toHaveCount(0)
})
