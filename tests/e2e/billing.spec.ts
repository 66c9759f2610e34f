import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { business } from './fixture.ts'
import { monthAway, monthName } from './calendar.ts'
import { accessible, expect, overflow, test } from './test.ts'

const BILLING = '/admin/management/billing'
const NBSP = '\u00A0'

const saved = (page: Page) => expect(page.getByText(/^Enregistré à /)).toBeVisible()

test('the list says what is owed and what is late, with the drafts first', async ({ open }) => {
  const page = await open('demo')
  await page.goto(BILLING)
  await expect(page.getByRole('heading', { level: 1, name: 'Facturation' })).toBeVisible()
  await expect(page.getByText('à encaisser, dont')).toBeVisible()
  await expect(page.locator('tr.group').first()).toContainText('à finir')
  await accessible(page)
})

test('the days of a month show what stands in the way, before anything is made (TS6)', async ({
  open,
}) => {
  const us = await business('month')
  const last = monthAway(-1)
  const other = await us.write('POST', 'project/me', {
    profileId: us.profileId,
    isBillable: true,
    title: 'Astreinte',
    clientId: us.clientId,
    startDate: Date.UTC(last.year, last.month - 1, 1),
  })
  await us.fill(last, [us.contractId, us.contractId, other])
  await us.write('POST', 'bill/me', {
    profileId: us.profileId,
    type: 'invoice',
    fromTimesheet: { projectId: us.contractId, ...last },
  })

  const page = await open(us)
  await page.goto(BILLING)
  await page.getByRole('button', { name: `Facturer ${monthName(last)}` }).click()
  const dialog = page.getByRole('dialog')
  const drafted = dialog.getByRole('listitem').filter({ hasText: 'Refonte du portail' })
  await expect(drafted.getByRole('link', { name: 'Relire le brouillon' })).toBeVisible()
  await expect(drafted.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Astreinte' })).toContainText('prix')
  await expect(dialog.getByRole('button', { name: 'Créer le brouillon' })).toBeVisible()
  await accessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/billing$/)
})

