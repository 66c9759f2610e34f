// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { tellByBrowser } from '#web/kernel/shell/browser-notices.ts'
import { BellPanel } from '#web/kernel/shell/bell-panel.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { keepToasts, keptToasts, restoreToasts } from '#web/kernel/ui/kept-toasts.ts'
import { forgetToasts } from '#web/kernel/data/toasts.ts'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
afterEach(() => void vi.unstubAllGlobals())
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
  start: Date.UTC(2026, 10, 20, 10),
}

const fact = {
  id: 'f1',
  at: Date.UTC(2026, 10, 19, 8),
  kind: 'BillIssued',
  text: 'Facture émise : F-2026-012',
  entity: 'bill',
  entityId: '01J00000000000000000000043',
  position: '00000000000000000043',
  read: false,
  who: '',
  count: 2,
}

async function draw(
  all: readonly object[],
  {
    muted = [],
    digest = 'never',
    facts = [],
    reminders = [],
  }: {
    readonly muted?: readonly string[]
    readonly digest?: 'never' | 'daily'
    readonly facts?: readonly object[]
    readonly reminders?: readonly object[]
  } = {},
) {
  const writes = vi.fn<(what: string) => void>()
  server.use(
    ...session(),
    http.get(at('/notification/:userId/all'), () => ok(all)),
    http.get(at('/notification/:userId/settings'), () =>
      ok({ muted, digest, mail: 'anna@carnet.example' }),
    ),
    http.get(at('/feed/:userId'), () => ok(facts)),
    http.get(at('/notification/:userId/reminders'), () => ok(reminders)),
    http.put(at('/notification/:userId/snooze'), async ({ request }) => {
      writes(JSON.stringify(await request.json()))
      return ok(written)
    }),
    http.put(at('/notification/:userId/:id/read'), ({ params }) => {
      writes(`read ${String(params['id'])}`)
      return ok(written)
    }),
    http.put(at('/event/:userId/:id/snooze'), async ({ request }) => {
      writes(JSON.stringify(await request.json()))
      return ok(written)
    }),
    http.put(at('/notification/:userId/digest'), async ({ request }) => {
      writes(JSON.stringify(await request.json()))
      return ok(written)
    }),
    http.put(at('/notification/:userId/mute'), async ({ request }) => {
      writes(JSON.stringify(await request.json()))
      return ok(written)
    }),
  )
  const close = vi.fn<() => void>()
  await drawSignedIn(<BellPanel onClose={close} />, { words: ['planning'] })
  return { writes, close, user: userEvent.setup() }
}

test('a notification leads to its record, and is read by that', async () => {
  const { writes, close, user } = await draw([reminder])
  const link = await screen.findByRole('link', { name: 'Rappel : Restitution' })
  expect(link.getAttribute('href')).toBe('/admin/planning/calendar?open=01J00000000000000000000042')
  expect(screen.getByText('1 non lue')).toBeDefined()
  await user.click(link)
  await waitFor(() => expect(writes).toHaveBeenCalledWith('read n1'))
  expect(close).toHaveBeenCalled()
})

test('an event’s reminder is put off, not beyond its start, and read by that', async () => {
  const { writes, user } = await draw([reminder])
  await user.click(await screen.findByRole('button', { name: /Rappeler de nouveau.*Restitution/ }))
  const [pause, ...others] = await screen.findAllByRole('menuitem', { name: /^Dans / })
  expect(others).toEqual([])
  if (pause) await user.click(pause)
  await waitFor(() =>
    expect(writes).toHaveBeenCalledWith(`{"start":${reminder.start},"minutes":10}`),
  )
  await waitFor(() => expect(writes).toHaveBeenCalledWith('read n1'))
})

test('all are marked as read, and a kind is muted', async () => {
  const { writes, user } = await draw([reminder])
  await user.click(await screen.findByRole('button', { name: 'Tout marquer lu' }))
  await waitFor(() => expect(writes).toHaveBeenCalledWith('read all'))
  await user.click(screen.getByRole('button', { name: /Ne plus recevoir ce type/ }))
  await waitFor(() => expect(writes).toHaveBeenCalledWith('{"kind":"eventReminder","muted":true}'))
})

test('a muted kind is listed, and told again from there', async () => {
  const { writes, user } = await draw([], { muted: ['billLate'] })
  expect(await screen.findByText('Rien de nouveau.')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: /Réactiver.*Factures en retard/ }))
  await waitFor(() => expect(writes).toHaveBeenCalledWith('{"kind":"billLate","muted":false}'))
})

test('what is told comes by mail each day where the user chooses it, and the screen says where to', async () => {
  const { writes, user } = await draw([reminder], { digest: 'daily' })
  const byMail = within(await screen.findByRole('region', { name: 'Par courriel' }))
  expect(byMail.getByRole<HTMLInputElement>('radio', { name: 'Chaque jour' }).checked).toBe(true)
  expect(byMail.getByText('À anna@carnet.example')).toBeDefined()
  await user.click(byMail.getByRole('radio', { name: 'Jamais' }))
  await waitFor(() => expect(writes).toHaveBeenCalledWith('{"rhythm":"never"}'))
})

