import { business } from './fixture.ts'
import { accessible, expect, overflow, test } from './test.ts'

test('two companies that are one are compared, merged, and parted again by the notification and by the history', async ({
  open,
}) => {
  const freelancer = await business('duplicates')
  const kept = await freelancer.write('POST', 'company/me', {
    name: 'Halles Réunies',
    siren: '732829320',
    address: { street: '', postalCode: '', city: 'Lyon', country: 'FR' },
  })
  const twin = await freelancer.write('POST', 'company/me', {
    name: 'HALLES REUNIES SAS',
    website: 'https://halles.example',
    address: { street: '', postalCode: '', city: 'Lyon', country: 'FR' },
  })
  await freelancer.write('POST', 'contact/me', { lastName: 'Accueil', companyId: kept })
  await freelancer.write('POST', 'contact/me', { lastName: 'Achats', companyId: kept })
  const contact = await freelancer.write('POST', 'contact/me', {
    lastName: 'Commandes',
    companyId: twin,
  })

  const page = await open(freelancer)
  await page.goto('/admin/customer/company')
  await page.getByRole('link', { name: '1 doublon possible' }).click()
  await page.getByRole('button', { name: 'Comparer' }).click()
  // The company with more references stays, and takes missing fields from the other one.
  await expect(
    page.getByRole('radio', { name: 'Garder cette fiche, Halles Réunies', exact: true }),
  ).toBeChecked()
  const name = page.getByRole('radiogroup', { name: /^Dénomination/ })
  await expect(name.getByRole('radio').first()).toBeChecked()
  await expect(
    page
      .getByRole('radiogroup', { name: /^Site web/ })
      .getByRole('radio')
      .last(),
  ).toBeChecked()
  await accessible(page)
  await name.getByRole('radio').last().check()
  await page.getByRole('button', { name: 'Fusionner' }).click()
  await expect(page.getByRole('heading', { name: 'Aucun doublon' })).toBeVisible()

  const companyOf = async () => {
    const contacts = await open(freelancer)
    await contacts.goto(`/admin/prospecting/contact?open=${contact}`)
    const value = contacts
      .getByRole('dialog')
      .or(contacts.locator('aside'))
      .getByRole('combobox')
      .first()
    const text = await value.inputValue().catch(async () => value.textContent())
    return text ?? ''
  }

  // The notification stays for some seconds.
  await page.getByRole('button', { name: 'Annuler', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Comparer' })).toBeVisible()

  // Once more, on a phone, and undone by the history.
  const phone = await open(freelancer, { width: 390 })
  await phone.goto('/admin/customer/company/duplicates')
  await phone.getByRole('button', { name: 'Comparer' }).tap()
  await phone.getByRole('button', { name: 'Fusionner' }).waitFor()
  expect(await overflow(phone)).toBe(0)
  await phone
    .getByRole('radiogroup', { name: /^Dénomination/ })
    .getByRole('radio')
    .last()
    .check()
  await phone.getByRole('button', { name: 'Fusionner' }).tap()
  await expect(phone.getByRole('heading', { name: 'Aucun doublon' })).toBeVisible()
  expect(await companyOf()).toContain('HALLES REUNIES SAS')
  await page.goto(`/admin/history/company/${kept}`)
  await expect(page.getByText('Réunie avec une autre fiche').first()).toBeVisible()
  await page.getByRole('button', { name: 'Annuler la fusion' }).click()
  await expect(page.getByText('Séparée de l’autre fiche').first()).toBeVisible()
  await page.goto('/admin/customer/company/duplicates')
  await expect(page.getByRole('button', { name: 'Comparer' })).toBeVisible()

  // The companies differ after all: the pair is refused, taken back, and refused for good.
  await page.getByRole('button', { name: 'Comparer' }).click()
  await page.getByRole('button', { name: 'Pas la même fiche' }).click()
  await expect(page.getByRole('heading', { name: 'Aucun doublon' })).toBeVisible()
  await page.getByRole('button', { name: 'Annuler', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Comparer' })).toBeVisible()
  await page.getByRole('button', { name: 'Comparer' }).click()
  await page.getByRole('button', { name: 'Pas la même fiche' }).click()
  await expect(page).not.toHaveURL(/pair=/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Aucun doublon' })).toBeVisible()
  const refused = page.getByRole('region', { name: 'Pas la même fiche' })
  await expect(refused.getByRole('listitem')).toHaveCount(1)
  await accessible(page)
  await refused.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('button', { name: 'Comparer' })).toBeVisible()
})
