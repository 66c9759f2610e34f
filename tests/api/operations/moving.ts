import { createCanvas } from '@napi-rs/canvas'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect } from 'vitest'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { projections } from '#projections/all.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { mongoReadStore } from '#projections/read-store/mongodb.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'
import { exportConfigured, importConfigured } from '#workers/operations/archive.ts'
import { openLogToRead } from '#workers/operations/projections.ts'
import { verifyConfigured } from '#workers/operations/verify.ts'
import { type Product, startProduct } from '#tests/kernel/start-product.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { databaseAt } from '#tests/engines/mongodb.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const clock = { now: () => NOW }
/** The master key, which a moved Carnet needs beside the file. */
const PERSONAL_KEY = Buffer.alloc(32, 5).toString('base64')

const ending: (() => unknown)[] = []
const end = async () => {
  for (const one of ending.splice(0).reverse()) await one()
}
afterEach(end)

function freshDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-move-'))
  ending.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Leaves out the places in the log that read models of VAT keep: an import gives its own. */
const withoutPositions = (name: string, value: unknown): unknown =>
  ['position', 'changedPosition', 'revisedPosition'].includes(name) ? undefined : value

/** Every document of every read model, built from the log, without the store's positions. */
async function readModels(
  addresses: EngineAddresses,
): Promise<Readonly<Record<string, readonly object[]>>> {
  const opened: (() => unknown)[] = []
  const readStore = addresses.MONGODB_URL
    ? await mongoReadStore(addresses.MONGODB_URL, { timeout: 60_000 })
    : sqliteReadStore()
  try {
    const store = await openLogToRead(addresses, opened)
    const projector = createProjector({
      store,
      readStore,
      clock,
      log: memoryLog(),
      queue: { wake: async () => {} },
      projections,
    })
    while ((await projector.catchUp('all')) === 'more');
    const { projections: list } = await projector.status()
    expect(list.filter(({ failure, lag }) => failure !== null || lag.events > 0)).toEqual([])
    const models = await Promise.all(
      projections.map(async (projection) => {
        const { items } = await (await projector.readModels.of(projection)).find({ filter: {} })
        // Through JSON, as an answer goes: a field that is undefined is a field that is missing.
        const plain = (
          JSON.parse(JSON.stringify(items), withoutPositions) as (Doc & { _pos?: string })[]
        ).map(({ _pos, ...doc }) => doc)
        return [projection.name, plain.toSorted((a, b) => (a._id < b._id ? -1 : 1))] as const
      }),
    )
    return Object.fromEntries(models)
  } finally {
    for (const close of opened.reverse()) await close()
    await readStore.close()
  }
}

/** The demo user's bills as papers, the photo, and the VAT returns. */
async function seen(product: Product) {
  const demo = await product.signIn('demo', 'Carnet-demo-2026')
  const [profile] = await product.data<{ id: string }[]>(
    demo,
    'GET',
    `professionalInfo/${demo.userId}/all`,
  )
  const bills = await product.data<{ id: string; state: string; ref: string }[]>(
    demo,
    'GET',
    `bill/${demo.userId}/all/${profile?.id}`,
  )
  const papers = await Promise.all(
    bills
      .filter(({ state }) => state !== 'draft')
      .map(
        async ({ id, ref }) =>
          [
            ref,
            (
              await product.as(demo, 'GET', `bill/${demo.userId}/${profile?.id}/${id}/pdf`)
            ).rawPayload.toString('base64'),
          ] as const,
      ),
  )
  const people = await product.data<{ photo: string }[]>(demo, 'GET', `profile/${demo.userId}/all`)
  // Returns that were declared drift by what came after, whatever places the log gives the facts.
  const vat = await product.data<{ declaredAt: number; drift: number }[]>(
    demo,
    'GET',
    `vat/${demo.userId}/${profile?.id}?from=${Date.UTC(2026, 0, 1)}&to=${Date.UTC(2026, 11, 31)}`,
  )
  expect(vat.filter(({ declaredAt }) => declaredAt > 0).length).toBeGreaterThan(0)
  return { bills, papers: Object.fromEntries(papers), people, vat }
}

