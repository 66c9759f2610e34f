// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Conditions } from '#contract/kernel/list-filters.ts'
import type { Transaction, TransactionSummary } from '#contract/finance/finance.schemas.ts'
import { id, transaction as row } from './transaction.ts'
import { TransactionsScreen } from '#web/finance/transactions-screen.tsx'

const server = fakeServer()
const unpaid = (n: number) =>
  row(n, { group: 'unpaid', status: 'unpaid', paymentDate: 0, client: 'Hydravion SAS' })
const rows = [
  unpaid(5),
  row(9),
  row(2, {
    operation: 'out',
    type: 'rent',
    reference: 'Bureau',
    client: 'Espace La Soupente',
    amount: 50,
    vat: 10,
    amountTTC: 60,
    externalId: '',
  }),
  row(1, { paymentDate: Date.UTC(2025, 11, 1) }),
]
type Asked = { readonly filters: Conditions; readonly q?: string }
const dayOf = (one: Transaction) => one.paymentDate || one.expectedPaymentDate
const sumsOf = (some: readonly Transaction[]) => {
  const total = (operation: Transaction['operation'], of: 'amountTTC' | 'vat') =>
    some.reduce((sum, one) => sum + (one.operation === operation ? one[of] : 0), 0)
  return {
    currency: 'EUR',
    count: some.length,
    incomes: total('in', 'amountTTC'),
    outcomes: total('out', 'amountTTC'),
    vat: total('in', 'vat') - total('out', 'vat'),
  }
}
/**
 * The list of these entries and its summary, narrowed as the request asks and in the order given.
 */
function books(list: readonly Transaction[]) {
  const narrowed = ({ filters, q = '' }: Asked) =>
    list.filter(
      (one) =>
        (filters.year === undefined ||
          new Date(dayOf(one)).getUTCFullYear() === filters.year.value) &&
        `${one.reference} ${one.client}`.toLowerCase().includes(q.toLowerCase()),
    )
  const viewed = ({ filters }: Asked, some: readonly Transaction[]) =>
    some.filter(
      (one) =>
        (filters.operation === undefined || one.operation === filters.operation.value) &&
        (filters.attached === undefined || one.externalId === ''),
    )
  return [
    http.post<never, Asked>(at(`/transaction/${USER}/filters`), async ({ request }) => {
      const asked = await request.json()
      const data = viewed(asked, narrowed(asked))
      return HttpResponse.json(
        { status: 0, result: { data } },
        { headers: { 'x-total-count': String(data.length) } },
      )
    }),
    http.post<never, Asked>(at(`/transaction/${USER}/summary`), async ({ request }) => {
      const asked = await request.json()
      const all = narrowed(asked)
      const found = viewed(asked, all)
      const count = (operation: Transaction['operation']) =>
        all.filter((one) => one.operation === operation).length
      return ok({
        views: {
          all: all.length,
          incomes: count('in'),
          outcomes: count('out'),
          unattached: all.filter((one) => one.externalId === '').length,
        },
        groups: (['unpaid', 'paid'] as const).map((group) => ({
          group,
          ...sumsOf(found.filter((one) => one.group === group)),
        })),
        totals: [sumsOf(found)],
        profile: {
          count: list.length,
          currencies: ['EUR'],
          years: [...new Set(list.map((one) => new Date(dayOf(one)).getUTCFullYear()))],
          received: [],
        },
      } satisfies TransactionSummary)
    }),
  ]
}
const answers = (list: readonly Transaction[]) => server.use(...session(), ...books(list))
const table = async () => within(await screen.findByRole('table'))
const shown = async () =>
  (await table())
    .getAllByRole('row')
    .filter((one) => one.hasAttribute('data-row'))
    .map((one) => one.textContent)

describe('the state of a payment', () => {
  test.each([
    [true, 'Encaissée'],
    [false, 'Payée'],
  ])('whose money is in the bank: %s', async (cashed, word) => {
    answers([row(9, { cashed })])
    await drawSignedIn(<TransactionsScreen />, { words: ['finance'] })
    expect((await shown()).join()).toContain(word)
  })
})

describe('expenses', () => {
  test('have no place before the first one', async () => {
    answers([row(9)])
    await drawSignedIn(<TransactionsScreen />, { words: ['finance'] })
    await table()
    expect(screen.queryByRole('link', { name: /Dépenses/ })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: /Sortie/ })).toBeNull()
  })
})

