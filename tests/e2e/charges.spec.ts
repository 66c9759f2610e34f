import { today } from './calendar.ts'
import { business } from './fixture.ts'
import { accessible, expect, overflow, saidIn, test } from './test.ts'

const CHARGES = '/admin/portfolio/charges'

test('a charge waits on its day, is validated with another amount, and stands in the books once', async ({
  open,
}) => {
  const page = await open(await business('charge'))
  await page.goto(CHARGES)
  await page.getByRole('button', { name: 'Ajouter une charge' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Ajouter une charge' })
  await dialog.getByRole('textbox', { name: 'Libellé' }).fill('Assurance Paravent')
  await dialog.getByRole('textbox', { name: 'Montant TTC' }).fill('232')
  // Today and four months more.
  await expect(
    dialog.getByRole('region', { name: 'Les cinq prochaines' }).getByRole('listitem'),
  ).toHaveCount(5)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Opération planifiée ajoutée avec succès')).toBeVisible()

  const row = page.getByRole('row', { name: /Assurance Paravent/ })
  // The planner makes today's run by itself.
  await expect(row).toContainText('À valider')
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Assurance Paravent' })
  await expect(panel.getByText('Calculée, à valider')).toBeVisible()
  await accessible(page)
  await panel.getByRole('button', { name: 'Valider et planifier' }).click()
  const asked = page.getByRole('dialog', { name: /^Valider/ })
  await asked.getByRole('textbox', { name: 'Montant à enregistrer' }).fill('240')
  await asked.getByRole('button', { name: 'Valider et planifier' }).click()
  await expect(row).toContainText('Débitée')
  await expect(page.getByText('Rien n’attend votre accord.')).toBeVisible()
  await panel.getByRole('link', { name: 'Voir la transaction' }).click()
  const booked = page.getByRole('row', { name: /Assurance Paravent/ })
  await expect(booked).toHaveCount(1)
  await expect(booked).toContainText('−240,00')
})

test('a charge is validated with amounts hidden, and no amount is anywhere in the page', async ({
  open,
}) => {
  const firm = await business('charge-hidden')
  const { year, month, day } = today()
  await firm.write('POST', 'charge/me', {
    profileId: firm.profileId,
    label: 'Assurance Paravent',
    amount: 232,
    mode: 'validation',
    interval: 'month',
    startDate: Date.UTC(year, month - 1, day),
  })
  const page = await open(firm, { discreet: true })
  await page.goto(CHARGES)
  const row = page.getByRole('row', { name: /Assurance Paravent/ })
  await expect(row).toContainText('À valider')
  await row.click()
  const panel = page.getByRole('dialog', { name: 'Assurance Paravent' })
  await expect(panel.getByText('Calculée, à valider')).toBeVisible()
  expect(await saidIn(page)).not.toMatch(/\b232\b/)
  await panel.getByRole('button', { name: 'Valider et planifier' }).click()
  const asked = page.getByRole('dialog', { name: /^Valider/ })
  // Written text is shown, so the field is read back.
  await expect(asked.getByRole('textbox', { name: 'Montant à enregistrer' })).toBeVisible()
  await asked.getByRole('button', { name: 'Valider et planifier' }).click()
  await expect(row).toContainText('Débitée')
  await panel.getByRole('link', { name: 'Voir la transaction' }).click()
  // The screen of the charges stands until the next one. Both have a row and a panel of the same
  // name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
  await expect(page.getByRole('row', { name: /Assurance Paravent/ })).toHaveCount(1)
  expect(await saidIn(page)).not.toMatch(/\b232\b|\d,\d\d/)
  // A file has amounts in clear: it is asked for.
  await page.getByRole('button', { name: 'Exporter' }).click()
  const question = page.getByRole('dialog', { name: /Exporter/ })
  const file = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Exporter' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('on a phone, in Arabic, the dialog of a charge is mirrored and nothing runs out of the page', async ({
  open,
}) => {
  const page = await open(await business('charge-ar'), { language: 'ar', width: 390 })
  await page.goto(CHARGES)
  await page.getByRole('button', { name: 'إضافة عبء' }).first().click()
  await expect(page.getByRole('textbox', { name: 'البيان' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await accessible(page)
})
