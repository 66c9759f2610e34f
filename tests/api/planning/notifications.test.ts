import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedUuid } from '#commands/kernel/ids.ts'
import type { Commands } from '#commands/product.ts'
import { activityApi } from '#api/history/activity.ts'
import { notificationsApi } from '#api/planning/notifications.ts'
import { calendarApi } from '#api/planning/calendar.ts'
import { eventsApi } from '#api/planning/events.ts'
import { waitingApi } from '#api/planning/waiting.ts'
import { boardsApi } from '#api/tasks/boards.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { projections } from '#projections/all.ts'
import { billsDue } from '#projections/billing/todo-lists.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { addBusiness, bookkeeping } from '../finance/books.ts'
import { subscriptionDecider } from '#domain/subscription/subscription.ts'
import { mailEffect } from '#domain/mail/mail.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { processDecider } from '#domain/operations/process.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

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
      calendarApi(api)
      notificationsApi(api, all.notifications, all.digests)
      activityApi(api)
      waitingApi(api, all.notifications)
      boardsApi(api, all.boards)
    },
    {},
    (user) => (user === 'user-2' ? ['perm_process_center_manage'] : freelancerPermissions()),
    () => now,
  )
})
afterAll(() => server.stop())

type Told = {
  id: string
  kind: string
  text: string
  read: boolean
  entity: string
  entityId: string
  start: number
}
const told = async (user = 'user-1'): Promise<Told[]> =>
  (
    await server.ask('GET', `/notification/${user}/all`, undefined, {
      authorization: `Bearer ${user}`,
    })
  ).data

const unread = async (user: string): Promise<{ unread: number }> =>
  (
    await server.ask('GET', `/notification/${user}/unread`, undefined, {
      authorization: `Bearer ${user}`,
    })
  ).data

/** Adds an event, and lets its reminder come as the planner does. */
async function reminded(title: string): Promise<string> {
  const body = { title, start: START, end: START + HOUR, reminder: 10 }
  const { id } = (await server.ask('POST', '/event/user-1', body)).data
  now = START - 10 * 60_000
  const meta = {
    commandId: derivedUuid(id),
    owner: 'user-1',
    actor: { kind: 'process', id: 'planner' },
  } as const
  await commands.calendarEvents.remind(id, meta)
  return id
}

test('a reminder is a sentence that leads to its event, until it is read', async () => {
  const id = await reminded('Restitution')
  const [one] = await told()
  expect(one).toMatchObject({
    kind: 'eventReminder',
    text: 'Rappel\u00a0: Restitution',
    read: false,
    entity: 'calendarEvent',
    entityId: id,
    start: START,
  })
  expect((await server.ask('PUT', `/notification/user-1/${one?.id}/read`)).status).toBe(200)
  expect((await told())[0]?.read).toBe(true)
})

test('what is marked as read is named by its own id', async () => {
  await reminded('Point')
  const [one] = (await told()).filter(({ text }) => text.includes('Point'))
  expect((await server.ask('PUT', `/notification/user-1/${one?.id}/read`)).data.id).toBe(one?.id)
})