/** The browser's notifications: what was shown, and what the user answered. */
function browserWith(answer: NotificationPermission) {
  const shown: string[] = []
  class FakeNotification {
    static permission: NotificationPermission = 'default'
    static async requestPermission() {
      return (FakeNotification.permission = answer)
    }
    constructor(_: string, { body = '' }: NotificationOptions) {
      shown.push(body)
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  localStorage.removeItem('carnet.notices')
  return shown
}

test('the browser tells of what is new after consent, each once, and no more when it is stopped', async () => {
  const shown = browserWith('granted')
  const { user } = await draw([{ ...reminder, at: Date.UTC(2100, 0, 1) }])
  await tellByBrowser()
  expect(shown).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'M’avertir aussi par le navigateur' }))
  expect(await screen.findByText('Le navigateur vous avertit aussi.')).toBeDefined()
  await tellByBrowser()
  await tellByBrowser()
  expect(shown).toEqual(['Rappel : Restitution'])
  await user.click(screen.getByRole('button', { name: 'Ne plus avertir par le navigateur' }))
  await tellByBrowser()
  expect(shown).toHaveLength(1)
})

test('a browser that refuses is said, and tells nothing', async () => {
  const shown = browserWith('denied')
  const { user } = await draw([{ ...reminder, at: Date.UTC(2100, 0, 1) }])
  await user.click(await screen.findByRole('button', { name: 'M’avertir aussi par le navigateur' }))
  expect(
    await screen.findByText('Le navigateur refuse les notifications de ce site.'),
  ).toBeDefined()
  await tellByBrowser()
  expect(shown).toEqual([])
})

test('what changed since the last visit leads to its record', async () => {
  const { user, close } = await draw([], { facts: [fact] })
  await user.click(await screen.findByRole('radio', { name: 'Activité' }))
  const link = await screen.findByRole('link', { name: 'Facture émise : F-2026-012' })
  expect(link.getAttribute('href')).toBe('/admin/management/billing/01J00000000000000000000043')
  expect(screen.getByText(/2 fois/)).toBeDefined()
  await user.click(link)
  expect(close).toHaveBeenCalled()
})

test('toasts are read again, also after the page was loaded again', async () => {
  forgetToasts()
  const problem = new ApiProblem(409, 'STALE_VERSION', 'Changé ailleurs. Rechargez.', [], 'r-1')
  keepToasts(USER, [
    { id: 2, tone: 'failure', at: Date.UTC(2026, 10, 19, 9), what: problem },
    {
      id: 1,
      tone: 'success',
      at: Date.UTC(2026, 10, 19, 8),
      what: 'Facture émise',
      detail: 'F-2026-012',
    },
  ])
  expect(keptToasts('another user')).toEqual([])
  const { user } = await draw([])
  await user.click(await screen.findByRole('radio', { name: 'Messages' }))
  expect(await screen.findByText('Aucun message depuis l’ouverture de cet onglet.')).toBeDefined()
  act(() => restoreToasts(USER))
  expect(await screen.findByText('Facture émise')).toBeDefined()
  expect(screen.getByText(/Changé ailleurs/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Tout effacer' }))
  expect(keptToasts(USER)).toEqual([])
})

test('reminders stand in groups; one is put off, and brought back', async () => {
  const bill = {
    key: 'bills b1',
    layer: 'bills',
    group: 'overdue',
    day: Date.UTC(2026, 10, 10),
    start: 0,
    title: 'F-2026-012',
    kind: 'late',
    amount: 1200,
    currency: 'EUR',
    entity: 'bill',
    entityId: '01J00000000000000000000043',
    snoozedUntil: 0,
  }
  const call = {
    ...bill,
    key: 'events e1',
    layer: 'events',
    kind: 'due',
    title: 'Appel',
    amount: null,
    currency: '',
  }
  const { writes, user } = await draw([], {
    reminders: [bill, { ...call, snoozedUntil: Date.UTC(2100, 0, 1) }],
  })
  await user.click(await screen.findByRole('radio', { name: 'Rappels' }))
  const overdue = within(await screen.findByRole('region', { name: 'En retard' }))
  expect(overdue.getByRole('link', { name: 'F-2026-012 en retard' })).toBeDefined()
  await user.click(overdue.getByRole('button', { name: /Remettre à plus tard/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Demain matin' }))
  await waitFor(() =>
    expect(writes).toHaveBeenCalledWith(
      expect.stringMatching(/^\{"key":"bills b1","until":\d{13}\}$/),
    ),
  )
  const putOff = within(screen.getByRole('region', { name: 'Remis à plus tard' }))
  await user.click(putOff.getByRole('button', { name: /Rappeler maintenant.*Appel/ }))
  await waitFor(() => expect(writes).toHaveBeenCalledWith('{"key":"events e1","until":0}'))
})
