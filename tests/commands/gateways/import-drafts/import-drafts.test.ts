import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, describe } from 'vitest'
import { openFileImportDrafts } from '#commands/gateways/import-drafts/import-drafts-files.ts'
import { openMongoImportDrafts } from '#commands/gateways/import-drafts/import-drafts-mongodb.ts'
import { importDraftsSuite } from '#tests/conformance/import-drafts.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'

importDraftsSuite('A data directory', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-imports-'))
  return {
    drafts: openFileImportDrafts(folder),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

const server = await realMongoDb()
describe.skipIf(skipped(server))('on a server', () => {
  const base = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  importDraftsSuite('MongoDB', async () => {
    const url = databaseAt(base, `carnet-${randomUUID()}`)
    const drafts = await openMongoImportDrafts(url, { patience: 20_000, timeout: 30_000 })
    return {
      drafts,
      async dispose() {
        const behind = new MongoClient(url)
        await behind.db().dropDatabase()
        await Promise.all([behind, drafts].map((client) => client.close()))
      },
    }
  })
})
