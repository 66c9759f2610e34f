import type { Permission } from '#domain/kernel/permissions.ts'
import { paths } from '#web/screens.ts'
import { PASSWORDS } from '../kernel/product-process.ts'
import { monthAway } from './calendar.ts'
import { business } from './fixture.ts'
import { productUrl, unique } from './sign-in.ts'
import { expect, test } from './test.ts'

async function ask<T>(method: string, path: string, body: object, token = ''): Promise<T> {
  const answer = await fetch(`${productUrl()}/api/${path}`, {
    method,
    headers: {
      'x-api-key': 'public',
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return ((await answer.json()) as { result: { data: T } }).result.data
}
const signIn = (userName: string, password: string) =>
  ask<{ accessToken: string; userId: string }>('POST', 'users/authenticate', {
    userName,
    password,
  })

test('a user with one permission opens what it gives, and is refused nothing there', async ({
  open,
}) => {
  const us = await business('role')
  await us.fill(monthAway(0), [us.contractId])
  const draft = { profileId: us.profileId, clientId: us.clientId }
  const bill = await us.write('POST', 'bill/me', { ...draft, type: 'invoice' })
  const quote = await us.write('POST', 'quote/me', draft)
  const contact = await us.write('POST', 'contact/me', {
    lastName: 'Accueil',
    companyId: us.clientId,
  })
  const { userId } = await signIn(us.userName, us.password)
  const root = await signIn('admin', PASSWORDS.admin)
  // The console of its pages tells each refused request.
  const page = await open(us)
  const be = async (permission: Permission) => {
    // A page that is open reads again what its user may not read any more.
    await page.goto('about:blank')
    const role = await ask<{ id: string }>(
      'POST',
      `role/${root.userId}`,
      { name: unique(permission), permissions: [permission] },
      root.accessToken,
    )
    const given = { id: userId, roleIds: [role.id] }
    await ask('PUT', `users/${root.userId}/userRole`, given, root.accessToken)
  }
  const heading = (name: RegExp) => page.getByRole('heading', { name, level: 1 })
  const lists: readonly (readonly [Permission, string, RegExp])[] = [
    ['perm_billing_menu', paths.bills.to(), /Facturation/],
    ['perm_quote_menu', paths.quotes.to(), /Devis/],
    ['perm_timesheet_menu', paths.timesheets.to(), /./],
    ['perm_contact_menu', paths.contacts.to(), /Contacts/],
    ['perm_access_users_menu', paths.users.to(), /Utilisateurs/],
  ]
  for (const [permission, first, title] of lists) {
    await be(permission)
    await page.goto(paths.admin.to())
    await expect(page).toHaveURL(new RegExp(`${first}(\\?|$)`))
    await expect(heading(title)).toBeVisible()
  }

  // A reader sees the paper of a draft, and no editor that would save nothing.
  const drafts = [
    ['perm_billing_menu', paths.bill.to({ id: bill })],
    ['perm_quote_menu', paths.quote.to({ id: quote })],
  ] as const
  for (const [permission, path] of drafts) {
    await be(permission)
    await page.goto(path)
    await expect(heading(/pour Atelier/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ajouter une ligne' })).toHaveCount(0)
  }

  // Days of a contract that may not be read have their line.
  await be('perm_timesheet_menu')
  await page.goto(paths.timesheets.to())
  await expect(page.getByRole('rowheader', { name: /^Contrat/ })).toBeVisible()

  for (const [permission, path] of [
    ['perm_contact_menu', paths.contacts.to({}, { open: contact })],
    ['perm_access_users_menu', paths.users.to({}, { open: userId })],
  ] as const) {
    await be(permission)
    await page.goto(path)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
  }
})