describe('the books', () => {
  test('keep the specification’s order, with its groups in sight (FI1)', async () => {
    answers(rows)
    await drawSignedIn(<TransactionsScreen />)
    expect(
      (await shown()).map((text) => /Hydravion|Soupente|Brumaire/.exec(text ?? '')?.[0]),
    ).toEqual(['Hydravion', 'Brumaire', 'Soupente', 'Brumaire'])
    expect((await table()).getByRole('rowheader', { name: 'impayé' })).toBeDefined()
    expect(
      (await table()).getByText('3 opérations, de la plus récente à la plus ancienne'),
    ).toBeDefined()
  })

  test('chosen ones are summed, and those by hand are marked as paid together (FI5)', async () => {
    const paid: unknown[] = []
    const rent = row(7, {
      group: 'unpaid',
      status: 'unpaid',
      paymentDate: 0,
      operation: 'out',
      reference: 'Loyer',
      externalId: '',
    })
    answers([unpaid(5), rent, row(9)])
    server.use(
      http.put(at(`/transaction/${USER}/:id/paid`), ({ params }) => {
        paid.push(params['id'])
        return ok({ id: id(7), version: 2, position: '0' })
      }),
    )
    await drawSignedIn(<TransactionsScreen />)
    await userEvent.click(await screen.findByRole('checkbox', { name: /2026-009/ }))
    const bar = within(screen.getByRole('toolbar', { name: 'Sélection' }))
    expect(bar.getByText(/^\+120/)).toBeDefined()
    expect(bar.getByRole('button', { name: 'Marquer payées' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await userEvent.click(screen.getByRole('checkbox', { name: /2026-005/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Loyer/ }))
    expect(bar.getByText(/^\+120/)).toBeDefined()
    await userEvent.click(bar.getByRole('button', { name: 'Marquer payées' }))
    // A bill's income is paid through its bill.
    await waitFor(() => expect(paid).toEqual([id(7)]))
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Sélection' })).toBeNull())
  })

  test('total what is shown, each side apart', async () => {
    answers(rows)
    await drawSignedIn(<TransactionsScreen />)
    const foot = (await screen.findByRole('table')).querySelector('tfoot')?.textContent
    expect(foot).toContain('+360,00')
    expect(foot).toContain('\u221260,00')
  })

  test('are narrowed by side, year and words, and say when nothing is left', async () => {
    answers(rows)
    await drawSignedIn(<TransactionsScreen />, { at: '/?view=outcomes' })
    expect(await shown()).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox'), 'brumaire')
    expect(await screen.findByText('Aucune ligne ne correspond à ces filtres')).toBeDefined()
    // the one of the list
    await userEvent.click(screen.getAllByRole('button', { name: 'Effacer les filtres' }).at(-1)!)
    expect(await shown()).toHaveLength(4)
  })

  test('lead a payment to its bill', async () => {
    answers(rows)
    await drawSignedIn(<TransactionsScreen />)
    expect((await table()).getByRole('link', { name: /2026-009/ }).getAttribute('href')).toBe(
      `/admin/management/billing/${id(99)}`,
    )
  })

  test('open an entry with its VAT by rate', async () => {
    answers([
      row(9, {
        details: [
          { rate: 20, base: 80, amount: 16 },
          { rate: 10, base: 20, amount: 2 },
        ],
      }),
    ]) // prettier-ignore
    await drawSignedIn(<TransactionsScreen />, { at: `/?open=${id(9)}` })
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.getAllByText(/TVA à/).map((one) => one.textContent)).toEqual([
      expect.stringContaining('20'),
      expect.stringContaining('10'),
    ])
    expect(panel.getByRole('link', { name: 'Ouvrir la facture' })).toBeDefined()
  })

  test.each([
    ['TVA, €', [{}]],
    ['TVA d’un autre pays de l’Union, €', [{ foreignVat: true, region: 'EU' }]],
    ['TVA d’un pays hors de l’Union, €', [{ foreignVat: true, region: 'other' }, { vat: 0 }]],
    [
      'TVA d’un autre pays, €',
      [
        { foreignVat: true, region: 'EU' },
        { foreignVat: true, region: 'other' },
      ],
    ],
    ['TVA, dont d’autres pays, €', [{}, { foreignVat: true, region: 'EU' }]],
  ] as const)('name the VAT of their column: %s', async (head, all) => {
    answers(all.map((more, at) => row(at + 1, { operation: 'out', externalId: '', ...more })))
    await drawSignedIn(<TransactionsScreen />)
    expect((await table()).getByRole('columnheader', { name: head })).toBeDefined()
  })

  test('are changed from an address, but those of a bill', async () => {
    answers([row(9), row(8, { externalId: '', operation: 'out', label: 'Papier' })])
    await drawSignedIn(<TransactionsScreen />, { at: `/?open=${id(8)}&do=edit` })
    expect(await screen.findByRole('dialog', { name: /^Modifier/ })).toBeDefined()
    cleanup()
    await drawSignedIn(<TransactionsScreen />, { at: `/?open=${id(9)}&do=edit` })
    expect(await screen.findByRole('link', { name: 'Ouvrir la facture' })).toBeDefined()
    expect(screen.queryByRole('dialog', { name: /^Modifier/ })).toBeNull()
  })

  test('open an entry that is on another page, and say when there is none', async () => {
    answers(rows)
    server.use(
      http.get(at(`/transaction/${USER}/one/${PROFILE}/${id(60)}`), () =>
        ok(row(60, { client: 'Hydravion SAS' })),
      ),
      http.get(at(`/transaction/${USER}/one/${PROFILE}/${id(61)}`), () =>
        refused(404, 'NOT_FOUND'),
      ),
    )
    await drawSignedIn(<TransactionsScreen />, { at: `/?open=${id(60)}` })
    expect(within(await screen.findByRole('dialog')).getByText(/Hydravion/)).toBeDefined()
  })

  test('when empty say what will be there, with one primary button', async () => {
    answers([])
    await drawSignedIn(<TransactionsScreen />)
    expect(await screen.findByText('Rien n’est encore entré dans les livres')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Exporter' })).toBeNull()
    expect(document.querySelectorAll('.btn-primary')).toHaveLength(1)
    // Books begin with the bank's statement, too.
    await userEvent.click(screen.getByRole('button', { name: 'Importer' }))
    expect(await screen.findByRole('dialog', { name: /Importer un relevé/ })).toBeDefined()
  })

  test('without a document have a tab of their own', async () => {
    answers([
      ...rows,
      row(7, { operation: 'out', type: 'purchase', label: 'Écran', externalId: '', client: '' }),
    ])
    await drawSignedIn(<TransactionsScreen />)
    await userEvent.click(await screen.findByRole('link', { name: /Sans justificatif/ }))
    await waitFor(() => expect(screen.getAllByRole('rowheader').length).toBeLessThan(rows.length))
    expect(screen.getAllByText('Écran').length).toBeGreaterThan(0)
  })

  test('without an entry offer one button, also while their summary is not there', async () => {
    answers([])
    server.use(http.post(at(`/transaction/${USER}/summary`), () => delay('infinite')))
    await drawSignedIn(<TransactionsScreen />)
    await screen.findByText('Rien n’est encore entré dans les livres')
    expect(screen.getAllByRole('button', { name: /Ajouter une transaction/ })).toHaveLength(1)
  })

  test('with an entry are not empty, whatever their summary was before it', async () => {
    answers([])
    server.use(...books([row(9)]).slice(0, 1))
    await drawSignedIn(<TransactionsScreen />)
    await table()
    expect(await screen.findByRole('button', { name: /Exporter/ })).toBeDefined()
    await expect
      .poll(() => screen.getAllByRole('button', { name: /Ajouter une transaction/ }))
      .toHaveLength(1)
  })

  test('that cannot be read say so', async () => {
    server.use(
      ...session(),
      http.post(at(`/transaction/${USER}/filters`), () => refused(500, 'BROKEN')),
      http.post(at(`/transaction/${USER}/summary`), () => refused(500, 'BROKEN')),
    )
    await drawSignedIn(<TransactionsScreen />)
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeDefined()
  })

  test('read in Arabic', async () => {
    server.use(...session({ language: 'ar' }), ...books(rows))
    await drawSignedIn(<TransactionsScreen />, { language: 'ar' })
    expect((await table()).getByRole('rowheader', { name: 'غير مدفوع' })).toBeDefined()
    expect((await table()).getByText('3 عمليات، الأحدث أولًا')).toBeDefined()
  })
})