test('a bill, from a draft to the bank and back', async ({ open }) => {
  // The payment above what is due is refused, which is wanted.
  const page = await open(await business('bill'), { refused: [422] })
  const dialog = page.getByRole('dialog')
  const state = page.locator('.tag')
  const total = page.locator('.total').last()
  const amounts = page.locator('dl').first()
  const line = (name: string, n: number) =>
    page.getByRole('textbox', { name: `${name}, ligne ${n}` })

  await test.step('a draft is made for a client and a contract, and has no number (BI1)', async () => {
    await page.goto(BILLING)
    await page.getByRole('heading', { level: 1, name: 'Facturation' }).waitFor()
    await page.keyboard.press('n')
    await dialog.getByRole('combobox', { name: 'Contrat' }).fill('Refonte')
    await page.getByRole('option', { name: /^Refonte/ }).click()
    await expect(dialog.getByRole('combobox', { name: /^Client/ })).toHaveValue('Atelier Brumaire')
    await dialog.getByRole('button', { name: 'Créer le brouillon' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Facture pour Atelier Brumaire' }),
    ).toBeVisible()
    await expect(page.getByText('Le numéro sera donné à l’émission.')).toBeVisible()
  })

  await test.step('an empty draft cannot be issued, and says why (BI4)', async () => {
    await expect(page.getByRole('heading', { name: 'Un point empêche l’émission' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Émettre' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Corriger' }).click()
    await expect(line('Désignation', 1)).toBeFocused()
  })

  await test.step('lines are typed by keyboard, counted as the server counts, and saved by themselves (BI6)', async () => {
    await page.keyboard.type('Conception')
    await line('Quantité', 1).fill('1,5')
    await line('Prix HT', 1).fill('100,10')
    await page.keyboard.press('Enter')
    await expect(line('Désignation', 2)).toBeFocused()
    await page.keyboard.type('Ouvrages')
    await line('Prix HT', 2).fill('33,33')
    await page.getByRole('combobox', { name: 'TVA, ligne 2' }).selectOption('5.5')
    // 150.15 at 20 % is 30.03; 33.33 at 5.5 % is 1.83.
    await expect(total).toContainText(`215,34${NBSP}€`)
    await saved(page)
    await page.reload()
    await expect(line('Désignation', 2)).toHaveValue('Ouvrages')
    await expect(total).toContainText(`215,34${NBSP}€`)
    await expect(page.getByRole('heading', { name: 'Un point à confirmer' })).toBeVisible()
    await accessible(page)
  })

  await test.step('a due date may be fixed, and follows the days to pay once it is emptied', async () => {
    const due = page.getByText('Échéance si émise ce jour').locator('..')
    const before = await due.textContent()
    await page.getByRole('textbox', { name: 'Échéance fixe' }).fill('31/12/2099')
    await page.keyboard.press('Tab')
    await saved(page)
    await expect(due).toContainText('2099')
    await page.getByRole('textbox', { name: 'Échéance fixe' }).fill('')
    await page.keyboard.press('Tab')
    await expect(due).toHaveText(before ?? '')
    await saved(page)
  })

  await test.step('a line moves with Alt and the arrows', async () => {
    await line('Désignation', 2).press('Alt+ArrowUp')
    await expect(line('Désignation', 1)).toHaveValue('Ouvrages')
    await line('Désignation', 1).press('Alt+ArrowDown')
    await expect(line('Désignation', 1)).toHaveValue('Conception')
    await saved(page)
  })

  await test.step('issuing shows the paper and says that it is for good (BI1)', async () => {
    await page.getByRole('button', { name: 'Émettre' }).click()
    await expect(dialog.getByText('L’émission est définitive')).toBeVisible()
    await expect(dialog.getByRole('article', { name: 'Document' })).toContainText('Ouvrages')
    await expect(dialog.getByRole('article', { name: 'Document' })).toContainText(
      /Facture\d{4}-\d{4}Émise le/,
    )
    await accessible(page)
    await dialog.getByRole('button', { name: 'Émettre' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: /^Facture 2\d{3}-0001$/ }),
    ).toBeVisible()
    await expect(page.getByText(/SHA-256.*[0-9a-f]{64}/)).toBeVisible()
    await accessible(page)
  })

  await test.step('an issued bill has no edit, and its PDF is the stored one (BI2, BI3)', async () => {
    await expect(page.getByRole('button', { name: /Modifier|Enregistrer$/ })).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger le PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^2\d{3}-0001\.pdf$/)
    // Anyone who received the file can check it, without an account; one changed byte is seen.
    const bytes = await readFile(await file.path())
    const [check] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Page de vérification' }).click(),
    ])
    await expect(check.getByRole('heading', { name: 'Authentique' })).toBeVisible()
    await accessible(check)
    const choose = check.locator('input[type="file"]')
    await choose.setInputFiles({
      name: 'changed.pdf',
      mimeType: 'application/pdf',
      buffer: bytes.subarray(1),
    })
    await expect(check.getByRole('heading', { name: 'Inconnu ici' })).toBeVisible()
    await choose.setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: bytes })
    await expect(check.getByRole('heading', { name: 'Authentique' })).toBeVisible()
    await expect(check.getByText(/la pièce .?2\d{3}-0001/)).toBeVisible()
    await check.close()
  })

  await test.step('a part is paid, then the rest; then the money is in the bank', async () => {
    // The page's button, out of reach while its dialog is open.
    const pay = page.getByRole('main').getByRole('button', { name: 'Enregistrer un paiement' })
    const received = dialog.getByRole('textbox', { name: /^Montant reçu/ })
    await pay.click()
    await received.fill('300')
    await expect(dialog.getByText(/de trop/).first()).toBeVisible()
    await received.fill('100')
    await dialog.getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await expect(state).toContainText('Payée en partie')
    await expect(amounts).toContainText(`115,34${NBSP}€`)
    await pay.click()
    await dialog.getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await expect(state).toHaveText('Payée')
    await page.getByRole('button', { name: 'Marquer encaissée' }).click()
    await dialog.getByRole('button', { name: 'Marquer encaissée' }).click()
    await expect(state).toContainText('Encaissée')
  })

  await test.step('each step is taken back, once asked', async () => {
    await page.getByRole('button', { name: 'Annuler l’encaissement' }).click()
    await dialog.getByRole('button', { name: 'Annuler l’encaissement' }).click()
    await expect(state).toHaveText('Payée')
    await page.getByRole('button', { name: 'Annuler le paiement' }).last().click()
    await dialog.getByRole('button', { name: 'Annuler le paiement' }).click()
    await expect(state).toContainText('Payée en partie')
  })

  await test.step('its history reads as it was, where nothing can be done', async () => {
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await expect(page.getByText('Rien ne peut être modifié ici.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enregistrer un paiement' })).toHaveCount(0)
    await expect(state).toContainText('Brouillon')
    await page.getByRole('button', { name: 'Revenir à aujourd’hui' }).click()
    await expect(state).toContainText('Payée en partie')
  })

  await test.step('a credit note of one line is drafted, issued, and counts', async () => {
    await page.getByRole('button', { name: 'Faire un avoir' }).click()
    await dialog.getByRole('radio', { name: 'Certaines lignes' }).click()
    await dialog.getByRole('checkbox', { name: 'Ouvrages' }).check()
    await dialog.getByRole('button', { name: 'Créer l’avoir' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Avoir pour Atelier Brumaire' }),
    ).toBeVisible()
    await expect(total).toContainText(`35,16${NBSP}€`)
    await page.getByRole('button', { name: 'Émettre' }).click()
    await dialog.getByRole('button', { name: 'Émettre' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: /^Avoir AV2\d{3}-0001$/ }),
    ).toBeVisible()
    await page.getByRole('link', { name: /^sur 2\d{3}-0001/ }).click()
    await expect(amounts).toContainText(`35,16${NBSP}€`)
    await expect(amounts).toContainText(`80,18${NBSP}€`)
  })
})

