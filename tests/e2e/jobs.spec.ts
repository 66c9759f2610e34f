import { business } from './fixture.ts'
import { accessible, expect, overflow, test } from './test.ts'

const JOBS = [
  'Refonte du guichet',
  'Audit du portail',
  'Atelier de cadrage',
  'Suivi des parcours',
] as const
const [FIRST, SECOND, THIRD, FOURTH] = JOBS

/** Published jobs of another freelancer: each is one that a search of this installation finds. */
async function published(): Promise<void> {
  const publisher = await business('job-publisher')
  for (const [n, title] of JOBS.entries()) {
    const id = await publisher.write('POST', 'publication/me', {
      title,
      company: `Société ${n + 1}`,
      description: 'Entretiens avec des usagers, maquettes, puis un suivi du développement.',
      location: 'Lyon',
      workLocationType: 'hybrid',
      contractType: 'freelance',
      budget: 600 - n * 20,
      budgetPeriod: 'day',
      skills: ['Figma', 'Recherche utilisateur'],
      sector: 'design',
      start: 'asap',
      applicationReception: 'byemail',
      contactEmail: 'projets@societe.example',
    })
    await publisher.write('PUT', `publication/me/${id}/publish`, {})
  }
}

test('criteria find jobs, which are gone through by keys and by thumb, answered, applied for and won', async ({
  open,
}) => {
  await published()
  const seeker = await business('job-seeker')
  await seeker.write('POST', 'skill/me', { name: 'Figma' })
  const page = await open(seeker)

  // Criteria.
  await page.goto('/admin/prospecting/offer/search-criteria')
  await page.getByRole('button', { name: 'Ajouter des critères' }).first().click()
  const form = page.getByRole('dialog', { name: 'Ajouter des critères' })
  await form.getByRole('textbox', { name: 'Nom' }).fill('Autour de Lyon')
  await form.getByRole('textbox', { name: 'Compétences et outils' }).fill('Recherche utilisateur')
  await form.getByRole('textbox', { name: 'Compétences et outils' }).press('Enter')
  await expect(form.getByText('Aucun emploi n’est encore là pour être compté.')).toBeVisible()
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form).toBeHidden()

  // Suggestions.
  await page.goto('/admin/prospecting/offer/all')
  await page.getByRole('button', { name: 'Chercher maintenant' }).click()
  const job = (title: string) => page.getByRole('article', { name: title })
  const line = (title: string) => page.getByRole('link', { name: new RegExp(title) })
  for (const title of JOBS) await expect(line(title)).toBeVisible()
  await accessible(page)

  // By keys: the first is saved, the second passed, which is taken back, and passed again.
  const shown = async () => (await page.getByRole('article').getAttribute('aria-label')) ?? ''
  const order: string[] = []
  for (let n = 0; n < JOBS.length; n++) {
    order.push(await shown())
    await page.keyboard.press('j')
    if (n < JOBS.length - 1)
      await expect(page.getByRole('article')).not.toHaveAttribute('aria-label', order[n] ?? '')
  }
  expect(order.toSorted()).toEqual([FIRST, SECOND, THIRD, FOURTH].toSorted())
  const [saved = '', passed = '', thumbed = '', kept = ''] = order
  await line(saved).click()
  await page.keyboard.press('e')
  await expect(job(passed)).toBeVisible()
  await expect(line(saved)).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(job(thumbed)).toBeVisible()
  await page.keyboard.press('z')
  await expect(line(passed)).toBeVisible()
  await line(passed).click()
  await page.keyboard.press('p')
  await expect(line(passed)).toHaveCount(0)

  // By thumb, on a phone.
  const phone = await open(seeker, { width: 390 })
  await phone.goto('/admin/prospecting/offer/all')
  await phone.getByRole('link', { name: new RegExp(thumbed) }).tap()
  await phone.getByRole('article', { name: thumbed }).waitFor()
  await accessible(phone)
  expect(await overflow(phone)).toBe(0)
  // The job has the screen to itself, and the next one is a tap away.
  await expect(phone.getByText(/^1 sur \d+$/)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Chercher maintenant' })).toBeHidden()
  await phone.getByRole('button', { name: 'suivante' }).tap()
  await phone.getByRole('article', { name: kept }).waitFor()
  await phone.getByRole('button', { name: 'précédente' }).tap()
  await phone.getByRole('article', { name: thumbed }).waitFor()
  await phone.getByRole('button', { name: 'Passer' }).tap()
  await expect(phone.getByRole('article', { name: kept })).toBeVisible()
  // The other screen shows the phone's change.
  await expect(line(thumbed)).toHaveCount(0)
  await expect(job(kept)).toBeVisible()

  // A draft, never sent.
  await page.getByRole('button', { name: 'Écrire un message' }).click()
  const message = page.getByRole('dialog', { name: 'Message de candidature' })
  await message.getByRole('button', { name: 'Partir du modèle de texte' }).click()
  await expect(message.getByText('Brouillon du modèle de texte')).toBeVisible()
  await expect(message.getByText(kept).first()).toBeVisible()
  await accessible(page)
  await page.keyboard.press('Escape')

  // The application, by key, on their site: what was sent is kept.
  await page.keyboard.press('c')
  const application = page.getByRole('dialog', { name: new RegExp('^Candidature') })
  await application.getByText('Sur leur site').click()
  await accessible(page)
  const site = page.waitForEvent('popup')
  await application
    .getByRole('button', { name: 'Ouvrir leur site et noter la candidature' })
    .click()
  await (await site).close()
  await expect(line(kept)).toHaveCount(0)
  await page.getByRole('link', { name: /^Candidatures/ }).click()
  await expect(line(kept)).toBeVisible()
  await page.getByRole('link', { name: 'Voir le suivi' }).click()

  // Won, and a contract.
  await page.goto('/admin/prospecting/offer')
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
  await expect(lane('Positionnée').getByRole('button', { name: kept, exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Déplacer ${kept}` }).click()
  await page.getByRole('menuitem', { name: 'Acceptée' }).click()
  await lane('Acceptée').getByRole('button', { name: kept, exact: true }).click()
  await page.getByRole('link', { name: 'Créer le contrat' }).click()
  await expect(page.getByRole('textbox', { name: 'Objet' })).toHaveValue(kept)
  await expect(page.getByRole('textbox', { name: /Prix HT par jour/ })).toHaveValue(/\d{3}/)
})
