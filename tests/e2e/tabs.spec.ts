import type { Page } from '@playwright/test'
import { register } from './sign-in.ts'
import { expect, test } from './test.ts'

/** More than the six connections that a browser opens to one site. */
const TABS = 8

const companies = (page: Page) => page.goto('/admin/customer/company')

test('eight tabs all answer, and what one changes the others show, also once the first is closed', async ({
  open,
}) => {
  const tabs = [await open(await register('onglets'))]
  const context = (tabs[0] as Page).context()
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await companies(tab)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const [first, second, ...others] = tabs as [Page, Page, ...Page[]]
  const last = others.at(-1) as Page

  const add = async (tab: Page, name: string) => {
    const answer = tab.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && response.url().includes('/api/company/'),
    )
    await tab.keyboard.press('n')
    await tab.getByRole('textbox', { name: /Dénomination/ }).fill(name)
    await tab.getByRole('button', { name: 'Ajouter', exact: true }).click()
    expect((await answer).ok()).toBe(true)
  }
  await add(second, 'Papeterie du Phare')
  await expect(last.getByRole('rowheader', { name: 'Papeterie du Phare' })).toBeVisible()

  await first.close()
  await add(last, 'Librairie des Dunes')
  await expect(second.getByRole('rowheader', { name: 'Librairie des Dunes' })).toBeVisible()
})

test('signing out in one tab ends the session in all of them, for good', async ({ open }) => {
  const one = await open(await register('sortie'))
  const context = one.context()
  const two = await context.newPage()
  await companies(one)
  await companies(two)
  await expect(two.getByRole('heading', { level: 1 })).toBeVisible()
  await one.getByRole('button', { name: /^Mon compte/ }).click()
  await one.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  for (const tab of [one, two])
    await expect(tab.getByRole('link', { name: 'Se connecter' }).first()).toBeVisible()
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('carnet_session')
  // The provider's own session is over too: it asks for the password.
  await companies(two)
  await expect(two.locator('input[type="password"]')).toBeVisible()
})