test('a deposit, days and the final bill that deducts it: sent by mail, reminded of, paid, read in Arabic', async ({
  open,
}) => {
  test.slow()
  const us = await business('deposit')
  const last = monthAway(-1)
  const page = await open(us)
  const dialog = page.getByRole('dialog')
  const title = (name: RegExp | string) => page.getByRole('heading', { level: 1, name })
  const issue = async () => {
    await page.getByRole('button', { name: 'Émettre' }).click()
    await dialog.getByRole('button', { name: 'Émettre' }).click()
  }

  await test.step('a deposit is drafted with its amount and issued', async () => {
    await page.goto(BILLING)
    await title('Facturation').waitFor()
    await page.keyboard.press('n')
    await dialog.getByRole('radio', { name: 'Acompte' }).click()
    await dialog.getByRole('combobox', { name: 'Contrat' }).fill('Refonte')
    await page.getByRole('option', { name: /^Refonte/ }).click()
    await dialog.getByRole('textbox', { name: /^Montant de l’acompte/ }).fill('300')
    await accessible(page)
    await dialog.getByRole('button', { name: 'Créer le brouillon' }).click()
    await expect(page.getByRole('textbox', { name: 'Désignation, ligne 1' })).toHaveValue(
      'Acompte sur Refonte du portail',
    )
    await issue()
    await expect(title(/^Facture d’acompte 2\d{3}-0001$/)).toBeVisible()
  })

  await test.step('the days of the contract become its final bill, which asks for the rest', async () => {
    await us.fill(last, [us.contractId, us.contractId])
    await page.goto(BILLING)
    await page.getByRole('button', { name: `Facturer ${monthName(last)}` }).click()
    await dialog.getByRole('button', { name: 'Créer le brouillon' }).click()
    await page.getByRole('checkbox', { name: 'Déduire' }).check()
    // Two days at 650 € and their VAT, without 360 €.
    await expect(page.getByText('À payer, acomptes déduits').locator('..')).toContainText(
      `1 200,00${NBSP}€`,
    )
    await saved(page)
    await accessible(page)
    await issue()
    await expect(title(/^Facture 2\d{3}-0002$/)).toBeVisible()
    const paper = page.getByRole('article')
    await expect(paper).toContainText(/Total TTC\s*1\s560,00\s€/)
    await expect(paper).toContainText(/Acompte 2\d{3}-0001 du/)
    await expect(paper).toContainText(/À payer le .*1\s200,00\s€/)
    await accessible(page)
  })

  await test.step('it goes by mail, and is reminded of', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Envoyer' }).click()
    const recipients = dialog.getByRole('textbox', { name: 'Destinataires' })
    await recipients.fill('compta@brumaire.example')
    await recipients.press('Enter')
    await accessible(page)
    // Without a mail server it is made ready.
    await dialog.getByRole('button', { name: 'Préparer' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Relancer' }).click()
    await expect(
      dialog.getByRole('heading', { name: /^Relancer la facture 2\d{3}-0002/ }),
    ).toBeVisible()
    await recipients.fill('compta@brumaire.example')
    await recipients.press('Enter')
    await dialog.getByRole('button', { name: 'Préparer' }).click()
    // A worker puts them into the outbox.
    await expect(page.getByText('Prête à envoyer', { exact: true })).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByText('Envoyée', { exact: true })).toBeHidden()
  })

  await test.step('it is paid', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await dialog.getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await expect(page.locator('.tag')).toHaveText('Payée')
  })

  await test.step('on a phone, in Arabic, the same bill is whole', async () => {
    const phone = await open(us, { language: 'ar', width: 390 })
    await phone.goto(new URL(page.url()).pathname)
    await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(phone.locator('.tag')).toHaveText('مدفوعة')
    await expect(phone.getByRole('article')).toContainText('Facturé à')
    expect(await overflow(phone)).toBeLessThanOrEqual(0)
    await accessible(phone)
  })

  await test.step('the deposit names the bill that deducts it, and is not deducted again', async () => {
    await page.getByRole('link', { name: /^2\d{3}-0001$/ }).click()
    await expect(page.getByRole('link', { name: 'déduit d’une facture' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Facture finale' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Faire un avoir' })).toHaveCount(0)
  })
})

