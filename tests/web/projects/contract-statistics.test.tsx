// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { ContractStatistic } from '#contract/projects/projects.schemas.ts'
import { ContractStatisticsScreen } from '#web/projects/contract-statistics-screen.tsx'

const server = fakeServer()
const PORTAL = '01J000000000000000000000X1'
const none = { daysSold: 0, daysWorked: 0, daysBilled: 0, billedHT: 0, averageDayRate: null }
const figures = {
  daysSold: 40,
  daysWorked: 12.5,
  daysBilled: 10,
  billedHT: 6500,
  averageDayRate: 650,
}
const year: ContractStatistic = {
  currency: 'EUR',
  ...figures,
  workingDays: 25,
  occupation: 50,
  months: Array.from({ length: 12 }, (_, i) => ({
    month: i + 1,
    ...(i === 0 ? figures : none),
    workingDays: i === 0 ? 25 : 0,
    occupation: i === 0 ? 50 : null,
  })),
  clients: [{ clientId: 0, client: 'Atelier Brumaire', ...figures, share: 100 }],
  contracts: [
    { projectId: PORTAL, contract: 'Refonte du portail', client: 'Atelier Brumaire', ...figures },
  ],
}
const answers = (
  years: Readonly<Record<string, ContractStatistic>>,
  options: Parameters<typeof session>[0] = {},
) =>
  server.use(
    ...session(options),
    http.get(at(`/project/${USER}/statistics/${PROFILE}`), () => ok(years)),
  )

test('the months, clients and contracts of the year stand in tables beside the chart', async () => {
  answers({ 2025: year })
  await drawSignedIn(<ContractStatisticsScreen />)
  const months = await screen.findByRole('table', { name: 'Statistiques de 2025 par mois' })
  expect(within(months).getByRole('row', { name: /^janvier 2025/i }).textContent).toMatch(
    /12,5.*10.*650,00.*50/,
  )
  expect(within(months).getByRole('row', { name: /^Total 2025/ }).textContent).toMatch(
    /40.*12,5.*10/,
  )
  const contracts = screen.getByRole('table', { name: 'Statistiques de 2025 par contrat' })
  expect(
    within(contracts).getByRole('link', { name: 'Refonte du portail' }).getAttribute('href'),
  ).toContain(PORTAL)
  expect(screen.getByRole('meter', { name: /Part du facturé.*Atelier Brumaire/ })).toBeDefined()
})

test('a figure opens its rule and the contracts that make it', async () => {
  answers({ 2025: year })
  await drawSignedIn(<ContractStatisticsScreen />)
  const figure = await screen.findByRole('button', { name: /Pourquoi ce nombre.*Jours travaillés/ })
  await userEvent.click(figure)
  expect(figure.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText(/Les jours saisis dans les feuilles de temps/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Fermer l’explication' }))
  expect(screen.queryByText(/Les jours saisis dans les feuilles de temps/)).toBeNull()
})

test('without days the screen says what will fill it', async () => {
  answers({})
  await drawSignedIn(<ContractStatisticsScreen />)
  expect(await screen.findByText('Aucun jour vendu ni travaillé pour l’instant')).toBeDefined()
})
