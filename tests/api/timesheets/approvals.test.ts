import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { billsApi } from '#api/billing/bills.ts'
import { mailApi } from '#api/mail/mails.ts'
import { notificationsApi } from '#api/planning/notifications.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projectApi } from '#api/projects/projects.ts'
import { approvalPages } from '#api/timesheets/approval-pages.ts'
import { timesheetApprovalsApi } from '#api/timesheets/approvals.ts'
import { monthFiles } from '#api/timesheets/month-files.ts'
import { timesheetPaperApi } from '#api/timesheets/paper.ts'
import { timesheetApi } from '#api/timesheets/timesheets.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { Company } from '#domain/customers/company.record.ts'
import { roleDecider } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { mailEffect } from '#domain/mail/mail.ts'
import { timesheetDecider } from '#domain/timesheets/timesheet.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { CLIENT, day } from '../fixture.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const PRODUCT = new URL('https://carnet.example')
const OTHER = 'user-2'

let server: ContextServer
let pages: FastifyInstance
let profileId: string
let contract: string
let now = NOW
let permissions: readonly string[] = freelancerPermissions()

beforeEach(async () => {
  now = NOW
  permissions = freelancerPermissions()
  server = await startContext(
    projections,
    (api, commands) => {
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      projectApi(api, commands.projects, { billed: async () => new Map(), bills: async () => [] })
      timesheetApi(api, commands.timesheets, commands.billing.bills.lacking)
      timesheetPaperApi(api, commands.timesheetPapers)
      timesheetApprovalsApi(api, commands, PRODUCT)
      billsApi(api, commands.billing)
      notificationsApi(api, commands.notifications, commands.digests)
      const way = { outbox: true, from: '', bytesOf: async () => new Uint8Array() }
      mailApi(api, commands, way, monthFiles(api, commands))
    },
    {},
    () => permissions,
    () => now,
  )
  pages = Fastify()
  await approvalPages(pages, server.commands.timesheetApprovals, server.documents)
  const meta = (id: string, owner = 'user-1') => ({
    commandId: derivedUuid(id),
    owner,
    actor: { kind: 'user', id: owner } as const,
  })
  const role = {
    type: 'AddRole',
    name: 'Freelance',
    description: '',
    permissions: freelancerPermissions(),
  } as const
  await server.handler.run(roleDecider, 'role-1', role, meta('role'))
  for (const userName of ['user-1', OTHER]) {
    const mail = `${userName}@carnet.example`
    const user = { userName, firstName: 'Anna', lastName: 'Exemple', mail, roleIds: ['role-1'] }
    await server.handler.run(
      userDecider,
      userName,
      { type: 'RegisterUser', ...user },
      meta(userName, userName),
    )
  }
  await server.handler.run(
    recordDecider(Company),
    CLIENT,
    { type: 'Add', values: { name: 'Hydravion SAS', language: 'en' } },
    meta('client'),
  )
  profileId = (await server.ask('POST', '/professionalInfo/user-1', { name: 'Atelier Brumaire' }))
    .data.id
  const terms = {
    profileId,
    isBillable: true,
    clientId: CLIENT,
    priceHT: 650,
    startDate: day('2026-09-01'),
  }
  contract = (await server.ask('POST', '/project/user-1', { ...terms, title: 'Audit' })).data.id
})
afterEach(async () => {
  await server.stop()
  await pages.close()
})

const path = (more = '') => `/timesheet/user-1/${profileId}/2026/11${more}`
const approval = (act: string, id = contract) => path(`/approval/${id}/${act}`)
const fill = async (...days: readonly string[]) =>
  server.ask('PUT', path(), {
    activities: days.map((on) => ({
      projectId: contract,
      kind: 'work',
      day: day(on),
      quantity: 1,
    })),
  })
