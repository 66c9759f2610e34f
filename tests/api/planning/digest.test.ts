import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestPages } from '#api/planning/digest-pages.ts'
import { digestWriter } from '#api/planning/digest.ts'
import { eventsApi } from '#api/planning/events.ts'
import { notificationsApi } from '#api/planning/notifications.ts'
import { waitingApi } from '#api/planning/waiting.ts'
import { boardsApi } from '#api/tasks/boards.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { sanitisedMail } from '#commands/mail/mail-html.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const HOUR = 3_600_000
/** Friday 20 November 2026, 7:00 in Paris. */
const MORNING = Date.UTC(2026, 10, 20, 6)
const DAY = Date.UTC(2026, 10, 20)
const USER = 'user-1'
const pages = Fastify()
let now = MORNING - 2 * DAY_MS
let server: ContextServer
const meta = (id: string) => ({
  commandId: derivedUuid(id),
  owner: USER,
  actor: { kind: 'process', id: 'test' } as const,
})
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, all) => {
      eventsApi(api, all.calendarEvents)
      notificationsApi(api, all.notifications, all.digests)
      waitingApi(api, all.notifications)
      boardsApi(api, all.boards)
    },
    {},
    undefined,
    () => now,
  )
  await digestPages(pages, server.commands.digests)
  const role = {
    type: 'AddRole',
    name: 'Freelance',
    description: '',
    permissions: freelancerPermissions(),
  } as const
  await server.handler.run(roleDecider, 'role-1', role, meta('role'))
  const anna = {
    userName: 'anna',
    firstName: 'Anna',
    lastName: '',
    mail: 'anna@carnet.example',
    roleIds: ['role-1'],
  }
  await server.handler.run(userDecider, USER, { type: 'RegisterUser', ...anna }, meta('anna'))
})
afterAll(async () => {
  await server.stop()
  await pages.close()
})

const choose = (rhythm: string) => server.ask('PUT', `/notification/${USER}/digest`, { rhythm })
const letter = (rhythm: 'daily' | 'weekly', since: number, until = MORNING) =>
  digestWriter({
    readModels: server.readModels,
    clock: { now: () => now },
    publicUrl: 'https://carnet.example',
  })(USER, { rhythm, since, until }, '/mail/stop/user-1/secret')
const task = (title: string, day: number) =>
  server.ask('POST', `/board/${USER}/task`, { title, dueDate: day })

test('a mail tells what was told since the last one and what is due, in the language of its reader', async () => {
  expect(await letter('daily', 0)).toBeNull()
  await task('Relire {{devis}} <b>', DAY)
  await task('Livrer', DAY + 3 * DAY_MS)
  await task('Oubliée', DAY - 5 * DAY_MS)
  const event = {
    title: 'Restitution',
    start: MORNING + HOUR,
    end: MORNING + 2 * HOUR,
    reminder: 120,
  }
  const { id } = (await server.ask('POST', `/event/${USER}`, event)).data
  now = MORNING - HOUR
  await server.commands.calendarEvents.remind(id, meta('remind'))
  now = MORNING
  const daily = await letter('daily', MORNING - DAY_MS)
  expect(daily).toMatchObject({
    address: 'anna@carnet.example',
    subject: 'Carnet, le 20 novembre 2026',
    unsubscribe: 'https://carnet.example/mail/stop/user-1/secret?lang=fr',
  })
  const text = (html = '') =>
    sanitisedMail(html)
      .replaceAll(/<[^>]+>/g, '\n')
      .replaceAll(/\n+/g, '\n')
      .trim()
      .split('\n')
  expect(text(daily?.html)).toEqual([
    'Signalé depuis le dernier courriel',
    'Rappel\u00a0: Restitution',
    'En retard',
    'Oubliée, en retard · 15 novembre 2026',
    'Aujourd’hui',
    'Relire devis &lt;b&gt; · 20 novembre 2026',
    'Restitution · 20 novembre 2026 08:00',
    'Ouvrir Carnet',
    'Ne plus le recevoir',
    'Vous recevez ce courriel parce que vous l’avez choisi dans Carnet.',
  ])
  const weekly = text((await letter('weekly', MORNING))?.html)
  expect(weekly).toContain('Livrer · 23 novembre 2026')
  expect(weekly).not.toContain('Rappel\u00a0: Restitution')
  await server.handler.run(
    userDecider,
    USER,
    { type: 'ChangeParameters', changes: { preferredLanguage: 'ar' } },
    meta('arabic'),
  )
  expect((await letter('daily', MORNING - DAY_MS))?.html).toContain(
    'تذكير: \u2068Restitution\u2069',
  )
})

test('the link in the mail asks before it ends the mails; a secret that was replaced opens nothing', async () => {
  const address = async () => {
    const { events } = await server.store.readStream(`notificationDigest-${USER}`)
    const secrets = events.flatMap(({ data }) => {
      const { secret = '' } = data as { secret?: string }
      return secret === '' ? [] : [secret]
    })
    return `/mail/stop/${USER}/${secrets.at(-1)}?lang=es`
  }
  await choose('daily')
  const first = await address()
  const asked = await pages.inject({ url: first })
  expect([asked.statusCode, asked.body]).toEqual([
    200,
    expect.stringContaining('Dejar de recibirlos</button>'),
  ])
  const settings = async () => (await server.ask('GET', `/notification/${USER}/settings`)).data
  expect(await settings()).toMatchObject({ digest: 'daily', mail: 'anna@carnet.example' })
  await choose('weekly')
  expect((await pages.inject({ url: first })).statusCode).toBe(404)
  expect((await pages.inject({ method: 'POST', url: first })).statusCode).toBe(404)
  const oneClick = {
    method: 'POST',
    url: await address(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  } as const
  expect((await pages.inject(oneClick)).body).toContain('Ya no recibirá estos correos.')
  expect(await settings()).toMatchObject({ digest: 'never' })
  expect((await pages.inject(oneClick)).statusCode).toBe(404)
})
