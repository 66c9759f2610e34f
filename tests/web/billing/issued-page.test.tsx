// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { BillMail, Mail } from '#contract/mail/mail.contract.ts'
import { at, ok, PROFILE, refused, USER } from '../signed-in.tsx'
import { bill, day, id } from './answers.ts'
import { answers, base, field, pdf, put, server, show, written } from './bill-page.tsx'

describe('an issued bill', () => {
  test('shows its paper and its proof, its penalty by the formula, and no way to edit it (BI2, BI6)', async () => {
    answers({
      bill: bill(1, {
        state: 'late',
        dueDate: day('2026-10-30'),
        outstanding: 3120,
        totalTTC: 3120,
        penaltyAmount: 21.81,
        penaltyDays: 21,
        penaltyBase: 3120,
        penaltyIndemnity: 40,
      }),
    })
    await show()
    expect(
      await within(await screen.findByRole('article', { name: 'Document' })).findByText('PDF'),
    ).toBeDefined()
    expect(screen.getByText('ab'.repeat(32))).toBeDefined()
    const strip = document.querySelector('dl')?.textContent
    expect(strip).toContain('12,15\u00A0% × 21\u00A0jours ÷ 365 × 3\u00A0120,00\u00A0€')
    expect(strip).toContain('40,00\u00A0€')
    expect(screen.queryAllByRole('textbox')).toEqual([])
    expect(
      ['Enregistrer un paiement', 'Faire un avoir', 'Dupliquer', 'Télécharger le PDF'].every(
        (name) => screen.getByRole('button', { name }),
      ),
    ).toBe(true)
  })

  test.each([
    ['a mail that a server sent', false, 'Envoyée'],
    ['one that waits in the outbox', true, 'Prête à envoyer'],
  ])('is told by %s as it is', async (_, outbox, step) => {
    const mail: Mail = {
      id: id(60),
      from: 'demo@carnet.example',
      recipients: ['compta@brumaire.example'],
      cc: [],
      subject: 'Facture',
      body: '<p>La voici.</p>',
      status: 'sent',
      tries: 1,
      error: '',
      refused: [],
      requestedAt: day('2026-11-03'),
      sentAt: day('2026-11-03'),
      billId: id(1),
      template: '',
      purpose: 'bill',
      outbox,
      byHand: false,
      attachments: [],
    }
    answers({ bill: bill(1), mails: [mail] })
    await show()
    expect(await screen.findByText(step)).toBeDefined()
    for (const other of ['Envoyée', 'Prête à envoyer'])
      if (other !== step) expect(screen.queryByText(other)).toBeNull()
  })

  test('tells by mails that it was sent and reminded of, and shows the next reminder before it goes', async () => {
    const sentOn = (text: string, purpose: Mail['purpose']): Mail => ({
      id: id(purpose === 'bill' ? 60 : 61),
      from: 'demo@carnet.example',
      recipients: ['compta@brumaire.example'],
      cc: [],
      subject: 'Facture',
      body: '<p>La voici.</p>',
      status: 'sent',
      tries: 1,
      error: '',
      refused: [],
      requestedAt: day(text),
      sentAt: day(text),
      billId: id(1),
      template: '',
      purpose,
      outbox: false,
      byHand: false,
      attachments: [],
    })
    answers({
      bill: bill(1, { state: 'late', dueDate: day('2026-10-30') }),
      mails: [sentOn('2026-11-06', 'reminderAfter'), sentOn('2026-11-03', 'bill')],
      reminder: { step: 15, stopped: '' },
    })
    const draft: BillMail = {
      from: 'demo@carnet.example',
      senderName: 'Carnet Exemple',
      recipients: ['compta@brumaire.example'],
      contacts: [{ name: 'Ruche', role: 'Direction', address: 'direction@brumaire.example' }],
      subject: 'Relance',
      body: '<p>Bonjour,</p>',
      purpose: 'reminderAfter',
      template: '',
      templates: [],
      attachments: [
        { kind: 'bill', id: id(1), name: '2026-0001.pdf', bytes: 44_000, type: 'application/pdf' },
      ],
    }
    const sent: unknown[] = []
    server.use(
      http.get(at(`/mail/${USER}/way`), () =>
        ok({ outbox: false, from: 'factures@carnet.example' }),
      ),
      http.get(at(`${base}/mail`), () => ok(draft)),
      http.get(at(`/bill/${USER}/all/${PROFILE}`), () => ok([])),
      http.get(at(`/quote/${USER}/all/${PROFILE}`), () => ok([])),
      http.post(at(`${base}/send`), async ({ request }) => {
        sent.push(await request.json())
        return written(4)
      }),
    )
    await show()
    expect(await screen.findByText('Envoyée')).toBeDefined()
    expect(screen.getByText('Relancée')).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: 'Voir et envoyer' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Ruche' }))
    const subject = await field('Objet')
    put(subject, 'Troisième relance')
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer la relance' }))
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          recipients: ['compta@brumaire.example', 'direction@brumaire.example'],
          subject: 'Troisième relance',
          purpose: 'reminderAfter',
          attachments: [{ kind: 'bill', id: id(1) }],
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('as it was lets nothing be changed', async () => {
    answers({ bill: bill(1, { paidAmount: 600, outstanding: 600, state: 'partlyPaid' }) })
    const then = day('2026-11-03')
    const asked: string[] = []
    server.use(
      http.get(at(base), ({ request }) => {
        const instant = new URL(request.url).searchParams.get('at')
        return ok(
          bill(
            1,
            instant
              ? { state: 'issued' }
              : { state: 'partlyPaid', paidAmount: 600, outstanding: 600 },
          ),
        )
      }),
      http.get(at(`${base}/pdf`), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('at') ?? '')
        return pdf({ request })
      }),
    )
    await show(`?at=${then}`)
    expect(await screen.findByText('Rien ne peut être modifié ici.')).toBeDefined()
    await waitFor(() => expect(document.querySelector('.tag')?.textContent).toBe('En attente'))
    await waitFor(() => expect(asked).toContain(String(then)))
    expect(screen.queryByRole('button', { name: /paiement|avoir|Dupliquer/ })).toBeNull()
  })

  test('that is gone says so and leads back', async () => {
    answers({ bill: bill(1) })
    server.use(http.get(at(base), () => refused(404, 'NOT_FOUND')))
    await show()
    expect(
      await screen.findByRole('heading', { name: 'Cette facture n’est plus là' }),
    ).toBeDefined()
  })
})
