import type { Locator, Page } from '@playwright/test'
import { today } from './calendar.ts'
import { unique } from './sign-in.ts'
import { accessible, expect, test } from './test.ts'

/** Clicks, keys and fields from the landing page over the demo to the PDF of the first bill. */
const MOST = 32
/** The same from the page for a new account on, of a company with its register and capital. */
const MOST_ALONE = { acts: 13, fields: 11 }
/** The most of a sole trader from the landing page to the issued bill. */
const MOST_OF_ONE = { acts: 12, fields: 9 }
/** The same by hand, while the registry is away. */
const MOST_BY_HAND = { acts: 15, fields: 16 }

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
      'Mot de passe': password,
      'Confirmer le mot de passe': password,
    })
    await act(page.getByRole('button', { name: 'Créer mon compte' }))
    await expect(title).toHaveText('Bienvenue, votre compte est créé')
  })

  await test.step('the business', async () => {
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
    await type({ 'Prix HT par jour': '600' })
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

const PASSWORD = 'Une-phrase-de-carnet'
/** The sign-up of a visitor, up to the first step of the business. */
async function signUp(page: Page, { act, type }: ReturnType<typeof counted>): Promise<void> {
  await page.goto('/')
  await act(page.getByRole('link', { name: 'Créer mon compte' }).first())
  await type({
    Prénom: 'Lise',
    Nom: 'Fontenelle',
    'Adresse e-mail': `${unique('premiere')}@carnet.example`,
    'Mot de passe': PASSWORD,
    'Confirmer le mot de passe': PASSWORD,
  })
  await act(page.getByRole('button', { name: 'Créer mon compte' }))
  await expect(page.getByRole('status')).toContainText('Compte créé avec succès')
  await page.waitForURL('**/bienvenue')
}
/** From the client of the first steps to the number of the bill. */
async function billed(page: Page, { act, key, type }: ReturnType<typeof counted>): Promise<void> {
  const step = page.getByRole('listitem').and(page.locator('[aria-current="step"]'))
  await expect(step).toContainText('Un contrat')
  await type({ 'Prix HT par jour': '450' })
  await act(page.getByRole('button', { name: 'Créer le contrat' }))
  await expect(step).toContainText('Vos jours')
  await act(page.getByRole('button', { name: /^Remplir/ }))
  await expect(step).toContainText('La première facture')
  await act(page.getByRole('button', { name: /^Facturer/ }))
  await expect(page.getByRole('heading', { name: /^Tout est en règle|à confirmer$/ })).toBeVisible()
  await key('f')
  await expect(page.getByRole('dialog').getByRole('article', { name: 'Document' })).toBeVisible()
  await key('Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Facture ${today().year}-0001`)
}

test('a sole trader of the registry issues the first bill in 12 acts and 9 fields', async ({
  open,
}) => {
  const page = await open('visitor')
  const walk = counted(page)
  const { done, act, type, search } = walk
  await signUp(page, walk)
  await search(page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' }), '812345676')
  await act(page.getByRole('option', { name: /FONTENELLE/i }))
  await act(page.getByRole('radio', { name: /micro/i }))
  await act(page.getByRole('button', { name: 'Continuer' }))
  await type({ IBAN: 'FR14 2004 1010 0505 0001 3M02 606' })
  await act(page.getByRole('button', { name: 'Terminer' }))
  await search(page.getByRole('combobox', { name: 'Chercher au registre' }), '732829320')
  await act(page.getByRole('option', { name: /ATELIER BRUMAIRE/i }))
  await billed(page, walk)
  expect(done.acts, 'clicks and keys').toBeLessThanOrEqual(MOST_OF_ONE.acts)
  expect(done.fields, 'fields').toBeLessThanOrEqual(MOST_OF_ONE.fields)
})

test('a micro-entrepreneur issues the first bill by hand while the registry is away, in 15 acts and 16 fields', async ({
  open,
}) => {
  const page = await open('visitor', { refused: [502] })
  const walk = counted(page)
  const { done, act, type, search } = walk
  await signUp(page, walk)
  await search(page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' }), 'registre en panne')
  await act(page.getByRole('button', { name: 'Saisir à la main' }))
  await type({
    Adresse: '3 rue du Port',
    'Code postal': '35000',
    Ville: 'Rennes',
    SIREN: '812345676',
  })
  await act(page.getByRole('button', { name: /^Forme juridique/ }))
  await act(page.getByRole('option', { name: 'Micro-entrepreneur' }))
  await act(page.getByRole('button', { name: 'Continuer' }))
  await type({ IBAN: 'FR14 2004 1010 0505 0001 3M02 606' })
  await act(page.getByRole('button', { name: 'Terminer' }))
  await search(page.getByRole('combobox', { name: 'Chercher au registre' }), 'registre en panne')
  await act(page.getByRole('button', { name: 'Saisir à la main' }))
  await type({ Adresse: '9 quai des Brumes', 'Code postal': '56100', Ville: 'Lorient' })
  await act(page.getByRole('button', { name: 'Ajouter le client' }))
  await billed(page, walk)
  expect(done.acts, 'clicks and keys').toBeLessThanOrEqual(MOST_BY_HAND.acts)
  expect(done.fields, 'fields').toBeLessThanOrEqual(MOST_BY_HAND.fields)
})
