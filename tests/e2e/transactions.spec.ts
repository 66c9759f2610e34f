import { monthAway, today } from './calendar.ts'
import { business } from './fixture.ts'
import { accessible, expect, overflow, test } from './test.ts'

const TRANSACTIONS = '/admin/portfolio/transactions'
const RECEIPT = {
  name: 'ticket.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('article;prix\nécran;359,88\n'),
}

test('a purchase is entered by its total with its receipt, left unpaid, deleted and brought back', async ({
  open,
}) => {
  const page = await open(await business('purchase'))
  const dialog = page.getByRole('dialog', { name: 'Ajouter une transaction' })
  await page.goto(TRANSACTIONS)
  await page.getByRole('button', { name: 'Ajouter une transaction' }).click()
  await dialog.getByRole('textbox', { name: 'Libellé' }).fill('Écran 27 pouces')
  await dialog.getByRole('textbox', { name: 'Montant TTC' }).fill('359,88')
  await expect(dialog.getByRole('textbox', { name: 'Montant HT' })).toHaveValue('299,90')
  await expect(dialog.getByRole('textbox', { name: 'TVA' })).toHaveValue('59,98')
  await dialog.locator('input[type="file"]').setInputFiles(RECEIPT)
  await expect(dialog.getByText('ticket.csv')).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Ajouté avec succès')).toBeVisible()

  const row = page.getByRole('row', { name: /Écran 27 pouces/ })
  await expect(row).toContainText('Payée')
  await expect(row).toContainText('−359,88')
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Écran 27 pouces' })
  await expect(panel.getByRole('button', { name: 'ticket.csv', exact: true })).toBeVisible()
  await accessible(page)
  await panel.getByRole('button', { name: 'Marquer impayée' }).click()
  await expect(row).toContainText('En attente')
  await panel.getByRole('button', { name: 'Supprimer' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(row).toContainText('−359,88')
})

test('on a phone, in Arabic, the dialog of a transaction is mirrored and nothing runs out of the page', async ({
  open,
}) => {
  const page = await open(await business('purchase-ar'), { language: 'ar', width: 390 })
  await page.goto(TRANSACTIONS)
  await page.getByRole('button', { name: 'إضافة معاملة' }).click()
  await expect(page.getByRole('textbox', { name: 'البيان' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await accessible(page)
})

test('the books are filtered by fields, in the address, and a filter is kept under a name', async ({
  open,
}) => {
  const page = await open('demo')
  await page.goto(`${TRANSACTIONS}?f-amountTTC=gte:3000`)
  const chips = page.getByRole('list', { name: /filtres? actifs?/ })
  await expect(chips).toContainText('au moins')
  await page.getByRole('button', { name: /^Filtres/ }).click()
  const panel = page.getByRole('region', { name: 'Filtres' })
  await panel.getByRole('button', { name: 'Client', exact: true }).click()
  await panel
    .getByRole('group', { name: 'Client' })
    .getByRole('textbox', { name: 'Valeur' })
    .fill('brumaire')
  await expect(page).toHaveURL(/f-client=contains%3Abrumaire/)
  await expect(page.locator('tr[data-row]').filter({ hasNotText: 'Atelier Brumaire' })).toHaveCount(
    0,
  )
  await accessible(page)
  await panel.getByRole('textbox', { name: 'Nom de ce filtre' }).fill('Gros paiements')
  await panel.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(panel.getByRole('button', { name: 'Gros paiements' })).toBeVisible()
  await panel.getByRole('button', { name: 'Effacer les filtres' }).click()
  await panel.getByRole('button', { name: 'Gros paiements' }).click()
  await accessible(page)
  await panel.getByRole('button', { name: 'Replier' }).click()
  await expect(chips.getByRole('listitem')).toHaveCount(2)
})

test('on a phone, in Arabic, the filters stand above the list and nothing runs out of the page', async ({
  open,
}) => {
  const page = await open('demo', { language: 'ar', width: 390 })
  await page.goto(`${TRANSACTIONS}?f-paymentDate=between:2026-01-01..2026-12-31`)
  await page.getByRole('button', { name: /^المرشحات/ }).click()
  await expect(
    page.getByRole('region', { name: 'المرشحات' }).getByRole('textbox').first(),
  ).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await accessible(page)
})

test('an income by hand is matched with the bill it pays, by one click, and the match is undone', async ({
  open,
}) => {
  const firm = await business('match')
  const last = monthAway(-1)
  await firm.fill(last, [firm.contractId])
  const billId = await firm.issue(last)
  const { year, month, day } = today()
  const now = Date.UTC(year, month - 1, day)
  await firm.write('POST', 'transaction/me', {
    profileId: firm.profileId,
    operation: 'in',
    type: 'sale',
    label: 'VIR ATELIER BRUMAIRE',
    amountTTC: 780,
    rate: 20,
    status: 'paid',
    paymentDate: now,
  })
  // Where a live update tells of the match before its answer, the open row is looked for and not
  // found.
  const page = await open(firm, { refused: [404] })
  await page.goto(TRANSACTIONS)
  await page.getByRole('row', { name: /VIR ATELIER BRUMAIRE/ }).click()
  const proposed = page.getByRole('region', { name: 'Rapprochement proposé' })
  await expect(proposed).toContainText(
    /même montant · même client · payé \d+.jours? avant l’échéance/,
  )
  await accessible(page)
  await proposed.getByRole('button', { name: 'Rapprocher' }).click()
  await expect(page.getByText(/payée par cette recette/)).toBeVisible()
  await expect(page.getByRole('row', { name: /VIR ATELIER BRUMAIRE/ })).toHaveCount(0)
  const paid = page.getByRole('row', { name: /Atelier Brumaire.*Payée/ })
  await expect(paid).toHaveCount(1)
  await expect(paid).toContainText('+780,00')
  await page.getByRole('button', { name: 'Défaire' }).click()
  await expect(page.getByText('Rapprochement défait')).toBeVisible()
  await expect(page.getByRole('row', { name: /VIR ATELIER BRUMAIRE/ })).toContainText('+780,00')
  await page.goto(`/admin/management/billing/${billId}`)
  await expect(page.getByRole('button', { name: /paiement/i }).first()).toBeVisible()
})
