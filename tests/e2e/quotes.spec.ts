import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { business, type Business } from './fixture.ts'
import { contextFor } from './looks.ts'
import { productUrl } from './sign-in.ts'
import { expect, test } from './test.ts'

type Data = Readonly<Record<string, string>>
const ADDRESS = 'direction@exemple.example'

/** The last code that went out: without a mail server it waits in the user's outbox. */
async function codeFor({ userName, password }: Business): Promise<string> {
  const call = async <T>(path: string, init: RequestInit & { headers: Data }): Promise<T> => {
    const answer = await fetch(`${productUrl()}/api/${path}`, init)
    return ((await answer.json()) as { result: { data: T } }).result.data
  }
  const { accessToken = '', userId = '' } = await call<Data>('users/authenticate', {
    method: 'POST',
    headers: { 'x-api-key': 'public', 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  const mails = await call<readonly { subject: string }[]>(`mail/${userId}/all`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return (
    mails.map(({ subject }) => /^(\d{6}) est votre code/.exec(subject)?.[1] ?? '').find(Boolean) ??
    ''
  )
}

const assertAccessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

test('a quote is drafted, sent, accepted with the code, and billed to its end', async ({
  browser,
}) => {
  const user = await business('devis')
  const context = await contextFor(browser, user)
  const page = await context.newPage()

  // The draft, in the editor of a bill's lines.
  await page.goto('/admin/management/quotes?new=quote')
  const asking = page.getByRole('dialog')
  await asking.getByRole('combobox', { name: 'Client' }).fill('Atelier')
  await page.getByRole('option', { name: /Atelier Brumaire/ }).click()
  await asking.getByRole('textbox', { name: 'Prestation' }).fill('Refonte du catalogue')
  await asking.getByRole('button', { name: 'Créer le brouillon' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Devis pour Atelier Brumaire')
  await page.getByRole('button', { name: 'Ajouter une ligne' }).click()
  await page.getByRole('textbox', { name: 'Désignation, ligne 1' }).fill('Développement')
  await page.getByRole('textbox', { name: 'Quantité, ligne 1' }).fill('4')
  await page.getByRole('textbox', { name: 'Prix HT, ligne 1' }).fill('500')
  await page.getByRole('textbox', { name: 'Acompte à la commande' }).fill('30')
  await page.getByRole('textbox', { name: 'Acompte à la commande' }).press('Control+s')
  await expect(page.getByText('Prêt à partir')).toBeVisible()

  // Sent, with a link to hand on.
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const sending = page.getByRole('dialog')
  await sending.getByText('Un lien à remettre').click()
  await sending.getByRole('textbox', { name: 'Adresse du client' }).fill(ADDRESS)
  await sending.getByRole('button', { name: 'Créer le lien' }).click()
  const link =
    (await page
      .getByRole('dialog')
      .getByText(/\/devis\/[\w-]{43}$/)
      .textContent()) ?? ''
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Devis D-\d{4}-001$/)

  // The client, on a phone, without an account and without scripts.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
    locale: 'fr-FR',
  })
  const client = await phone.newPage()
  await client.goto(new URL(new URL(link).pathname, productUrl()).href)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText(/^Devis D-/)
  await client.getByRole('textbox', { name: /Votre nom/ }).fill('Anne Exemple')
  await client.getByRole('button', { name: 'Recevoir le code' }).click()
  // Without a mail server the seller has the code, and hands it on.
  await expect(client.getByText(/^Le code attend chez .* à d•••@exemple\.example\.$/)).toBeVisible()
  await expect.poll(() => codeFor(user)).toMatch(/^\d{6}$/)
  const code = await codeFor(user)
  await client
    .getByRole('textbox', { name: /Code reçu/ })
    .fill(code === '000000' ? '000001' : '000000')
  await client.getByRole('button', { name: 'Accepter le devis' }).click()
  await expect(client.getByRole('alert')).toHaveText(/Ce code n’est pas le bon/)
  await client.getByRole('textbox', { name: /Code reçu/ }).fill(code)
  await client.getByRole('button', { name: 'Accepter le devis' }).click()
  await expect(client.getByRole('status')).toHaveText(/Devis accepté par Anne Exemple/)
  expect(await client.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await phone.close()

  // The user's page follows by itself. Contract and deposit are made of it.
  await expect(page.getByText('Accepté en ligne par Anne Exemple')).toBeVisible()
  await assertAccessible(page)
  const quote = page.url()
  await page.getByRole('button', { name: 'Créer le contrat' }).click()
  await expect(page.getByRole('link', { name: /Issu du devis D-/ })).toBeVisible()
  await page.goto(quote)
  await page.getByRole('button', { name: 'Facturer l’acompte' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Facture d’acompte/)
  await expect(page.getByRole('link', { name: 'tirée d’un devis' })).toBeVisible()
  await page.getByRole('button', { name: 'Émettre', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Émettre', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Facture d’acompte \d{4}-/)

  // The final bill takes the rest and deducts the deposit.
  await page.goto(quote)
  await page.getByRole('button', { name: 'Facturer', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Facturer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Quantité, ligne 1' })).toHaveValue('4')
  await page.getByRole('button', { name: 'Émettre', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Émettre', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Facture \d{4}-/)
  await page.getByRole('link', { name: 'tirée d’un devis' }).click()
  const rest = page.getByRole('row', { name: /Développement/ })
  await expect(rest.getByRole('cell')).toHaveText(['Développement', '4', '4', '0'])
  await expect(page.getByRole('button', { name: 'Facturer', exact: true })).toBeHidden()
  await context.close()
})

test('the client’s page holds in six languages, light and dark, wide and on a phone', async ({
  browser,
}) => {
  const user = await business('devis-langues')
  for (const [language, theme, width] of [
    ['fr', 'light', 1280],
    ['ar', 'dark', 390],
    ['de', 'dark', 1280],
    ['en', 'light', 390],
    ['es', 'light', 1280],
    ['it', 'dark', 390],
  ] as const) {
    const id = await user.write('POST', 'quote/me', {
      profileId: user.profileId,
      clientId: user.clientId,
      serviceName: 'Refonte du catalogue',
      language,
      depositPercent: 30,
      lines: [{ description: 'Développement', quantity: 4, unit: 'day', unitPrice: 500, tva: 20 }],
    })
    const context = await contextFor(browser, user)
    const page = await context.newPage()
    await page.goto(`/admin/management/quotes/${id}`)
    await page.locator('main .btn-primary').first().click()
    const sending = page.getByRole('dialog')
    await sending.getByText('Un lien à remettre').click()
    await sending.getByRole('textbox', { name: 'Adresse du client' }).fill(ADDRESS)
    await sending.getByRole('button', { name: 'Créer le lien' }).click()
    const link =
      (await page
        .getByRole('dialog')
        .getByText(/\/devis\/[\w-]{43}$/)
        .textContent()) ?? ''
    await context.close()
    const clients = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
    })
    const client = await clients.newPage()
    await client.goto(new URL(new URL(link).pathname, productUrl()).href)
    await expect(client.locator('html')).toHaveAttribute('lang', language)
    expect(await client.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await assertAccessible(client)
    await clients.close()
  }
})
