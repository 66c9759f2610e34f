// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Declarations } from '#contract/finance/declarations.contract.ts'
import { DeclarationsScreen } from '#web/finance/declarations-screen.tsx'
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const common = { declaredAt: 0, withoutEuros: 0, withoutNumber: 0 }
const services: Declarations['declarations'][number] = {
  ...common,
  kind: 'services',
  from: day('2025-10-01'),
  to: day('2025-10-31'),
  dueDate: day('2025-11-13'),
  state: 'open',
  amount: 1_000,
  lines: [{ label: 'DE136695976', amount: 1_000, client: 'Nordlicht GmbH' }],
}
const urssaf: Declarations['declarations'][number] = {
  ...common,
  kind: 'urssaf',
  from: day('2025-07-01'),
  to: day('2025-09-30'),
  dueDate: day('2025-10-31'),
  state: 'open',
  amount: 723,
  lines: [{ label: 'receipts', amount: 2_800 }],
}
const answers = (reply: Declarations) =>
  server.use(
    ...session(),
    http.get(at(`/declarations/${USER}/${PROFILE}`), () => ok(reply)),
  )
const first = { from: day('2025-07-01'), by: 'creation', version: 3 } as const
const written = { id: PROFILE, version: 1, position: '1' }

describe('the declarations', () => {
  test('stand in the order of their days, with the line to copy', async () => {
    answers({ firstPeriod: first, declarations: [urssaf, services] })
    await drawSignedIn(<DeclarationsScreen />)
    expect(await screen.findByText('3ᵉ trimestre 2025')).toBeDefined()
    expect(screen.getByText(/^2\s800$/)).toBeDefined()
    expect(screen.getByText('Chiffre d’affaires encaissé')).toBeDefined()
    expect(screen.getByText('DE136695976')).toBeDefined()
    expect(screen.getByText('Nordlicht GmbH')).toBeDefined()
  })
  test('of VAT have the lines of the form in its order, each with its name', async () => {
    const boxes = {
      '15': 120,
      '16': 320,
      '28': 320,
      A1: 1_000,
      '08base': 1_000,
      '08': 200,
      TD: 320,
    }
    const lines = Object.entries(boxes).map(([label, amount]) => ({ label, amount }))
    const vat = { ...urssaf, kind: 'vat', amount: 320, lines } as const
    answers({
      firstPeriod: first,
      declarations: [vat, { ...vat, from: day('2024-01-01'), to: day('2024-12-31') }],
    })
    await drawSignedIn(<DeclarationsScreen />)
    const numbersOf = (list: HTMLElement) =>
      within(list)
        .getAllByRole('listitem')
        .map((line) => line.querySelector('bdi')?.textContent)
    const quarter = await screen.findByRole('list', { name: '3ᵉ trimestre 2025' })
    expect(numbersOf(quarter)).toEqual(['A1', '08', '08', '15', '16', 'TD', '28'])
    expect(within(quarter).getByText(/Ventes, prestations de services/)).toBeDefined()
    // The yearly form has other lines under these numbers.
    expect(numbersOf(screen.getByRole('list', { name: '2024' }))).toEqual(['16', '28'])
  })
  test('of services are noted as made', async () => {
    answers({ firstPeriod: first, declarations: [services] })
    const sent: unknown[] = []
    server.use(
      http.put(
        at(`/declarations/${USER}/${PROFILE}/services/declare`),
        async ({ request }) => (sent.push(await request.json()), ok(written)),
      ),
    )
    await drawSignedIn(<DeclarationsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Noter comme déclarée' }))
    await waitFor(() => expect(sent).toEqual([{ from: day('2025-10-01') }]))
  })
  test('of a running month are not noted', async () => {
    answers({ firstPeriod: first, declarations: [{ ...services, state: 'running' }] })
    await drawSignedIn(<DeclarationsScreen />)
    expect(await screen.findByText('DE136695976')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Noter comme déclarée' })).toBeNull()
  })
})

describe('the first period', () => {
  test('is proposed, and kept by one click', async () => {
    answers({ firstPeriod: first, declarations: [] })
    const sent: unknown[] = []
    server.use(
      http.put(
        at(`/professionalInfo/${USER}`),
        async ({ request }) => (sent.push(await request.json()), ok(written)),
      ),
    )
    await drawSignedIn(<DeclarationsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'C’est bien cela' }))
    await waitFor(() =>
      expect(sent).toEqual([{ id: PROFILE, version: 3, firstPeriodFrom: day('2025-07-01') }]),
    )
  })
  test('that was chosen is not asked again, and may be changed', async () => {
    answers({ firstPeriod: { ...first, by: 'chosen' }, declarations: [] })
    await drawSignedIn(<DeclarationsScreen />)
    expect(await screen.findByRole('button', { name: 'Choisir la première période' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'C’est bien cela' })).toBeNull()
  })
})
