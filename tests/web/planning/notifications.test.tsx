// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { BellPanel } from '#web/kernel/shell/bell-panel.tsx'
import { at, drawSignedIn, fakeServer, ok, session } from '../signed-in.tsx'

const server = fakeServer()
const written = { id: 'u', version: 1, position: '00000000000000000001' }
const reminder = {
  id: 'n1',
  at: Date.UTC(2026, 10, 20, 9, 50),
  kind: 'eventReminder',
  text: 'Rappel : Restitution',
  entity: 'calendarEvent',
  entityId: '01J00000000000000000000042',
  position: '00000000000000000042',
  read: false,
}

async function draw(all: readonly object[]) {
  const told = vi.fn<(what: string) => void>()
  server.use(
    ...session(),
    http.get(at('/notification/:userId/all'), () => ok(all)),
    http.put(at('/notification/:userId/:id/read'), ({ params }) => {
      told(`read ${String(params['id'])}`)
      return ok(written)
    }),
    http.put(at('/notification/:userId/mute'), async ({ request }) => {
      told(JSON.stringify(await request.json()))
      return ok(written)
    }),
  )
  const close = vi.fn<() => void>()
  await drawSignedIn(<BellPanel onClose={close} />, { words: ['planning'] })
  return { told, close, user: userEvent.setup() }
}

test('a notification leads to its record, and is read by that', async () => {
  const { told, close, user } = await draw([reminder])
  const link = await screen.findByRole('link', { name: 'Rappel : Restitution' })
  expect(link.getAttribute('href')).toBe('/admin/planning/calendar?open=01J00000000000000000000042')
  expect(screen.getByText('1 non lue')).toBeDefined()
  await user.click(link)
  await waitFor(() => expect(told).toHaveBeenCalledWith('read n1'))
  expect(close).toHaveBeenCalled()
})

test('all are marked as read, and a kind is muted', async () => {
  const { told, user } = await draw([reminder])
  await user.click(await screen.findByRole('button', { name: 'Tout marquer lu' }))
  await waitFor(() => expect(told).toHaveBeenCalledWith('read all'))
  await user.click(screen.getByRole('button', { name: /Ne plus signaler/ }))
  await waitFor(() => expect(told).toHaveBeenCalledWith('{"kind":"eventReminder","muted":true}'))
})

test('without news the panel says so, above the last failures', async () => {
  await draw([])
  expect(await screen.findByText('Rien de nouveau.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Dernières erreurs' })).toBeDefined()
})
