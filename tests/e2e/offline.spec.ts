import { business } from './fixture.ts'
import { monthAway } from './calendar.ts'
import { contextFor } from './looks.ts'
import { expect, test } from './test.ts'

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
  await expect(page.getByRole('alert')).toContainText('Pas de réseau')
  await expect(bill).toBeHidden()
  await context.close()
})
