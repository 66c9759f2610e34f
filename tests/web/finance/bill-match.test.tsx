// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { BillMatch } from '#web/finance/bill-match.tsx'
import { bill, day } from '../billing/answers.ts'
import { id, told } from './told-transaction.ts'

const server = fakeServer()
const income = told(9, {
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

function answers(removed = () => ok({ id: id(9), version: 2, position: '0' })) {
  const sent: unknown[] = []
  const outcome = { id: named.id, ref: named.ref, paymentId: 'payment-1', code: '', message: '' }
  const take = (what: string, answer: () => Response) =>
    async function taken({ request }: { request: Request }) {
      const text = await request.text()
      sent.push([what, text === '' ? null : JSON.parse(text)])
      return answer()
    }
  const outcomes = () => ok({ position: '0', outcomes: [outcome] })
  server.use(
    ...session(),
    http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
      const asked = JSON.parse(new URL(request.url).searchParams.get('filters') ?? '{}') as { outstanding?: object }
      return ok(JSON.stringify(asked.outstanding) === '{"operator":"eq","value":1200}' ? [other, named] : [])
    }),
    http.put(at(`/bill/${USER}/${PROFILE}/paid`), take('paid', outcomes)),
    http.put(at(`/bill/${USER}/${PROFILE}/unpaid`), take('unpaid', outcomes)),
    http.delete(at(`/transaction/${USER}/${id(9)}`), take('removed', removed)),
  )
  return sent
}

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
  await drawSignedIn(<BillMatch row={income} onLinked={linked} />, { words: ['finance'] })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Rapprocher' }))[0]!) // the first row's
  await waitFor(() => expect(linked).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    ['paid', { ids: [named.id], date: income.paymentDate, method: '', bankReference: '' }],
    ['removed', null],
  ])
})

test('where the entry cannot give way, the bill is not paid either', async () => {
  const sent = answers(() => refused(409, 'CONFLICT'))
  const linked = vi.fn()
  await drawSignedIn(<BillMatch row={income} onLinked={linked} />, { words: ['finance'] })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Rapprocher' }))[0]!) // the first row's
  await waitFor(() => expect(sent.at(-1)).toEqual(['unpaid', { payments: [{ id: named.id, paymentId: 'payment-1' }] }]))
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
