import { type Month, monthAway } from './calendar.ts'
import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

const TRANSACTIONS = '/admin/portfolio/transactions'
const RECEIPT = { name: 'ticket.csv', mimeType: 'text/csv', buffer: Buffer.from('article;prix\nécran;359,88\n') }
const VAT = ({ year, month }: Month) => `/admin/portfolio/vat?on=${year}-${String(month).padStart(2, '0')}-05`

test('a receipt comes to a box of the return', async ({ open }) => {
  const page = await open(await business('vat-receipt'))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog', { name: 'Ajouter une transaction' })
  await page.goto(TRANSACTIONS)
  await page.getByRole('button', { name: 'Ajouter une transaction' }).click()
  await dialog.getByRole('textbox', { name: 'Libellé' }).fill('Écran 27 pouces')
  await dialog.getByRole('textbox', { name: 'Montant TTC' }).fill('359,88')
  await dialog.locator('input[type="file"]').setInputFiles(RECEIPT)
  // It can be taken away once it is sent.
  await expect(dialog.getByRole('button', { name: 'Retirer ticket.csv' })).toBeVisible()
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
  // The receipt is one click away.
  await page.getByRole('link', { name: 'Écran 27 pouces' }).click()
  await expect(page.getByRole('button', { name: 'ticket.csv', exact: true })).toBeVisible()
})

test('a month is declared, changes, and says by what; hidden amounts are nowhere in the page', async ({ open }) => {
  const firm = await business('vat-declared')
  const last = monthAway(-1)
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
  // Nor in what a screen reader says, or a tooltip shows.
  const said = await hidden.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .flatMap((one) => ['title', 'aria-label', 'value'].map((name) => one.getAttribute(name) ?? ''))
      .concat(main.textContent)
      .join(' '),
  )
  // 0,50 is the rounding's rule.
  expect(said.replace('0,50', '')).not.toMatch(/\d,\d\d/)
  expect(said).not.toMatch(/\b(?:200|320|120|1.000)\b/)
})
