import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { projections } from '#projections/all.ts'
import type { foldingCodes } from '#workers/kernel/folding-codes.ts'
import { passwordOf, startProduct } from '#tests/kernel/start-product.ts'

const code = vi.hoisted(() => ({ now: 'aaaa' }))
vi.mock('#workers/kernel/folding-codes.ts', async (original) => ({
  ...(await original<object>()),
  foldingCodes: async () => new Map(projections.map(({ name }) => [name, code.now])),
}))

type Product = Awaited<ReturnType<typeof startProduct>>
const FILE = 'read-models.sqlite'

/** A data directory in which one freelancer has one client. */
async function withOneClient() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startProduct({ dataDir })
  await first.freelancer('marion')
  await addClient(first, 'Atelier Brumaire')
  await first.stop()
  const ending: (() => unknown)[] = []
  const key = await (await openKeys({ DATA_DIR: dataDir }, ending)).fileKey(FILE)
  for (const end of ending) await end()
  return { dataDir, file: () => openEncrypted(path.join(dataDir, FILE), key) }
}
async function addClient(product: Product, name: string): Promise<void> {
  const marion = await product.signIn('marion', passwordOf('marion'))
  const { position } = await product.data(marion, 'POST', `company/${marion.userId}`, { name })
  const read = await product.as(marion, 'GET', `company/${marion.userId}/all`, undefined, {
    'x-min-position': position,
  })
  expect(read.headers['x-stale']).toBeUndefined()
  expect(read.body).toContain(name)
}
async function clientsOf(product: Product): Promise<readonly string[]> {
  const marion = await product.signIn('marion', passwordOf('marion'))
  const listed = await product.data<readonly { readonly name: string }[]>(
    marion,
    'GET',
    `company/${marion.userId}/all`,
  )
  return listed.map(({ name }) => name).toSorted()
}
/** Writes another name into the read model, which no event says. */
function renamed(file: () => ReturnType<typeof openEncrypted>): void {
  const sql = file()
  const [docs = ''] = sql
    .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'company\\_\\_v%/doc' ESCAPE '\\'")
    .pluck()
    .all() as string[]
  sql
    .prepare(`UPDATE "${docs}" SET doc = replace(doc, 'Atelier Brumaire', 'Atelier Vendémiaire')`)
    .run()
  sql.close()
}

test('a start takes up the read models as they stand, and follows the log from there', async () => {
  const { dataDir, file } = await withOneClient()
  renamed(file)
  const second = await startProduct({ dataDir })
  expect(await clientsOf(second)).toEqual(['Atelier Vendémiaire'])
  await addClient(second, 'Hydravion SAS')
  await second.stop()

  // The file may be removed while no process runs.
  rmSync(path.join(dataDir, FILE))
  const third = await startProduct({ dataDir })
  expect(await clientsOf(third)).toEqual(['Atelier Brumaire', 'Hydravion SAS'])
  await third.stop()
}, 60_000)

test('after an upgrade the old read models answer and take what is written, until the new ones are whole', async () => {
  const { dataDir, file } = await withOneClient()
  renamed(file)
  code.now = 'bbbb'
  onTestFinished(() => {
    code.now = 'aaaa'
  })
  const upgraded = await startProduct({ dataDir })
  await addClient(upgraded, 'Hydravion SAS')
  await expect
    .poll(() => clientsOf(upgraded), { timeout: 20_000 })
    .toEqual(['Atelier Brumaire', 'Hydravion SAS'])
  expect((await upgraded.app.inject('/api/ready')).statusCode).toBe(200)
  await upgraded.stop()
  const again = await startProduct({ dataDir })
  expect(await clientsOf(again)).toEqual(['Atelier Brumaire', 'Hydravion SAS'])
  await again.stop()
  const sql = file()
  const names = sql
    .prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%\\_\\_v%/doc' ESCAPE '\\'")
    .pluck()
    .all() as string[]
  sql.close()
  expect(names.filter((name) => name.includes('_aaaa'))).toEqual([])
}, 60_000)

test('each read model has the hash of its own code', async () => {
  const real = await vi.importActual<{ foldingCodes: typeof foldingCodes }>(
    '#workers/kernel/folding-codes.ts',
  )
  const codes = await real.foldingCodes()
  expect([...codes.keys()].toSorted()).toEqual(projections.map(({ name }) => name).toSorted())
  expect(codes).toEqual(await real.foldingCodes())
  expect(new Set(codes.values()).size).toBeGreaterThan(20)
  for (const one of codes.values()) expect(one).toMatch(/^[0-9a-f]{12}$/)
})
