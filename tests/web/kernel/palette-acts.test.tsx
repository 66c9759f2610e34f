// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { transaction } from '../finance/transaction.ts'
import { charge, waiting } from '../schedules/schedule.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { Found } from '#contract/kernel/search.contract.ts'
import { Palette } from '#web/kernel/shell/palette.tsx'

const server = fakeServer()
const ID = '01J00000000000000000000009'
const written = { id: ID, version: 2, position: '2' }
const line = (entity: string): Found => ({ entity, id: ID, title: 'Brumaire', detail: '' })

/** The palette with these finds. @returns its router, and the addresses that were written to */
async function find(found: readonly Found[], permissions?: readonly string[]) {
  const writes: string[] = []
  server.use(
    ...session(permissions ? { permissions } : {}),
    http.get(at(`/search/${USER}`), () => ok(found)),
    http.put(at('/:entity/:userId/:id/:act'), ({ request }) => {
      writes.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
      return ok(written)
    }),
  )
  const { router } = await drawSignedIn(<Palette onClose={() => {}} />)
  await userEvent.type(await screen.findByRole('combobox'), 'brumaire')
  await screen.findAllByText('Brumaire', { exact: false })
  return { router, writes }
}
const acts = () => {
  const group = screen.queryByText('Agir sur Brumaire')?.closest('[cmdk-group]')
  return [...(group?.querySelectorAll('[cmdk-item]') ?? [])].map((one) => one.textContent)
}
const run = (label: string) => userEvent.click(screen.getByText(label))

test.each([
  ['Marquer payée', 'paid', `?open=${ID}`],
  ['Modifier', undefined, `?open=${ID}&do=edit`],
])('an expense that is owed: %s', async (label, write, search) => {
  const owed = transaction(9, { status: 'unpaid', externalId: '', cashed: false })
  server.use(http.get(at(`/transaction/${USER}/one/${PROFILE}/${ID}`), () => ok(owed)))
  const { router, writes } = await find([line('transaction')])
  await waitFor(() => expect(acts()).toEqual(['Marquer payée', 'Modifier']))
  await run(label)
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/admin/portfolio/transactions',
      search,
    }),
  )
  expect(writes).toEqual(write === undefined ? [] : [write])
})

test('the transaction of a bill leads to the bill', async () => {
  const ofBill = transaction(9, { externalId: ID })
  server.use(http.get(at(`/transaction/${USER}/one/${PROFILE}/${ID}`), () => ok(ofBill)))
  const { router } = await find([line('transaction')])
  await waitFor(() => expect(acts()).toEqual(['Ouvrir la facture']))
  await run('Ouvrir la facture')
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/admin/management/billing/${ID}`),
  )
})

test.each([
  ['charge', '/admin/portfolio/charges'],
  ['scheduledTransaction', '/admin/portfolio/scheduled'],
])('a run of a %s that waits is validated in its dialog', async (entity, pathname) => {
  const row = charge({ id: ID, toValidate: [waiting] })
  server.use(http.get(at(`/${entity}/${USER}/one/${PROFILE}/${ID}`), () => ok(row)))
  const { router } = await find([line(entity)])
  await waitFor(() =>
    expect(acts()).toEqual(['Valider et planifier', 'Refuser cette fois', 'Modifier', 'Arrêter']),
  )
  await run('Valider et planifier')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname, search: `?open=${ID}&do=validate` }),
  )
})

test('a stopped charge is resumed at once', async () => {
  const row = charge({ id: ID, toValidate: [], active: false })
  server.use(http.get(at(`/charge/${USER}/one/${PROFILE}/${ID}`), () => ok(row)))
  const { router, writes } = await find([line('charge')])
  await waitFor(() => expect(acts()).toEqual(['Modifier', 'Reprendre']))
  await run('Reprendre')
  await waitFor(() => expect(router.state.location.search).toBe(`?open=${ID}`))
  expect(writes).toEqual(['activate'])
})

const offer = {
  id: ID,
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Anna',
  modifiedBy: 'Anna',
  title: 'Brumaire',
  state: 'firstContact',
  TjmHT: 620,
  currency: 'EUR',
  companyId: 0,
  contactId: 0,
  projectId: 0,
  nextActionDate: 0,
  ...Object.fromEntries(
    [
      'client',
      'nextAction',
      'url',
      'description',
      'technicalNeeds',
      'context',
      'remark',
      'personalRemarks',
      'abortReason',
      'company',
      'contact',
      'project',
    ].map((key) => [key, '']),
  ),
}

test.each([
  ['firstContact', ['Candidater', 'Écrire un message']],
  ['accepted', ['Créer le contrat', 'Candidater', 'Écrire un message']],
])('an offer: %s', async (state, wanted) => {
  server.use(http.get(at(`/offer/${USER}/${ID}`), () => ok({ ...offer, state })))
  const { router } = await find([line('offer')])
  await waitFor(() => expect(acts()).toEqual(wanted))
  await run('Candidater')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/admin/prospecting/offer',
      search: `?open=${ID}&do=apply`,
    }),
  )
})

const key = () => screen.queryByText('agir')
const chosen = () => document.querySelector('[cmdk-item][aria-selected="true"]')?.textContent

test('the key of acts is shown only where the chosen line has one', async () => {
  const row = charge({ id: ID, toValidate: [] })
  server.use(http.get(at(`/charge/${USER}/one/${PROFILE}/${ID}`), () => ok(row)))
  await find([{ ...line('organism'), title: 'Brumaire école' }, line('charge')])
  await waitFor(() => expect(chosen()).toContain('école'))
  expect(key()).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByText('agir')).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(key()).toBeNull())
})

test('without a permission there is neither the key nor an act', async () => {
  const row = charge({ id: ID, toValidate: [] })
  server.use(http.get(at(`/charge/${USER}/one/${PROFILE}/${ID}`), () => ok(row)))
  await find([line('charge')], ['perm_charge_menu'])
  await waitFor(() => expect(chosen()).toContain('Brumaire'))
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toContain('Brumaire')
  expect([key(), acts()]).toEqual([null, []])
})
