import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  DocumentDamaged,
  DocumentTooLarge,
  type Documents,
} from '#commands/gateways/documents/documents.ts'

/**
 * An empty place. `reopen` leaves what is kept; `damage` changes the bytes kept under a name behind
 * the adapter's back.
 */
export type DocumentsUnderTest = {
  readonly documents: Documents
  reopen(): Promise<Documents>
  damage(sha256: string): Promise<void>
  dispose(): Promise<void>
}

const PDF = new TextEncoder().encode('%PDF-1.7 Facture no 2026-0001')

/** The contract of every adapter of documents. */
export function documentsSuite(name: string, make: () => Promise<DocumentsUnderTest>): void {
  describe(`${name}, as a place for documents`, () => {
    let given: DocumentsUnderTest
    let documents: Documents
    beforeEach(async () => {
      given = await make()
      documents = given.documents
    })
    afterEach(() => given.dispose())

    test('names a document by its SHA-256 and gives it back with its type', async () => {
      const sha256 = await documents.keep(PDF, 'application/pdf')
      expect(sha256).toBe(hash('sha256', PDF, 'hex'))
      const read = await documents.read(sha256)
      expect(read?.mediaType).toBe('application/pdf')
      expect(Buffer.from(read?.bytes ?? []).equals(PDF)).toBe(true)
    })

    test.each([
      ['nothing', new Uint8Array()],
      ['every byte', Uint8Array.from({ length: 256 }, (_, i) => i)],
      ['3 MB', new Uint8Array(3_000_000).fill(7)],
    ])('keeps a document of %s to the byte', async (_, bytes) => {
      const read = await documents.read(await documents.keep(bytes, 'image/png'))
      expect(Buffer.from(read?.bytes ?? [1]).equals(bytes)).toBe(true)
    })

    test('keeps the same bytes once, also at the same moment, with the type they came with first', async () => {
      const names = await Promise.all(
        [1, 2, 3, 4, 5].map(() => documents.keep(PDF, 'application/pdf')),
      )
      expect(new Set([...names, await documents.keep(PDF, 'text/plain')]).size).toBe(1)
      expect(await documents.read(names[0] ?? '')).toMatchObject({ mediaType: 'application/pdf' })
    })

    test.each(['0'.repeat(64), '', '../../etc/passwd', 'AB'.repeat(32)])(
      'has nothing under %j',
      async (sha256) => {
        expect(await documents.read(sha256)).toBeNull()
      },
    )

    test('tells the names of all it keeps, each once', async () => {
      expect(await documents.names()).toEqual([])
      const kept = [
        await documents.keep(PDF, 'application/pdf'),
        await documents.keep(new Uint8Array(600_000), 'image/png'),
        await documents.keep(PDF, 'application/pdf'),
      ]
      expect((await documents.names()).toSorted()).toEqual([...new Set(kept)].sort())
    })

    test('removes a document for good, leaves the others, and keeps it again when it comes again', async () => {
      const gone = await documents.keep(PDF, 'application/pdf')
      const left = await documents.keep(new Uint8Array(300_000).fill(3), 'image/png')
      await documents.remove(gone)
      await documents.remove(gone)
      await documents.remove('f'.repeat(64))
      await documents.remove('../../etc/passwd')
      expect(await documents.read(gone)).toBeNull()
      expect(await documents.names()).toEqual([left])
      expect(await documents.read(left)).toMatchObject({ mediaType: 'image/png' })
      expect(await documents.keep(PDF, 'application/pdf')).toBe(gone)
      expect(await documents.read(gone)).toMatchObject({ mediaType: 'application/pdf' })
    })

    describe('what comes in a stream', () => {
      const MAX = 1_000_000
      const bytes = Buffer.alloc(700_000, 'A stream of bytes. ')
      async function* pieces(content: Buffer, size = 65_536) {
        for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
      }

      test('is no document before it is kept, and none once it was discarded', async () => {
        const received = await documents.receive(pieces(bytes), { maxBytes: MAX })
        expect(received).toMatchObject({
          sha256: hash('sha256', bytes, 'hex'),
          bytes: bytes.length,
        })
        expect((await readFile(received.file)).equals(bytes)).toBe(true)
        expect(await documents.names()).toEqual([])
        await received.discard()
        expect(await documents.read(received.sha256)).toBeNull()
        expect(existsSync(received.file)).toBe(false)
      })

      test('is a document like any other once it is kept', async () => {
        const received = await documents.receive(pieces(bytes), { maxBytes: MAX })
        await received.keep('text/plain')
        await received.discard()
        const read = await documents.read(received.sha256)
        expect(read?.mediaType).toBe('text/plain')
        expect(Buffer.from(read?.bytes ?? []).equals(bytes)).toBe(true)
        expect(await documents.keep(bytes, 'image/png')).toBe(received.sha256)
        expect(await documents.names()).toEqual([received.sha256])
      })

      test('is kept once, also at the same moment', async () => {
        const all = await Promise.all(
          [1, 2, 3, 4].map(() => documents.receive(pieces(bytes), { maxBytes: MAX })),
        )
        await Promise.all(all.map((received) => received.keep('text/plain')))
        await Promise.all(all.map((received) => received.discard()))
        expect(await documents.names()).toEqual([hash('sha256', bytes, 'hex')])
      })

      test('is kept again when it was removed since, and mends what was damaged', async () => {
        const received = await documents.receive(pieces(bytes), { maxBytes: MAX })
        await received.keep('text/plain')
        await documents.remove(received.sha256)
        await received.keep('text/plain')
        expect(await documents.read(received.sha256)).toMatchObject({ mediaType: 'text/plain' })
        await received.discard()
        await given.damage(received.sha256)
        const again = await documents.receive(pieces(bytes), { maxBytes: MAX })
        await again.keep('text/plain')
        await again.discard()
        expect(
          Buffer.from((await documents.read(received.sha256))?.bytes ?? []).equals(bytes),
        ).toBe(true)
      })

      test('is taken up to the limit, and refused one byte above it', async () => {
        const just = await documents.receive(pieces(bytes), { maxBytes: bytes.length })
        await just.discard()
        await expect(
          documents.receive(pieces(bytes), { maxBytes: bytes.length - 1 }),
        ).rejects.toBeInstanceOf(DocumentTooLarge)
      })

      test('is nothing when the stream breaks', async () => {
        async function* broken() {
          yield bytes.subarray(0, 1000)
          throw new Error('The line was cut')
        }
        await expect(documents.receive(broken(), { maxBytes: MAX })).rejects.toThrow(
          'The line was cut',
        )
        expect(await documents.names()).toEqual([])
      })
    })

    test('keeps documents for good', async () => {
      const sha256 = await documents.keep(PDF, 'application/pdf')
      documents = await given.reopen()
      expect(await documents.read(sha256)).toMatchObject({ mediaType: 'application/pdf' })
    })

    test('gives out no document that has changed, and mends it when it is kept again', async () => {
      const sha256 = await documents.keep(PDF, 'application/pdf')
      await given.damage(sha256)
      await expect(documents.read(sha256)).rejects.toBeInstanceOf(DocumentDamaged)
      await documents.keep(PDF, 'application/pdf')
      expect(Buffer.from((await documents.read(sha256))?.bytes ?? []).equals(PDF)).toBe(true)
    })
  })
}
