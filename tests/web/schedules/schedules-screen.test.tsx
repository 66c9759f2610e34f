// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schedule } from '#contract/schedules/schedules.contract.ts'
import { ChargesScreen } from '#web/schedules/charges-screen.tsx'
import { charge, day, inputs, OTHER_RUN, RUN, waiting } from './schedule.ts'
import { at, drawSignedIn, fakeServer, ok, PROFILE, session } from '../signed-in.tsx'

const server = fakeServer()
const written = { id: '01J00000000000000000000042', version: 2, position: '00000000000000000042' }
const office = charge({
  id: '01J00000000000000000000002',
  label: 'Bureau',
  organism: '',
  type: 'rent',
  amountType: 'fixed',
  amount: 384,
  toValidate: [],
  state: 'debited',
})

async function draw(rows: readonly Schedule[], address = '/', scheduled: readonly Schedule[] = []) {
  const decided = vi.fn<(body: unknown) => void>()
  const added = vi.fn<(body: unknown) => void>()
  const decidedBeside = vi.fn<(body: unknown) => void>()
  server.use(
    ...session(),
    http.get(at('/scheduledTransaction/:userId/all/:profileId'), () => ok(scheduled)),
    http.put(at('/scheduledTransaction/:userId/:id/validate'), async ({ request }) => {
      decidedBeside(await request.json())
      return ok(written)
    }),
    http.get(at('/charge/:userId/all/:profileId'), ({ request }) => {
      const filters = new URL(request.url).searchParams.get('filters')
      if (filters === null) return ok(rows)
      const { modifiedBy } = JSON.parse(filters) as { modifiedBy: { value: string } }
      return ok(rows.filter((row) => row.modifiedBy === modifiedBy.value))
    }),
    http.get(at('/charge/:userId/:id/executions'), () => ok([])),
    http.get(at('/organism/:userId/suggestions'), () => ok([])),
    http.put(at('/charge/:userId/:id/validate'), async ({ request }) => {
      decided(await request.json())
      return ok(written)
    }),
    http.post(at('/charge/:userId/preview'), () =>
      ok(
        ['2026-12-20', '2027-01-20'].map((due) => ({ ...inputs, due: day(due), payOn: day(due) })),
      ),
    ),
    http.post(at('/charge/:userId'), async ({ request }) => {
      added(await request.json())
      return ok(written)
    }),
  )
  await drawSignedIn(<ChargesScreen />, { at: address, words: ['schedules', 'finance'] })
  return { decided, decidedBeside, added, user: userEvent.setup() }
}
const dialog = async (name: RegExp) => screen.findByRole('dialog', { name })

test('what waits comes first, with its rhythm and how its amount is made', async () => {
  await draw([office, charge()])
  const table = await screen.findByRole('table')
  const names = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent ?? '')
    .filter((text) => /Urssaf|Bureau/.test(text))
  expect(names[0]).toMatch(/Urssaf.*chaque mois, le 20.*8,5.*CA HT encaissé.*À valider.*1\s?215,50/)
  expect(names[1]).toMatch(/Bureau.*fixe.*Débitée.*384,00/)
  expect(screen.getByText(/1 à valider/)).toBeDefined()
})

test('what waits is one list: charges and scheduled transactions, each validated by its own call', async () => {
  const rent = charge({
    id: '01J00000000000000000000003',
    label: 'Loyer',
    organism: 'Atelier',
    type: 'rent',
  })
  const { user, decidedBeside, decided } = await draw([charge(), office], '/?view=toValidate', [
    { ...rent, toValidate: [{ ...waiting, executionId: OTHER_RUN }] },
    { ...office, id: '01J00000000000000000000004', label: 'Abonnement' },
  ])
  const table = await screen.findByRole('table')
  await within(table).findByText('Atelier')
  expect(within(table).queryByText(/Bureau|Abonnement/)).toBeNull()
  // The charge is among them, the other stands in its own list.
  expect(screen.getByText(/2 à valider.*, dont 1 dans «\s.+\s»/)).toBeDefined()
  for (const box of within(table).getAllByRole('checkbox', { name: /Urssaf|Atelier/ }))
    await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Valider et planifier' }))
  await waitFor(() => expect(decidedBeside).toHaveBeenCalledWith({ executionId: OTHER_RUN }))
  expect(decided).toHaveBeenCalledWith({ executionId: RUN })
})

test('a filter narrows the list; what waits is told whole', async () => {
  const { user } = await draw(
    [charge(), { ...office, modifiedBy: 'Paul' }],
    '/?f-modifiedBy=eq:Paul',
  )
  const table = await screen.findByRole('table')
  await within(table).findByText('Bureau')
  expect(within(table).queryByText('Urssaf')).toBeNull()
  expect(screen.getByText(/1 à valider/)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: /Retirer le filtre Modifié par/ }))
  expect(await within(table).findByText('Urssaf')).toBeDefined()
})

test('the list of what waits reaches zero, and says so', async () => {
  await draw([office], '/?view=toValidate')
  expect(await screen.findByText('Tout est validé')).toBeDefined()
})

