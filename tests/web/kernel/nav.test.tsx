// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { toldDashboard } from '../told.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { NextStep } from '#contract/dashboard/dashboard.contract.ts'
import { preferences } from '#web/kernel/words/preferences.ts'
import { NavGroups } from '#web/kernel/shell/nav.tsx'

const server = fakeServer()
const step = (kind: NextStep['kind']): NextStep => ({
  kind,
  severity: 'next',
  entity: 'bill',
  id: kind,
  amount: 0,
  currency: 'EUR',
  facts: {},
})
const waiting = (...kinds: NextStep['kind'][]) =>
  server.use(
    ...session(),
    http.get(at(`/dashboard/${USER}/${PROFILE}`), () =>
      ok(toldDashboard({ next: kinds.map(step) })),
    ),
  )

test('a line of the menu counts what waits behind it; all that a set-up lacks is one thing', async () => {
  waiting('setup', 'setup', 'lateBill', 'draft', 'unfilledDays')
  await drawSignedIn(<NavGroups />)
  expect(await screen.findByRole('link', { name: 'Facturation, 2 choses à traiter' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Feuilles de temps, 1 chose à traiter' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Votre entreprise, 1 chose à traiter' })).toBeDefined()
})

test('a line behind which nothing waits has no count', async () => {
  waiting()
  await drawSignedIn(<NavGroups />)
  expect(await screen.findByRole('link', { name: 'Facturation' })).toBeDefined()
})

test('the groups are the specification’s, and one that is folded is remembered', async () => {
  waiting()
  const { container } = await drawSignedIn(<NavGroups />)
  await screen.findByRole('link', { name: 'Facturation' })
  expect([...container.querySelectorAll('summary')].map((head) => head.textContent)).toEqual([
    'Navigation',
    'Tableau de bord',
    'Planning',
    'Gestion',
    'Portefeuille',
    'Sociétés',
    'Prospection',
    'Profil',
    'Administration',
    'Gestion des accès',
    'Paramètres',
  ])
  await userEvent.click(screen.getByText('Gestion'))
  expect(preferences().folded).toEqual([
    'navigation',
    'administration',
    'access',
    'settings',
    'management',
  ])
})

test('seldom opened groups are folded, but for that of the open page', async () => {
  waiting()
  const { container } = await drawSignedIn(<NavGroups />, {
    path: '/admin/*',
    at: '/admin/settings/optionSet',
  })
  await screen.findByRole('link', { name: 'Facturation' })
  const open = [...container.querySelectorAll<HTMLDetailsElement>('details[open] > summary')]
  const names = open.map((head) => head.textContent)
  expect(names).toContain('Paramètres')
  expect(names).not.toContain('Navigation')
  await userEvent.click(screen.getByText('Paramètres'))
  expect(container.querySelectorAll('details[open]')).toHaveLength(names.length - 1)
})

test('administration comes first for who runs the installation without a business', async () => {
  server.use(...session({ profileId: 0 }))
  const { container } = await drawSignedIn(<NavGroups />)
  await screen.findByRole('link', { name: 'Santé' })
  const groups = [...container.querySelectorAll('summary')].map((head) => head.textContent)
  expect(groups.slice(0, 5)).toEqual([
    'Navigation',
    'Tableau de bord',
    'Administration',
    'Gestion des accès',
    'Paramètres',
  ])
})

test('a group of which nothing is permitted is not there', async () => {
  server.use(...session({ permissions: ['perm_transaction_menu'] }))
  const { container } = await drawSignedIn(<NavGroups />)
  await screen.findByRole('link', { name: 'Transactions' })
  expect([...container.querySelectorAll('summary')].map((head) => head.textContent)).toEqual([
    // Help, support and one's own data need no permission.
    'Navigation',
    'Portefeuille',
    'Profil',
  ])
})

test.each([
  ['needed', true],
  ['none', false],
])('where plans are %s, the menu leads to them: %s', async (plans, isThere) => {
  document.head.innerHTML = `<meta name="carnet-plans" content="${plans}">`
  waiting()
  await drawSignedIn(<NavGroups />)
  await screen.findByRole('link', { name: 'Facturation' })
  expect(screen.queryByRole('link', { name: 'Abonnement' }) !== null).toBe(isThere)
})
