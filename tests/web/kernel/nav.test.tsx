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
    'Tableau de bord',
    'Planning',
    'Gestion',
    'Finances',
    'Sociétés',
    'Prospection',
    'Profil',
    'Administration',
    'Gestion des accès',
    'Paramètres',
  ])
  await userEvent.click(screen.getByText('Gestion'))
  expect(preferences().folded).toEqual(['management'])
})

test('a group of which nothing is permitted is not there', async () => {
  server.use(...session({ permissions: ['perm_transaction_menu'] }))
  const { container } = await drawSignedIn(<NavGroups />)
  await screen.findByRole('link', { name: 'Transactions' })
  expect([...container.querySelectorAll('summary')].map((head) => head.textContent)).toEqual([
    'Finances',
    // One's own data needs no permission.
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
