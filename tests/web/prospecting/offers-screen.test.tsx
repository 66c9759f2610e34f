// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, type HttpResponseResolver } from 'msw'
import { expect, test } from 'vitest'
import type { Pipeline, Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { OffersScreen } from '#web/prospecting/offers-screen.tsx'

const server = fakeServer()
const slip: Slip = {
  id: '01J00000000000000000000030',
  version: 1,
  title: 'Conception d’un intranet',
  client: 'Halles Réunies',
  currency: 'EUR',
  TjmHT: 620,
  since: Date.UTC(2026, 10, 1),
  daysInState: 21,
  nextAction: 'Relancer',
  nextActionDate: Date.UTC(2026, 10, 13),
  late: true,
  abortReason: '',
  mail: 'bonjour@halles.example',
  projectId: 0,
  score: 64,
}
const empty = { count: 0, averages: [], offers: [] }
const waiting: Pipeline = {
  count: 1,
  late: 1,
  lanes: [
    { state: 'new', ...empty },
    { state: 'onWaiting', count: 1, averages: [{ currency: 'EUR', TjmHT: 620 }], offers: [slip] },
    { state: 'aborted', ...empty },
  ],
}
function answers(pipeline: Pipeline) {
  const moved: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/offer/${USER}/pipeline`), () => ok(pipeline)),
    http.put(at(`/offer/${USER}/:id/state`), async ({ request }) => {
      moved.push(await request.json())
      return ok({ id: slip.id, version: 2, position: '2' })
    }),
  )
  return moved
}
const draw = () =>
  drawSignedIn(
    <>
      <OffersScreen />
      <Toaster onReadFailures={() => {}} />
    </>,
    { words: ['prospecting'] },
  )
const choose = async (state: string) => {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Déplacer Conception d’un intranet' }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name: state }))
}

test('shows days in the state and the next action, and late ones once more below', async () => {
  answers(waiting)
  await draw()
  const lane = await screen.findByRole('region', { name: 'En attente, 1' })
  expect(within(lane).getByText(/21\sj ici/)).toBeDefined()
  expect(within(lane).getByText('Relancer')).toBeDefined()
  const late = screen.getByRole('region', { name: 'retards' })
  expect(within(late).getByRole('link', { name: 'Écrire' }).getAttribute('href')).toBe(
    'mailto:bonjour%40halles.example',
  )
})

test('tells how an offer matches', async () => {
  answers(waiting)
  await draw()
  expect((await screen.findAllByText('correspond à 64 %')).length).toBe(1)
})

test('moves a slip by its menu, and takes it back with its next action', async () => {
  const { abortReason, nextAction, nextActionDate } = slip
  const moved = answers(waiting)
  await draw()
  await choose('Acceptée')
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }))
  await waitFor(() =>
    expect(moved).toEqual([
      { state: 'accepted' },
      { state: 'onWaiting', abortReason, nextAction, nextActionDate },
    ]),
  )
})

test('asks why an offer is abandoned', async () => {
  const moved = answers(waiting)
  await draw()
  await choose('Abandonnée')
  const dialog = await screen.findByRole('dialog', { name: /Pourquoi l’abandonner/ })
  await userEvent.click(within(dialog).getByRole('button', { name: 'sans réponse' }))
  expect(moved).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abandonner' }))
  await waitFor(() =>
    expect(moved).toEqual([{ state: 'aborted', abortReason: 'sans réponse', version: 1 }]),
  )
})

test('without an offer shows what belongs here, and the way to begin', async () => {
  answers({ count: 0, late: 0, lanes: [] })
  await draw()
  expect(await screen.findByRole('heading', { name: 'Aucune offre' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ajouter une offre' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'Colonnes' })).toBeNull()
})

/** An answer that takes the second version alone, as another tab has saved. */
const takesVersion2 =
  (sent: unknown[]): HttpResponseResolver =>
  async ({ request }) => {
    const body = (await request.json()) as { version: number }
    sent.push(body)
    return body.version === 2
      ? ok({ id: slip.id, version: 3, position: '3' })
      : refused(412, 'STALE_VERSION')
  }

test('keeps the next action that is being typed when another tab plans one', async () => {
  const now = { pipeline: waiting }
  const sent: unknown[] = []
  answers(waiting)
  server.use(
    http.get(at(`/offer/${USER}/pipeline`), () => ok(now.pipeline)),
    http.put(at(`/offer/${USER}`), takesVersion2(sent)),
  )
  await draw()
  await userEvent.click(await screen.findByRole('button', { name: 'C’est fait' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Et maintenant/ }))
  const field = dialog.getByRole('textbox', { name: /Prochaine action/ })
  await userEvent.type(field, 'Mine')
  const theirs = { ...slip, version: 2, nextAction: 'Theirs', nextActionDate: 0, late: false }
  now.pipeline = {
    ...waiting,
    late: 0,
    lanes: waiting.lanes.map((lane) =>
      lane.state === 'onWaiting' ? { ...lane, offers: [theirs] } : lane,
    ),
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Noter' }))
  expect(await dialog.findByText('Theirs')).toBeDefined()
  expect(field).toHaveProperty('value', 'Mine')
  expect(sent).toHaveLength(1)
})

test('shows the reason that another tab gave beside the typed one', async () => {
  const now = { pipeline: waiting }
  const sent: unknown[] = []
  answers(waiting)
  server.use(
    http.get(at(`/offer/${USER}/pipeline`), () => ok(now.pipeline)),
    http.put(at(`/offer/${USER}/:id/state`), takesVersion2(sent)),
  )
  await draw()
  await choose('Abandonnée')
  const dialog = within(await screen.findByRole('dialog', { name: /Pourquoi l’abandonner/ }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Raison/ }), 'Mine')
  const theirs = { ...slip, version: 2, abortReason: 'Theirs' }
  now.pipeline = {
    ...waiting,
    lanes: waiting.lanes.map((lane) => ({
      ...lane,
      offers: lane.state === 'aborted' ? [theirs] : [],
    })),
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Abandonner' }))
  expect(await dialog.findByText('Theirs')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Garder ma saisie' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Abandonner' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ version: 1 }, { abortReason: 'Mine', version: 2 }]),
  )
})
