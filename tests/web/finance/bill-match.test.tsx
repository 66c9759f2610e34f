// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { BillMatch } from '#web/finance/bill-match.tsx'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { bill, day } from '../billing/answers.ts'
import { transaction } from './transaction.ts'

const server = fakeServer()
const income = transaction(9, {
  externalId: '',
  label: 'VIR ATELIER BRUMAIRE 2026-0002',
  reference: '',
  client: '',
  amountTTC: 1200,
  paymentDate: day('2026-12-05'),
})
const due = { totalTTC: 1200, outstanding: 1200 }
const named = bill(2, { ...due, dueDate: day('2026-12-02') })
const other = bill(1, { ...due, client: 'Hydravion SAS', dueDate: day('2026-12-05') })

function answers(
  paid = () => ok({ id: named.id, version: 2, position: '0', paymentId: 'payment-1' }),
) {
  const sent: unknown[] = []
  const take = (what: string, answer: () => Response) =>
    async function taken({ request }: { request: Request }) {
      sent.push([what, await request.json()])
      return answer()
    }
  server.use(
    ...session(),
    http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
      const asked = JSON.parse(new URL(request.url).searchParams.get('filters') ?? '{}') as {
        outstanding?: object
      }
      return ok(
        JSON.stringify(asked.outstanding) === '{"operator":"eq","value":1200}'
          ? [other, named]
          : [],
      )
    }),
    http.put(at(`/bill/${USER}/${PROFILE}/${named.id}/paid`), take('paid', paid)),
    http.put(
      at(`/bill/${USER}/${PROFILE}/${named.id}/unpaid`),
      take('unpaid', () => ok({ id: named.id, version: 3, position: '0' })),
    ),
  )
  return sent
}

const drawMatch = (onLinked: () => void) =>
  drawSignedIn(
    <>
      <BillMatch row={income} onLinked={onLinked} />
      <Toaster onReadFailures={() => {}} />
    </>,
    { words: ['finance'] },
  )

test('an income tells which bill it may be, and why; the best reasons come first', async () => {
  answers()
  await drawSignedIn(<BillMatch row={income} onLinked={() => {}} />, { words: ['finance'] })
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(
    /2026-0002.*même montant · numéro de la facture dans le libellé · même client · payé 3.jours après/,
  )
  expect(rows[1]).toMatch(/2026-0001.*Hydravion.*même montant · payé le jour de l’échéance/)
})

test('one click pays the bill on that day, and the entry gives way to it', async () => {
  const sent = answers()
  const linked = vi.fn()
  await drawMatch(linked)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Rapprocher' }))[0]!) // the first row's
  await waitFor(() => expect(linked).toHaveBeenCalledOnce())
  const asked = {
    date: income.paymentDate,
    method: '',
    bankReference: '',
    transactionId: income.id,
  }
  expect(sent).toEqual([['paid', asked]])
  await userEvent.click(await screen.findByRole('button', { name: 'Défaire' }))
  await waitFor(() => expect(sent.at(-1)).toEqual(['unpaid', { paymentId: 'payment-1' }]))
})

test('a bill that can’t be paid by it says why, and the entry stays', async () => {
  const sent = answers(() => refused(409, 'BILL_ALREADY_PAID'))
  const linked = vi.fn()
  await drawMatch(linked)
  await userEvent.click((await screen.findAllByRole('button', { name: 'Rapprocher' }))[0]!) // the first row's
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(linked).not.toHaveBeenCalled()
})

test('an expense, and an income without such a bill, propose nothing', async () => {
  answers()
  await drawSignedIn(
    <>
      <BillMatch row={{ ...income, operation: 'out' }} onLinked={() => {}} />
      <BillMatch row={{ ...income, amountTTC: 1201 }} onLinked={() => {}} />
      <p>drawn</p>
    </>,
    { words: ['finance'] },
  )
  expect(await screen.findByText('drawn')).toBeDefined()
  expect(screen.queryByText('Rapprochement proposé')).toBeNull()
})
