import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { verifyEntries } from '#commands/kernel/verify.ts'
import { idOf, positionOf, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { client, profile } from '#tests/api/bodies.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'
import { PASSWORDS, type ProductChild, spawnProduct } from '#tests/kernel/product-process.ts'
import { type Owner, type Written, writers } from './product-writers.ts'

const KILLS = repeated({ daily: 3, nightly: 30 })
const WRITERS = 64
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000

type Server = Pick<ProductChild, 'child' | 'closed' | 'errors'> & { readonly address: string }

/** @param ahead seconds its clock is ahead of ours */
async function startServer(directory: string, ahead = 0): Promise<Server> {
  const { started, ...server } = spawnProduct({
    program: 'tests/kernel/product.ts',
    args: [String(ahead)],
    environment: { DATA_DIR: directory, NODE_COMPILE_CACHE: path.join(directory, 'compiled') },
  })
  return { ...server, address: await started() }
}

async function kill({ child, closed }: Server): Promise<void> {
  child.kill('SIGKILL')
  await closed
}

async function ask<T>(
  { address }: Server,
  method: string,
  url: string,
  body?: object,
  token?: string,
): Promise<T> {
  const response = await fetch(`${address}/api/${url}`, {
    method,
    headers: {
      'x-api-key': 'public',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${method} ${url} answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { result: { data: T } }).result.data
}
const signIn = (server: Server) =>
  ask<{ accessToken: string; userId: string }>(server, 'POST', 'users/authenticate', {
    userName: 'demo',
    password: PASSWORDS.demo,
  })

/** A business and a client that bills can be written for. */
async function setUp(server: Server): Promise<Owner> {
  const { accessToken, userId } = await signIn(server)
  const { id: profileId } = await ask<Written>(
    server,
    'POST',
    `professionalInfo/${userId}`,
    profile(NOON),
    accessToken,
  )
  const { id: clientId } = await ask<Written>(
    server,
    'POST',
    `company/${userId}`,
    client,
    accessToken,
  )
  return { userId, profileId, clientId }
}

/** Every event of the log, each compared with its checksum, and the damages found on the way. */
async function readLog(
  directory: string,
): Promise<{ events: readonly RecordedEvent[]; damages: readonly unknown[] }> {
  const entries = [...scanSqliteLog(path.join(directory, 'events.sqlite'))]
  const { damages } = await verifyEntries(entries, { gapless: true })
  return { events: entries.flatMap((entry) => ('event' in entry ? entry.event : [])), damages }
}

const ofType = (events: readonly RecordedEvent[], ...types: readonly string[]) =>
  events.filter((event) => types.includes(event.type))

/** Waits for what the reactors do after a start: nothing stays between two steps. */
async function settled(server: Server, owner: Owner, token: string): Promise<void> {
  const half = async () => {
    const bills = await ask<{ id: string; state: string }[]>(
      server,
      'GET',
      `bill/${owner.userId}/all/${owner.profileId}`,
      undefined,
      token,
    )
    const booked = new Set(
      (
        await ask<{ externalId: string }[]>(
          server,
          'GET',
          `transaction/${owner.userId}/${owner.profileId}/200`,
          undefined,
          token,
        )
      ).map((one) => one.externalId),
    )
    return bills.filter(
      ({ id, state }) => state === 'issuing' || (state === 'paid' && !booked.has(id)),
    )
  }
  const until = Date.now() + 30_000
  let left = await half()
  while (left.length > 0 && Date.now() < until) {
    await pause(200)
    left = await half()
  }
  expect(left, 'left half-done by the reactors').toEqual([])
}

test(`after ${KILLS} kills of the product with ${WRITERS} writers, seed ${SEED}, what was acknowledged is there once, and bills have every number once`, async () => {
  const random = randoms(SEED)
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-crash-'))
  let server = await startServer(directory)
  const owner = await setUp(server)
  const work = writers(WRITERS, owner, NOON)

  for (let round = 0; round < KILLS; round++) {
    if (round > 0) server = await startServer(directory)
    const { accessToken } = await signIn(server)
    // A bill's paper takes its time: some rounds wait for one to be paid.
    const awaited = round % 3 === 2 ? ['BillPaid'] : ['CompanyAdded', 'ContactAdded']
    const { promise: under, resolve } = Promise.withResolvers<void>()
    const writing = work.run(
      server.address,
      accessToken,
      (event) => awaited.includes(event) && resolve(),
    )
    await Promise.race([under, writing])
    await pause(random() * 500)
    await kill(server)
    await writing
    expect(server.errors(), `after kill ${round + 1}`).toBe('')

    const { events, damages } = await readLog(directory)
    expect(damages, `after kill ${round + 1}`).toEqual([])
    const written = Map.groupBy(events, (event) => `${event.type} ${idOf(event.stream)}`)
    const head = events.at(-1)?.position ?? START
    const wrong = work.acknowledged.filter(({ id, version, event, position }) => {
      const [only, ...others] = written.get(`${event} ${id}`) ?? []
      return (
        only?.revision !== version - 1 ||
        others.length > 0 ||
        position < only.position ||
        position > head
      )
    })
    expect(wrong, `acknowledged before kill ${round + 1}, and not there once`).toEqual([])
  }
  expect(work.refused).toEqual([])

  // The clock is ahead, so that work left by a crash is due at once.
  server = await startServer(directory, 30)
  const { accessToken } = await signIn(server)
  await settled(server, owner, accessToken)
  await kill(server)

  const { events, damages } = await readLog(directory)
  expect(damages).toEqual([])
  const issued = ofType(events, 'BillIssued').map(
    (event) => (event.data as { number: number }).number,
  )
  expect(issued.toSorted((a, b) => a - b)).toEqual(issued.map((_, i) => i + 1))
  expect(new Set(ofType(events, 'BillIssued').map((event) => event.stream)).size).toBe(
    issued.length,
  )
  const paid = ofType(events, 'BillPaid').map(
    (event) => (event.data as { paymentId: string }).paymentId,
  )
  const booked = ofType(events, 'TransactionBooked').map(
    (event) => (event.data as { paymentId: string }).paymentId,
  )
  expect(booked.toSorted()).toEqual(paid.toSorted())
  expect(events.map((event) => event.position)).toEqual(events.map((_, i) => positionOf(i + 1)))
  // The test has tested something.
  expect(work.acknowledged.length).toBeGreaterThan(KILLS * WRITERS)
  expect(paid.length).toBeGreaterThanOrEqual(KILLS / 4)
  console.log(
    `${work.acknowledged.length} commands acknowledged, ${issued.length} bills issued, ${paid.length} paid, ${events.length} events`,
  )
  rmSync(directory, { recursive: true, force: true })
}, 900_000)