test('all are read at once, and those of another user are not there', async () => {
  await reminded('Un')
  await reminded('Deux')
  const [one] = await told()
  expect(await told('user-2')).toEqual([])
  const bearer = { authorization: 'Bearer user-2' }
  expect(
    (await server.ask('PUT', `/notification/user-2/${one?.id}/read`, undefined, bearer)).status,
  ).toBe(404)
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

const by = (owner: string) => ({ owner, actor: { kind: 'process', id: 'test' } as const })
const meta = (owner: string, id: string) => ({ ...by(owner), commandId: derivedUuid(id) })

test('the number of unread ones leaves out the muted kinds, which the settings name', async () => {
  await server.ask('PUT', '/notification/user-1/all/read')
  await reminded('Quatre')
  const unread = async () => (await server.ask('GET', '/notification/user-1/unread')).data.unread
  expect(await unread()).toBe(1)
  await server.ask('PUT', '/notification/user-1/mute', { kind: 'eventReminder', muted: true })
  expect(await unread()).toBe(0)
  expect((await server.ask('GET', '/notification/user-1/settings')).data.muted).toEqual([
    'eventReminder',
  ])
  await server.ask('PUT', '/notification/user-1/mute', { kind: 'eventReminder', muted: false })
})

test('the support’s answer, a finished import and a trial’s end are told; one’s own question is not', async () => {
  const id = '01JD0000000000000000000077'
  const { support, notifications } = commands
  await support.ask(id, { subject: 'TVA', message: '?' }, meta('user-1', 'ask'))
  await support.answer(id, { message: 'Et pour juin ?', side: 'user' }, meta('user-1', 'more'))
  await support.answer(id, { message: 'Voici.', side: 'support' }, meta('user-1', 'answer'))
  const tidings = {
    kind: 'importFinished',
    title: 'cv.pdf',
    start: 0,
    entity: 'cvImport',
    entityId: 'i',
  } as const
  for (const again of ['one', 'two'])
    await notifications.tell('cvImport i', tidings, meta('user-1', again))
  const end = { key: 'trialEnding', until: START + 7 * 24 * HOUR }
  await notifications.trialEnds(end, meta('user-1', 'trial'))
  await notifications.trialEnds({ key: 'over', until: START - 2 * HOUR }, meta('user-1', 'over'))
  const kinds = ['supportAnswered', 'importFinished', 'trialEnding']
  expect((await told()).filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text)).toEqual(
    [
      'Votre période gratuite se termine le 27 novembre 2026',
      'Import terminé, à relire\u00a0: cv.pdf',
      'L’assistance a répondu\u00a0: TVA',
    ],
  )
})

test('administrators alone are told of work that has stopped, each reads it for himself', async () => {
  const payload = {
    sender: { name: '', address: '' },
    recipients: ['a@example.com'],
    cc: [],
    subject: 's',
    body: 'b',
  }
  const mail = { ...payload, template: '', billId: '', attachments: [] }
  const id = '01JD0000000000000000000078'
  const run = (command: Parameters<typeof mailEffect.decider.decide>[0], key: string) =>
    server.handler.run(mailEffect.decider, id, command, meta('user-1', key))
  await run({ type: 'RequestEffect', payload: mail }, 'request')
  await run({ type: 'AttemptEffect', attempt: 1 }, 'attempt')
  const reason = { code: 'MAIL_REFUSED', detail: '' }
  await run({ type: 'FailEffect', attempt: 1, reason, retryable: false }, 'fail')
  const failed = async (user: string) =>
    (await told(user)).filter(({ kind }) => kind === 'processFailed')
  expect(await failed('user-1')).toEqual([])
  const [one] = await failed('user-2')
  expect(one).toMatchObject({
    text: 'Traitement arrêté après échec\u00a0: envoi d’un courriel',
    read: false,
  })
  expect((await server.ask('PUT', `/notification/user-1/${one?.id}/read`)).status).toBe(404)
  const bearer = { authorization: 'Bearer user-2' }
  expect(
    (await server.ask('PUT', `/notification/user-2/${one?.id}/read`, undefined, bearer)).status,
  ).toBe(200)
  expect((await failed('user-2'))[0]?.read).toBe(true)
})

test('a run of a process that failed is told to administrators, one that ended well to nobody', async () => {
  const run = (command: Parameters<typeof processDecider.decide>[0], key: string) =>
    server.handler.run(processDecider, 'log-cleaner', command, {
      ...meta('system', key),
      owner: SHARED,
    })
  for (const [runId, result, reason] of [
    ['r1', 'done', ''],
    ['r2', 'failed', 'PROCESS_FAILED'],
  ] as const) {
    await run(
      { type: 'RequestRun', runId, dryRun: false, options: {}, scheduled: true },
      `request ${runId}`,
    )
    await run({ type: 'EndRun', runId, result, counts: {}, reason }, `end ${runId}`)
  }
  const failed = async (user: string) =>
    (await told(user)).filter(({ entity }) => entity === 'process')
  expect(await failed('user-1')).toEqual([])
  expect(await failed('user-2')).toMatchObject([
    { kind: 'processFailed', text: 'Traitement arrêté après échec\u00a0: Nettoyage des journaux' },
  ])
})

test('the feed tells what changed since an instant, once for each kind of fact, and whose act it was', async () => {
  now += 2 * HOUR
  const since = now - HOUR
  const { id } = (
    await server.ask('POST', '/event/user-1', { title: 'Salon', start: START, end: START + HOUR })
  ).data
  for (const title of ['Salon du livre', 'Salon des métiers'])
    await server.ask('PUT', '/event/user-1', { id, title, start: START })
  const { data } = await server.ask('GET', `/feed/user-1?since=${since}`)
  expect(data).toMatchObject([
    { entityId: id, kind: 'CalendarEventChanged', count: 2, read: true, who: 'Anna Exemple' },
    { entityId: id, text: 'Événement ajouté\u00a0: Salon des métiers', count: 1 },
  ])
  expect(
    (await server.ask('GET', '/feed/user-2', undefined, { authorization: 'Bearer user-2' })).data,
  ).toEqual([])
})

test('reminders tell what is overdue, due today and within a week; one that is put off comes back', async () => {
  now = START - 2 * HOUR
  const day = Date.UTC(2026, 10, 20)
  const user = 'user-3'
  const bearer = { authorization: `Bearer ${user}` }
  const reminders = async (): Promise<
    { key: string; title: string; group: string; snoozedUntil: number }[]
  > => (await server.ask('GET', `/notification/${user}/reminders`, undefined, bearer)).data
  const task = (title: string, dueDate: number, columnId?: string) =>
    server.ask(
      'POST',
      `/board/${user}/task`,
      { title, dueDate, ...(columnId && { columnId }) },
      bearer,
    )
  await task('Relire', day - DAY_MS)
  await task('Livrer', day + 6 * DAY_MS)
  await task('Plus tard', day + 7 * DAY_MS)
  const { columns } = (await server.ask('GET', `/board/${user}`, undefined, bearer)).data
  await task('Faite', day - DAY_MS, columns.at(-1).id)
  await server.ask(
    'POST',
    `/event/${user}`,
    { title: 'Appel', start: START, end: START + HOUR },
    bearer,
  )
  await server.ask(
    'POST',
    `/event/${user}`,
    { title: 'Passé', start: now - 2 * HOUR, end: now - HOUR },
    bearer,
  )
  const offer = { title: 'Refonte', nextAction: 'Rappeler', nextActionDate: day - 2 * DAY_MS }
  await commands.records.add(Offer, '01JD0000000000000000000079', offer, meta(user, 'offer'))
  const aborted = { ...offer, title: 'Perdue', state: 'aborted' } as const
  await commands.records.add(Offer, '01JD0000000000000000000080', aborted, meta(user, 'aborted'))

  const found = await reminders()
  expect(found.map(({ group, title }) => `${group} ${title}`)).toEqual([
    'overdue Rappeler, Refonte',
    'overdue Relire',
    'today Appel',
    'week Livrer',
  ])
  const until = now + DAY_MS
  await server.ask('PUT', `/notification/${user}/snooze`, { key: found[1]?.key, until }, bearer)
  const snoozed = async () => (await reminders()).map(({ snoozedUntil }) => snoozedUntil)
  expect(await snoozed()).toEqual([0, until, 0, 0])
  await server.ask('PUT', `/notification/${user}/snooze`, { key: found[1]?.key, until: 0 }, bearer)
  expect(await snoozed()).toEqual([0, 0, 0, 0])
})

test('reminders tell of a VAT return to declare, and of the day on which the plan renews or ends', async () => {
  now = Date.UTC(2026, 9, 20)
  const user = 'user-1'
  const own = bookkeeping(server.handler, user)
  const terms = {
    regime: 'normal',
    from: '2025-01-01',
    periodicity: 'quarterly',
    exigibility: 'receipts',
  } as const
  await addBusiness(commands, terms)
  await own.issue('01JD0000000000000000000081', { issueDate: '2026-05-04', dueDate: '2026-10-30' })
  await own.pay('01JD0000000000000000000081', 'p1', '2026-05-20')
  const plan = {
    priceId: 'p',
    status: 'active',
    renewsOn: now + 2 * DAY_MS,
    cancelsOn: 0,
    endedOn: 0,
  } as const
  const subscribe = (command: Parameters<typeof subscriptionDecider.decide>[0], key: string) =>
    server.handler.run(subscriptionDecider, user, command, meta(user, key))
  await subscribe({ type: 'OpenCustomer', customerId: 'c' }, 'customer')
  await subscribe({ type: 'RecordPlan', plan, askedAt: now }, 'plan')
  const told = async () => {
    const { data } = await server.ask('GET', `/notification/${user}/reminders`)
    const lines = data.map((one: { group: string; layer: string; kind: string; title: string }) =>
      [one.group, one.layer, one.kind, one.title].join(' '),
    )
    return lines.filter((line: string) => / (?:vat|plan) /.test(line))
  }
  expect(await told()).toEqual([
    'overdue vat late avril 2026 – juin 2026',
    'week plan renews ',
    'week vat declaration juillet 2026 – septembre 2026',
  ])
  const layers = (await server.ask('GET', `/calendar/${user}/layers/2026-07-01/2026-11-01`)).data
  expect(
    layers
      .filter(({ entity }: { entity: string }) => entity === 'vat')
      .map(({ layer, kind, title }: { layer: string; kind: string; title: string }) =>
        [layer, kind, title].join(' '),
      ),
  ).toEqual(['charges vatLate avril 2026 – juin 2026', 'charges vat juillet 2026 – septembre 2026'])
  await subscribe(
    { type: 'RecordPlan', plan: { ...plan, cancelsOn: plan.renewsOn }, askedAt: now + 1 },
    'cancelled',
  )
  expect(await told()).toContain('week plan ends ')
})

test('a bill that fell due is told until it is paid, and one that was late at its issue is not', async () => {
  const own = bookkeeping(server.handler, 'user-4')
  const late = async () =>
    (await told('user-4')).filter(({ kind }) => kind === 'billLate').map(({ entityId }) => entityId)
  const bills = ['01JD0000000000000000000091', '01JD0000000000000000000092'] as const
  const [news, old] = bills
  now = Date.UTC(2026, 5, 1)
  await own.issue(news, { issueDate: '2026-05-04', dueDate: '2026-06-03' })
  await own.issue(old, { issueDate: '2026-03-04', dueDate: '2026-04-03' })
  now = Date.UTC(2026, 5, 4, 10)
  const rows = await server.readModels.of(billsDue)
  for (const id of bills)
    await commands.billing.bills.fallDue(
      id,
      (await rows.get(id))?.isOld ?? false,
      meta('user-4', `due ${id}`),
    )
  expect(await late()).toEqual([news])
  expect((await unread('user-4')).unread).toBe(1)
  await own.pay(news, 'p91', '2026-06-04')
  expect(await late()).toEqual([])
  expect((await unread('user-4')).unread).toBe(0)
})
