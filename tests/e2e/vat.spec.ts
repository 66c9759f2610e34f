import { type Month, monthAway } from './calendar.ts'
import { business } from './fixture.ts'
import type { Page } from '@playwright/test'
import { accessible, expect, saidIn, test } from './test.ts'

const TRANSACTIONS = '/admin/portfolio/transactions'
const VAT = ({ year, month }: Month) =>
  `/admin/portfolio/vat?on=${year}-${String(month).padStart(2, '0')}-05`

/** A picture as a phone's camera gives it. */
async function photograph(page: Page): Promise<Buffer> {
  const camera = await page.context().newPage()
  await camera.setContent(
    '<h1>Bureau Vallée</h1><p>Écran 27 pouces</p><p>Total TTC 359,88 €, dont TVA 59,98 €</p>',
  )
  const picture = await camera.screenshot({ type: 'jpeg' })
  await camera.close()
  return picture
}

test('a receipt is photographed with a phone and comes to a box of the return', async ({
  open,
}) => {
  const firm = await business('vat-receipt')
  const page = await open(firm, { width: 390 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog', { name: 'Ajouter une transaction' })
  await page.goto(TRANSACTIONS)
  // An empty list has the same button below the one of its head.
  await page.getByRole('button', { name: 'Ajouter une transaction' }).first().click()
  await dialog.getByRole('textbox', { name: 'Libellé' }).fill('Écran 27 pouces')
  await dialog.getByRole('textbox', { name: 'Montant TTC' }).fill('359,88')
  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Photographier' }).click()
  await (await chosen).setFiles({
    name: 'ticket.jpg',
    mimeType: 'image/jpeg',
    buffer: await photograph(page),
  })
  // A return can be withdrawn once it is sent.
  await expect(dialog.getByRole('button', { name: 'Retirer ticket.jpg' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Ajouté avec succès')).toBeVisible()

  await page.goto(VAT(monthAway(0)))
  const boxes = page.getByRole('list', { name: 'Lignes de la CA3' })
  const box = boxes.getByRole('listitem').filter({ hasText: 'Autres biens et services' })
  await expect(box).toContainText('60')
  await box.getByRole('button', { name: /Pourquoi ce nombre/ }).click()
  await expect(page.getByRole('link', { name: 'Écran 27 pouces' })).toBeVisible()
  await box.getByRole('button', { name: 'Copier la ligne 20' }).click()
  await expect(page.getByText('Copié', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('60')
  await accessible(page)
  // The picture is one click away.
  await page.getByRole('link', { name: 'Écran 27 pouces' }).click()
  await page.getByRole('button', { name: 'ticket.jpg', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'ticket.jpg' })).toBeVisible()

  const hidden = await open(firm, { discreet: true, width: 390 })
  await hidden.goto(VAT(monthAway(0)))
  await expect(hidden.getByRole('list', { name: 'Lignes de la CA3' })).toContainText(
    'Autres biens et services',
  )
  expect(await saidIn(hidden)).not.toMatch(/\b(?:60|300|359)\b|\d,\d\d/)
})

test('a quarter is declared, drifts, and says by what; hidden amounts are nowhere in the page', async ({
  open,
}) => {
  const firm = await business('vat-declared')
  await firm.write('PUT', 'professionalInfo/me', {
    id: firm.profileId,
    tvaPeriodicity: 'quarterly',
  })
  // Three months ago lies in the last quarter, whatever the day.
  const last = monthAway(-3)
  const day = Date.UTC(last.year, last.month - 1, 12)
  const sale = (label: string, amount: number) =>
    firm.write('POST', 'transaction/me', {
      profileId: firm.profileId,
      operation: 'in',
      type: 'sale',
      label,
      nature: 'goods',
      amount,
      rate: 20,
      documentDate: day,
      expectedPaymentDate: day,
    })
  await sale('Maquette du portail', 1000)
  const page = await open(firm)
  await page.goto(VAT(last))
  await page.getByRole('button', { name: 'Déclarer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('200,00')
  await dialog.getByRole('button', { name: 'Déclarer' }).click()
  await expect(page.getByText(/Rien n’a changé depuis/)).toBeVisible()

  await sale('Maquette oubliée', 600)
  await page.reload()
  await expect(page.getByText(/Écart.*\+120,00/)).toBeVisible()
  const changes = page.getByRole('list', { name: 'Faits qui ont changé la période' })
  await expect(changes.getByRole('link', { name: 'Maquette oubliée' })).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Comparer' }).click()
  await page.getByRole('menuitem', { name: 'Au moment de la déclaration' }).click()
  const known = page.getByRole('table', { name: 'connu' })
  await expect(known.getByRole('row', { name: /TVA collectée/ })).toContainText(/200,00.*320,00/)

  // The next return makes up for it.
  await page.goto(VAT(monthAway(0)))
  await page
    .getByRole('button', { name: /120,00 Pourquoi ce nombre.*Écarts des périodes déclarées/ })
    .first()
    .click()
  await expect(page.getByText('Pourquoi ces écarts')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Maquette oubliée' })).toBeVisible()

  const hidden = await open(firm, { discreet: true })
  await hidden.goto(VAT(last))
  await expect(hidden.getByRole('list', { name: 'Faits qui ont changé la période' })).toBeVisible()
  const said = await saidIn(hidden)
  expect(said).not.toMatch(/\d,\d\d/)
  expect(said).not.toMatch(/\b(?:200|320|120|1.000)\b/)
  // An export would tell them: it asks first.
  await hidden.getByRole('button', { name: 'Exporter' }).first().click()
  await expect(hidden.getByRole('dialog')).toContainText('montants')
})