/**
 * A year of work moves from its own file to EventStoreDB's protocol and back, and loses nothing.
 *
 * @param mongoUrl server of the read models and documents there; files and SQLite without one
 */
export async function movesThereAndBack(mongoUrl?: string): Promise<void> {
  const folder = freshDirectory()
  const embedded = { DATA_DIR: path.join(folder, 'embedded'), PERSONAL_KEY }
  const double = await new EventStoreDouble().start()
  ending.push(() => double.stop())
  const servers = {
    DATA_DIR: path.join(folder, 'servers'),
    PERSONAL_KEY,
    EVENTSTORE_URL: double.url,
    ...(mongoUrl && { MONGODB_URL: databaseAt(mongoUrl, `carnet-${randomUUID()}`) }),
  }
  const back = { DATA_DIR: path.join(folder, 'back'), PERSONAL_KEY }

  const first = await startProduct({
    dataDir: embedded.DATA_DIR,
    environment: { PERSONAL_KEY },
    now: clock.now,
    sampleData: 'year',
  })
  const demo = await first.signIn('demo', 'Carnet-demo-2026')
  await first.data(demo, 'PUT', `profile/${demo.userId}`, {
    id: demo.userId,
    photo: createCanvas(4, 4).toDataURL('image/png'),
  })
  const before = await seen(first)
  expect(Object.keys(before.papers).length).toBeGreaterThan(20)
  // Also while the product runs.
  const running = await exportConfigured(embedded, path.join(folder, 'running.jsonl.gz'), [], {
    clock,
  })
  expect(running).toMatchObject({ sealedNow: false, missing: [] })
  await first.stop(true)

  const file = path.join(folder, 'carnet.jsonl.gz')
  const tools: (() => unknown)[] = []
  const closeTools = async () => {
    for (const close of tools.splice(0).reverse()) await close()
  }
  const exported = await exportConfigured(embedded, file, tools, { clock })
  await closeTools()
  expect(exported).toMatchObject({ sealedNow: true, accounts: 2, missing: [] })
  expect(exported.documents).toBeGreaterThan(20)
  const models = await readModels(embedded)
  expect(Object.values(models).flat().length).toBeGreaterThan(60)

  expect(await importConfigured(servers, file, tools, {})).toMatchObject({
    there: 0,
    signIn: 'put back',
  })
  await closeTools()
  expect(await readModels(servers)).toEqual(models)
  expect(await verifyConfigured(servers)).toMatchObject({
    damages: [],
    events: exported.events,
    root: exported.root,
  })
  // A repeated import finds everything there.
  expect(await importConfigured(servers, file, tools, {})).toMatchObject({
    there: exported.events,
  })
  await closeTools()

  const second = await startProduct({
    dataDir: servers.DATA_DIR,
    environment: servers,
    now: clock.now,
  })
  await expect
    .poll(async () => (await second.app.inject('/api/ready')).statusCode, { timeout: 30_000 })
    .toBe(200)
  expect(await seen(second)).toEqual(before)
  const there = await second.signIn('demo', 'Carnet-demo-2026')
  const added = await second.data(there, 'POST', `company/${there.userId}`, {
    name: 'Atelier du Serveur',
  })
  const read = await second.as(there, 'GET', `company/${there.userId}/all`, undefined, {
    'x-min-position': added.position,
  })
  expect(read.body).toContain('Atelier du Serveur')
  await second.stop(true)

  const home = path.join(folder, 'home.jsonl')
  const returned = await exportConfigured(servers, home, tools, { clock })
  await closeTools()
  expect(returned.events).toBeGreaterThan(exported.events)
  expect(returned).toMatchObject({ accounts: 2, documents: exported.documents, missing: [] })
  const grown = await readModels(servers)
  expect(grown).not.toEqual(models)
  await importConfigured(back, home, tools, {})
  await closeTools()
  expect(await readModels(back)).toEqual(grown)
  expect(await verifyConfigured(back)).toMatchObject({
    damages: [],
    events: returned.events,
    root: returned.root,
  })

  const third = await startProduct({
    dataDir: back.DATA_DIR,
    environment: { PERSONAL_KEY },
    now: clock.now,
  })
  expect(await seen(third)).toEqual(before)
  await third.stop(true)
}
