import { paths } from '#web/screens.ts'
import { register } from './sign-in.ts'
import { accessible, expect, test } from './test.ts'

test('a new freelancer is led from a name in the registry to a dashboard that names nothing missing (PR1, PR2, PR3)', async ({
  open,
}) => {
  const page = await open(await register('wizard'))
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/bienvenue$/)
  // The name is known from the sign-up.
  const search = page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' })
  await search.fill('7328293')
  await expect(page.getByText('Il manque 2 chiffres. Le SIREN en compte neuf.')).toBeVisible()
  await search.fill('brumaire')
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('option', { name: /fermée en 2023/ })).toBeVisible()
  await accessible(page)
  await search.press('Enter')
  await expect(page.getByLabel('SIREN', { exact: true })).toHaveValue(/732.829.320/)
  await expect(page.getByLabel('Ville')).toHaveValue(/nantes/i)

  // Typed text outlives a reload and a step back.
  await page.getByLabel('Greffe du RCS').fill('Nantes')
  await page.reload()
  await expect(page.getByLabel('Greffe du RCS')).toHaveValue('Nantes')
  await page.getByLabel('Capital social').fill('1000')
  await page.getByRole('button', { name: 'Précédent' }).click()
  await expect(page.getByLabel('Prénom')).toHaveValue('Camille')
  await page.goBack()
  await expect(page.getByLabel('Greffe du RCS')).toHaveValue('Nantes')
  await page.getByRole('button', { name: 'Continuer' }).click()

  await expect(page).toHaveURL(/step=bank/)
  const iban = page.getByLabel('IBAN')
  await iban.fill('FR14 2004 1010 0505 0001 3M02 60')
  await iban.blur()
  await expect(
    page.getByText('Il manque 1 caractère. L’IBAN de ce pays en compte 27.'),
  ).toBeVisible()
  await iban.fill('FR14 2004 1010 0505 0001 3M02 606')
  await expect(page.getByText(/IBAN de ce pays/)).toBeHidden()
  await page.getByRole('radio', { name: 'Franchise' }).click()
  await expect(page.getByText(/293 B/)).toBeVisible()
  await expect(page.getByLabel('Numéro de TVA')).toBeHidden()
  await page.getByRole('radio', { name: 'Réel normal' }).click()
  await expect(page.getByLabel('Numéro de TVA')).toHaveValue(/^FR\s?44\s?732\s?829\s?320$/)
  await accessible(page)
  await page.getByRole('button', { name: 'Terminer' }).click()

  await expect(page).toHaveURL(/dashboard\/default/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'quatre pas jusqu’à la première facture',
  )
  await expect(page.getByText('Terminer votre fiche entreprise')).toBeHidden()
})

test('the registry out of reach says so, and the business is written by hand; what is skipped is named by the dashboard', async ({
  open,
}) => {
  const page = await open(await register('byhand'), { refused: [502] })
  await page.goto('/bienvenue?step=company')
  await page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' }).fill('registre en panne')
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .getByText(/Le registre des entreprises ne répond pas/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Saisir à la main' }).click()
  await expect(page.getByLabel('Dénomination')).toBeFocused()
  await page.getByLabel('Dénomination').fill('Librairie Pangolin')
  // Tab selects a value, so that typing replaces it: also one that is shown in groups until then.
  const siren = page.getByRole('textbox', { name: 'SIREN', exact: true })
  await siren.fill('732829320')
  await page.getByLabel('Ville').focus()
  await expect(siren).toHaveValue(/^732\s829\s320$/)
  await page.keyboard.press('Tab')
  await page.keyboard.type('552100554')
  await expect(siren).toHaveValue('552100554')
  await siren.fill('')
  await page.getByRole('button', { name: 'Continuer' }).click()
  // Each step can be skipped: the next one must be there.
  await expect(page).toHaveURL(/step=bank/)
  await page.getByRole('button', { name: 'Passer' }).click()
  await expect(page.getByText('Terminer votre fiche entreprise')).toBeVisible()
  await expect(page.getByText(/Il manque pour facturer\s:.*SIREN/)).toBeVisible()

  // A client by hand too: what was looked for is kept, and the first steps go on.
  await page.getByRole('combobox', { name: 'Chercher au registre' }).fill('Atelier du Merle')
  await page.getByRole('button', { name: 'Saisir à la main' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nouveau client' })
  await expect(dialog.getByLabel('Dénomination')).toHaveValue('Atelier du Merle')
  await dialog.getByRole('button', { name: 'Ajouter le client' }).click()
  const step = page.locator('li[aria-current="step"]')
  await expect(step).toContainText('Un contrat')
  await step.getByLabel('Objet').fill('Site du merle')
  await step.getByLabel('Prix HT par jour').click()
  await page.keyboard.type('480')
  await page.keyboard.press('Enter')
  await expect(step).toContainText('Vos jours')
  await page.getByRole('link', { name: 'Compléter' }).click()
  await expect(page).toHaveURL(/bienvenue\?step=company/)
  await expect(page.getByLabel('Dénomination')).toHaveValue('Librairie Pangolin')
})

test('who puts the first steps off is not asked again, and finds the way back on the dashboard', async ({
  open,
}) => {
  const page = await open(await register('later'))
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Finir plus tard' }).click()
  await expect(page).toHaveURL(/dashboard\/default/)
  await page.reload()
  await page.getByRole('link', { name: 'Présenter mon entreprise' }).click()
  await expect(page).toHaveURL(/bienvenue/)
})

test('a mistyped SIREN is marked in its field, with what is wrong with it', async ({ open }) => {
  const page = await open(await register('mistyped'), { refused: [422] })
  await page.goto(paths.welcome.to({}, { step: 'company' }))
  const field = page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' })
  await field.fill('732829321')
  await expect(page.getByText(/La clé du SIREN ne tombe pas juste/)).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeHidden()
  await accessible(page)
  await field.fill('732829320')
  await expect(field).not.toHaveAttribute('aria-invalid')
})