const MAIL = { recipients: ['ines@hydravion.example'], subject: 'Timesheet', body: '<p>Hello,</p>' }
const send = (over: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  server.ask('POST', approval('send'), { ...MAIL, ...over }, headers)
const mails = async () =>
  (await server.ask('GET', '/mail/user-1/all')).data as {
    id: string
    body: string
    attachments: object[]
  }[]
/** The newest mail's link. */
const linkIn = async (): Promise<string> => {
  const [newest] = await mails()
  return new URL(/href="([^"]+)"/.exec(newest?.body ?? '')?.[1] ?? '').pathname
}
const sent = async () => {
  expect(await send()).toMatchObject({ status: 200 })
  return linkIn()
}
const month = async () => (await server.ask('GET', path())).data
const approvalNow = async () => (await month()).approvals[0]

const open = (
  link: string,
  options: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
) => pages.inject({ method: 'GET', url: link, ...options })
const contentIn = (body: string): string =>
  /name="content" value="([0-9a-f]{64})"/.exec(body)?.[1] ?? ''
const post = (link: string, said: Record<string, string>, headers: Record<string, string> = {}) =>
  pages.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(said).toString(),
  })
/** Request of a browser that has opened the page. */
const answer = async (link: string, how: string, more: Record<string, string> = {}) =>
  post(link, {
    answer: how,
    name: 'Inès Caron',
    comment: '',
    content: contentIn((await open(link)).body),
    ...more,
  })

test('hours are asked for as hours, and their days are told', async () => {
  await server.ask('PUT', '/project/user-1', { id: contract, timeUnit: 'hour' })
  await server.ask('PUT', path(), {
    activities: [
      { projectId: contract, day: day('2026-11-02'), hours: 7.5 },
      { projectId: contract, day: day('2026-11-03'), hours: 3 },
    ],
  })
  expect((await server.ask('GET', approval('mail'))).data.body).toContain('10.5\u00A0hours')
  const link = await sent()
  const { body } = await open(link)
  expect(body).toContain('7.5\u00A0hours')
  expect(body).toContain('10.5\u00A0hours = 1.5 days (1 day = 7\u00A0hours)')
  expect(body).toContain('Approve 10.5\u00A0hours')
  await answer(link, 'approve')
  expect(await approvalNow()).toMatchObject({ status: 'approved', changed: false })
  const change = { activities: [{ projectId: contract, day: day('2026-11-02'), hours: 7.75 }] }
  expect(await server.ask('PUT', path(), change)).toMatchObject({ code: 'TIMESHEET_APPROVED' })
})

test('quarters of a day are asked for in words', async () => {
  await server.ask('PUT', '/project/user-1', { id: contract, timeUnit: 'quarterDay' })
  await server.ask('PUT', path(), {
    activities: [
      { projectId: contract, day: day('2026-11-02'), quantity: 0.25 },
      { projectId: contract, day: day('2026-11-03'), quantity: 0.75 },
    ],
  })
  const { body } = await open(`${await sent()}?lang=fr`)
  expect(body).toContain('un quart de journée')
  expect(body).toContain('trois quarts de journée')
  expect(body).toContain('Approuver 1 jour')
})

