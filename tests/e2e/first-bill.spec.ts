import type { Locator, Page } from '@playwright/test'
import { today } from './calendar.ts'
import { unique } from './sign-in.ts'
import { accessible, expect, test } from './test.ts'

/** Clicks, keys and fields from the landing page over the demo to the PDF of the first bill. */
const MOST = 40
/** The same from the page for a new account on. */
const MOST_ALONE = { acts: 20, fields: 24 }

/** Counts what a person does: every click or key that acts, every field that is typed in. */
function counted(page: Page) {
  const done = { acts: 0, fields: 0 }
  return {
    done,
    act: async (what: Locator) => {
      done.acts += 1
      await what.click()
    },
    key: async (keys: string) => {
      done.acts += 1
      await page.keyboard.press(keys)
    },
    type: async (values: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(values)) {
        done.fields += 1
        await page.getByRole('textbox', { name, exact: true }).fill(value)
      }
    },
    search: async (field: Locator, text: string) => {
      done.fields += 1
      await field.fill(text)
    },
  }
}

test('from the landing page over the demo to the first bill’s PDF, in few acts and fields', async ({
  open,
}) => {
  test.slow()
  const page = await open('visitor')
  const { done, act, key, type, search } = counted(page)
  const title = page.getByRole('heading', { level: 1 })
  const step = page.getByRole('listitem').and(page.locator('[aria-current="step"]'))
  const password = 'Une-phrase-de-carnet'
  const userName = unique('premiers-pas')

  await test.step('the demo, and its walk through a month', async () => {
    await page.goto('/')
    await act(page.getByRole('button', { name: 'Essayer la démo' }).first())
    // The first demo of an installation is made while its guest waits.
    await page.waitForURL('**/admin/dashboard/default', { timeout: 120_000 })
    await expect(page.getByRole('region', { name: 'Le matin, ce qui attend' })).toContainText(
      'pas 1',
    )
    for (const next of ['Les jours', 'La facture', 'L’argent', 'La TVA', 'Et après']) {
      await act(page.getByRole('button', { name: 'Continuer' }))
      await expect(
        page.getByRole('heading', { level: 2, name: next }).and(page.locator(':focus')),
      ).toBeVisible()
    }
    await accessible(page)
    await act(
      page
        .getByRole('region', { name: 'Et après' })
        .getByRole('link', { name: 'Créer mon compte' }),
    )
  })

  const before = done.acts

  await test.step('an account', async () => {
    await type({
      Prénom: 'Camille',
      Nom: 'Fontanel',
      'Adresse e-mail': `${userName}@carnet.example`,
      'Nom d’utilisateur': userName,
      'Mot de passe': password,
      'Confirmer le mot de passe': password,
    })
    await act(page.getByRole('button', { name: 'Créer mon compte' }))
    await expect(title).toHaveText('Bienvenue, votre compte est créé')
    await type({ 'Mot de passe': password })
    await act(page.getByRole('button', { name: 'Se connecter' }))
  })

  await test.step('the business', async () => {
    await act(page.getByRole('button', { name: 'Continuer' }))
    await search(page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' }), 'atelier brumaire')
    await act(page.getByRole('option', { name: /ATELIER BRUMAIRE/i }))
    await type({ 'Greffe du RCS': 'Nantes', 'Capital social': '1000' })
    await act(page.getByRole('button', { name: 'Continuer' }))
    await type({ IBAN: 'FR14 2004 1010 0505 0001 3M02 606' })
    await act(page.getByRole('radio', { name: 'Réel normal' }))
    await act(page.getByRole('button', { name: 'Terminer' }))
  })

  await test.step('four steps on the dashboard, each by the act in its line', async () => {
    await expect(title).toContainText('quatre pas jusqu’à la première facture')
    await search(page.getByRole('combobox', { name: 'Chercher au registre' }), '404833048')
    await act(page.getByRole('option', { name: /BRUMAIRE ET ASSOCIES/i }))
    await expect(step).toContainText('Un contrat')
    await type({ Objet: 'Refonte du portail', 'Prix HT par jour': '600' })
    await act(page.getByRole('button', { name: 'Créer le contrat' }))
    await expect(step).toContainText('Vos jours')
    await accessible(page)
    await act(page.getByRole('button', { name: /^Remplir/ }))
    await expect(step).toContainText('La première facture')
    await act(page.getByRole('button', { name: /^Facturer/ }))
  })

  await test.step('the draft needs nothing more', async () => {
    await expect(title).toContainText('Facture pour')
    await expect(page.getByRole('heading', { name: 'Tout est en règle' })).toBeVisible()
    await key('f')
    await expect(page.getByRole('dialog').getByRole('article', { name: 'Document' })).toBeVisible()
    await key('Control+Enter')
    await expect(title).toHaveText(`Facture ${today().year}-0001`)
  })

  await test.step('its number, in large', async () => {
    await expect(page.getByText('Votre première facture est émise.')).toBeVisible()
  })

  await test.step('its PDF', async () => {
    const file = page.waitForEvent('download')
    await act(page.getByRole('button', { name: 'Télécharger le PDF' }))
    expect((await file).suggestedFilename()).toBe(`${today().year}-0001.pdf`)
  })

  await test.step('its XML alone, for a program', async () => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Télécharger le XML' }).click()
    expect((await file).suggestedFilename()).toBe(`${today().year}-0001.xml`)
  })

  expect(done.acts - before, 'clicks and keys without the demo').toBeLessThanOrEqual(
    MOST_ALONE.acts,
  )
  expect(done.fields, 'fields').toBeLessThanOrEqual(MOST_ALONE.fields)
  expect(done.acts + done.fields, 'clicks, keys and fields').toBeLessThanOrEqual(MOST)
  test.info().annotations.push({ type: 'counted', description: JSON.stringify(done) })
})
