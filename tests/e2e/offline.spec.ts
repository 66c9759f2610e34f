import { business } from './fixture.ts'
import { monthAway, TIME_ZONE } from './calendar.ts'
import { contextFor } from './looks.ts'
import { AHEAD_MS } from './other-day.ts'
import { productUrl } from './sign-in.ts'
import { expect, overflow, test } from './test.ts'

test('the list of bills is read without a network, which the page says, and no more after the sign-out', async ({
  browser,
}) => {
  const user = await business('offline')
  await user.fill(monthAway(-1), [user.contractId])
  await user.issue(monthAway(-1))
  const context = await contextFor(browser, user, { worker: 'allow' })
  const page = await context.newPage()
  await page.goto('/admin/management/billing')
  const bill = page.getByRole('row', { name: /2026|20\d\d-\d+/ }).first()
  await expect(bill).toBeVisible()
  // The worker knows the files of the page.
  const isReady = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller !== null &&
        (await caches.match('/admin', { cacheName: 'carnet.shell' })) !== undefined,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  await page.reload()
  await expect(bill).toBeVisible()
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json() as Promise<{ shortcuts: { url: string }[] }>
  })
  expect(manifest.shortcuts).toHaveLength(3)

  await context.setOffline(true)
  await page.reload()
  await expect(bill).toBeVisible()
  await expect(page.getByText(/^Sans réseau/)).toBeVisible()
  // The code of the dialog was not read before: the list stays, and says so.
  await page.getByRole('button', { name: 'Nouvelle facture' }).click()
  await expect(page.getByText(/^Erreur.*Pas de réseau|^Pas de réseau/).first()).toBeVisible()
  await expect(bill).toBeVisible()

  await context.setOffline(false)
  await page.reload()
  await expect(bill).toBeVisible()
  await expect(page.getByText(/^Sans réseau/)).toBeHidden()

  await page.getByRole('button', { name: /^Mon compte/ }).click()
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
  expect(
    await page.evaluate(async () => (await caches.keys()).filter((name) => /answers/.test(name))),
  ).toEqual([])
  // A visitor without a network is told so, in the place of an endless skeleton.
  await context.setOffline(true)
  await page.goto('/admin/management/billing')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Pas de réseau')
  await expect(page.getByText('Erreur\u00A0: Pas de réseau.')).toBeVisible()
  await expect(bill).toBeHidden()
  await context.close()
})

test('shortcuts of the installed application open a bill, the day of today and the photograph of a receipt, on a phone that is signed out', async ({
  open,
}) => {
  const user = await business('shortcuts')
  const manifest = await (await fetch(`${productUrl()}/manifest.webmanifest`)).json()
  const [bill, day, photo] = (manifest as { shortcuts: { url: string }[] }).shortcuts
  const page = await open('visitor', { width: 390, refused: [401] })
  const dialog = page.getByRole('dialog')
  await page.goto(bill?.url ?? '')
  await page.locator('input[name=login]').fill(user.userName)
  await page.locator('input[name=password]').fill(user.password)
  await page.locator('button.btn.primary').tap()
  await expect(dialog.getByRole('button', { name: 'Créer le brouillon' })).toBeVisible()

  await page.goto(day?.url ?? '')
  const date = { weekday: 'long', day: 'numeric', month: 'long', timeZone: TIME_ZONE } as const
  const today = new Date(Date.now() + AHEAD_MS).toLocaleDateString('fr-FR', date)
  await expect(
    dialog.getByRole('heading', { name: new RegExp(today.replace(' 1 ', ' 1(?:er)? '), 'i') }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Terminé' }).tap()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/day=/)

  await page.goto(photo?.url ?? '')
  await expect(dialog.getByText('Photographier')).toBeInViewport()
  expect(await overflow(page)).toBe(0)
})
