import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Commands } from '#commands/product.ts'
import { notificationsApi } from '#api/planning/notifications.ts'
import { eventsApi } from '#api/planning/events.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20, 10)

let server: ContextServer
let commands: Commands
let now = START - HOUR
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, all) => {
      commands = all
      eventsApi(api, all.calendarEvents)
      notificationsApi(api, all.notifications)
    },
    {},
    undefined,
    () => now,
  )
})
afterAll(() => server.stop())

type Told = { id: string; kind: string; text: string; read: boolean; entity: string; entityId: string }
const told = async (user = 'user-1'): Promise<Told[]> =>
  (await server.ask('GET', `/notification/${user}/all`, undefined, { authorization: `Bearer ${user}` })).data

/** Adds an event, and lets its reminder come as the planner does. */
async function reminded(title: string): Promise<string> {
  const body = { title, start: START, end: START + HOUR, reminder: 10 }
  const { id } = (await server.ask('POST', '/event/user-1', body)).data
  now = START - 10 * 60_000
  const meta = { commandId: derivedUuid(id), owner: 'user-1', actor: { kind: 'process', id: 'planner' } } as const
  await commands.calendarEvents.remind(id, meta)
  return id
}

test('a reminder is a sentence that leads to its event, until it is read', async () => {
  const id = await reminded('Restitution')
  const [one] = await told()
  expect(one).toMatchObject({
    kind: 'eventReminder',
    text: 'Rappel\u202f: Restitution',
    read: false,
    entity: 'calendarEvent',
    entityId: id,
  })
  expect((await server.ask('PUT', `/notification/user-1/${one?.id}/read`)).status).toBe(200)
  expect((await told())[0]?.read).toBe(true)
})

test('all are read at once, and those of another user are not there', async () => {
  await reminded('Un')
  await reminded('Deux')
  const [one] = await told()
  expect(await told('user-2')).toEqual([])
  const bearer = { authorization: 'Bearer user-2' }
  expect((await server.ask('PUT', `/notification/user-2/${one?.id}/read`, undefined, bearer)).status).toBe(404)
  await server.ask('PUT', '/notification/user-1/all/read')
  expect((await told()).every(({ read }) => read)).toBe(true)
})

test('a muted kind is told no more, until it is wanted again', async () => {
  await reminded('Trois')
  await server.ask('PUT', '/notification/user-1/mute', { kind: 'eventReminder', muted: true })
  expect(await told()).toEqual([])
  await server.ask('PUT', '/notification/user-1/mute', { kind: 'eventReminder', muted: false })
  expect((await told()).length).toBeGreaterThan(0)
})
