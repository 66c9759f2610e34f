// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { at, ok, refused, USER } from '../signed-in.tsx'
import { bill, day, id } from './answers.ts'
import { answers, base, paid, put, server, show, written } from './bill-page.tsx'

describe('the dialogs of an issued bill', () => {
  test('notes a part, what ends its rest, and what is too much', async () => {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(at(`${base}/paid`), async ({ request }) => {
        const { amount, rest } = (await request.json()) as { amount: number; rest?: string }
        sent.push([amount, rest])
        return amount === 1000
          ? refused(422, 'BILL_PAYMENT_EMPTY', {
              fields: [{ path: 'amount', message: 'Le montant est refusé.' }],
            })
          : paid(4)
      }),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer un paiement' }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByRole('textbox', { name: /^Montant reçu/ }) as HTMLInputElement
    expect(amount.value).toBe('1\u00A0200,00')
    const send = () =>
      userEvent.click(dialog.getByRole('button', { name: 'Enregistrer un paiement' }))
    put(amount, '1300')
    expect(dialog.getByText(/^100,00\s€ de trop/)).toBeDefined()
    put(amount, '1000')
    // Only a bill paid in full may be in the bank at once.
    expect(
      dialog.queryByRole('checkbox', { name: 'L’argent est arrivé sur mon compte' }),
    ).toBeNull()
    await send()
    expect(await dialog.findByText('Le montant est refusé.')).toBeDefined()
    put(amount, '1199,50')
    await userEvent.click(dialog.getByRole('button', { name: /^Le reste de 0,50/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Frais de banque' }))
    await send()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      [1000, undefined],
      [1199.5, 'bankFee'],
    ])
  })

  test('takes back a payment only once asked', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'paid',
        outstanding: 0,
        paidAmount: 1200,
        paimentDate: day('2026-11-10'),
        payments: [
          { id: 'p1', amount: 1200, date: day('2026-11-10'), method: '', bankReference: '' },
        ],
      }),
    })
    server.use(
      http.put(
        at(`${base}/unpaid`),
        async ({ request }) => (sent.push(await request.json()), written(5)),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler le paiement' }))
    expect(sent).toEqual([])
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: 'Annuler le paiement',
      }),
    )
    await waitFor(() => expect(sent).toEqual([{ paymentId: 'p1' }]))
  })

  test('gives back chosen lines and quantities', async () => {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(
        at(`${base}/credit-note`),
        async ({ request }) => (
          sent.push(await request.json()), refused(422, 'BILL_CREDIT_ABOVE_REST')
        ),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Faire un avoir' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: /Tout ce qui reste, 1\s200,00\s€/ })).toBeDefined()
    await userEvent.click(dialog.getByRole('radio', { name: 'Certaines lignes' }))
    // The only line is taken from the start.
    expect(
      dialog.getByRole('button', { name: 'Créer l’avoir' }).getAttribute('aria-disabled'),
    ).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Conception' }))
    expect(
      dialog.getByRole('button', { name: 'Créer l’avoir' }).getAttribute('aria-disabled'),
    ).toBe('true')
    // A quantity that is typed takes its line.
    const quantity = dialog.getByRole('textbox', { name: 'Quantité, ligne 1' })
    put(quantity, '0,5')
    expect(dialog.getByText('Total HT de l’avoir').parentElement?.textContent).toContain('250,00')
    await userEvent.click(dialog.getByRole('button', { name: 'Créer l’avoir' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'because BILL_CREDIT_ABOVE_REST',
    )
    expect(sent).toEqual([{ lines: [{ line: 0, quantity: 0.5 }] }])
  })

  test.each([
    ['of a contract', 'day' as const, true],
    ['without a unit of time', '' as const, false],
  ])('asks whether days are to bill again: a line %s', async (_, unit, isAsked) => {
    const sent: unknown[] = []
    const [line] = bill(1).lines
    answers({ bill: bill(1, { projectId: id(60), lines: line ? [{ ...line, unit }] : [] }) })
    server.use(
      http.put(
        at(`${base}/credit-note`),
        async ({ request }) => (sent.push(await request.json()), written(2)),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Faire un avoir' }))
    const dialog = within(await screen.findByRole('dialog'))
    const again = dialog.queryByRole('checkbox', { name: 'Facturer de nouveau les jours rendus' })
    expect(again !== null).toBe(isAsked)
    if (again) await userEvent.click(again)
    await userEvent.click(dialog.getByRole('button', { name: 'Créer l’avoir' }))
    await waitFor(() => expect(sent).toEqual([isAsked ? { daysAgain: true } : {}]))
  })

  test('that was paid too much says so, and gives it back', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'collected',
        paidAmount: 1200,
        outstanding: 0,
        creditedAmount: 120,
        toRefund: 120,
      }),
    })
    server.use(
      http.put(
        at(`${base}/refunded`),
        async ({ request }) => (sent.push(await request.json()), written(5)),
      ),
    )
    await show()
    expect((await screen.findByText('À rembourser')).nextSibling?.textContent).toMatch(
      /^120,00\s€$/,
    )
    expect(screen.getByText('Facturé').nextSibling?.textContent).toMatch(/^1\s200,00\s€$/)
    await userEvent.click(screen.getByRole('button', { name: 'Rembourser' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Remboursement à Atelier Brumaire' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }))
    await waitFor(() =>
      expect(sent).toEqual([{ amount: 120, date: expect.any(Number), version: 3 }]),
    )
  })

  test('that was given back can have it taken again', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'collected',
        paidAmount: 1200,
        outstanding: 0,
        refundedAmount: 120,
        payments: [
          { id: 'p', amount: 1200, date: day('2026-11-03'), method: '', bankReference: '' },
        ],
        refunds: [{ id: 'r', amount: 120, date: day('2026-11-04') }],
      }),
    })
    server.use(
      http.put(
        at(`${base}/unrefunded`),
        async ({ request }) => (sent.push(await request.json()), written(6)),
      ),
    )
    await show()
    expect((await screen.findByText(/^Remboursement du/)).parentElement?.textContent).toContain(
      '\u2212120,00',
    )
    expect(screen.queryByRole('button', { name: 'Annuler le paiement' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler le remboursement' }))
    const question = within(
      await screen.findByRole('dialog', { name: 'Annuler ce remboursement\u202F?' }),
    )
    await userEvent.click(question.getByRole('button', { name: 'Annuler le remboursement' }))
    await waitFor(() => expect(sent).toEqual([{ refundId: 'r' }]))
  })

  test('that is a deposit drafts its final bill, which deducts it', async () => {
    const drafted: unknown[] = []
    answers({ bill: bill(1, { type: 'deposit' }) })
    server.use(
      http.post(at(`/bill/${USER}`), async ({ request }) => {
        drafted.push(await request.json())
        return ok({ id: id(9), version: 1, position: '00000000000000000009' })
      }),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Facture finale' }))
    await waitFor(() =>
      expect(drafted).toMatchObject([{ clientId: id(50), lines: [], deposits: [id(1)] }]),
    )
  })

  /** The dialog of a payment, ticked as in the bank, and what it sends. */
  async function tickedPayment() {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(
        at(`${base}/paid`),
        async ({ request }) => (sent.push(await request.json()), paid(5)),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer un paiement' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(
      dialog.getByRole('checkbox', { name: 'L’argent est arrivé sur mon compte' }),
    )
    const send = () =>
      userEvent.click(dialog.getByRole('button', { name: 'Enregistrer un paiement' }))
    return { dialog, send, sent }
  }
  test('is paid and in the bank in one act', async () => {
    const { send, sent } = await tickedPayment()
    await send()
    await waitFor(() =>
      expect(sent).toEqual([
        {
          amount: 1200,
          date: expect.any(Number),
          method: '',
          bankReference: '',
          collected: true,
          version: 3,
        },
      ]),
    )
  })

  test('is not in the bank once the ticked payment covers a part alone', async () => {
    const { dialog, send, sent } = await tickedPayment()
    put(dialog.getByRole('textbox', { name: /^Montant reçu/ }) as HTMLInputElement, '600')
    await send()
    await waitFor(() => expect(sent).toMatchObject([{ amount: 600, collected: false }]))
  })
})
