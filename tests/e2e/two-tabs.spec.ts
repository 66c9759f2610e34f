import type { Page } from '@playwright/test'
import { business } from './fixture.ts'
import { expect, test } from './test.ts'

const keep = (page: Page) => page.getByRole('button', { name: 'Garder ma saisie' })

test('of two tabs that change one letter, the second sees both and chooses', async ({ open }) => {
  const person = await business('two-tabs')
  const offer = await person.write('POST', 'offer/me', {
    title: 'Guide des usages',
    client: 'Halles Réunies',
  })
  const one = await open(person, { refused: [412] })
  const two = await one.context().newPage()
  const letter = (page: Page) => page.getByRole('dialog', { name: 'Message de candidature' })
  await one.goto(`/admin/prospecting/offer?open=${offer}&do=message`)
  await letter(one).getByRole('button', { name: 'Partir du modèle de texte' }).click()
  await letter(one).getByText('Brouillon du modèle de texte').waitFor()
  await two.goto(`/admin/prospecting/offer?open=${offer}&do=message`)
  const words = [
    [one, 'La première.'],
    [two, 'La seconde.'],
  ] as const
  for (const [page, text] of words) {
    await letter(page).getByRole('button', { name: 'Modifier' }).click()
    await letter(page).getByRole('textbox').fill(text)
  }
  for (const [page] of words)
    await letter(page).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(letter(two).locator('.conflict')).toContainText('La première.')
  await keep(two).click()
  await letter(two).getByRole('button', { name: 'Enregistrer' }).click()
  await expect(letter(two).getByText('La seconde.')).toBeVisible()
  // The first tab is told of it.
  await expect(letter(one).getByText('La seconde.')).toBeVisible()
})

test('a plan of reminders that another tab changed stands beside the typed one', async ({
  open,
}) => {
  const one = await open(await business('reminders'), { refused: [412] })
  const two = await one.context().newPage()
  for (const page of [one, two]) await page.goto('/admin/management/reminders')
  const days = (page: Page) => page.getByRole('textbox').first()
  for (const [page, day] of [
    [one, '21'],
    [two, '45'],
  ] as const) {
    await days(page).fill(day)
    await days(page).press('Enter')
  }
  await one.getByRole('main').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(one.getByText('Plan de relance enregistré')).toBeVisible()
  await expect(keep(two)).toBeVisible()
  await keep(two).click()
  await two.getByRole('main').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(two.getByText('Plan de relance enregistré')).toBeVisible()
  await expect(one.getByRole('main').getByText('45', { exact: true })).toBeVisible()
})

for (const language of ['fr', 'ar'] as const)
  test(`the subjects of transactions are whole at 1280 pixels (${language})`, async ({ open }) => {
    const page = await open('demo', { language, width: 1280 })
    await page.goto('/admin/portfolio/transactions')
    await page.locator('tr[data-row]').first().waitFor()
    const cut = () =>
      page
        .locator('tr[data-row] .clip')
        .evaluateAll((cells) =>
          cells.flatMap((cell) =>
            [cell, ...cell.querySelectorAll('bdi')].some(
              (one) => one.scrollWidth > one.clientWidth + 1,
            )
              ? [cell.textContent]
              : [],
          ),
        )
    await expect.poll(cut).toEqual([])
  })
