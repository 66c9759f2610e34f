import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { LogEntry } from '#contract/operations/operations.contract.ts'
import { post } from '#contract/kernel/contract.ts'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { idOf } from '#domain/kernel/event.ts'
import { capturedLog } from '#tests/doubles/captured-log.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, ownMongoDb } from '#tests/engines/mongodb.ts'
import { ownRedis } from '#tests/engines/redis.ts'
import { client, dayOf, invoice, profile } from './bodies.ts'
import { spawnProduct } from '#tests/kernel/product-process.ts'
import { type Product, startProduct } from '../kernel/start-product.ts'

/** Secrets that differ from all other logged texts. */
const CANARY = {
  userName: 'canaryuser',
  firstName: 'Canarienne',
  lastName: 'Serinette',
  mail: 'canarymail@perchoir.example',
  password: 'Canary-password-2026',
  wrongPassword: 'Canary-wrong-word-26',
  phone: '+33 6 99 88 77 66',
  contact: 'Canaricontact',
  contactMail: 'canaricontact@perchoir.example',
  iban: 'FR7630006000011234567890189',
  search: 'canarysearch',
  token: 'eyJhbGciOiJub25lIn0.eyJjYW5hcnkiOiJ5ZXMifQ.Y2FuYXJ5dG9rZW4',
  cookie: 'canarycookie0123456789',
  broken: 'canarybroken',
  thrown: 'canarythrown',
} as const
const SECRETS = [...Object.values(CANARY), CANARY.phone.replaceAll(' ', '')]
const shown = (text: string): readonly string[] =>
  SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

/** A route whose handler throws what a careless library would. */
const failing = post('/failing', {
  summary: 'Fails',
  access: 'public',
  body: z.object({ mail: z.string() }),
  reply: z.object({}),
})