test('a run is validated with the amount that the user enters', async () => {
  const { user, decided } = await draw([charge()], '/?open=01J00000000000000000000001')
  const panel = await dialog(/Cotisations/)
  await within(panel).findByText(/3 encaissements/)
  expect(within(panel).getByText(/Des encaissements ont changé depuis/).textContent).toMatch(
    /\+15,00.*1\s?200,50/,
  )
  await user.click(within(panel).getByRole('button', { name: 'Valider et planifier' }))
  const asked = await dialog(/Valider/)
  const amount = within(asked).getByRole('textbox', { name: /Montant à enregistrer/ })
  await user.clear(amount)
  await user.type(amount, '1200')
  await user.click(within(asked).getByRole('button', { name: 'Valider et planifier' }))
  await waitFor(() => expect(decided).toHaveBeenCalledWith({ executionId: RUN, amount: 1200 }))
})

test.each([
  ['validate', /^Valider/, 'Valider et planifier'],
  ['skip', /^(?:Refuser|Passer)/, 'Refuser cette fois'],
  ['edit', /^Modifier/, 'Enregistrer'],
])('an address begins the act %s, and closing its dialog ends it', async (act, title, verb) => {
  const { user } = await draw([charge()], `/?open=01J00000000000000000000001&do=${act}`)
  const begun = within(await dialog(title))
  expect(begun.getByRole('button', { name: verb })).toBeDefined()
  await user.click(begun.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull())
})

test('an address begins no act that is not available', async () => {
  await draw([charge({ toValidate: [] })], '/?open=01J00000000000000000000001&do=validate')
  await screen.findByRole('button', { name: 'Modifier' })
  expect(screen.queryByRole('dialog', { name: /Valider/ })).toBeNull()
})

test('a run is refused with a reason', async () => {
  const { user, decided } = await draw([charge()], '/?open=01J00000000000000000000001')
  await user.click(
    within(await dialog(/Cotisations/)).getByRole('button', { name: 'Refuser cette fois' }),
  )
  const asked = await dialog(/Refuser/)
  await user.type(within(asked).getByRole('textbox', { name: /Motif/ }), 'Calcul en double')
  await user.click(within(asked).getByRole('button', { name: 'Refuser cette fois' }))
  await waitFor(() =>
    expect(decided).toHaveBeenCalledWith({
      executionId: RUN,
      skip: true,
      reason: 'Calcul en double',
    }),
  )
})

test('the next runs are shown before a charge is added', async () => {
  const { user, added } = await draw([office])
  await user.click(await screen.findByRole('button', { name: 'Ajouter une charge' }))
  const form = await dialog(/Ajouter une charge/)
  await within(form).findByText(/20 déc\./)
  await user.type(within(form).getByRole('textbox', { name: /Libellé/ }), 'Assurance')
  const amount = within(form).getByRole('textbox', { name: /Montant TTC/ })
  await user.clear(amount)
  await user.type(amount, '232')
  await user.click(within(form).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() =>
    expect(added.mock.calls[0]?.[0]).toMatchObject({
      profileId: PROFILE,
      label: 'Assurance',
      amountType: 'fixed',
      amount: 232,
      rate: 0,
      mode: 'validation',
      option: 'autoInput',
      interval: 'month',
      intervalCount: 1,
    }),
  )
})

test('contributions are told by the day on which they are paid, not by that of the proposal', async () => {
  const first = Date.UTC(2026, 11, 1)
  await draw([charge({ amountType: 'contributions', startDate: first, intervalCount: 3 })])
  expect(await screen.findAllByText(/tous les 3 mois, à payer avant la fin du mois/)).not.toEqual(
    [],
  )
  expect(screen.queryByText(/le 1ᵉʳ/)).toBeNull()
})

test('without any, the page says what a charge is for', async () => {
  await draw([])
  await screen.findByText('Aucune charge n’est encore suivie')
})

test('a declaration is taken back, once it is confirmed', async () => {
  const { user } = await draw(
    [charge({ amountType: 'contributions', toValidate: [] })],
    '/?open=01J00000000000000000000001',
  )
  const contributions = {
    receipts: 14_300,
    contributions: 1_215,
    training: 0,
    incomeTax: 0,
    shares: [],
  }
  const plain = {
    ...inputs,
    executionId: RUN,
    at: 1,
    proposed: 1_215.5,
    drift: 0,
    changes: [],
    reason: '',
    failed: '',
  }
  const undone = vi.fn<(body: unknown) => void>()
  server.use(
    http.get(at('/charge/:userId/:id/executions'), () =>
      ok([{ ...plain, contributions, result: 'booked', transactionId: RUN }]),
    ),
    http.put(at('/urssaf/:userId/:profileId/undeclare'), async ({ request }) => {
      undone(await request.json())
      return ok(written)
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Annuler la déclaration' }))
  const asked = await dialog(/Annuler la déclaration/)
  expect(undone).not.toHaveBeenCalled()
  await user.click(within(asked).getByRole('button', { name: 'Annuler la déclaration' }))
  await waitFor(() => expect(undone).toHaveBeenCalledWith({ from: inputs.from, to: inputs.to }))
})