describe('sending', () => {
  test('is one mail in the client’s language, with the paper and a link of 256 bits whose hash alone is kept', async () => {
    await fill('2026-11-02', '2026-11-03')
    const draft = (await server.ask('GET', approval('mail'))).data
    expect(draft).toMatchObject({
      subject: 'Timesheet for November 2026, Audit',
      paper: { name: 'timesheet-2026-11.pdf' },
    })
    expect(draft.body).toContain('2 days')
    const link = await sent()
    expect(link).toMatch(/^\/releve\/[\w-]{43}$/)
    const [mail] = await mails()
    expect(mail?.body).toContain('<p>Hello,</p>')
    expect(mail?.attachments).toMatchObject([
      { name: 'timesheet-2026-11.pdf', type: 'application/pdf' },
    ])
    const secret = link.split('/').at(-1) ?? ''
    const loaded = await server.handler.load(timesheetDecider, `${profileId}.2026-11`, 'user-1')
    const kept = JSON.stringify(loaded?.events)
    expect(kept).toContain(createHash('sha256').update(secret).digest('hex'))
    expect(kept).not.toContain(secret)
    expect(await approvalNow()).toMatchObject({
      status: 'sent',
      recipients: MAIL.recipients,
      changed: false,
    })
  })
  test('without a mail server is ready, not sent, until its client opens it', async () => {
    await fill('2026-11-02')
    const link = await sent()
    expect(await approvalNow()).toMatchObject({ status: 'sent', ready: false })
    const [mail] = await mails()
    for (const command of [
      { type: 'AttemptEffect', attempt: 1 },
      {
        type: 'SucceedEffect',
        attempt: 1,
        result: { messageId: 'm', refused: [], outbox: true },
      },
    ] as const)
      await server.handler.run(mailEffect.decider, mail?.id ?? '', command, {
        commandId: derivedUuid(command.type),
        owner: 'user-1',
        actor: { kind: 'process', id: 'mail' },
      })
    expect(await approvalNow()).toMatchObject({ status: 'sent', ready: true })
    const waiting = await server.ask('GET', `/timesheet/user-1/${profileId}/approvals`)
    expect(waiting.data).toMatchObject([{ status: 'sent', ready: true }])
    await open(link)
    expect(await approvalNow()).toMatchObject({ status: 'seen', ready: false })
  })
  test('again ends the link before', async () => {
    await fill('2026-11-02')
    const first = await sent()
    const second = await sent()
    expect(second).not.toBe(first)
    expect((await open(first)).statusCode).toBe(404)
    expect((await open(second)).statusCode).toBe(200)
  })
  test('with one key twice is one mail and one link', async () => {
    await fill('2026-11-02')
    const key = { 'idempotency-key': 'once' }
    await send({}, key)
    const link = await linkIn()
    await send({}, key)
    expect(await mails()).toHaveLength(1)
    expect((await open(link)).statusCode).toBe(200)
  })
  test('a command that is run twice leaves the link of its mail', async () => {
    await fill('2026-11-02')
    const { timesheetApprovals } = server.commands
    const at = { profileId, projectId: contract, year: 2026, month: 11 }
    const { worked } = await timesheetApprovals.month('user-1', at)
    const draft = {
      sender: { name: 'Anna', address: 'a@carnet.example' },
      recipients: MAIL.recipients,
      cc: [],
      subject: 'Timesheet',
      html: '<p>Hello</p>',
      template: '',
      billId: '',
      attachments: [],
    }
    const again = () =>
      timesheetApprovals.send(
        at,
        worked,
        draft,
        (html, to) => `${html}<p><a href="https://x.example${to}">x</a></p>`,
        {
          sentBefore: null,
          meta: {
            commandId: derivedUuid('twice'),
            owner: 'user-1',
            actor: { kind: 'user', id: 'user-1' },
          },
        },
      )
    const { secret } = await again()
    expect((await again()).secret).toBe('')
    expect(await mails()).toHaveLength(1)
    expect(await timesheetApprovals.opened(secret)).toMatchObject({ at })
  })
  test('needs days, recipients, the permission and one’s own contract', async () => {
    expect(await send()).toMatchObject({ status: 409, code: 'TIMESHEET_NOTHING_RECORDED' })
    await fill('2026-11-02')
    expect(await send({ recipients: [] })).toMatchObject({ status: 400 })
    expect(await send({ recipients: ['ines@'] })).toMatchObject({
      status: 422,
      code: 'MAIL_ADDRESS_INVALID',
    })
    // A mail that is refused leaves no link.
    expect((await month()).approvals).toEqual([])
    expect(await server.ask('POST', approval('send', CLIENT), MAIL)).toMatchObject({ status: 404 })
    const asOther = `/timesheet/${OTHER}/${profileId}/2026/11/approval/${contract}/send`
    expect(await server.ask('POST', asOther, MAIL)).toMatchObject({ status: 404 })
    permissions = freelancerPermissions().filter((one) => one !== 'perm_timesheet_update')
    expect(await send()).toMatchObject({ status: 403 })
    permissions = freelancerPermissions()
    expect(await send()).toMatchObject({ status: 200 })
  })
})

