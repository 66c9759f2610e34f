// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { bill } from '../billing/answers.ts'
import { toldDashboard } from '../told.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import type { Found } from '#contract/kernel/search.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { Palette } from '#web/kernel/shell/palette.tsx'

const server = fakeServer()
const ID = '01J00000000000000000000009'
const FOUND: readonly Found[] = [
  { entity: 'company', id: ID, title: 'Brumaire atelier', detail: '', status: 'customer' },
  {
    entity: 'company',
    id: ID.replace('9', '8'),
    title: 'Brumaire prospecté',
    detail: '',
    status: 'prospect',
  },
  {
    entity: 'bill',
    id: ID,
    title: '2026-0021',
    detail: 'Brumaire',
    amount: { value: 3120, currency: 'EUR' },
    status: 'late',
  },
  {
    entity: 'project',
    id: ID,
    title: 'Portail',
    detail: 'Brumaire',
    days: { done: 74.5, of: 120 },
  },
  { entity: 'timesheet', id: `${PROFILE}.2026-10`, title: 'octobre 2026', detail: 'Brumaire' },
  { entity: 'transaction', id: ID, title: '2026-0021', detail: 'Brumaire' },
  { entity: 'organism', id: ID, title: 'École Brumaire', detail: '' },
  { entity: 'nowhere', id: ID, title: 'Brumaire sans écran', detail: '' },
]
const step = { severity: 'next', amount: 0, currency: 'EUR' } as const
const NEXT: Dashboard['next'] = [
  { ...step, kind: 'setup', entity: 'professionalInfo', id: PROFILE, facts: { path: 'iban' } },
  { ...step, kind: 'setup', entity: 'professionalInfo', id: PROFILE, facts: { path: 'siren' } },
  {
    ...step,
    kind: 'unbilledDays',
    entity: 'project',
    id: ID,
    facts: { year: 2026, month: 10, client: 'Brumaire' },
  },
]

/** Each request for records, as it was asked. */
let asked: string[] = []
const answers = (permissions?: readonly string[]) => {
  asked = []
  server.use(
    ...session(permissions ? { permissions } : {}),
    http.get(at(`/search/${USER}`), ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      if (q === 'rien') return ok([])
      return ok(
        q === '' ? [{ entity: 'company', id: ID, title: 'Dernière touchée', detail: '' }] : FOUND,
      )
    }),
    http.get(at(`/dashboard/${USER}/${PROFILE}`), () => ok(toldDashboard({ next: NEXT }))),
  )
}
const headings = () =>
  [...document.querySelectorAll('[cmdk-group-heading]')].map((heading) => heading.textContent)
const look = (text: string) => userEvent.type(screen.getByRole('combobox'), text)
const open = async (onClose = () => {}) => {
  const drawn = await drawSignedIn(<Palette onClose={onClose} />)
  await screen.findByRole('combobox')
  return drawn
}
const line = (text: string) => screen.getByText(text).closest('[cmdk-item]') as HTMLElement

test('finds records of every kind with one request for each text (SH1)', async () => {
  answers()
  await open()
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.paste('brumaire')
  await waitFor(() => expect(headings()).toContain('Transactions'))
  expect(headings().slice(0, 7)).toEqual([
    'Sociétés clientes',
    'Sociétés à prospecter',
    'Facturation',
    'Contrats',
    'Feuilles de temps',
    'Transactions',
    'Organismes',
  ])
  expect(asked.filter((q) => q !== '')).toEqual(['brumaire'])
  expect(screen.queryByText('sans écran', { exact: false })).toBeNull()
})

test.each([
  ['atelier', '/admin/customer/company', `?open=${ID}`],
  ['prospecté', '/admin/prospecting/company', `?open=${ID.replace('9', '8')}`],
  ['120,00', `/admin/management/billing/${ID}`, ''],
  ['74,5', '/admin/management/contracts', `?open=${ID}`],
  ['octobre 2026', '/admin/management/timesheets', '?month=2026-10'],
  ['École', '/admin/settings/organisms', `?open=${ID}`],
])('opens what was found where it is shown: %s', async (text, pathname, search) => {
  answers()
  const { router } = await open()
  await look('brumaire')
  const item = await waitFor(() => {
    const found = [...document.querySelectorAll('[cmdk-item]')].find((one) =>
      one.textContent?.includes(text),
    )
    if (!found) throw new Error(`${text} is not there`)
    return found
  })
  await userEvent.click(item)
  expect(router.state.location).toMatchObject({ pathname, search })
})

test('empty, it begins with what there is to do today and what was changed last', async () => {
  answers()
  const { router } = await open()
  await screen.findByText('Dernière touchée')
  await waitFor(() =>
    expect(headings().slice(0, 3)).toEqual(['À faire aujourd’hui', 'Modifié récemment', 'Actions']),
  )
  expect(headings().at(-1)).toBe('Réglages et session')
  expect(screen.getAllByText('Terminer votre fiche entreprise')).toHaveLength(1)
  await userEvent.click(line('Facturer octobre à \u2068Brumaire\u2069'))
  expect(router.state.location).toMatchObject({
    pathname: '/admin/management/billing',
    search: '?new=month&month=2026-10',
  })
})