/** Requests with personal data, accepted and refused. */
async function carry(product: Product) {
  const { app } = product
  const post = (
    url: string,
    payload: object | string,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    app.inject({
      method: 'POST',
      url: `/api/${url}`,
      headers: { 'x-api-key': 'public', 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const { userName, firstName, lastName, mail, password, wrongPassword } = CANARY
  const registration = { userName, firstName, lastName, mail, password }
  expect((await post('users/0/register', registration)).statusCode).toBe(200)
  expect((await post('users/0/register', registration)).statusCode).toBeGreaterThanOrEqual(400)
  expect(
    (await post('users/0/register', { ...registration, mail: `${mail} ` })).statusCode,
  ).toBeGreaterThanOrEqual(400)
  expect((await post('users/authenticate', { userName, password: wrongPassword })).statusCode).toBe(
    401,
  )
  expect(
    (await post('users/authenticate', { userName: mail, password: wrongPassword })).statusCode,
  ).toBe(401)
  const user = await product.signIn(userName, password)
  const contact = await product.data(user, 'POST', `contact/${user.userId}`, {
    firstName: CANARY.contact,
    lastName: CANARY.contact,
    email: CANARY.contactMail,
    phone: CANARY.phone,
  })
  const refused = [
    await product.as(user, 'POST', `contact/${user.userId}`, {
      lastName: CANARY.contact,
      email: `${CANARY.contactMail}@twice`,
      phone: CANARY.phone,
    }),
    await product.as(user, 'POST', `professionalInfo/${user.userId}`, {
      ...profile(Date.now()),
      bankNumber: CANARY.iban.replace('189', '188'),
    }),
    await product.as(
      user,
      'GET',
      `contact/${user.userId}/all?q=${CANARY.search}&sort=${CANARY.broken}`,
    ),
    await product.as(user, 'GET', `${CANARY.search}/nowhere`),
    await post(`contact/${user.userId}`, `{"lastName": "${CANARY.broken}", `, {
      authorization: `Bearer ${user.token}`,
    }),
    await app.inject({
      url: `/api/users/${user.userId}/me`,
      headers: {
        authorization: `Bearer ${CANARY.token}`,
        cookie: `carnet_session=${CANARY.cookie}; canary=${CANARY.cookie}`,
      },
    }),
    await app.inject({ url: `/api/session/callback?code=${CANARY.thrown}&state=${CANARY.cookie}` }),
    await app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=password&username=${userName}&password=${wrongPassword}`,
    }),
  ]
  for (const answer of refused) {
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  }
  await product.data(user, 'POST', `professionalInfo/${user.userId}`, {
    ...profile(Date.now()),
    bankNumber: CANARY.iban,
  })
  return { user, contact }
}

describe('the log', () => {
  test('shows nothing secret or personal that a request carried, at any level, whether it was taken or refused or failed', async () => {
    const log = capturedLog()
    const product = await startProduct({
      logger: log.logger,
      serve: (api) =>
        api.serve(failing, {}, async ({ body, request }) => {
          const cause = Object.assign(
            new Error(`connect mongodb://carnet:${CANARY.thrown}@db.example failed`),
            {
              command: { args: [CANARY.password] },
            },
          )
          throw Object.assign(new Error(`No account of ${body.mail}`, { cause }), {
            body,
            headers: request.headers,
            response: { data: CANARY },
          })
        }),
    })
    onTestFinished(() => product.stop())
    await carry(product)
    const failed = await product.app.inject({
      method: 'POST',
      url: '/api/failing',
      headers: {
        'x-api-key': 'public',
        cookie: `carnet_session=${CANARY.cookie}`,
        authorization: `Bearer ${CANARY.token}`,
      },
      payload: { mail: CANARY.mail },
    })
    expect(failed.statusCode).toBe(500)
    expect(shown(log.text())).toEqual([])
    // The failure was logged, and is found by the id that the caller was given.
    const lines = log
      .lines()
      .filter((line) => line['correlationId'] === failed.headers['x-request-id'])
    expect(lines).toMatchObject([
      {
        level: 50,
        msg: 'unexpected failure',
        err: {
          type: 'Error',
          message: 'No account of [hidden]',
          cause: { message: 'connect mongodb://[hidden]@db.example failed' },
        },
      },
      { level: 20, msg: 'Answered', method: 'POST', route: '/api/failing', status: 500 },
    ])
    expect(log.lines().length).toBeGreaterThan(20)
  })

  test('of the machinery, which administrators read, shows nothing of it either', async () => {
    // No server listens there.
    const product = await startProduct({
      environment: { COMPANY_REGISTRY_URL: 'http://127.0.0.1:9' },
    })
    onTestFinished(() => product.stop())
    const { user } = await carry(product)
    const send = (mail: object) => product.as(user, 'POST', `mail/${user.userId}/send`, mail)
    const mail = {
      recipients: [CANARY.contactMail],
      subject: CANARY.search,
      body: `<p>${CANARY.broken}</p>`,
    }
    expect((await send(mail)).statusCode).toBe(200)
    expect((await send({ ...mail, recipients: [`${CANARY.contactMail}@twice`] })).statusCode).toBe(
      422,
    )
    await product.as(
      user,
      'GET',
      `professionalInfo/insee/${user.userId}/find?name=${CANARY.lastName}&siren=&siret=`,
    )
    const root = await product.admin()
    const lines = () => product.data<LogEntry[]>(root, 'GET', `logs/${root.userId}`)
    const sources = async () => new Set((await lines()).map(({ source }) => source))
    await expect
      .poll(sources, { timeout: 15_000 })
      .toEqual(new Set(['Access', 'Insee', 'Gmail', 'Scheduler']))
    expect(shown(JSON.stringify(await lines()))).toEqual([])
  })

  test('of a request and of the work that it causes carries the correlation id that the events carry', async () => {
    const log = capturedLog()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-correlation-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const product = await startProduct({ logger: log.logger, dataDir })
    const user = await product.freelancer('marion')
    const { id: profileId } = await product.data(
      user,
      'POST',
      `professionalInfo/${user.userId}`,
      profile(Date.now()),
    )
    const { id: clientId } = await product.data(user, 'POST', `company/${user.userId}`, client)
    // Issued with a due date that has passed: it falls due at once.
    const issueDate = dayOf(Date.now() - 60 * 86_400_000)
    const bill = await product.data(user, 'POST', `bill/${user.userId}`, {
      ...invoice(profileId, clientId),
      dueDate: issueDate,
    })
    const issued = await product.as(
      user,
      'PUT',
      `bill/${user.userId}/${profileId}/${bill.id}/issue`,
      { issueDate },
    )
    expect(issued.statusCode, issued.body).toBe(200)
    const correlationId = issued.headers['x-request-id']
    const done = (list: string) => () =>
      log.lines().find((line) => line.msg === 'Work was done' && line['list'] === list)
    await expect
      .poll(done('bills-due'), { timeout: 10_000 })
      .toMatchObject({ correlationId, work: bill.id })
    // So does the income that it waits for.
    await expect
      .poll(done('transactions-due'), { timeout: 10_000 })
      .toMatchObject({ correlationId })
    expect(
      log
        .lines()
        .filter((line) => line['correlationId'] === correlationId)
        .map((line) => line.msg),
    ).toEqual(['Answered', 'Work was done', 'Work was done'])
    const batches = log
      .lines()
      .filter(
        (line) =>
          line.msg === 'A batch was folded' && String(line['projection']).startsWith('bills__'),
      )
    expect(batches.flatMap((line) => line['correlationIds'])).toContain(correlationId)
    await product.stop(true)
    const events = [...scanSqliteLog(path.join(dataDir, 'events.sqlite'))].flatMap((entry) =>
      'event' in entry && idOf(entry.event.stream) === bill.id ? entry.event : [],
    )
    expect(events.map((event) => [event.type, event.meta.correlationId === correlationId])).toEqual(
      [
        ['BillDrafted', false],
        ['BillIssuanceStarted', true],
        ['BillIssued', true],
        ['BillFellDue', true],
      ],
    )
  })

  const [redis, mongo] = [ownRedis(), ownMongoDb()]
  test('shows neither the passwords of engines nor what they were asked, when they fail', async ({
    skip,
  }) => {
    const [cache, documents] = [await redis, await mongo]
    if (skipped(cache) || skipped(documents) || 'missing' in cache || 'missing' in documents)
      return skip()
    onTestFinished(async () => {
      await cache.stop('SIGKILL')
      await documents.dispose()
    })
    const log = capturedLog()
    const product = await startProduct({
      logger: log.logger,
      environment: {
        REDIS_URL: cache.url.replace('://', `://:${CANARY.password}@`),
        MONGODB_URL: databaseAt(documents.url, 'canaries'),
      },
    })
    onTestFinished(() => product.stop())
    const { user } = await carry(product)
    await documents.stop('SIGKILL')
    await cache.stop('SIGKILL')
    const read = await product.as(user, 'GET', `contact/${user.userId}/all?q=${CANARY.search}`)
    expect(read.statusCode).toBe(503)
    await product.as(user, 'POST', `contact/${user.userId}`, {
      lastName: CANARY.contact,
      email: CANARY.contactMail,
    })
    await expect
      .poll(() => log.lines().filter((line) => line.level >= 40).length, { timeout: 10_000 })
      .toBeGreaterThan(2)
    expect(log.lines()).toContainEqual(
      expect.objectContaining({
        msg: 'store unavailable',
        correlationId: read.headers['x-request-id'],
      }),
    )
    expect(shown(log.text())).toEqual([])
  }, 60_000)

  test.each([
    [
      'EventStoreDB away',
      { EVENTSTORE_URL: `esdb://admin:${CANARY.thrown}@127.0.0.1:1?tls=false` },
      'waits',
    ],
    [
      'MongoDB away',
      { MONGODB_URL: `mongodb://carnet:${CANARY.thrown}@127.0.0.1:1/carnet` },
      'waits',
    ],
    [
      'an address of MongoDB that is none',
      { MONGODB_URL: `mongodb://carnet:${CANARY.thrown}@@127.0.0.1:1:2/carnet` },
      'gives up',
    ],
    [
      'an address of Redis that is none',
      { REDIS_URL: `redis://carnet:${CANARY.thrown}@:99999:1` },
      'gives up',
    ],
  ])('is not shown the password by a start with %s', async (_, environment, then) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'carnet-canaries-'))
    const { child, closed, output } = spawnProduct({
      environment: {
        DATA_DIR: directory,
        LOG_LEVEL: 'debug',
        DEMO_PASSWORD: CANARY.password,
        ADMIN_PASSWORD: CANARY.password,
        ...environment,
      },
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await closed
      rmSync(directory, { recursive: true, force: true })
    })
    if (then === 'waits') {
      await expect.poll(output, { timeout: 15_000 }).toContain('An engine is away')
      child.kill('SIGTERM')
    }
    const code = await closed
    expect(code, output()).toBe(then === 'waits' ? 0 : 1)
    expect(output()).not.toBe('')
    expect(shown(output())).toEqual([])
  })
})
