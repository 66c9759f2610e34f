import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
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

async function textOf(pdf: Uint8Array): Promise<string> {
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise
  const { items } = await (await opened.getPage(1)).getTextContent()
  await opened.loadingTask.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

test('a freelancer without administration imports a CV, looks it through, and prints and sends a variant', async ({
  open,
}) => {
  test.setTimeout(3 * READING_MS)
  const page = await open(await business('cv'))
  await page.goto('/admin/profile/cv')
  await expect(page.getByRole('heading', { level: 1, name: 'CV' })).toBeVisible()
  await expect(page.locator('nav a[href^="/admin/access"]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Importer' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from(TEXT) })
  await expect(page.getByRole('heading', { name: 'Relire l’import' })).toBeVisible({
    timeout: READING_MS,
  })
  await page.getByRole('button', { name: /^Écarter.*Tâches/ }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Écarter.*Tâches/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
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
  const hidden = page.getByRole('button', { name: 'Masquer la rubrique Centres d’intérêt du CV' })
  await hidden.click()
  await expect(hidden).toHaveAttribute('aria-pressed', 'true')
  const places = () =>
    page
      .getByRole('region', { name: /^(?:Langues|Formations)$/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await expect.poll(places).toEqual(['Formations', 'Langues'])
  await page.getByRole('button', { name: 'Monter Langues' }).click()
  await expect.poll(places).toEqual(['Langues', 'Formations'])
  const printed = page.waitForResponse((answer) => answer.url().includes('/pdf?'))
  await page.getByRole('button', { name: 'Imprimer' }).click()
  const paper = await printed
  expect(paper.headers()['content-type']).toBe('application/pdf')
  // The browser hands the paper on to a tab: its words are read from a copy.
  const copy = await page.request.get(paper.url(), { headers: await paper.request().allHeaders() })
  const text = await textOf(await copy.body())
  expect(text).toContain('Atelier Brumaire')
  // The main CV has it still.
  expect(text).not.toContain('Permis B')

  await page.getByRole('button', { name: '0 version' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await versions.getByRole('button', { name: 'Garder une version' }).click()
  await versions.getByRole('textbox', { name: /Nom de la version/ }).fill('Pour la Région')
  await versions.getByRole('button', { name: 'Garder une version' }).click()
  await expect(versions.getByText('Pour la Région')).toBeVisible()
  await versions.getByRole('button', { name: 'Noter un envoi de la version 1' }).click()
  await versions.getByRole('textbox', { name: /À qui/ }).fill('Région Papier')
  await versions.getByRole('button', { name: 'Noter l’envoi' }).click()
  await expect(versions.getByText(/Envoyée à Région Papier/)).toBeVisible()
})
