// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Forecast } from '#contract/finance/forecast.contract.ts'
import { ForecastView } from '#web/finance/forecast-view.tsx'

const server = fakeServer()
const BILL = '01J000000000000000000000B1'
const month = (i: number): Forecast['months'][number] => ({
  year: i < 2 ? 2026 : 2027,
  month: i < 2 ? 11 + i : i - 1,
  actualIn: i === 0 ? 1800 : 0,
  actualOut: 0,
  expectedIn: i === 1 ? 3120 : 0,
  expectedOut: i === 1 ? 520 : 0,
  balance: i === 0 ? 5000 : 7600,
  behindCount: i === 1 ? 2 : 0,
  behind:
    i === 1
      ? [
          {
            kind: 'bill',
            id: BILL,
            label: 'Hydravion SAS 2026-0024',
            day: Date.UTC(2026, 11, 12),
            amount: 3120,
          },
          { kind: 'vat', id: '2026-11-01', label: '', day: Date.UTC(2026, 11, 24), amount: -520 },
        ]
      : [],
})
const told = (more: Partial<Forecast> = {}): Forecast => ({
  currency: 'EUR',
  balance: 5000,
  accounts: [
    {
      account: 'professional',
      balance: 5000,
      openingDay: Date.UTC(2026, 10, 1),
      openingBalance: 3200,
    },
    { account: 'personal', balance: 0, openingDay: 0, openingBalance: 0 },
  ],
  openingVersion: 1,
  before: Array.from({ length: 6 }, (_, i) => ({
    year: 2026,
    month: 5 + i,
    actualIn: 100,
    actualOut: 0,
  })),
  months: Array.from({ length: 12 }, (_, i) => month(i)),
  runsDryOn: 0,
  thresholds: [
    {
      name: 'micro',
      trade: 'services',
      limit: 83_600,
      reached: 70_000,
      crossedOn: Date.UTC(2026, 11, 12),
      applies: true,
      from: Date.UTC(2026, 0, 1),
      source: 'CGI art. 102 ter',
    },
  ],
  safeToSpend: 4480,
  safeParts: [
    { name: 'balance', amount: 5000 },
    { name: 'vat', amount: -520 },
    { name: 'toPay', amount: 0 },
  ],
  ...more,
})
const answers = (forecast: Forecast) => {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/forecast/${USER}/${PROFILE}`), () => ok(forecast)),
    http.put(at(`/forecast/${USER}/${PROFILE}/balance`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: PROFILE, version: 1, position: '00000000000000000009' })
    }),
  )
  return sent
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
})

test('each month opens what is expected in it, with a way to each bill', async () => {
  answers(told())
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  const table = await screen.findByRole('table', { name: 'Prévision par mois' })
  await userEvent.click(within(table).getByRole('button', { name: /^décembre 2026/i }))
  const link = await screen.findByRole('link', { name: 'Hydravion SAS 2026-0024' })
  expect(link.getAttribute('href')).toContain(BILL)
  expect(screen.getByText('TVA à reverser')).toBeDefined()
})

test('a month says how many amounts it does not show', async () => {
  const months = told().months.map((one, i) => (i === 1 ? { ...one, behindCount: 5 } : one))
  answers(told({ months }))
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  const table = await screen.findByRole('table', { name: 'Prévision par mois' })
  await userEvent.click(within(table).getByRole('button', { name: /^décembre 2026/i }))
  expect(await screen.findByText(/^3 autres non affichés/)).toBeDefined()
})

test('what is safe to spend says what was set aside', async () => {
  answers(told())
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  await userEvent.click(
    await screen.findByRole('button', { name: /Pourquoi ce nombre.*Vraiment disponible/ }),
  )
  const part = screen.getByText('TVA collectée, pas encore reversée').closest('li')
  expect(part?.textContent).toContain('−520,00')
})

test('what is left in twelve months is today’s balance and what each month expects', async () => {
  answers(told())
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  await userEvent.click(
    await screen.findByRole('button', { name: /Pourquoi ce nombre.*Dans douze mois/ }),
  )
  const parts =
    screen.getByText('En banque aujourd’hui').closest('ul')?.querySelectorAll('li') ?? []
  expect(parts).toHaveLength(13)
  expect(parts[0]?.textContent).toContain('5\u00a0000,00')
})

test('a limit tells the day on which it would be crossed, and its dated rule', async () => {
  answers(told())
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  expect(await screen.findByText(/Serait franchi le 12 décembre 2026\./)).toBeDefined()
  expect(screen.getByText(/Règle du 1ᵉʳ janvier 2026.*CGI art\. 102 ter/)).toBeDefined()
})

test('without a balance the screen says so, and takes the one of the bank', async () => {
  const sent = answers(
    told({
      accounts: [
        { account: 'professional', balance: 5000, openingDay: 0, openingBalance: 0 },
        { account: 'personal', balance: 0, openingDay: 0, openingBalance: 0 },
      ],
    }),
  )
  await drawSignedIn(<ForecastView profileId={PROFILE} />)
  expect(await screen.findByText(/Aucun solde n’est saisi/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Saisir un solde' }))
  const dialog = await screen.findByRole('dialog', { name: 'Solde d’un compte' })
  const field = within(dialog).getByRole('textbox', { name: 'Solde' })
  await userEvent.clear(field)
  await userEvent.type(field, '1234,50')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        account: 'professional',
        amount: 1234.5,
        date: Date.UTC(2026, 10, 20),
        currency: 'EUR',
        version: 1,
      },
    ]),
  )
})

describe('a balance that another tab entered meanwhile', () => {
  const accountsOf = (professional: number, personal: number) =>
    Object.entries({ professional, personal }).map(([account, balance]) => ({
      account: account as 'professional' | 'personal',
      balance,
      openingDay: Date.UTC(2026, 10, 1),
      openingBalance: balance,
    }))
  const overtaken = async (theirs: Forecast['accounts']) => {
    const sent: { version: number; amount: number }[] = []
    let now = told({ accounts: accountsOf(5000, 700) })
    answers(now)
    server.use(
      http.get(at(`/forecast/${USER}/${PROFILE}`), () => ok(now)),
      http.put(at(`/forecast/${USER}/${PROFILE}/balance`), async ({ request }) => {
        sent.push((await request.json()) as (typeof sent)[number])
        return sent.at(-1)?.version === 2
          ? ok({ id: PROFILE, version: 3, position: '00000000000000000009' })
          : refused(412, 'STALE_VERSION')
      }),
    )
    await drawSignedIn(<ForecastView profileId={PROFILE} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Saisir un solde' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Solde d’un compte' }))
    const field = dialog.getByRole('textbox', { name: 'Solde' })
    await userEvent.clear(field)
    await userEvent.type(field, '1234')
    now = told({ accounts: theirs, openingVersion: 2 })
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    return { sent, dialog }
  }

  test('stands beside the typed one', async () => {
    const { sent, dialog } = await overtaken(accountsOf(900, 700))
    await userEvent.click(await dialog.findByRole('button', { name: 'Garder ma saisie' }))
    expect(sent).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 2, amount: 1234 }))
  })

  test('is no conflict where it is the other account’s', async () => {
    const { sent } = await overtaken(accountsOf(5000, 900))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 2, amount: 1234 }))
  })
})
