// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { transaction } from './transaction.ts'
import { TransactionDialog } from '#web/finance/transaction-dialog.tsx'

const server = fakeServer()
const written = { id: '01J00000000000000000000042', version: 1, position: '00000000000000000042' }

const ORGANISM = '01J00000000000000000000099'

function draw(organisms: readonly { id: string; name: string }[] = []) {
  const sent = vi.fn<(body: unknown) => void>()
  server.use(
    ...session(),
    http.get(at('/organism/:userId/suggestions'), () => ok(organisms)),
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
const valueOf = async (name: string) =>
  ((await field(name)) as HTMLInputElement).value.replaceAll(/\s/g, ' ')

test('one amount is enough: the others follow, by another rate too', async () => {
  const { user } = draw()
  await user.type(await field('Montant TTC'), '120')
  expect([await valueOf('Montant HT'), await valueOf('TVA')]).toEqual(['100,00', '20,00'])
  await user.clear(await field('Montant HT'))
  await user.type(await field('Montant HT'), '200')
  expect([await valueOf('TVA'), await valueOf('Montant TTC')]).toEqual(['40,00', '240,00'])
  await user.click(screen.getByRole('button', { name: /Taux/ }))
  await user.click(await screen.findByRole('option', { name: /5,5/ }))
  await waitFor(async () =>
    expect([await valueOf('TVA'), await valueOf('Montant TTC')]).toEqual(['11,00', '211,00']),
  )
})

test('what is bought abroad costs its price alone, and the VAT that the buyer owes is told', async () => {
  const { user, sent, onClose } = draw()
  await user.type(await field('Montant TTC'), '120')
  await user.click(screen.getByText('TVA, devise, pièce et compte'))
  await user.click(screen.getByRole('button', { name: /Origine/ }))
  await user.click(
    await screen.findByRole('option', { name: 'Union européenne' }, { timeout: 5000 }),
  )
  await waitFor(async () => expect(await valueOf('Montant HT')).toBe('120,00'))
  expect(screen.queryByRole('textbox', { name: 'TVA' })).toBeNull()
  const owed = screen.getByText('TVA autoliquidée').parentElement
  expect(owed?.textContent?.replaceAll(/\s/g, ' ')).toContain('24,00 €')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    region: 'EU',
    details: [{ rate: 20, base: 120, amount: 0 }],
  })
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
    paymentMethod: '',
    details: [{ rate: 20, base: 8.33, amount: 1.66 }],
  })
})

test('type, VAT and account are proposed as they were the last time, but not over what was chosen', async () => {
  const { user, sent } = draw([{ id: ORGANISM, name: 'Hébergeur' }])
  const asked = vi.fn<(body: unknown) => void>()
  server.use(
    http.post(at('/transaction/:userId/filters'), async ({ request }) => {
      asked(await request.json())
      return ok([
        transaction(1, {
          operation: 'out',
          type: 'subscription',
          bankAccountType: 'personal',
          details: [{ rate: 5.5, base: 100, amount: 5.5 }],
        }),
      ])
    }),
  )
  await user.type(await field('Montant TTC'), '211')
  await user.click(screen.getByRole('button', { name: /^Type/ }))
  await user.click(await screen.findByRole('option', { name: 'Loyer' }))
  await user.type(screen.getByRole('combobox', { name: /Tiers/ }), 'Héb')
  await user.click(await screen.findByRole('option', { name: 'Hébergeur' }))
  expect(await screen.findByText('Type, TVA et compte repris de la dernière fois')).toBeTruthy()
  await waitFor(async () => expect(await valueOf('TVA')).toBe('11,00'))
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    filters: {
      organismId: { operator: 'eq', value: ORGANISM },
      operation: { operator: 'eq', value: 'out' },
    },
  })
  const [dialog] = screen.getAllByRole('dialog')
  if (!dialog) throw new Error('no dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    type: 'rent',
    bankAccountType: 'personal',
    organismId: ORGANISM,
    details: [{ rate: 5.5, base: 200, amount: 11 }],
  })
})

test('a payment day to come is refused at its field', async () => {
  const { user } = draw()
  server.use(
    http.post(at('/transaction/:userId'), () =>
      HttpResponse.json(
        {
          status: 422,
          result: {
            code: 'TRANSACTION_PAID_LATER',
            message: 'La date de paiement est dans le futur.',
            fields: [{ path: 'paymentDate', message: 'La date de paiement est dans le futur.' }],
          },
        },
        { status: 422 },
      ),
    ),
  )
  await user.type(await field('Montant TTC'), '12')
  const [dialog] = screen.getAllByRole('dialog')
  if (!dialog) throw new Error('no dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Ajouter' }))
  expect(await screen.findAllByText('La date de paiement est dans le futur.')).toHaveLength(1)
  expect(screen.getByRole('textbox', { name: /Payée le/ }).getAttribute('aria-invalid')).toBe(
    'true',
  )
})

test('an own contribution has one amount without VAT, and is offered for incomes alone', async () => {
  const { user, sent, onClose } = draw()
  await user.type(await field('Montant TTC'), '120')
  const chooseType = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Type/ }))
    const found = screen.queryByRole('option', { name })
    if (found) await user.click(found)
    else await user.keyboard('{Escape}')
    return found !== null
  }
  expect(await chooseType('Apport personnel')).toBe(false)
  await user.click(screen.getByRole('radio', { name: 'Revenu' }))
  expect(await chooseType('Apport personnel')).toBe(true)
  expect(screen.queryByRole('textbox', { name: 'TVA' })).toBeNull()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    operation: 'in',
    type: 'own_contribution',
    details: [{ rate: 0, base: 120, amount: 0 }],
  })
})

test('a purchase in another currency tells its amount in euros, in digits that the currency has', async () => {
  const { user, sent, onClose } = draw()
  expect(screen.queryByRole('textbox', { name: 'Montant en euros' })).toBeNull()
  await user.type(await field('Montant TTC'), '12000')
  await user.click(screen.getByText('TVA, devise, pièce et compte'))
  const choose = async (typed: string, name: RegExp) => {
    const currencies = screen.getByRole('combobox', { name: /Devise/ })
    await user.clear(currencies)
    await user.type(currencies, typed)
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('yen', /^yen/)
  await waitFor(async () => expect(await valueOf('Montant HT')).toBe('10 000'))
  expect(await valueOf('TVA')).toBe('2 000')
  await user.type(await field('Montant en euros'), '66,10')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    currency: 'JPY',
    amountEUR: 66.1,
    details: [{ rate: 20, base: 10_000, amount: 2_000 }],
  })
})