test('finds a thing to do by its words, in any order', async () => {
  answers()
  await open()
  await look('octobre facturer')
  expect(await screen.findByText('à \u2068Brumaire\u2069', { exact: false })).toBeTruthy()
  expect(screen.queryByText('Terminer votre fiche entreprise')).toBeNull()
})

test('offers to begin only what is permitted', async () => {
  answers(['perm_company_menu', 'perm_company_add'])
  await open()
  await look('ajouter')
  expect(await screen.findByText('une société', { exact: false })).toBeTruthy()
  expect(screen.queryByText('un contact', { exact: false })).toBeNull()
})

test('an action from anywhere: a language, a new contract, the way out', async () => {
  answers()
  const close = vi.fn()
  const { router } = await open(close)
  const preferences = screen.getByText('Réglages et session').closest('[cmdk-group]') as HTMLElement
  expect(within(preferences).getByText('Langue : Deutsch')).toBeTruthy()
  expect(within(preferences).getByText('Se déconnecter')).toBeTruthy()
  await userEvent.click(screen.getByText('Nouveau contrat'))
  expect(close).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/admin/management/contracts/new')
})

test('the way out is found by its words', async () => {
  answers()
  await open()
  await look('déconnecter')
  expect(line('déconnecter').textContent).toBe('Se déconnecter')
})

test('a SIREN offers a client made from it, and nothing to who may add none', async () => {
  answers()
  const { router } = await open()
  await look('732 829 320')
  await userEvent.click(
    await screen.findByText('Ajouter le client 732 829 320', { collapseWhitespace: true }),
  )
  expect(router.state.location.pathname).toBe('/admin/customer/company')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    open: 'new',
    siren: '732829320',
  })
})

test('without the permission a SIREN offers nothing', async () => {
  answers(['perm_company_menu'])
  await open()
  await look('732829320')
  await screen.findByText('Brumaire atelier')
  expect(screen.queryByText(/Ajouter le client/)).toBeNull()
})

/** The acts offered on a find. */
const actsOn = (name: string) => {
  const group = screen.queryByText(`Agir sur ${name}`)?.closest('[cmdk-group]')
  return [...(group?.querySelectorAll('[cmdk-item]') ?? [])].map((one) => one.textContent)
}

test('the first find is acted on at once: a client gets a contract', async () => {
  answers()
  const { router } = await open()
  await look('brumaire')
  await waitFor(() => expect(actsOn('Brumaire atelier')).toEqual(['Facturer', 'Nouveau contrat']))
  const group = screen.getByText('Agir sur Brumaire atelier').closest('[cmdk-group]') as HTMLElement
  await userEvent.click(within(group).getByText('Nouveau contrat'))
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/admin/management/contracts/new',
      search: `?client=${ID}`,
    }),
  )
})

test('without permission to add there is no act on a client', async () => {
  answers(['perm_company_menu'])
  await open()
  await look('brumaire')
  await waitFor(() => expect(headings()).toContain('Facturation'))
  expect(actsOn('Brumaire atelier')).toEqual([])
})

test.each([
  ['late', { outstanding: 3120 }, ['Enregistrer un paiement', 'Relancer', 'Faire un avoir']],
  [
    'paid',
    { outstanding: 0, paidAmount: 3120 },
    ['Marquer encaissée', 'Remercier', 'Faire un avoir'],
  ],
] as const)(
  'an arrow turns to the acts on the chosen bill, by its state: %s',
  async (state, owes, acts) => {
    answers()
    server.use(
      http.get(at(`/bill/${USER}/${PROFILE}/${ID}`), () =>
        ok(bill(21, { id: ID as Bill['id'], state, status: 'issued', ...owes })),
      ),
    )
    const { router } = await open()
    await look('brumaire')
    await waitFor(() => expect(headings()).toContain('Facturation'))
    const chosen = () => document.querySelector('[cmdk-item][aria-selected="true"]')
    while (!chosen()?.textContent?.includes('2026-0021')) await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(actsOn('2026-0021')).toEqual(acts))
    await waitFor(() => expect(chosen()?.textContent).toBe(acts[0]))
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/admin/management/billing/${ID}`),
    )
    expect(router.state.location.search).toBe(state === 'late' ? '?do=payment' : '?do=collect')
  },
)

test('without a find it offers what can be begun, and the help', async () => {
  answers()
  const { router } = await open()
  await look('rien')
  await screen.findByText('Sinon')
  const group = screen.getByText('Sinon').closest('[cmdk-group]') as HTMLElement
  expect(within(group).getAllByRole('option').length).toBeGreaterThan(2)
  await userEvent.click(within(group).getByText(/dans l’aide/))
  expect(router.state.location).toMatchObject({ pathname: '/admin/help', search: '?q=rien' })
})

test('the field never names a line that is gone', async () => {
  answers()
  await open()
  const field = screen.getByRole('combobox')
  for (const text of ['brumaire', 'rien', 'brumaire']) {
    await userEvent.clear(field)
    await look(text)
    await waitFor(() =>
      expect(headings()).toContain(text === 'rien' ? 'Sinon' : 'Sociétés clientes'),
    )
    await waitFor(() =>
      expect(field.getAttribute('aria-activedescendant')).toBe(
        document.querySelector('[cmdk-item][aria-selected="true"]')?.id ?? null,
      ),
    )
  }
})
