import { business } from './fixture.ts'
import { monthAway } from './calendar.ts'
import { register, unique } from './sign-in.ts'
import { expect, retype, test } from './test.ts'

test('a company filled from the register, changed, is told in its history and read as it was', async ({
  open,
}) => {
  const page = await open(await register('profil'))
  await page.goto('/admin/profile/companies')
  await page.getByRole('button', { name: 'Ajouter une entreprise' }).click()
  await page.getByRole('combobox', { name: 'Chercher au registre' }).fill('732829320')
  await page.getByRole('option', { name: /Atelier Brumaire/ }).click()
  await expect(page.getByRole('textbox', { name: /Dénomination/ })).toHaveValue('Atelier Brumaire')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Atelier Brumaire' })).toBeVisible()
  await expect(page.getByText(/empêchent d’émettre/)).toBeVisible()

  await retype(page.getByRole('textbox', { name: /Dénomination/ }), 'Atelier des Îles')
  await retype(page.getByRole('textbox', { name: 'IBAN' }), 'FR76 3000 6000 0112 3456 7890 188')
  await page.getByRole('textbox', { name: 'Banque' }).click()
  await expect(page.getByText(/La clé de l’IBAN ne tombe pas juste/)).toBeVisible()
  await retype(page.getByRole('textbox', { name: 'IBAN' }), 'FR76 3000 6000 0112 3456 7890 189')
  await page.getByRole('button', { name: 'Enregistrer' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Atelier des Îles' })).toBeVisible()

  await page.getByRole('button', { name: 'Historique' }).click()
  const history = page.getByRole('region', { name: 'Historique' })
  await expect(history.getByText('Identité modifiée')).toBeVisible()
  await expect(history.locator('.from', { hasText: 'Atelier Brumaire' })).toBeVisible()
  await expect(history.locator('.to', { hasText: 'Atelier des Îles' })).toBeVisible()
  await page.getByRole('slider').press('Home')
  await expect(page.getByText('Rien ne peut être modifié ici.')).toBeVisible()
  await expect(page.locator('main .leader', { hasText: 'Dénomination' })).toContainText(
    'Atelier Brumaire',
  )
})

test('a company that was billed stays, and the question links to its bills', async ({ open }) => {
  const us = await business('billed')
  await us.fill(monthAway(-1), [us.contractId])
  const billId = await us.issue(monthAway(-1))
  const page = await open(us, { refused: [409] })
  await page.goto('/admin/customer/company')
  await page.getByRole('row', { name: /Atelier Brumaire/ }).click()
  await page.getByRole('button', { name: 'Modifier' }).click()
  await page.getByRole('button', { name: 'Supprimer' }).click()
  const question = page.getByRole('dialog', { name: /Êtes-vous sûr de vouloir supprimer/ })
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await expect(question.getByRole('alert')).toContainText('Impossible de supprimer cette société')
  await expect(question.getByRole('link')).toHaveAttribute(
    'href',
    `/admin/management/billing/${billId}`,
  )
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('row', { name: /Atelier Brumaire/ })).toBeVisible()
})

test('a role is made, its permissions saved at once, given to a user, and then opens that screen alone', async ({
  open,
}) => {
  const guest = await register('invitee')
  const role = unique('Comptable invité')
  const page = await open('admin')
  await page.goto('/admin/access/roles')
  await page.getByRole('button', { name: 'Nouveau rôle' }).click()
  await page.getByRole('textbox', { name: /Nom du rôle/ }).fill(role)
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Rôle ${role}` })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Transactions, ajouter' }).check()
  await page.getByRole('button', { name: 'Enregistrer 2 changements' }).click()
  await expect(page.getByText('Mis à jour avec succès')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Transactions, ouvrir l’écran' })).toBeChecked()

  await page.goto(`/admin/access/users?q=${guest.userName}`)
  await page.getByRole('row', { name: new RegExp(`${guest.userName}@carnet.example`) }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('checkbox', { name: role })).toBeVisible()
  for (const box of await panel.getByRole('checkbox').all()) await box.uncheck()
  await panel.getByRole('checkbox', { name: role }).check()
  await panel.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Mis à jour avec succès')).toBeVisible()

  const theirs = await open(guest)
  await theirs.goto('/admin/portfolio/transactions')
  const menu = theirs.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link', { name: 'Transactions' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Facturation' })).toHaveCount(0)
})

test('the chains are verified on demand, and the log tells what was done', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/admin/access/integrity')
  // Another run of the test may have verified before.
  await page.getByRole('button', { name: 'Vérifier maintenant' }).click()
  await expect(
    page.getByRole('heading', { name: /La chaîne est entière jusqu’au fait \d+/ }),
  ).toBeVisible()
  const proof = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger la preuve' }).click()
  expect((await proof).suggestedFilename()).toMatch(/^carnet-integrity-.*\.json$/)

  await page.goto('/admin/access/logs?entity=user')
  await expect(page.getByRole('rowheader', { name: 'Connexion' }).first()).toBeVisible()
  await page
    .getByRole('link', { name: /Toute la demande/ })
    .first()
    .click()
  await expect(page.getByText('Commande', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Référence de la demande' })).toHaveValue(
    /^[0-9A-Z]{26}$|-/,
  )
})

test('an address behind the sign-in that has no page keeps the menu around it', async ({
  open,
}) => {
  const page = await open('demo', { refused: [404] })
  expect((await page.goto('/admin/portfolio/nothing'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Transactions/ })).toBeVisible()
})
