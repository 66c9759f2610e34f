// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, person, refused, session, USER } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { permissionCatalogue } from '#domain/kernel/permissions.ts'
import { RolesScreen } from '#web/identity/roles-screen.tsx'
import { relativeText } from '#web/identity/last-connection.tsx'
import { UsersScreen } from '#web/identity/users-screen.tsx'

const server = fakeServer()
const [ADMIN, ACCOUNTANT, ANNA] = [
  '01J000000000000000000000R1',
  '01J000000000000000000000R2',
  '01J000000000000000000000U2',
]
const audit = {
  version: 2,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
}
const roles = [
  { ...audit, id: ADMIN, name: 'Admin', permissions: ['perm_admin'], newPermissions: [] },
  {
    ...audit,
    id: ACCOUNTANT,
    name: 'Comptable',
    permissions: ['perm_billing_menu', 'perm_billing_delete'],
    newPermissions: ['perm_contact_menu'],
  },
]
const user = {
  ...audit,
  ...person,
  gender: '',
  birthDate: 0,
  startDate: Date.UTC(2026, 0, 1),
  isFree: false,
  freePeriod: 0,
  freeUntil: 0,
  deletionDate: 0,
  lastConnectionDate: 0,
  active: true,
  roleIds: [ADMIN],
}
const anna = {
  ...user,
  id: ANNA,
  userName: 'anna',
  firstName: 'Anna',
  lastName: '',
  mail: 'anna@carnet.example',
  isFree: true,
  freePeriod: 30,
  freeUntil: Date.UTC(2026, 0, 31),
  active: false,
  roleIds: [ACCOUNTANT],
}
const written = { id: ACCOUNTANT, version: 3, position: '00000000000000000009' }

function answers(options: Parameters<typeof session>[0] = {}) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const take = async ({ request }: { request: Request }) => {
    const text = await request.text()
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname.replace(/^\/api\//, ''),
      body: text ? JSON.parse(text) : null,
    })
    return ok(written)
  }
  server.use(
    ...session(options),
    http.get(at(`/role/${USER}/all`), () => ok(roles)),
    http.get(at(`/role/${USER}/catalogue`), () => ok(permissionCatalogue)),
    http.get(at(`/users/${USER}`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      const [state, id, limit] = [
        searchParams.get('state'),
        searchParams.get('id'),
        searchParams.get('limit'),
      ]
      const role = searchParams.get('role')
      const found = [user, anna].filter(
        (one) =>
          (state === null || one.active === (state === 'active')) &&
          (id === null || one.id === id) &&
          (role === null || one.roleIds.includes(role)),
      )
      const data = found.slice(0, Number(limit ?? 50))
      return HttpResponse.json(
        { status: 0, result: { data } },
        { headers: { 'x-total-count': String(found.length) } },
      )
    }),
    http.get(at(`/history/${USER}/user/:id`), () => ok(toldHistory({ entity: 'user', id: ANNA }))),
    http.put(at(`/role/${USER}`), take),
    http.post(at(`/role/${USER}`), take),
    http.put(at(`/users/${USER}/userRole`), take),
    http.put(at(`/users/${USER}/freeAccess`), take),
    http.get(at(`/users/${USER}/freeJobSuggestions/:id`), () => ok({ count: null, version: 0 })),
    http.put(at(`/users/${USER}/:id/:active`), take),
  )
  return sent
}

