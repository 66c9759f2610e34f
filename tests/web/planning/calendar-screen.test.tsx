// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, type HttpHandler } from 'msw'
import { expect, test, vi } from 'vitest'
import type { DatedFact, EventOccurrence } from '#contract/planning/planning.contract.ts'
import { Agenda } from '#web/planning/agenda.tsx'
import { CalendarScreen } from '#web/planning/calendar-screen.tsx'

const server = fakeServer()
const ID = '01J00000000000000000000042'
const written = { id: ID, version: 2, position: '00000000000000000042' }
const noon = Date.UTC(2026, 10, 20, 10)

const occurrence = (more: Partial<EventOccurrence> = {}): EventOccurrence => ({
  id: ID,
  seriesId: '',
  version: 1,
  title: 'Restitution',
  description: 'Salle 2',
  start: noon,
  end: noon + 3_600_000,
  allDay: false,
  timeZone: 'Europe/Paris',
  recurring: false,
  frequency: '',
  interval: 1,
  rule: '',
  days: '',
  months: '',
  dates: '',
  schedulerStartDate: 0,
  schedulerEndDate: 0,
  dismissed: [],
  reminder: 10,
  color: 5,
  outdated: false,
  creationDate: noon,
  lastModificationDate: noon,
  createdBy: 'Anna',
  modifiedBy: 'Anna',
  ...more,
})
const weekly = occurrence({
  seriesId: ID,
  recurring: true,
  frequency: 'weekly',
  days: '5',
  schedulerStartDate: Date.UTC(2026, 10, 6),
})
const holiday: DatedFact = {
  layer: 'holidays',
  day: Date.UTC(2026, 10, 11),
  title: '',
  kind: 'armistice',
  amount: null,
  currency: '',
  color: 0,
  share: 1,
  hours: 0,
  entity: '',
  entityId: '',
}
const bill: DatedFact = {
  ...holiday,
  layer: 'bills',
  day: Date.UTC(2026, 10, 12),
  title: '2026-034',
  kind: 'late',
  amount: 3120,
  currency: 'EUR',
  entity: 'bill',
  entityId: ID,
}

async function draw(
  events: readonly EventOccurrence[],
  address = '/?view=list&day=2026-11-09',
  ...first: readonly HttpHandler[]
) {
  const writes = vi.fn<(what: string, body: unknown) => void>()
  server.use(
    ...first,
    ...session(),
    http.get(at('/event/:userId/dates/:startDate/:endDate'), () => ok(events)),
    http.get(at('/calendar/:userId/layers/:startDate/:endDate'), () => ok([holiday, bill])),
    http.get(at('/history/:userId/:entity/:id'), () => ok([])),
    http.post(at('/event/:userId'), async ({ request }) => {
      writes('add', await request.json())
      return ok(written)
    }),
    http.put(at('/event/:userId'), async ({ request }) => {
      writes('change', await request.json())
      return ok(written)
    }),
    http.put(at('/event/:userId/dismiss'), async ({ request }) => {
      writes('dismiss', await request.json())
      return ok([written])
    }),
    http.put(at('/event/:userId/:id/restore'), async ({ request }) => {
      writes('restore', await request.json())
      return ok(written)
    }),
    http.delete(at('/event/:userId/:id'), ({ request }) => {
      writes('remove', new URL(request.url).search)
      return ok(written)
    }),
  )
  await drawSignedIn(<CalendarScreen />, { at: address, words: ['planning', 'timesheets'] })
  return { writes, user: userEvent.setup() }
}
/** The phone's list and the wide one hold the same: the first is enough. */
const open = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) => {
  const [first] = await screen.findAllByRole('button', { name })
  if (first) await user.click(first)
  return screen.findByRole('dialog', { name: /Restitution/ })
}

test('days show what is dated before what has an hour', async () => {
  await draw([occurrence()])
  const [event] = await screen.findAllByRole('button', { name: /Restitution/ })
  expect(event?.textContent).toMatch(/Restitution.*1\s?h/)
  expect(screen.getAllByText('Armistice 1918').length).toBeGreaterThan(0)
  expect(screen.getAllByText(/2026-034 en retard/).length).toBeGreaterThan(0)
})

test('an event that the days shown do not have is shown at its own day', async () => {
  const ID_ELSEWHERE = '01J00000000000000000000099'
  const start = Date.UTC(2027, 1, 3, 9)
  const elsewhere = occurrence({
    id: ID_ELSEWHERE,
    title: 'Restitution finale',
    start,
    end: start + 3_600_000,
  })
  await draw(
    [],
    `/?view=list&day=2026-11-09&open=${ID_ELSEWHERE}`,
    http.get(at('/event/:userId/:id'), () => ok(elsewhere)),
    http.get(at('/event/:userId/dates/:startDate/:endDate'), ({ params }) =>
      ok(String(params['startDate']).startsWith('2027-02') ? [elsewhere] : []),
    ),
  )
  expect(await screen.findByRole('dialog', { name: /Restitution finale/ })).toBeDefined()
  expect(screen.getAllByText(/3 février/).length).toBeGreaterThan(0)
})

test('a month of the strip is shown', async () => {
  const { user } = await draw([])
  const months = within(await screen.findByRole('navigation', { name: 'Les douze derniers mois' }))
  expect(months.getAllByRole('button')).toHaveLength(12)
  const [first] = months.getAllByRole('button')
  if (first) await user.click(first)
  await waitFor(() => expect(first?.getAttribute('aria-current')).toBe('true'))
})