test('a draft is not lost when the active profile changes (PR6)', async ({ open }) => {
  const us = await business('switch')
  const billId = await us.write('POST', 'bill/me', {
    profileId: us.profileId,
    type: 'invoice',
    projectId: us.contractId,
  })
  await us.write('POST', 'professionalInfo/me', { name: 'Éditions du Cadran' })
  const page = await open(us)
  const order = page.getByRole('textbox', { name: /^Bon de commande/ })
  const be = async (other: string) => {
    await page.getByRole('button', { name: /^Entreprise active/ }).click()
    await page.getByRole('menuitem', { name: other }).click()
  }
  await page.goto(`${BILLING}/${billId}`)
  await order.fill('BC-7')
  // At once: what is typed has not been sent yet.
  await be('Éditions du Cadran')
  await expect(
    page.getByRole('button', { name: /Entreprise active.*Éditions du Cadran/ }),
  ).toBeVisible()
  await expect(page.getByText(/Ce brouillon appartient à/)).toBeVisible()
  await saved(page)
  await page.getByRole('link', { name: /^Facturation/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Facturation' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Aucune facture pour l’instant/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Atelier Brumaire/ })).toHaveCount(0)
  await be('Fontanel Conseil')
  await page.getByRole('row', { name: /Atelier Brumaire/ }).click()
  await expect(order).toHaveValue('BC-7')
})

for (const { language, title, direction } of [
  { language: 'ar', title: 'الفوترة', direction: 'rtl' },
  { language: 'de', title: 'Rechnungen', direction: 'ltr' },
] as const)
  test(`list, draft and bill are whole in ${language}`, async ({ open }) => {
    const page = await open('demo', { language })
    await page.goto(BILLING)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await accessible(page)
    await page.locator('tr[data-row]').first().click()
    await expect(page.locator('fieldset .total')).toBeVisible()
    await accessible(page)
    await page.goto(`${BILLING}?view=late`)
    await page.locator('tr[data-row]').first().click()
    await expect(page.getByRole('article')).toContainText('Facturé à')
    await accessible(page)
  })
