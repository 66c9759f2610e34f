// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { RegisterLine } from '#contract/finance/registers.contract.ts'
import { RegistersScreen } from '#web/finance/registers-screen.tsx'

const server = fakeServer()
const line = (number: number, more: Partial<RegisterLine> = {}): RegisterLine => ({
  number,
  date: Date.UTC(2026, 1, number),
  party: 'Atelier Brumaire',
  label: '',
  nature: 'service',
  type: 'invoice',
  reference: `2026-000${number}`,
  currency: 'EUR',
  amount: 100,
  vat: 20,
  amountTTC: 120,
  paymentMethod: 'cheque',
  recordedAt: Date.UTC(2026, 1, number, 10),
  takesBack: 0,
  transactionId: `01J0000000000000000000000${number}`,
  billId: 0,
  ...more,
})

function draw(lines: readonly RegisterLine[], start = '/?year=2026') {
  const asked = vi.fn<(path: string) => void>()
  server.use(
    ...session(),
    http.get(at('/register/:userId/:profileId/:register/:year/summary'), ({ params }) =>
      ok({
        count: lines.length,
        totals:
          lines.length === 0 ? [] : [{ currency: 'EUR', amount: 100, vat: 20, amountTTC: 120 }],
        years: [Number(params['year'])],
      }),
    ),
    http.get(at('/register/:userId/:profileId/:register/:year'), ({ request }) => {
      const { pathname, search } = new URL(request.url)
      asked(pathname.replace(`/api/register/${USER}/${PROFILE}`, '') + search)
      return HttpResponse.json(
        { status: 0, result: { data: lines } },
        { headers: { 'x-total-count': String(lines.length) } },
      )
    }),
  )
  void drawSignedIn(<RegistersScreen />, { at: start })
  return { asked, user: userEvent.setup() }
}

test('each line has its number, and says which line it takes back', async () => {
  const { asked } = draw([
    line(1),
    line(2, { amount: -100, vat: -20, amountTTC: -120, takesBack: 1 }),
  ])
  expect(await screen.findByRole('heading', { name: 'Livre des recettes' })).toBeDefined()
  const [, first, second] = await screen.findAllByRole('row')
  if (!first || !second) throw new Error('no rows')
  expect(within(first).getByText('Atelier Brumaire')).toBeDefined()
  expect(within(first).getByText('chèque')).toBeDefined()
  expect(within(second).getByText('Annule la ligne 1')).toBeDefined()
  expect(asked).toHaveBeenLastCalledWith('/receipts/2026?limit=25')
})

test('an entry without a client has none in its column, and says what it is for', async () => {
  draw([line(1, { party: '', label: 'Écran 27 pouces', type: 'sale' })])
  const words = await screen.findByText('Écran 27 pouces')
  expect(words.closest('td, th')?.textContent).toBe('–Sans nomÉcran 27 pouces')
})

test('the other register is an address, and a year without lines says so', async () => {
  const { asked } = draw([], '/?view=purchases&year=2025')
  expect(await screen.findByText('Aucun achat en 2025')).toBeDefined()
  expect(asked).toHaveBeenLastCalledWith('/purchases/2025?limit=25')
})

test('as it was at an instant, it says so and leads back', async () => {
  const { asked, user } = draw([line(1)], '/?year=2026&known=1770000000000')
  await screen.findByText(/Vous consultez la version du/)
  expect(asked).toHaveBeenLastCalledWith('/receipts/2026?asKnownAt=1770000000000&limit=25')
  await user.click(screen.getByRole('button', { name: 'Revenir à aujourd’hui' }))
  await vi.waitFor(() => expect(asked).toHaveBeenLastCalledWith('/receipts/2026?limit=25'))
})

test('a failed reading says so in place', async () => {
  server.use(
    ...session(),
    http.get(
      at('/register/:userId/:profileId/:register/:year/summary'),
      () => new HttpResponse(null, { status: 500 }),
    ),
    http.get(
      at('/register/:userId/:profileId/:register/:year'),
      () => new HttpResponse(null, { status: 500 }),
    ),
  )
  void drawSignedIn(<RegistersScreen />, { at: '/?year=2026' })
  expect(await screen.findByRole('alert')).toBeDefined()
})