describe('the client’s page', () => {
  test('shows the days and their sum without account and script, to no search engine and no other page', async () => {
    await fill('2026-11-02', '2026-11-03')
    const link = await sent()
    const page = await open(link)
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(page.body).toContain('<html lang="en" dir="ltr">')
    expect(page.body).toContain('noindex')
    expect(page.body).toContain('Monday 2 November')
    expect(page.body).toContain('Approve 2 days')
    for (const language of ['fr', 'en', 'de', 'es', 'it', 'ar'])
      expect((await open(`${link}?lang=${language}`)).body).toContain(`<html lang="${language}"`)
  })
  test('has the business’s name, logo and colour', async () => {
    await fill('2026-11-02')
    const link = await sent()
    expect((await open(link)).body).toContain('<bdi>Atelier Brumaire</bdi></span>')
    expect((await open(`${link}/logo`)).statusCode).toBe(404)
    const profile = '/professionalInfo/user-1'
    const png =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await server.ask('PUT', profile, { id: profileId, colour: 12 })
    await server.ask('PUT', `${profile}/logo`, { id: profileId, content: png })
    const { body } = await open(link)
    expect(body).toContain('data-colour="12"')
    expect(body).toContain(`src="${link}/logo" alt="Atelier Brumaire"`)
    expect(body).toContain('Timesheet, November 2026 · Atelier Brumaire</title>')
    const logo = await open(`${link}/logo`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await open(`/releve/${'a'.repeat(43)}/logo`)).statusCode).toBe(404)
  })
  test('tells that it was opened, once, and not to who asks whether it is there', async () => {
    await fill('2026-11-02')
    const link = await sent()
    await open(link, { method: 'HEAD' })
    expect((await approvalNow()).status).toBe('sent')
    await open(link)
    await open(link)
    expect((await approvalNow()).status).toBe('seen')
    const loaded = await server.handler.load(timesheetDecider, `${profileId}.2026-11`, 'user-1')
    expect(loaded?.events.filter(({ type }) => type === 'TimesheetSeen')).toHaveLength(1)
  })
  test('opens by no guess, and tells nothing of why', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const wrong = `/releve/${'A'.repeat(43)}`
    for (const guess of [
      wrong,
      '/releve/x',
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      `${link}A`,
    ]) {
      const page = await open(guess)
      expect(page.statusCode).toBe(404)
      expect(page.body).not.toContain('Audit')
      expect(
        (await post(guess, { answer: 'approve', name: 'X', comment: '', content: 'a'.repeat(64) }))
          .statusCode,
      ).toBe(404)
    }
    expect((await approvalNow()).status).toBe('sent')
  })
  test('ends with its time', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const content = contentIn((await open(link)).body)
    now = NOW + 61 * DAY_MS
    expect((await open(link)).statusCode).toBe(410)
    expect(
      (await post(link, { answer: 'approve', name: 'Inès', comment: '', content })).statusCode,
    ).toBe(410)
    expect((await approvalNow()).status).toBe('seen')
  })
  test('ends with its link, its contract and its user', async () => {
    await fill('2026-11-02')
    const link = await sent()
    expect(await server.ask('POST', approval('withdraw'))).toMatchObject({ status: 200 })
    expect((await open(link)).statusCode).toBe(404)
    expect((await approvalNow()).status).toBe('withdrawn')
    const second = await sent()
    expect((await open(second)).statusCode).toBe(200)
    await server.ask('DELETE', `/project/user-1/${contract}`)
    expect((await open(second)).statusCode).toBe(404)
  })
  test('shows what is hostile as text', async () => {
    const hostile = '"><script>alert(1)</script>'
    await fill('2026-11-02')
    const link = await sent()
    expect((await answer(link, 'comment', { name: hostile, comment: hostile })).statusCode).toBe(
      303,
    )
    const { body } = await open(link)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await approvalNow()).notes).toMatchObject([{ name: hostile, text: hostile }])
  })
})

