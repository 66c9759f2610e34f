// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { TurnoverPeriod, TurnoverPiece } from '#contract/finance/finance.schemas.ts'
import type {
  Exemption,
  VatChange,
  VatFact,
  VatLeftOut,
  VatPeriod,
} from '#contract/finance/vat.contract.ts'
import { VatScreen } from '#web/finance/vat-screen.tsx'

const server = fakeServer()
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const period = (from: string, to: string, more: Partial<VatPeriod> = {}): VatPeriod => ({
  from: day(from),
  to: day(to),
  currency: 'EUR',
  periodicity: 'quarterly',
  exigibility: 'receipts',
  form: 'CA3',
  state: 'open',
  dueDate: 0,
  collected: [],
  deductible: [
    { nature: 'fixedAsset', amount: 0 },
    { nature: 'other', amount: 0 },
  ],
  totalCollected: 0,
  totalDeductible: 0,
  lateCollected: 0,
  lateDeductible: 0,
  late: [],
  creditBefore: 0,
  refund: 0,
  instalmentsPaid: 0,
  instalments: [],
  due: 0,
  creditAfter: 0,
  boxes: {},
  declaredAt: 0,
  declaredBy: '',
  undoable: false,
  openable: false,
  version: 0,
  leastRefund: 760,
  drift: 0,
  changes: [],
  changeCount: 0,
  now: { totalCollected: 0, totalDeductible: 0 },
  ...more,
})
const BILL = '01J000000000000000000000B1'
const source = {
  id: BILL,
  source: 'payment',
  billId: BILL,
  title: 'Atelier Brumaire',
  reference: '2026-0007',
} as const
const change: VatChange = {
  ...source,
  fact: 'TransactionReversed',
  at: Date.UTC(2025, 4, 2, 10),
  date: day('2025-02-10'),
  collected: 120,
  deductible: 0,
}
const first = period('2025-01-01', '2025-03-31', {
  state: 'declared',
  totalCollected: 200,
  due: 200,
  collected: [
    { rate: 20, base: 1000, amount: 200, validFrom: day('2014-01-01'), source: 'CGI art. 278' },
  ],
  boxes: { A1: 1000, '08base': 1000, '08': 200, 16: 200, TD: 200, 28: 200, 32: 200 },
  declaredAt: Date.UTC(2025, 3, 12, 8),
  declaredBy: 'Carnet Exemple',
  undoable: true,
  drift: 120,
  changes: [change],
  changeCount: 1,
  now: { totalCollected: 320, totalDeductible: 0 },
})
const second = period('2025-04-01', '2025-06-30', {
  lateCollected: 120,
  late: [change],
  due: 120,
  boxes: { 28: 120 },
})
const fact: VatFact = {
  ...source,
  date: day('2025-02-10'),
  documentDate: 0,
  side: 'collected',
  rate: 20,
  base: 1000,
  amount: 200,
  nature: 'service',
  region: 'FR',
  selfAssessed: false,
  deductibleShare: 100,
}
const leftOut: VatLeftOut = {
  ...source,
  source: 'bill',
  reason: 'unpaid',
  date: 0,
  documentDate: day('2025-03-20'),
  side: 'collected',
  currency: 'EUR',
  amount: 520,
}
const LATER = '01J000000000000000000000B2'
const piece: TurnoverPiece = {
  id: BILL,
  date: day('2025-02-10'),
  client: 'Atelier Brumaire',
  reference: '2026-0007',
  amount: 1000,
  amountTTC: 1200,
  billId: BILL,
}
const turnover: TurnoverPeriod = {
  year: 2025,
  period: 1,
  from: day('2025-01-01'),
  to: day('2025-03-31'),
  currency: 'EUR',
  receiptsHT: 1000,
  receiptsTva: 200,
  receiptsTTC: 1200,
  invoicedHT: 2600,
  invoicedTva: 520,
  invoicedTTC: 3120,
  previousReceiptsHT: 0,
  previousReceiptsTTC: 0,
  previousInvoicedHT: 0,
  previousInvoicedTTC: 0,
}
const listed = (rows: readonly unknown[]) =>
  HttpResponse.json(
    { status: 0, result: { data: rows } },
    { headers: { 'x-total-count': String(rows.length) } },
  )

