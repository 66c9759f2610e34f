import { randomUUID } from 'node:crypto'
import { Binary, MongoClient } from 'mongodb'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { DocumentDamaged } from '#commands/gateways/documents/documents.ts'
import { openGridFsDocuments } from '#commands/gateways/documents/documents-gridfs.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { documentsSuite } from '#tests/conformance/documents.ts'
import { losingProxy } from '#tests/doubles/losing-proxy.ts'
import { skipped } from '#tests/engines/local.ts'
import { databaseAt, realMongoDb } from '#tests/engines/mongodb.ts'

const server = await realMongoDb()
describe.skipIf(skipped(server))('on a server', () => {
  const base = 'url' in server ? server.url : ''
  afterAll(() => ('stop' in server ? server.stop() : undefined))

  async function opened() {
    const url = databaseAt(base, `carnet-${randomUUID()}`)
    const behind = new MongoClient(url)
    const all = [await openGridFsDocuments(url)]
    return {
      documents: all[0] as Awaited<ReturnType<typeof openGridFsDocuments>>, // just made
      files: behind.db().collection('documents.files'),
      chunks: behind.db().collection<{ data: Binary }>('documents.chunks'),
      reopen: async () => {
        const again = await openGridFsDocuments(url)
        all.push(again)
        return again
      },
      dispose: async () => {
        await behind.db().dropDatabase()
        await Promise.all([behind, ...all].map((client) => client.close()))
      },
    }
  }

  documentsSuite('GridFS', async () => {
    const { documents, files, chunks, reopen, dispose } = await opened()
    return {
      documents,
      reopen,
      dispose,
      async damage(sha256) {
        const file = await files.findOne({ filename: sha256 })
        await chunks.updateOne(
          { files_id: file?._id },
          { $set: { data: new Binary(Buffer.alloc(Number(file?.['length']), 1)) } },
        )
      },
    }
  })

  test('a document that misses a part, or its type, is damaged', async () => {
    const { documents, files, chunks, dispose } = await opened()
    onTestFinished(dispose)
    const long = await documents.keep(new Uint8Array(600_000).fill(3), 'image/png')
    await chunks.deleteOne({ n: 1 })
    await expect(documents.read(long)).rejects.toBeInstanceOf(DocumentDamaged)
    const plain = await documents.keep(Buffer.from('kept'), 'text/plain')
    await files.updateOne({ filename: plain }, { $unset: { metadata: '' } })
    await expect(documents.read(plain)).rejects.toBeInstanceOf(DocumentDamaged)
  })

  test('a document whose upload was not acknowledged is whole, also for a reader that found it meanwhile', async () => {
    const { files, chunks, dispose } = await opened()
    onTestFinished(dispose)
    const at = new URL(databaseAt(base, files.dbName))
    const proxy = await losingProxy({ port: Number(at.port), host: at.hostname })
    onTestFinished(() => proxy.stop())
    at.host = `127.0.0.1:${proxy.port}`
    const documents = await openGridFsDocuments(at.href)
    onTestFinished(() => documents.close())
    // The name is written after the bytes, and its acknowledgement is lost.
    proxy.loseNext('insert', 'documents.files')
    await expect(documents.keep(Buffer.from('not answered'), 'text/plain')).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    expect(proxy.lost()).toBe(1)
    expect(await files.countDocuments()).toBe(1)
    expect(await chunks.countDocuments()).toBe(1)
    const sha256 = await documents.keep(Buffer.from('not answered'), 'text/plain')
    expect(await documents.read(sha256)).toMatchObject({ mediaType: 'text/plain' })
    expect(await chunks.countDocuments()).toBe(1)
  })

  test('a damaged document that several mend at once is whole from then on, and there once', async () => {
    const { documents, files, chunks, reopen, dispose } = await opened()
    onTestFinished(dispose)
    const others = [documents, await reopen(), await reopen()]
    const bytes = Buffer.from('to be mended')
    for (let round = 0; round < 5; round++) {
      const sha256 = await documents.keep(bytes, 'text/plain')
      await chunks.deleteMany({})
      await Promise.all(
        others.map(async (one) => expect(await one.keep(bytes, 'text/plain')).toBe(sha256)),
      )
      for (const one of others)
        expect(Buffer.from((await one.read(sha256))?.bytes ?? []).equals(bytes)).toBe(true)
      expect(await files.countDocuments()).toBe(1)
    }
  })

  test('leaves no bytes behind of those that kept the same at the same moment', async () => {
    const { documents, files, chunks, dispose } = await opened()
    onTestFinished(dispose)
    await Promise.all(
      Array.from({ length: 8 }, () => documents.keep(Buffer.from('the same'), 'text/plain')),
    )
    expect(await files.countDocuments()).toBe(1)
    expect(await chunks.countDocuments()).toBe(1)
  })
})

test('a server that is not there is unavailable from the start', async () => {
  await expect(
    openGridFsDocuments('mongodb://127.0.0.1:9/none', { patience: 200 }),
  ).rejects.toBeInstanceOf(StoreUnavailable)
})