test('a layer is hidden and shown again', async () => {
  const { user } = await draw([occurrence()])
  await screen.findAllByText('Armistice 1918')
  const toggle = screen.getByRole('button', { name: /Jours fériés/ })
  await user.click(toggle)
  await waitFor(() => expect(screen.queryByText('Armistice 1918')).toBeNull())
  expect(toggle.getAttribute('aria-pressed')).toBe('false')
})

test('an event is added with its title alone', async () => {
  const { user, writes } = await draw([])
  await user.click(await screen.findByRole('button', { name: 'Nouvel événement' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nouvel événement' })
  await user.type(await within(dialog).findByRole('textbox', { name: /Titre/ }), 'Atelier')
  await user.click(within(dialog).getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(writes).toHaveBeenCalled())
  expect(writes.mock.calls[0]?.[1]).toMatchObject({
    title: 'Atelier',
    recurring: false,
    reminder: 0,
    color: 2,
  })
})

test('days that end before they begin are named where they stand, and nothing is sent', async () => {
  const { user, writes } = await draw([])
  await user.click(await screen.findByRole('button', { name: 'Nouvel événement' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nouvel événement' })
  await user.type(await within(dialog).findByRole('textbox', { name: /Titre/ }), 'Séminaire')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Journée entière' }))
  const [first, last] = within(dialog).getAllByPlaceholderText('jj/mm/aaaa')
  await user.clear(first!)
  await user.type(first!, '10/12/2026')
  await user.clear(last!)
  await user.type(last!, '09/12/2026')
  await user.click(within(dialog).getByRole('button', { name: 'Ajouter' }))
  expect(
    await within(dialog).findByText('Veuillez choisir une date postérieure à la date de début.'),
  ).toBeDefined()
  expect(writes).not.toHaveBeenCalled()
  expect(last!.getAttribute('aria-invalid')).toBe('true')
})

test('what a removal reaches is chosen before it, and it is taken back from the toast', async () => {
  const { user, writes } = await draw([weekly])
  const panel = await open(user, /Restitution/)
  expect(panel.textContent).toMatch(/Chaque semaine.*vendredi/)
  await user.click(within(panel).getByRole('radio', { name: 'les suivants' }))
  await user.click(within(panel).getByRole('button', { name: 'Supprimer' }))
  const question = await screen.findByRole('dialog', { name: /Êtes-vous sûr/ })
  await user.click(within(question).getByRole('button', { name: 'Supprimer' }))
  await waitFor(() =>
    expect(writes).toHaveBeenCalledWith('remove', `?scope=following&start=${noon}`),
  )
})

test('an occurrence of a series with an end says which of how many it is, on which days, and when it reminds', async () => {
  const later = noon + 14 * 86_400_000
  const series = { ...weekly, interval: 2, days: '3;5', schedulerEndDate: later, reminder: 10 }
  const { user } = await draw([series, { ...series, start: later, end: later + 3_600_000 }])
  const panel = within(await open(user, /Restitution/))
  expect(await panel.findByText('1 sur 2')).toBeDefined()
  expect(panel.getByText(/Toutes les 2 semaines, mercredi, vendredi, jusqu’au/)).toBeDefined()
  expect(panel.getByText(/10:50/)).toBeDefined()
})

test('one occurrence is hidden', async () => {
  const { user, writes } = await draw([weekly])
  await user.click(within(await open(user, /Restitution/)).getByRole('button', { name: 'Masquer' }))
  await waitFor(() =>
    expect(writes).toHaveBeenCalledWith('dismiss', [
      { id: ID, start: noon, end: noon + 3_600_000 },
    ]),
  )
})

test('one occurrence of a series is changed without its rule', async () => {
  const { user, writes } = await draw([weekly])
  await user.click(
    within(await open(user, /Restitution/)).getByRole('button', { name: 'Modifier' }),
  )
  const dialog = await screen.findByRole('dialog', { name: /Modifier l’événement/ })
  expect(within(dialog).queryByRole('checkbox', { name: 'Se répète' })).toBeNull()
  const title = within(dialog).getByRole('textbox', { name: /Titre/ })
  await user.clear(title)
  await user.type(title, 'Atelier')
  await user.click(within(dialog).getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(writes).toHaveBeenCalled())
  expect(writes.mock.calls[0]?.[1]).toEqual({
    id: ID,
    version: 1,
    occurrence: noon,
    scope: 'this',
    title: 'Atelier',
    description: 'Salle 2',
    color: 5,
    reminder: 10,
    start: noon,
    end: noon + 3_600_000,
  })
})

test('days before the first that is told are folded, and shown when they are asked for', async () => {
  const days = [9, 10, 11].map((day) => Date.UTC(2026, 10, day))
  const early = occurrence({
    title: 'Comité',
    start: Date.UTC(2026, 10, 9, 9),
    end: Date.UTC(2026, 10, 9, 10),
  })
  const onPast = vi.fn<(day: number) => void>()
  const props = { days, events: [early], facts: [holiday], onOpen: () => {} }
  server.use(...session())
  await drawSignedIn(<Agenda {...props} from={Date.UTC(2026, 10, 10)} onPast={onPast} />, {
    words: ['planning'],
  })
  await userEvent.setup().click(await screen.findByRole('button', { name: '1 jour passé' }))
  expect(screen.queryByText('Comité')).toBeNull()
  expect(onPast).toHaveBeenCalledWith(days[0])
})