const answers = (
  periods: readonly VatPeriod[],
  more: readonly ReturnType<typeof http.get>[] = [],
) =>
  server.use(
    ...more,
    ...session(),
    http.get(at(`/vat/${USER}/${PROFILE}`), () => ok(periods)),
    http.get(at(`/vat/${USER}/${PROFILE}/facts`), () => listed([fact])),
    http.get(at(`/vat/${USER}/${PROFILE}/left-out`), () => listed([leftOut])),
    http.get(at(`/turnover/${USER}/${PROFILE}`), () => ok([turnover])),
    http.get(at(`/turnover/${USER}/${PROFILE}/facts`), ({ request }) => {
      const isBilled = new URL(request.url).searchParams.get('basis') === 'invoiced'
      return listed(
        isBilled
          ? [piece, { ...piece, id: LATER, reference: '2026-0008', amount: 1600, amountTTC: 1920 }]
          : [piece],
      )
    }),
  )
const draw = (on = '2025-01-01') => drawSignedIn(<VatScreen />, { at: `/?on=${on}` })

test('a figure opens the facts that make it, and the dated rule', async () => {
  answers([first, second])
  await draw()
  // The table, and the list in its place on a phone.
  const [figure] = await screen.findAllByRole('button', {
    name: /TVA collectée, 1ᵉʳ trimestre 2025/,
  })
  if (figure) await userEvent.click(figure)
  expect(
    (await screen.findByRole('link', { name: /Atelier Brumaire 2026-0007/ })).getAttribute('href'),
  ).toContain(BILL)
  expect(screen.getByText(/20.% depuis le 1ᵉʳ janvier 2014 \(CGI art. 278\)/)).toBeDefined()
})

test('a declared period says its drift, the facts that caused it and that the next return takes it', async () => {
  answers([first, second])
  await draw()
  expect(await screen.findByText(/Écart.: \+120,00.€ depuis la déclaration/)).toBeDefined()
  const changes = screen.getByRole('list', { name: 'Faits qui ont changé la période' })
  expect(within(changes).getByText(/Paiement annulé le 2 mai 2025/)).toBeDefined()
  expect(await screen.findByText(/est repris dans la déclaration suivante/)).toBeDefined()
  expect(await screen.findByText('Opérations non comptées dans la période')).toBeDefined()
  expect(screen.getByText(/pas encore payé/)).toBeDefined()
})

test('each box of the form is copied, and the message does not say the amount', async () => {
  answers([first, second])
  await draw()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Copier la ligne 28 / }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('200'))
})

function declaring() {
  const sent: unknown[] = []
  const declared = http.put(at(`/vat/${USER}/${PROFILE}/declare`), async ({ request }) => {
    sent.push(await request.json())
    return ok({ id: PROFILE, version: 1, position: '0' })
  })
  return { sent, declared }
}