describe('deleting a role', () => {
  test('says why the administration’s role stays', async () => {
    answers()
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ADMIN}`, words: ['identity'] })
    const remove = await screen.findByRole('button', { name: /Supprimer ce rôle/ })
    expect(remove.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Le rôle de l’administration ne se supprime pas.')).toBeTruthy()
    await userEvent.click(remove)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('roles', () => {
  test('lists each change before the one save, and takes one back (AD1)', async () => {
    const sent = answers()
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}`, words: ['identity'] })
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Facturation et courriels, ajouter' }),
    )
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Facturation et courriels, supprimer' }),
    )
    expect(screen.getByText(/2 changements non enregistrés/)).toBeDefined()
    expect(
      screen.getByRole('checkbox', { name: 'Facturation et courriels, supprimer, retiré' }),
    ).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Annuler.*supprimer/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer 1 changement' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({
      id: ACCOUNTANT,
      version: 2,
      permissions: ['perm_billing_menu', 'perm_billing_add', 'perm_billing_delete'],
    })
  })

  test('is searched by the names of its lines', async () => {
    answers()
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}` })
    await userEvent.type(
      await screen.findByRole('searchbox', { name: 'Chercher une permission' }),
      'FACTURA',
    )
    const lines = () => screen.getAllByRole('rowheader').map((header) => header.textContent)
    await waitFor(() => expect(lines()).not.toContain('Contrats'))
    expect(lines().filter((line) => line.startsWith('Factura'))).toEqual([
      'Facturation et courriels',
    ])
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Chercher une permission' }),
      ' néant',
    )
    expect(await screen.findByText('Aucune permission ne correspond.')).toBeDefined()
  })

  test('is copied with its permissions under a name of its own', async () => {
    const sent: unknown[] = []
    answers()
    server.use(
      http.post(at(`/role/${USER}`), async ({ request }) => {
        sent.push(await request.json())
        return ok({ id: ACCOUNTANT, version: 1, position: '1' })
      }),
    )
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}` })
    await userEvent.click(await screen.findByRole('button', { name: 'Copier le rôle' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Copier le rôle' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      name: expect.stringContaining('(copie)'),
      permissions: expect.any(Array),
    })
  })

  test('the administration role is not set cell by cell', async () => {
    answers()
    await drawSignedIn(<RolesScreen />)
    const boxes = await screen.findAllByRole('checkbox')
    expect(
      boxes.every((box) => (box as HTMLInputElement).checked && (box as HTMLInputElement).disabled),
    ).toBe(true)
  })

  test('a role in use stays, and the question says why', async () => {
    answers()
    server.use(http.delete(at(`/role/${USER}/${ACCOUNTANT}`), () => refused(409, 'ROLE_IN_USE')))
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}` })
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer ce rôle' }))
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Supprimer' }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe('because ROLE_IN_USE')
  })

  test('a role is added under its name and opened', async () => {
    const sent = answers()
    const { router } = await drawSignedIn(<RolesScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Nouveau rôle' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /Nom du rôle/ }), 'Invité')
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Ajouter' }),
    )
    await waitFor(() => expect(sent[0]?.body).toEqual({ name: 'Invité', permissions: [] }))
    await waitFor(() => expect(router.state.location.search).toBe(`?role=${ACCOUNTANT}`))
  })

  test('what Carnet has gained and the role was not given is marked, until it is ticked', async () => {
    answers()
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}` })
    const cell = await screen.findByRole('checkbox', { name: /^Contacts, .*nouveau, non donné$/ })
    expect(screen.getByText('nouveau')).toBeDefined()
    expect(screen.queryByRole('checkbox', { name: /^Produits, .*nouveau/ })).toBeNull()
    await userEvent.click(cell)
    expect(screen.queryByText('nouveau')).toBeNull()
  })
  test('who may only read finds no way to change', async () => {
    answers({ permissions: ['perm_access_roles_menu'] })
    await drawSignedIn(<RolesScreen />, { at: `/?role=${ACCOUNTANT}` })
    expect(
      (
        (await screen.findByRole('checkbox', {
          name: 'Facturation et courriels, ajouter',
        })) as HTMLInputElement
      ).disabled,
    ).toBe(true)
    expect(
      screen.queryByRole('button', { name: /Nouveau rôle|Supprimer ce rôle|Renommer/ }),
    ).toBeNull()
  })
})

