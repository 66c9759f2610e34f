// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#web/kernel/data/ability.ts'
import { FirstScreen, firstScreenOf } from '#web/kernel/shell/first-screen.tsx'
import { Permitted } from '#web/kernel/shell/permitted.tsx'
import { drawSignedIn, fakeServer, PROFILE, session } from '../signed-in.tsx'

const server = fakeServer()
const user = (permissions: readonly Permission[], profileId = PROFILE as string) => ({
  can: (permission: Permission | undefined) =>
    permission === undefined || permissions.includes(permission),
  isAdministrator: false,
  profileId,
})

describe('the first screen', () => {
  test('is the dashboard for who may open it', () =>
    expect(firstScreenOf(user(['perm_dashboard_menu', 'perm_billing_menu']))).toBe(
      '/admin/dashboard/default',
    ))

  test('is the first permitted entry of the menu without it', () =>
    expect(firstScreenOf(user(['perm_billing_menu', 'perm_contact_menu']))).toBe(
      '/admin/management/billing',
    ))

  test.each<[Permission, string]>([
    ['perm_support_request_menu', '/admin/access/request'],
    ['perm_access_roles_menu', '/admin/access/roles'],
    ['perm_blogs_menu', '/admin/settings/blogs-generator'],
    ['perm_process_center_menu', '/admin/dashboard/installation'],
    ['perm_task_board_menu', '/admin/management/board'],
  ])('of a role with %s alone is %s', (permission, path) =>
    expect(firstScreenOf(user([permission]))).toBe(path),
  )

  test('of a role without any permission is one that needs none', () =>
    expect(firstScreenOf(user([]))).toBe('/admin/profile/data'))

  test('of an administrator is the installation until they have a business', () => {
    const all = { can: () => true, isAdministrator: true }
    expect(firstScreenOf({ ...all, profileId: '' })).toBe('/admin/dashboard/installation')
    expect(firstScreenOf({ ...all, profileId: PROFILE })).toBe('/admin/dashboard/default')
  })

  test('is where /admin leads', async () => {
    server.use(...session({ permissions: ['perm_billing_menu'] }))
    const { router } = await drawSignedIn(<FirstScreen />, { path: '/admin', at: '/admin' })
    await expect.poll(() => router.state.location.pathname).toBe('/admin/management/billing')
  })
})

describe('a screen without its permission', () => {
  const bills = (
    <Permitted permission="perm_billing_menu">
      <p>Bills</p>
    </Permitted>
  )
  const path = '/admin/management/billing'

  test('is a page that is not found, with the way to the first screen', async () => {
    server.use(...session({ permissions: ['perm_contact_menu'] }))
    const { router } = await drawSignedIn(bills, { path, at: path, words: ['home'] })
    expect(
      await screen.findByText('La page que vous cherchez n’existe pas', { exact: false }),
    ).toBeDefined()
    expect(
      screen.getByRole('link', { name: 'Retour à la page d’accueil' }).getAttribute('href'),
    ).toBe('/admin')
    expect(router.state.location.pathname).toBe(path)
  })

  test('is shown to who has it', async () => {
    server.use(...session({ permissions: ['perm_billing_menu'] }))
    await drawSignedIn(bills, { path, at: path })
    expect(await screen.findByText('Bills')).toBeDefined()
  })

  test('leads on where it was permitted a moment ago', async () => {
    server.use(...session({ permissions: ['perm_billing_menu'] }))
    const { router, queries } = await drawSignedIn(bills, { path, at: path })
    await screen.findByText('Bills')
    server.use(...session({ permissions: ['perm_contact_menu'] }))
    await queries.invalidateQueries({ queryKey: ['identity'] })
    await expect.poll(() => router.state.location.pathname).toBe('/admin')
  })

  test('leads on from the usual first one', async () => {
    server.use(...session({ permissions: ['perm_contact_menu'] }))
    const { router } = await drawSignedIn(
      <Permitted permission="perm_dashboard_menu">
        <p>Dashboard</p>
      </Permitted>,
      { path: '/admin/dashboard/default', at: '/admin/dashboard/default' },
    )
    await expect.poll(() => router.state.location.pathname).toBe('/admin')
  })
})
