import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signedIn } from './sign-in.ts'

const BILLING = '/admin/management/billing'
const NBSP = '\u00A0'

let context: BrowserContext
let page: Page
/** What a clean console must not say. The browser itself notes the refused payment, which is wanted. */
let said: string[]

test.beforeAll(async ({ browser }) => {
  context = await signedIn(browser, 'demo')
  page = await context.newPage()
  said = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/status of 422/.test(message.text()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(error.message))
})
test.afterAll(() => context.close())

const axe = async () => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => [one.id, one.nodes[0]?.html])).toEqual([])
}
const saved = () => expect(page.getByText(/^Enregistré à /)).toBeVisible()
const amounts = () => page.locator('dl').first()

test.describe
  .serial('a bill, from a draft to the bank and back', () => {
    test('the list says what is owed and what is late, with the drafts first', async () => {
      await page.goto(BILLING)
      await expect(page.getByRole('heading', { level: 1, name: 'Facturation' })).toBeVisible()
      await expect(page.getByText('à encaisser, dont')).toBeVisible()
      await expect(page.locator('tr.group').first()).toContainText('à finir')
      await axe()
    })

    test('the days of a month show what stands in the way, before anything is made (TS6)', async () => {
      await page.getByRole('button', { name: 'Facturer octobre' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Déjà facturé')).toBeVisible()
      await expect(dialog.getByRole('button', { name: /^Créer/ })).toBeVisible()
      await axe()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(/\/billing$/)
    })

    test('a draft is made for a client and a contract, and has no number (BI1)', async () => {
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: /^Pour qui/ })
      await dialog.getByRole('combobox', { name: 'Contrat' }).fill('Refonte')
      await page.getByRole('option', { name: /^Refonte/ }).click()
      await expect(dialog.getByRole('combobox', { name: /^Client/ })).toHaveValue('Atelier Brumaire')
      await dialog.getByRole('button', { name: 'Créer le brouillon' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Facture pour Atelier Brumaire' })).toBeVisible()
      await expect(page.getByText('Le numéro sera donné à l’émission.')).toBeVisible()
    })

    test('an empty draft cannot be issued, and says why (BI4)', async () => {
      const issue = page.getByRole('button', { name: 'Émettre' })
      await expect(page.getByRole('heading', { name: 'Un point empêche l’émission' })).toBeVisible()
      await expect(issue).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('button', { name: 'Corriger' }).click()
      await expect(page.getByRole('textbox', { name: 'Désignation, ligne 1' })).toBeFocused()
    })

    test('lines are typed by keyboard, counted as the server counts, and saved by themselves (BI6)', async () => {
      await page.keyboard.type('Conception')
      await page.getByRole('textbox', { name: 'Quantité, ligne 1' }).fill('1,5')
      await page.getByRole('textbox', { name: 'Prix HT, ligne 1' }).fill('100,10')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Désignation, ligne 2' })).toBeFocused()
      await page.keyboard.type('Ouvrages')
      await page.getByRole('textbox', { name: 'Prix HT, ligne 2' }).fill('33,33')
      await page.getByRole('combobox', { name: 'TVA, ligne 2' }).selectOption('5.5')
      // 150.15 at 20 % is 30.03; 33.33 at 5.5 % is 1.83.
      await expect(page.locator('.total').last()).toContainText(`215,34${NBSP}€`)
      await saved()
      await page.reload()
      await expect(page.getByRole('textbox', { name: 'Désignation, ligne 2' })).toHaveValue('Ouvrages')
      await expect(page.locator('.total').last()).toContainText(`215,34${NBSP}€`)
      await expect(page.getByRole('heading', { name: 'Tout est en règle' })).toBeVisible()
      await axe()
    })

    test('a line moves with Alt and the arrows', async () => {
      await page.getByRole('textbox', { name: 'Désignation, ligne 2' }).press('Alt+ArrowUp')
      await expect(page.getByRole('textbox', { name: 'Désignation, ligne 1' })).toHaveValue('Ouvrages')
      await page.getByRole('textbox', { name: 'Désignation, ligne 1' }).press('Alt+ArrowDown')
      await expect(page.getByRole('textbox', { name: 'Désignation, ligne 1' })).toHaveValue('Conception')
      await saved()
    })

    test('issuing shows the paper and says that it is for good (BI1)', async () => {
      await page.getByRole('button', { name: 'Émettre' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('L’émission est définitive')).toBeVisible()
      await expect(dialog.getByRole('article', { name: 'Document' })).toContainText('Ouvrages')
      await expect(dialog.getByRole('article', { name: 'Document' })).toContainText(/Facture\d{4}-\d{4}Émise le/)
      await axe()
      await dialog.getByRole('button', { name: 'Émettre' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^Facture 2\d{3}-\d{4}$/ })).toBeVisible()
      await expect(page.getByText(/SHA-256.*[0-9a-f]{64}/)).toBeVisible()
      await axe()
    })

    test('an issued bill has no edit, and its PDF is the stored one (BI2, BI3)', async () => {
      await expect(page.getByRole('button', { name: /Modifier|Enregistrer$/ })).toHaveCount(0)
      await expect(page.getByRole('textbox')).toHaveCount(0)
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Télécharger le PDF' }).click()])
      expect(file.suggestedFilename()).toMatch(/^2\d{3}-\d{4}\.pdf$/)
    })

    test('a part is paid, then the rest; then the money is in the bank', async () => {
      await page.getByRole('button', { name: 'Enregistrer un paiement' }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Montant reçu/ })
        .fill('300')
      await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer un paiement' }).click()
      await expect(page.getByRole('dialog').getByText('Le paiement dépasse').first()).toBeVisible()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Montant reçu/ })
        .fill('100')
      await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer un paiement' }).click()
      await expect(page.locator('.tag')).toContainText('Payée en partie')
      await expect(amounts()).toContainText(`115,34${NBSP}€`)
      await page.getByRole('button', { name: 'Enregistrer un paiement' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer un paiement' }).click()
      await expect(page.locator('.tag')).toContainText('Payée')
      await page.getByRole('button', { name: 'Marquer encaissée' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Marquer encaissée' }).click()
      await expect(page.locator('.tag')).toContainText('Encaissée')
    })

    test('each step is taken back, once asked', async () => {
      await page.getByRole('button', { name: 'Annuler l’encaissement' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Annuler l’encaissement' }).click()
      await expect(page.locator('.tag')).toContainText('Payée')
      await page.getByRole('button', { name: 'Annuler le paiement' }).last().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Annuler le paiement' }).click()
      await expect(page.locator('.tag')).toContainText('Payée en partie')
    })

    test('its history reads as it was, where nothing can be done', async () => {
      const slider = page.getByRole('slider')
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(page.getByText('Rien ne peut être modifié ici.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Enregistrer un paiement' })).toHaveCount(0)
      await expect(page.locator('.tag')).toContainText('Brouillon')
      await page.getByRole('button', { name: 'Revenir à aujourd’hui' }).click()
      await expect(page.locator('.tag')).toContainText('Payée en partie')
    })

    test('a credit note of one line is drafted, issued, and counts', async () => {
      await page.getByRole('button', { name: 'Faire un avoir' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Certaines lignes' }).click()
      await dialog.getByRole('checkbox', { name: 'Ouvrages' }).check()
      await dialog.getByRole('button', { name: 'Créer l’avoir' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Avoir pour Atelier Brumaire' })).toBeVisible()
      await expect(page.locator('.total').last()).toContainText(`35,16${NBSP}€`)
      await page.getByRole('button', { name: 'Émettre' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Émettre' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^Avoir AV2\d{3}-\d{4}$/ })).toBeVisible()
      await page.getByRole('link', { name: /^sur 2\d{3}/ }).click()
      await expect(amounts()).toContainText(`35,16${NBSP}€`)
      await expect(amounts()).toContainText(`80,18${NBSP}€`)
    })

    test('the console stayed clean', () => expect(said).toEqual([]))
  })

test('a draft is not lost when the active profile changes (PR6)', async () => {
  await page.goto(BILLING)
  await page.locator('tr[data-row]', { hasText: 'Brouillon' }).first().click()
  await page.getByRole('textbox', { name: /^Bon de commande/ }).fill('BC-2026-7')
  await saved()
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Bon de commande/ })).toHaveValue('BC-2026-7')
})

/** The account's language, for this page alone: another spec's stays as it is. */
const speak = (to: string) =>
  page.route('**/api/users/*/me', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: { data: { params: { preferredLanguage: string } } } }
    body.result.data.params.preferredLanguage = to
    await route.fulfill({ response: answer, json: body })
  })

for (const { language, title, direction } of [
  { language: 'ar', title: 'الفوترة', direction: 'rtl' },
  { language: 'de', title: 'Rechnungen', direction: 'ltr' },
])
  test(`list, draft and bill are whole in ${language}`, async () => {
    await speak(language)
    await page.goto(BILLING)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await axe()
    await page.locator('tr[data-row]').first().click()
    await expect(page.locator('fieldset .total')).toBeVisible()
    await axe()
    await page.goto(`${BILLING}?view=late`)
    await page.locator('tr[data-row]').first().click()
    await expect(page.getByRole('article')).toContainText('Facturé à')
    await axe()
    await page.unrouteAll({ behavior: 'wait' })
  })
