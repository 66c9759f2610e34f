import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

/** A reader's process starts on a machine that does other work too. @unit milliseconds */
const READING_MS = 60_000

const TEXT = `Personne Exemple
Conceptrice de services

Expérience professionnelle
Conceptrice, Atelier Brumaire\tmars 2021 – aujourd’hui
- Recherche auprès des usagers

Langues
Français : langue maternelle

Divers
Permis B
`

test('a CV is imported, looked through, goes on after a reload, and its variant is printed', async ({ open }) => {
  test.setTimeout(3 * READING_MS)
  const page = await open(await business('cv'))
  await page.goto('/admin/profile/cv')
  await page.getByRole('link', { name: 'Importer' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from(TEXT) })
  await expect(page.getByRole('heading', { name: 'Relire l’import' })).toBeVisible({ timeout: READING_MS })
  await page.getByRole('button', { name: /^Écarter.*Tâches/ }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Écarter.*Tâches/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Ranger «\u00a0Permis B\u00a0»' }).click()
  await page.getByRole('menuitem', { name: 'Centre d’intérêt' }).click()
  await page.getByRole('button', { name: 'Reprendre ces valeurs' }).click()
  await accessible(page)
  await page.getByRole('button', { name: /^Enregistrer \d+ champs/ }).click()

  await expect(page.getByRole('button', { name: /Modifier Conceptrice/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /Modifier Permis B/ })).toBeVisible()
  await page.getByRole('button', { name: 'Dupliquer pour une offre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Pour quelle offre' }).fill('Portail de la région')
  await dialog.getByRole('button', { name: 'Dupliquer' }).click()
  await expect(page.getByRole('button', { name: /^Portail de la région/ })).toBeVisible()
  const printed = page.waitForResponse((answer) => answer.url().includes('/pdf?'))
  await page.getByRole('button', { name: 'Imprimer' }).click()
  expect((await printed).headers()['content-type']).toBe('application/pdf')
})
