// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { id } from '../billing/answers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { MailPanel } from '#web/mail/mail-panel.tsx'

const server = fakeServer()
const written = { id: id(60), version: 1, position: '0000000000000000000a' }

const mail: Mail = {
  id: id(60),
  from: 'demo@carnet.example',
  recipients: ['compta@brumaire.example'],
  cc: [],
  subject: 'Facture 2026-0001',
  body: '<p>La voici.</p>',
  status: 'sent',
  tries: 1,
  error: '',
  refused: [],
  requestedAt: Date.now(),
  sentAt: Date.now(),
  billId: '',
  template: '',
  purpose: '',
  outbox: true,
  byHand: false,
  attachments: [],
}
const draw = async (more: Partial<Mail> = {}) => {
  const calls: unknown[] = []
  server.use(
    ...session(),
    http.put(at(`/mail/${USER}/${mail.id}/sent`), async ({ request }) => {
      calls.push(await request.json())
      return ok(written)
    }),
    http.delete(at(`/mail/${USER}/${mail.id}/sent`), () => {
      calls.push('unmarked')
      return ok(written)
    }),
  )
  await drawSignedIn(
    <>
      <MailPanel mail={{ ...mail, ...more }} onClose={() => {}} />
      <Toaster onReadFailures={() => {}} />
    </>,
    { words: ['mail', 'fields'] },
  )
  return calls
}
const button = (name: string) => screen.findByRole('button', { name })

test('a ready mail is marked as sent now, unless another time is given, and taken back', async () => {
  const calls = await draw()
  const before = Date.now()
  await userEvent.click(await button('Marquer comme envoyé'))
  const dialog = within(await screen.findByRole('dialog', { name: /Quand l’avez-vous envoyé/ }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Marquer comme envoyé' }))
  await waitFor(() => expect(calls).toEqual([{ at: expect.any(Number) }]))
  const [{ at: sentAt = 0 } = {}] = calls as readonly { at?: number }[]
  expect(sentAt).toBeGreaterThanOrEqual(before)
  await userEvent.click(await button('Annuler'))
  await waitFor(() => expect(calls).toContain('unmarked'))
})

test('a mail that was marked is marked no second time, and can be taken back', async () => {
  const calls = await draw({ outbox: false, byHand: true })
  expect(await screen.findByText('Envoyé depuis votre logiciel')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Marquer comme envoyé' })).toBeNull()
  await userEvent.click(await button('Pas encore envoyé'))
  await waitFor(() => expect(calls).toEqual(['unmarked']))
})

test('a mail that a server sent is not marked', async () => {
  await draw({ outbox: false })
  expect(await screen.findByText('Envoyé')).toBeTruthy()
  for (const name of ['Marquer comme envoyé', 'Pas encore envoyé'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
