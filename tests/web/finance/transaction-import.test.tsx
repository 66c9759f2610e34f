// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { ReadTransaction } from '#contract/finance/transaction-imports.contract.ts'
import { TransactionImport } from '#web/finance/transaction-import.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const PROFILE = '01J00000000000000000000000'
const row = (id: string, label: string, more: Partial<ReadTransaction> = {}): ReadTransaction => ({
  id: `01J0000000000000000000000${id}`,
  act: 'add',
  operation: 'out',
  type: 'purchase',
  label,
  reference: '',
  date: Date.UTC(2026, 8, 30),
  currency: 'EUR',
  amountTTC: 1.5,
  details: [{ rate: 0, base: 1.5, amount: 0 }],
  ...more,
})

test('the user takes rows of a statement with a type of their own, but none that is like a payment', async () => {
  const sent: { rows?: object[] }[] = []
  server.use(
    ...session({ permissions: ['perm_transaction_menu', 'perm_transaction_add'] }),
    http.post(at(`/transaction/${USER}/import/read`), () =>
      ok({
        kind: 'statement',
        rows: [
          row('1', 'FRAIS'),
          row('2', 'VIREMENT', { act: 'alike', operation: 'in', type: 'sale' }),
          row('3', 'LOYER', { act: 'known' }),
        ],
        lost: [{ row: 7, text: 'Solde', reason: 'amount' }],
      }),
    ),
    http.post(at(`/transaction/${USER}/import`), async ({ request }) => {
      sent.push((await request.json()) as { rows: object[] })
      return ok({ added: 1, known: 0, position: '0000000000000000000a' })
    }),
  )
  await drawSignedIn(
    <TransactionImport account={{ profileId: PROFILE, currency: 'EUR' }} onClose={() => {}} />,
    { words: ['finance'] },
  )
  const input = await screen.findByLabelText('Relevé ou facture')
  await userEvent.upload(input, new File(['a;b'], 'a.csv', { type: 'text/csv' }))
  const review = await screen.findByRole('list', { name: 'Opérations du fichier' })
  const boxes = within(review).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
  expect((boxes[2] as HTMLInputElement).disabled).toBe(true)
  screen.getByText(/Ligne 7/)
  await userEvent.selectOptions(
    within(review).getByRole('combobox', { name: 'Type de FRAIS' }),
    'bank_fees',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter 1 transaction' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ rows: [{ id: row('1', '').id, type: 'bank_fees' }] }]),
  )
})
