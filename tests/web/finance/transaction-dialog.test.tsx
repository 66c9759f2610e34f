// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { TransactionDialog } from '#web/finance/transaction-dialog.tsx'

const server = fakeServer()
const written = { id: '01J00000000000000000000042', version: 1, position: '00000000000000000042' }

function draw() {
  const sent = vi.fn<(body: unknown) => void>()
  server.use(
    ...session(),
    http.get(at('/organism/:userId/suggestions'), () => ok([])),
    http.post(at('/transaction/:userId'), async ({ request }) => {
      sent(await request.json())
      return ok(written)
    }),
  )
  const onClose = vi.fn<() => void>()
  void drawSignedIn(<TransactionDialog profileId={PROFILE} currency="EUR" onClose={onClose} />)
  return { sent, onClose, user: userEvent.setup() }
}
const field = (name: string) => screen.findByRole('textbox', { name })
const valueOf = async (name: string) => ((await field(name)) as HTMLInputElement).value.replaceAll(/\s/g, ' ')

test('one amount is enough: the others follow, by another rate too', async () => {
  const { user } = draw()
  await user.type(await field('Montant TTC'), '120')
  expect([await valueOf('Montant HT'), await valueOf('TVA')]).toEqual(['100,00', '20,00'])
  await user.clear(await field('Montant HT'))
  await user.type(await field('Montant HT'), '200')
  expect([await valueOf('TVA'), await valueOf('Montant TTC')]).toEqual(['40,00', '240,00'])
  await user.click(screen.getByRole('button', { name: /Taux/ }))
  await user.click(await screen.findByRole('option', { name: /5,5/ }))
  await waitFor(async () => expect([await valueOf('TVA'), await valueOf('Montant TTC')]).toEqual(['11,00', '211,00']))
})

test('what is sent is VAT by rate, and the day it was paid', async () => {
  const { user, sent, onClose } = draw()
  await user.type(await field('Libellé'), 'Écran')
  await user.type(await field('Montant TTC'), '9,99')
  const [dialog] = screen.getAllByRole('dialog')
  if (!dialog) throw new Error('no dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    profileId: PROFILE,
    operation: 'out',
    type: 'purchase',
    label: 'Écran',
    status: 'paid',
    expectedPaymentDate: 0,
    details: [{ rate: 20, base: 8.33, amount: 1.66 }],
  })
})