describe('users', () => {
  test('keeps its filters in the address (AD4)', async () => {
    answers()
    const { router } = await drawSignedIn(<UsersScreen />)
    await screen.findByRole('rowheader', { name: 'Anna' })
    await userEvent.click(await screen.findByRole('radio', { name: 'Désactivé' }))
    expect(router.state.location.search).toBe('?state=disabled')
    await waitFor(() =>
      expect(
        within(screen.getByRole('table'))
          .getAllByRole('rowheader')
          .map((cell) => cell.textContent),
      ).toEqual(['Anna']),
    )
  })

  test('gives roles and free access, and enables', async () => {
    const sent = answers()
    await drawSignedIn(<UsersScreen />, { at: `/?open=${ANNA}` })
    const panel = within(await screen.findByRole('dialog', { name: 'Anna' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Administrateur' }))
    await userEvent.click(panel.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['userRole', { id: ANNA, roleIds: [ACCOUNTANT, ADMIN], version: 2 }],
      // The version that the first command made.
      ['freeAccess', { id: ANNA, isFree: true, freePeriod: 30, version: written.version }],
    ])
    await userEvent.click(panel.getByRole('button', { name: 'Réactiver' }))
    await waitFor(() => expect(sent.at(-1)?.path).toBe(`users/${USER}/${ANNA}/true`))
  })

  test('one cannot delete or disable oneself', async () => {
    answers()
    await drawSignedIn(<UsersScreen />, { at: `/?open=${USER}` })
    const panel = within(await screen.findByRole('dialog', { name: 'Carnet Exemple' }))
    expect(panel.queryByRole('button', { name: /Supprimer|Désactiver/ })).toBeNull()
  })

  test('says what failed and how to try again', async () => {
    answers()
    server.use(http.get(at(`/users/${USER}`), () => refused(500, 'INTERNAL')))
    await drawSignedIn(<UsersScreen />)
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeDefined()
  })

  test('is counted in Arabic', async () => {
    answers({ language: 'ar' })
    await drawSignedIn(<UsersScreen />, { language: 'ar' })
    expect(await screen.findByText('مستخدمان، 1 نشط')).toBeDefined()
  })
})

test.each([
  [20_000, 'maintenant'],
  [90_000, 'il y a 1 minute'],
  [3 * 3_600_000, 'il y a 3 heures'],
  [86_400_000, 'hier'],
  [20 * 86_400_000, 'il y a 2 semaines'],
])('%d ms ago reads « %s »', (passed, text) =>
  expect(relativeText('fr-FR', 1_000_000_000_000 - passed, 1_000_000_000_000)).toBe(text),
)

test('users are shown as they were at an instant, and asked who held a permission', async () => {
  answers()
  const asked: string[] = []
  const [was, admin] = [
    {
      id: ANNA,
      userName: 'anna',
      firstName: 'Anna',
      lastName: '',
      active: true,
      permissions: ['perm_billing_menu'],
    },
    {
      id: USER,
      userName: 'demo',
      firstName: '',
      lastName: '',
      active: true,
      permissions: ['perm_admin'],
    },
  ]
  server.use(
    http.get(at(`/users/${USER}/access`), ({ request }) => {
      asked.push(new URL(request.url).search)
      return ok([
        { ...was, roles: [{ id: ACCOUNTANT, name: 'Comptable' }] },
        { ...admin, roles: [{ id: ADMIN, name: 'Admin' }] },
      ])
    }),
  )
  const then = Date.UTC(2026, 9, 12, 9)
  const { router } = await drawSignedIn(<UsersScreen />, {
    at: `/?at=${then}`,
    words: ['identity'],
  })
  expect(await screen.findByText('Comptable')).toBeDefined()
  expect(screen.getByText('Tout, par la permission d’administration')).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.type(
    screen.getByRole('combobox', { name: 'Qui avait cette permission' }),
    'Facturation',
  )
  await userEvent.click((await screen.findAllByRole('option'))[0]!)
  await waitFor(() =>
    expect(asked).toEqual([
      `?at=${then}&limit=20`,
      `?at=${then}&limit=20&permission=perm_billing_menu`,
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: /Revenir/ }))
  expect(await screen.findByRole('table')).toBeDefined()
  expect(router.state.location.search).toBe('')
})
