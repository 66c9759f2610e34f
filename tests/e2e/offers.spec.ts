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

test('an application for an entered offer is told as ready in the panel that stays open, and leads to its mail', async ({
  open,
}) => {
  const page = await open(await business('entered'))
  await page.goto('/admin/prospecting/offer')
  await page.getByRole('heading', { name: 'Aucune offre' }).waitFor()
  await page.keyboard.press('n')
  const panel = page.getByRole('dialog', { name: 'Ajouter une offre' })
  await panel.getByRole('textbox', { name: 'Offre' }).fill('Signalétique de la halle')
  await panel.getByRole('button', { name: 'Ajouter' }).click()
  await page.getByRole('button', { name: 'Signalétique de la halle', exact: true }).click()
  await page.getByRole('button', { name: 'Candidater' }).click()
  const application = page.getByRole('dialog', { name: /^Candidature/ })
  await application.getByRole('textbox', { name: 'Destinataires' }).fill('rh@halles.example')
  await page.keyboard.press('Enter')
  await application.getByRole('textbox', { name: 'Texte' }).fill('Bonjour.')
  await application.getByRole('button', { name: 'Préparer' }).click()
  await expect(application).toBeHidden()
  await page.getByRole('link', { name: 'courriel prêt à envoyer' }).click()
  await expect(page.getByRole('link', { name: 'Ouvrir dans mon logiciel' })).toBeVisible()
})

const ADVERT = `Designer produit (H/F)
Société : Régie des Quais
Lieu : Lyon
TJM : 450 à 550 €
Télétravail hybride, deux jours par semaine.
Compétences : Figma, recherche utilisateur
Candidatures à projets@regie.example.`

test('an advert is pasted as text, read into fields with their passages, added with its match, and applied for (P10)', async ({
  open,
}) => {
  const seeker = await business('pasted')
  await seeker.write('POST', 'skill/me', { name: 'Figma' })
  const page = await open(seeker)
  const dialog = page.getByRole('dialog')
  await page.goto('/admin/prospecting/offer/all')
  await page.getByRole('button', { name: /^Coller/ }).click()
  await dialog.getByText('Coller le texte').click()
  await dialog.getByRole('textbox', { name: 'Texte de l’offre' }).fill(ADVERT)
  await dialog.getByRole('button', { name: 'Lire le texte' }).click()

  await expect(dialog.getByText('Le passage du texte est cité dessous.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Tarif, de' })).toHaveValue(/450/)
  await expect(dialog.getByText(/«.TJM : 450 à 550.€.»/)).toBeVisible()
  await expect(dialog.getByText('Figma', { exact: true })).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ajouter l’offre' }).click()

  const job = page.getByRole('article', { name: /^Designer produit/ })
  await expect(job.getByRole('region', { name: /^Pourquoi \d+/ })).toBeVisible()
  await expect(job.getByText('Figma', { exact: true }).first()).toBeVisible()
  await job.getByRole('button', { name: /^Candidater/ }).click()
  const application = page.getByRole('dialog', { name: /^Candidature/ })
  await expect(application.getByText('projets@regie.example')).toBeVisible()
  await application.getByRole('textbox', { name: 'Texte' }).fill('Bonjour.')
  const followUp = await application.getByText(/^Relance notée pour le /).textContent()
  await application.getByRole('button', { name: 'Préparer' }).click()
  await expect(application).toBeHidden()

  await page.getByRole('link', { name: /^Candidatures/ }).click()
  await expect(page.getByRole('link', { name: /Designer produit/ })).toBeVisible()
  // Without a mail server the application is ready, and leads to its mail, which the user sends.
  await page.getByRole('link', { name: 'courriel prêt à envoyer' }).click()
  await expect(dialog.getByRole('link', { name: 'Ouvrir dans mon logiciel' })).toHaveAttribute(
    'href',
    /^mailto:projets%40regie\.example/,
  )
  await page.goBack()
  await page.getByRole('link', { name: 'Voir le suivi' }).click()
  const day = /le (\d+)/.exec(followUp ?? '')?.[1] ?? '?'
  await expect(page.getByText('Relancer la candidature').first()).toBeVisible()
  await expect(page.getByText(new RegExp(`\\b${day}\\b`)).first()).toBeVisible()
})