test('of a credit a part is asked back, and the rest is said to be carried forward', async () => {
  const { sent, declared } = declaring()
  const credit = { ...second, due: 0, creditAfter: 900, boxes: { 25: 900, 27: 900 } }
  answers([first, credit], [declared])
  await draw('2025-04-01')
  await userEvent.click(await screen.findByRole('button', { name: 'Déclarer' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/à partir de 760,00.€/)
  await userEvent.type(
    within(dialog).getByRole('textbox', { name: /Remboursement demandé/ }),
    '800',
  )
  expect(within(dialog).getByText(/Reporté en ligne 27.: 100,00.€/)).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Déclarer' }))
  await waitFor(() => expect(sent).toEqual([{ from: second.from, to: second.to, refund: 800 }]))
})

test('a period that has ended is declared once it is confirmed', async () => {
  const { sent, declared } = declaring()
  answers([first, second], [declared])
  await draw('2025-04-01')
  await userEvent.click(await screen.findByRole('button', { name: 'Déclarer' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/Ligne 28.: 120,00.€/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Déclarer' }))
  await waitFor(() => expect(sent).toEqual([{ from: second.from, to: second.to }]))
})

test('the history of returns is beside them, and says so while there is none', async () => {
  answers([second], [http.get(at('/history/:userId/:entity/:id'), () => refused(404, 'NOT_FOUND'))])
  await draw('2025-04-01')
  await userEvent.click(await screen.findByRole('button', { name: 'Historique' }))
  const panel = await screen.findByRole('dialog', { name: 'Déclaration de TVA' })
  expect(await within(panel).findByText(/Aucun|Rien|Pas/)).toBeDefined()
})

test('what was received stands beside what was billed, without taxes or with them, in the address (FI2)', async () => {
  answers([first, second])
  const { router } = await draw()
  const sales = within(await screen.findByRole('region', { name: 'ventes' }))
  // VAT is due on receipts: they are what is shown first.
  expect(sales.getByRole('radio', { name: 'Reçu' })).toHaveProperty('checked', true)
  expect(sales.getByText('Reçu, hors taxes').closest('.leader')?.textContent).toMatch(/1.000,00.€/)
  await userEvent.click(sales.getByRole('radio', { name: 'Facturé' }))
  await userEvent.click(sales.getByRole('radio', { name: 'TTC' }))
  expect(
    sales.getByText('Facturé, toutes taxes comprises').closest('.leader')?.textContent,
  ).toMatch(/3.120,00.€/)
  expect(sales.getByText(/comptera au jour du paiement/)).toBeDefined()
  await userEvent.click(sales.getByRole('button', { name: /Pourquoi ce nombre/ }))
  expect(
    (await screen.findByRole('link', { name: /2026-0008/ })).closest('li')?.textContent,
  ).toMatch(/1.920,00.€/)
  expect(router.state.location.search).toMatch(/basis=invoiced.*tax=TTC.*sales=open/)
})

test('under the exemption the turnover stands against the limits', async () => {
  const exemption: Exemption = {
    year: 2025,
    regime: 'franchise',
    gauges: [
      {
        trade: 'services',
        limit: 37_500,
        tolerance: 41_250,
        micro: 83_600,
        reached: 39_000,
        before: 12_000,
        state: 'ends-with-year',
        vatFrom: day('2026-01-01'),
        validFrom: day('2025-01-01'),
        source: 'CGI art. 293 B',
      },
    ],
  }
  answers([], [http.get(at(`/vat/${USER}/${PROFILE}/exemption/2025`), () => ok(exemption))])
  await draw()
  expect(await screen.findByText('La franchise finit avec l’année')).toBeDefined()
  expect(screen.getByRole('meter', { name: 'services' })).toBeDefined()
  expect(screen.getByText(/Seuils en vigueur depuis le 1ᵉʳ janvier 2025/)).toBeDefined()
})

test('a year shows the lines of the CA12, and is declared with what was paid on account', async () => {
  const { sent, declared } = declaring()
  const year = period('2025-01-01', '2025-12-31', {
    periodicity: 'annual',
    form: 'CA12',
    due: 3000,
    instalmentsPaid: 7000,
    instalments: [
      { dueDate: day('2025-07-24'), sharePct: 55, amount: 4000 },
      { dueDate: day('2025-12-24'), sharePct: 40, amount: 3000 },
    ],
    boxes: {
      '5Abase': 50_000,
      '5A': 10_000,
      16: 10_000,
      19: 10_000,
      28: 10_000,
      30: 7000,
      33: 3000,
      57: 10_000,
    },
  })
  answers([year], [declared])
  await draw()
  const lines = await screen.findByRole('list', { name: 'Lignes de la CA12' })
  expect(within(lines).getByText('Base des acomptes de l’année suivante')).toBeDefined()
  expect(screen.getByText(/40.%, au plus tard le/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Déclarer' }))
  const dialog = await screen.findByRole('dialog')
  const paid = within(dialog).getByRole('textbox', { name: /Acomptes payés ou restant dus/ })
  await userEvent.clear(paid)
  await userEvent.type(paid, '10400')
  expect(within(dialog).getByText(/Ligne 35.: 400,00.€ en votre faveur/)).toBeDefined()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Remboursement/ }), '150')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Déclarer' }))
  await waitFor(() =>
    expect(sent).toEqual([{ from: year.from, to: year.to, instalments: 10_400, refund: 150 }]),
  )
})
