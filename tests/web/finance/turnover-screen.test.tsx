// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClientTurnover, TurnoverPeriod } from '#contract/finance/finance.schemas.ts'
import { setPreferences } from '#web/kernel/words/preferences.ts'
import { TurnoverScreen } from '#web/finance/turnover-screen.tsx'

const server = fakeServer()
const figures = {
  receiptsHT: 0,
  receiptsTva: 0,
  receiptsTTC: 0,
  invoicedHT: 0,
  invoicedTva: 0,
  invoicedTTC: 0,
}
const before = {
  previousReceiptsHT: 0,
  previousReceiptsTTC: 0,
  previousInvoicedHT: 0,
  previousInvoicedTTC: 0,
}
const march = { receiptsHT: 1500, receiptsTva: 300, receiptsTTC: 1800, previousReceiptsHT: 1000 }
const period = (month: number, more: Partial<TurnoverPeriod> = {}): TurnoverPeriod => ({
  year: 2026,
  period: month,
  from: Date.UTC(2026, month === 0 ? 0 : month - 1, 1),
  to: Date.UTC(2026, month === 0 ? 12 : month, 0),
  currency: 'EUR',
  ...figures,
  ...before,
  ...more,
})
const client: ClientTurnover = {
  clientId: '01J000000000000000000000C1',
  client: 'Atelier Brumaire',
  projectId: '01J000000000000000000000X1',
  contract: 'Refonte du portail',
  currency: 'EUR',
  ...figures,
  ...before,
  ...march,
}
const sum = (amountTTC: number) => ({
  count: amountTTC === 0 ? 0 : 1,
  amount: 0,
  vat: 0,
  amountTTC,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  server.use(
    ...session(),
    http.get(at(`/turnover/${USER}/${PROFILE}`), ({ request }) =>
      ok(
        new URL(request.url).searchParams.get('by') === 'year'
          ? [period(0, march)]
          : Array.from({ length: 12 }, (_, i) => period(i + 1, i === 2 ? march : {})),
      ),
    ),
    http.get(at(`/turnover/${USER}/${PROFILE}/2026/clients`), () => ok([client])),
    http.get(at(`/turnover/${USER}/${PROFILE}/facts`), () =>
      HttpResponse.json(
        {
          status: 0,
          result: {
            data: [
              {
                id: '01J000000000000000000000T1',
                date: Date.UTC(2026, 2, 12),
                client: 'Atelier Brumaire',
                reference: '2026-0007',
                amount: 1500,
                amountTTC: 1800,
                billId: '01J000000000000000000000B1',
              },
            ],
          },
        },
        { headers: { 'x-total-count': '1' } },
      ),
    ),
    http.post(at(`/transaction/${USER}/statistic/${PROFILE}`), () =>
      ok({
        2026: {
          currency: 'EUR',
          incomes: sum(1800),
          outcomes: sum(600),
          months: Array.from({ length: 12 }, (_, i) => ({
            month: i + 1,
            incomes: sum(i === 2 ? 1800 : 0),
            outcomes: sum(i === 2 ? 600 : 0),
          })),
        },
      }),
    ),
  )
})

test('turnover by month stands in a table beside its chart, with the year before and the clients', async () => {
  await drawSignedIn(<TurnoverScreen />)
  const table = await screen.findByRole('table', { name: /Chiffre d’affaires par période/ })
  const row = within(table).getByRole('row', { name: /^mars 2026/i })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1\u00a0500,00', '300,00', '1\u00a0800,00', '1\u00a0000,00', '50\u00a0%'])
  const clients = await screen.findByRole('table', { name: /par client et contrat/ })
  expect(within(clients).getByRole('link', { name: 'Refonte du portail' })).toBeDefined()
})

test('a month opens the payments that make it', async () => {
  await drawSignedIn(<TurnoverScreen />)
  await userEvent.click(await screen.findByRole('button', { name: /^mars 2026/i }))
  const bill = await screen.findByRole('link', { name: 'Atelier Brumaire 2026-0007' })
  expect(bill.getAttribute('href')).toContain('01J000000000000000000000B1')
  expect(screen.getByText(/Les paiements des clients du/)).toBeDefined()
})

test('the year before and the VAT open their facts too', async () => {
  const { router } = await drawSignedIn(<TurnoverScreen />)
  await userEvent.click(await screen.findByRole('button', { name: /Pourquoi ce nombre.*TVA/ }))
  const bill = await screen.findByRole('link', { name: 'Atelier Brumaire 2026-0007' })
  expect(bill.closest('li')?.textContent).toContain('300,00')
  await userEvent.click(screen.getByRole('button', { name: /Pourquoi ce nombre.*En 2025/ }))
  expect(await screen.findByText(/du 1ᵉʳ janvier 2025 au 31 décembre 2025/)).toBeDefined()
  expect(router.state.location.search).toContain('why=before')
})

test('a balance of what was paid opens both its sides; of all years, each year', async () => {
  await drawSignedIn(<TurnoverScreen />, { at: '/?view=movements' })
  await userEvent.click(await screen.findByRole('button', { name: /Pourquoi ce nombre.*Solde/ }))
  const band = screen.getByText('Solde : 2026', { exact: false }).closest('section')
  expect(band?.textContent).toMatch(/Revenus.*1.800,00.*Dépenses.*−600,00.*1.200,00/)
  await userEvent.click(screen.getByRole('radio', { name: 'Année' }))
  await userEvent.click(screen.getByRole('button', { name: /Pourquoi ce nombre.*Dépenses/ }))
  expect(
    (await screen.findByText(/payées de chaque année/)).closest('section')?.textContent,
  ).toMatch(/2026.*−600,00/)
})

test('what was paid in and out leaves a balance each month', async () => {
  await drawSignedIn(<TurnoverScreen />, { at: '/?view=movements' })
  const table = await screen.findByRole('table', { name: /Entrées et sorties payées/ })
  const row = within(table).getByRole('row', { name: /^mars 2026/i })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1\u00a0800,00', '−600,00', '1\u00a0200,00'])
})

test('in discreet mode no amount stands on the page', async () => {
  await drawSignedIn(<TurnoverScreen />)
  const table = await screen.findByRole('table', { name: /Chiffre d’affaires par période/ })
  act(() => setPreferences({ discreet: true }))
  try {
    expect(table.textContent).not.toContain('1\u00a0500')
    expect(screen.getByRole('figure').getAttribute('aria-label')).toContain('montant masqué')
  } finally {
    act(() => setPreferences({ discreet: false }))
  }
})