describe('an answer', () => {
  test('approves the days that were sent, and locks them', async () => {
    await fill('2026-11-02', '2026-11-03')
    const link = await sent()
    const told = await answer(link, 'approve')
    expect(told).toMatchObject({ statusCode: 303, headers: { location: link } })
    expect((await open(link)).body).toContain('Inès Caron')
    expect(await approvalNow()).toMatchObject({ status: 'approved', name: 'Inès Caron' })
    expect(await fill('2026-11-02')).toMatchObject({ status: 409, code: 'TIMESHEET_APPROVED' })
    expect(await fill('2026-11-02', '2026-11-03')).toMatchObject({ status: 200 })
    // The contract may go: its days stay as they were approved.
    await server.ask('DELETE', `/project/user-1/${contract}`)
    expect(await fill()).toMatchObject({ status: 409 })
    expect((await month()).activities).toHaveLength(2)
  })
  test('is told to the user, by kind', async () => {
    await fill('2026-11-02')
    const link = await sent()
    await answer(link, 'comment', { comment: 'Le 3 manque' })
    await answer(link, 'note')
    await answer(link, 'approve')
    const told = (await server.ask('GET', '/notification/user-1/all')).data as {
      kind: string
      title: string
    }[]
    expect(told.map(({ kind }) => kind)).toEqual([
      'timesheetApproved',
      'timesheetNoted',
      'timesheetCommented',
    ])
  })
  test('sent again changes nothing', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const content = contentIn((await open(link)).body)
    for (const _ of [1, 2])
      await post(link, { answer: 'approve', name: 'Inès', comment: '', content })
    await post(link, { answer: 'approve', name: 'Someone else', comment: '', content })
    expect(await approvalNow()).toMatchObject({ status: 'approved', name: 'Inès' })
    const loaded = await server.handler.load(timesheetDecider, `${profileId}.2026-11`, 'user-1')
    expect(loaded?.events.filter(({ type }) => type === 'TimesheetApproved')).toHaveLength(1)
  })
  test('approves no days that changed since they were sent: the page says so', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const content = contentIn((await open(link)).body)
    await fill('2026-11-02', '2026-11-03')
    expect(await approvalNow()).toMatchObject({ changed: true })
    // By the page that was read before, and by the one that shows the changed days.
    expect(
      (await post(link, { answer: 'approve', name: 'Inès', comment: '', content })).statusCode,
    ).toBe(409)
    const page = await open(link)
    expect(page.body).toContain('The days have changed since they were sent')
    expect(page.body).not.toContain('value="approve"')
    expect((await answer(link, 'approve')).statusCode).toBe(409)
    // As they were sent again.
    await fill('2026-11-02')
    expect((await answer(link, 'approve')).statusCode).toBe(303)
  })
  test('needs a name, and words in a comment, and keeps what was typed', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const unnamed = await answer(link, 'approve', { name: ' ', comment: 'Ça va' })
    expect(unnamed.statusCode).toBe(422)
    expect(unnamed.body).toContain('Enter your name.')
    expect(unnamed.body).toContain('Ça va')
    const empty = await answer(link, 'comment')
    expect(empty.statusCode).toBe(422)
    expect(empty.body).toContain('Write your comment.')
    expect((await answer(link, 'comment', { comment: 'x'.repeat(2_001) })).statusCode).toBe(422)
    expect((await answer(link, 'comment', { comment: 'x'.repeat(40_000) })).statusCode).toBe(400)
    expect((await answer(link, 'comment', { comment: 'x'.repeat(2_000) })).statusCode).toBe(303)
    expect((await answer(link, 'delete')).statusCode).toBe(422)
    expect((await approvalNow()).status).toBe('commented')
  })
  test('comes from the page itself, as a form', async () => {
    await fill('2026-11-02')
    const link = await sent()
    const content = contentIn((await open(link)).body)
    const said = { answer: 'approve', name: 'Inès', comment: '', content }
    expect((await post(link, said, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(422)
    const json = await pages.inject({ method: 'POST', url: link, payload: said })
    expect(json.statusCode).toBe(400)
    expect((await approvalNow()).status).toBe('seen')
  })
})

describe('reopening', () => {
  test('tells why on the page and in the month, and opens the days', async () => {
    await fill('2026-11-02', '2026-11-03')
    const link = await sent()
    await answer(link, 'approve')
    const reason = 'Une journée oubliée'
    expect(await server.ask('POST', approval('reopen'), { reason: '' })).toMatchObject({
      status: 400,
    })
    expect(await server.ask('POST', approval('reopen'), { reason })).toMatchObject({ status: 200 })
    expect(await server.ask('POST', approval('reopen'), { reason })).toMatchObject({
      status: 409,
      code: 'TIMESHEET_NOT_APPROVED',
    })
    expect((await open(link)).body).toContain(reason)
    expect((await answer(link, 'approve')).statusCode).toBe(409)
    expect(await approvalNow()).toMatchObject({ status: 'reopened', reason })
    expect(await fill('2026-11-02', '2026-11-03', '2026-11-04')).toMatchObject({ status: 200 })
    expect((await answer(await sent(), 'approve')).statusCode).toBe(303)
    expect(await approvalNow()).toMatchObject({ status: 'approved' })
  })
})

test('the months that wait are listed, and an approved one is not', async () => {
  await fill('2026-11-02')
  const waiting = async () =>
    (await server.ask('GET', `/timesheet/user-1/${profileId}/approvals`)).data
  expect(await waiting()).toEqual([])
  const link = await sent()
  expect(await waiting()).toMatchObject([
    {
      projectId: contract,
      title: 'Audit',
      client: 'Hydravion SAS',
      year: 2026,
      month: 11,
      status: 'sent',
      days: 1,
    },
  ])
  await answer(link, 'approve')
  expect(await waiting()).toEqual([])
})

test('the paper of an approved month says who approved it', async () => {
  await fill('2026-11-02')
  const paper = async () =>
    (await server.ask('GET', path(`/pdf?projectId=${contract}&language=fr`))).text
  expect(await paper()).not.toContain('Inès')
  await answer(await sent(), 'approve')
  expect(await paper()).toContain('Approuvée par Inès Caron')
})

test('a bill made from approved days says so, and one made from others does not', async () => {
  await fill('2026-11-02')
  const of = { projectId: contract, year: 2026, month: 11 }
  const draft = { profileId, clientId: CLIENT, type: 'invoice', fromTimesheet: of }
  const { id } = (await server.ask('POST', '/bill/user-1', draft)).data
  const approvals = async (owner = 'user-1') =>
    server.ask('GET', `/timesheet/${owner}/${profileId}/bill/${id}/approvals`)
  const link = await sent()
  expect((await approvals()).data).toEqual([])
  await answer(link, 'approve')
  expect((await approvals()).data).toMatchObject([{ year: 2026, month: 11, name: 'Inès Caron' }])
  expect((await approvals(OTHER)).status).toBe(404)
  await server.ask('POST', approval('reopen'), { reason: 'Une journée oubliée' })
  expect((await approvals()).data).toEqual([])
})

test('another user can neither end the link nor reopen the month', async () => {
  await fill('2026-11-02')
  const link = await sent()
  for (const act of ['withdraw', 'reopen']) {
    const body = act === 'reopen' ? { reason: 'x' } : undefined
    const asOther = `/timesheet/${OTHER}/${profileId}/2026/11/approval/${contract}/${act}`
    expect((await server.ask('POST', asOther, body)).status).toBe(404)
  }
  expect((await open(link)).statusCode).toBe(200)
})
