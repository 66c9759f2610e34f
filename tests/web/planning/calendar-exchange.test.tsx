// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { FileEvent } from '#contract/planning/calendar-imports.contract.ts'
import { CalendarExchange } from '#web/planning/calendar-exchange.tsx'

const server = fakeServer()
const noon = Date.UTC(2026, 10, 20, 10)
const event = (id: string, title: string, more: Partial<FileEvent> = {}): FileEvent => ({
  id: `01J0000000000000000000000${id}`,
  title,
  description: '',
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
  reminder: 0,
  outdated: false,
  act: 'add',
  notes: [],
  ...more,
})

async function choose(events: readonly FileEvent[]) {
  const sent: { file: string; ids?: string[] }[] = []
  server.use(
    ...session({ permissions: ['perm_events_menu', 'perm_events_add'] }),
    http.post(at(`/event/${USER}/import/read`), async ({ request }) => {
      sent.push((await request.json()) as { file: string })
      return ok({ events, lost: [{ title: 'Vieux', reason: 'years' }] })
    }),
    http.post(at(`/event/${USER}/import`), async ({ request }) => {
      sent.push((await request.json()) as { file: string; ids: string[] })
      return ok({ added: 1, updated: 0, removed: 1, known: 0, position: '0000000000000000000a' })
    }),
  )
  await drawSignedIn(<CalendarExchange onClose={() => {}} />, { words: ['planning'] })
  const input = await screen.findByLabelText('Fichier .ics')
  await userEvent.upload(input, new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' }))
  return sent
}

test('the server reads a file; the user takes events of it, and sees what cannot come', async () => {
  const sent = await choose([
    event('1', 'Nouveau', { notes: ['zone'] }),
    event('2', 'Annulé', { act: 'cancel' }),
    event('3', 'Là', { act: 'known' }),
    event('4', 'Fini', { outdated: true }),
    event('5', 'Fin de mois', {
      recurring: true,
      frequency: 'monthlyOnDates',
      dates: '1;15',
    }),
  ])
  const list = await screen.findByRole('list', { name: 'Événements du fichier' })
  const box = (name: RegExp) => within(list).getByRole('checkbox', { name }) as HTMLInputElement
  expect(sent[0]?.file).toBe(btoa('BEGIN:VCALENDAR'))
  expect([box(/Nouveau/).checked, box(/Annulé/).checked, box(/Fini/).checked]).toEqual([
    true,
    true,
    false,
  ])
  expect([box(/Là/).checked, box(/Là/).disabled]).toEqual([false, true])
  expect(within(list).getByText(/fuseau horaire est inconnu/)).toBeDefined()
  expect(within(list).getByText('Chaque mois, les 1 et 15')).toBeDefined()
  expect(screen.getByText(/hors des années/)).toBeDefined()
  await userEvent.click(box(/Fin de mois/))
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter 2 événements' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.ids).toEqual(['1', '2'].map((id) => `01J0000000000000000000000${id}`))
})
