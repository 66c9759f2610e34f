import type { Locator, Page } from '@playwright/test'
import { settled } from './looks.ts'
import type { Reader } from './sign-in.ts'
import { expect, test } from './test.ts'

/** A form, the button that opens it, and a field for a text. */
type Opened = readonly [path: string, button: string, title: string, field: string, who?: Reader]

/** Forms of each kind over the sample data, which they leave as it is. */
const forms: readonly Opened[] = [
  ['prospecting/contact', 'Ajouter un contact', 'Ajouter un contact', 'Prénom'],
  ['planning/calendar', 'Nouvel événement', 'Nouvel événement', 'Titre'],
  ['management/board', 'Nouvelle tâche', 'Nouvelle tâche', 'Titre'],
  ['management/mails', 'Écrire un courriel', 'Écrire un courriel', 'Destinataires'],
  ['management/quotes', 'Nouveau devis', 'Pour qui est ce devis ?', 'Prestation'],
  ['portfolio/transactions', 'Ajouter une transaction', 'Ajouter une transaction', 'Libellé'],
  ['portfolio/charges', 'Ajouter une charge', 'Ajouter une charge', 'Libellé'],
  ['settings/optionSet', 'Ajouter un choix', 'Ajouter un choix', 'Clé', 'admin'],
  ['access/users', 'Inviter', 'Inviter une personne', 'Nom', 'admin'],
]

const footOf = (form: Locator) => form.locator('.dialog-foot, .panel-foot')
const stay = (page: Page) => page.getByRole('button', { name: 'Rester' })

/** Closes open lists of choices first, which take the key. */
async function escape(page: Page): Promise<void> {
  await settled(page)
  if ((await page.getByRole('listbox').count()) > 0) await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** All buttons of the foot, and a way out, stand within the window. */
async function inSight(form: Locator): Promise<void> {
  for (const button of await footOf(form).getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 })
  await expect(form.getByRole('button', { name: /^(Annuler|Fermer)$/ }).first()).toBeInViewport()
}

const heightOf = async (form: Locator) =>
  (await form.locator('.dialog, .panel-body').or(form).last().boundingBox())?.height

/** An empty required field is no fault until a try to save, which tells all. */
async function tellsWrongFields(page: Page, form: Locator): Promise<void> {
  const required = form.locator('[aria-required="true"]')
  const height = await heightOf(form)
  for (const field of await required.all()) {
    await field.focus()
    await page.keyboard.press('Tab')
  }
  await expect(form.locator('.err')).toHaveCount(0)
  await form
    .getByRole('button', { name: /^(Annuler|Fermer)$/ })
    .first()
    .focus()
  expect(await heightOf(form)).toBe(height)
  await form.locator('button[type="submit"]').click()
  const wrong = form.locator('.err')
  await expect(wrong.first()).toBeVisible()
  const count = await wrong.count()
  const links = form.locator('.note button.link')
  await expect(links).toHaveCount(count > 1 ? count : 0)
  if (count === 1) expect(await heightOf(form)).toBe(height)
  for (const link of await links.all()) {
    await link.click()
    await expect(
      form.locator('[aria-invalid="true"]:focus, [data-field-group] :focus'),
    ).toBeVisible()
  }
}

for (const [path, button, title, field, who = 'demo'] of forms)
  test(`a form keeps what is typed, and tells all that is wrong at once: ${title}`, async ({
    open,
  }) => {
    const page = await open(who, { width: 1280, height: 720 })
    await page.goto(`/admin/${path}`)
    const opener = page.getByRole('main').getByRole('button', { name: button, exact: true }).first()
    const form = page.getByRole('dialog', { name: title, exact: true })
    // At once: its code has not been loaded yet.
    await opener.click()
    await expect(form.getByRole('button', { name: /^(Annuler|Fermer)$/ }).first()).toBeVisible()
    await escape(page)
    await expect(form).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.click()
    await settled(page)
    await inSight(form)
    await page.setViewportSize({ width: 390, height: 844 })
    await inSight(form)
    await page.setViewportSize({ width: 1280, height: 720 })
    await tellsWrongFields(page, form)

    const text = form.getByRole('textbox', { name: field }).first()
    await text.focus()
    await page.keyboard.type('Bois')
    const isPanel = (await form.locator('.panel-foot').count()) > 0
    for (const leave of [
      () => escape(page),
      () => footOf(form).getByRole('button', { name: 'Annuler' }).click(),
      ...(isPanel ? [] : [() => page.mouse.click(4, 4)]),
    ]) {
      await leave()
      await stay(page).click()
      await expect(stay(page)).toHaveCount(0)
      await expect(form).toBeAttached()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continuer sans enregistrer' }).click()
    await expect(form).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

test('a CV asks before its head or an entry is dropped', async ({ open }) => {
  const page = await open('demo')
  await page.goto('/admin/profile/cv')
  const asked = async (leave: () => Promise<void>) => {
    await leave()
    await stay(page).click()
  }
  const title = page.getByRole('main').getByRole('textbox', { name: 'Titre' }).first()
  await title.fill('Autre titre')
  await asked(() =>
    page.getByRole('navigation').getByRole('link', { name: 'Devis' }).first().click(),
  )
  await expect(title).toHaveValue('Autre titre')
  const pencils = page.locator('main li .icon-btn:has(.lucide-pencil)')
  await pencils.first().click()
  const project = page.getByRole('textbox', { name: 'Projet' })
  await project.fill('Autre projet')
  await asked(() => pencils.first().click())
  await asked(() => page.getByRole('button', { name: 'Annuler' }).click())
  await expect(project).toHaveValue('Autre projet')
})

test('a panel that a menu opened has the focus, and Escape closes it', async ({ open }) => {
  const page = await open('demo')
  await page.goto('/admin/management/billing?view=draft')
  await page.locator('.ledger tbody tr:not(.group) .first-column:visible').first().click()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Historique' }).click()
  const panel = page.getByRole('dialog', { name: 'Historique' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('the bar that saves leaves without moving the button that is pressed', async ({ open }) => {
  const page = await open('demo')
  await page.goto('/admin/management/contracts/new')
  await page.getByRole('textbox', { name: 'Objet' }).fill('Refonte')
  const bar = page.locator('.save-bar > *')
  await expect(bar).toBeVisible()
  const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await heightOfPage()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(bar).toBeHidden()
  expect(await heightOfPage()).toBe(before)
})
