// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { bill, day, id } from '../billing/answers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { BillMailDialog } from '#web/mail/bill-mail-dialog.tsx'
import { NewMail } from '#web/mail/new-mail.tsx'

const server = fakeServer()
const ALL = ['perm_timesheet_menu', 'perm_billing_menu', 'perm_quote_menu'] as const
const october = { projectId: id(60), startDate: day('2026-10-01'), endDate: day('2026-10-31') }
const MONTH = `${PROFILE}.2026-10.${id(60)}`
const written = { id: id(70), version: 1, position: '0000000000000000000a' }
const WORDS = ['mail', 'fields']

const draft = {
  from: 'demo@carnet.example',
  senderName: 'Carnet Exemple',
  recipients: ['compta@brumaire.example'],
  contacts: [],
  subject: 'Facture 2026-0001',
  body: '<p>La voici.</p>',
  purpose: 'bill',
  template: '',
  templates: [],
  attachments: [
    { kind: 'bill', id: id(1), name: '2026-0001.pdf', bytes: 44_000, type: 'application/pdf' },
  ],
}

/** Sent mail, as the server gets it. */
function answers({
  permissions = ALL,
}: {
  permissions?: readonly string[]
} = {}): { attachments: unknown }[] {
  const sent: { attachments: unknown }[] = []
  const take = async ({ request }: { request: Request }) => {
    sent.push((await request.json()) as { attachments: unknown })
    return ok(written)
  }
  server.use(
    ...session({ permissions: [...permissions] }),
    http.get(at(`/mail/${USER}/way`), () => ok({ outbox: false, from: 'factures@carnet.example' })),
    http.get(at(`/bill/${USER}/${PROFILE}/${id(1)}/mail`), () => ok(draft)),
    http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
      const { searchParams } = new URL(request.url)
      expect(searchParams.get('status')).toBe('issued')
      return ok(
        (searchParams.get('q') ?? '') === '0002'
          ? [bill(2)]
          : [bill(2), bill(3, { type: 'creditNote' })],
      )
    }),
    http.get(at(`/quote/${USER}/all/${PROFILE}`), () => ok([])),
    http.post(at(`/bill/${USER}/${PROFILE}/${id(1)}/send`), take),
    http.post(at(`/mail/${USER}/send`), take),
  )
  return sent
}

test('the month of a bill is offered by one click, goes with the mail, and can be taken out again', async () => {
  const sent = answers()
  await drawSignedIn(<BillMailDialog bill={bill(1, october)} purpose="" onClose={() => {}} />, {
    words: WORDS,
  })
  const offer = () => screen.findByRole('button', { name: 'Feuille de temps, octobre 2026' })
  await userEvent.click(await offer())
  await userEvent.click(
    await screen.findByRole('button', { name: 'Retirer Feuille de temps, octobre 2026' }),
  )
  await userEvent.click(await offer())
  const files = within(screen.getByRole('list', { name: 'Pièces jointes' }))
  expect(files.getByText('Feuille de temps, octobre 2026')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.attachments).toEqual([
    { kind: 'bill', id: id(1) },
    { kind: 'timesheet', id: MONTH },
  ])
})

test('a bill of two months, or of a user without timesheets, offers none', async () => {
  answers()
  const two = bill(1, { ...october, endDate: day('2026-11-02') })
  const { unmount } = await drawSignedIn(
    <BillMailDialog bill={two} purpose="" onClose={() => {}} />,
    { words: WORDS },
  )
  await screen.findByRole('combobox', { name: 'Joindre une facture ou un devis' })
  expect(screen.queryByRole('button', { name: /Feuille de temps/ })).toBeNull()
  unmount()
  answers({ permissions: ['perm_billing_menu'] })
  await drawSignedIn(<BillMailDialog bill={bill(1, october)} purpose="" onClose={() => {}} />, {
    words: WORDS,
  })
  await screen.findByRole('combobox', { name: 'Joindre une facture ou un devis' })
  expect(screen.queryByRole('button', { name: /Feuille de temps/ })).toBeNull()
})

test('a mail of the user’s own takes any issued bill, found by its number', async () => {
  const sent = answers()
  await drawSignedIn(<NewMail onClose={() => {}} />, { words: WORDS })
  await userEvent.type(
    await screen.findByRole('textbox', { name: /^Destinataires/ }),
    'ines@hydravion.example{Enter}',
  )
  await userEvent.type(screen.getByRole('textbox', { name: /^Objet/ }), 'Vos papiers')
  const search = screen.getByRole('combobox', { name: 'Joindre une facture ou un devis' })
  await userEvent.type(search, '0002')
  await userEvent.click(await screen.findByRole('option', { name: /Facture 2026-0002/ }))
  expect(await screen.findByRole('button', { name: 'Retirer Facture 2026-0002' })).toBeDefined()
  expect((search as HTMLInputElement).value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.attachments).toEqual([{ kind: 'bill', id: id(2) }])
})

test('who may see neither bills nor quotes is offered no search', async () => {
  answers({ permissions: [] })
  await drawSignedIn(<NewMail onClose={() => {}} />, { words: WORDS })
  await screen.findByRole('textbox', { name: /^Objet/ })
  expect(screen.queryByRole('combobox')).toBeNull()
})
