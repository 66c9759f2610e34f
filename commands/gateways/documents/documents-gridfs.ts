import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type Collection,
  GridFSBucket,
  type GridFSFile,
  MongoGridFSChunkError,
  MongoRuntimeError,
  ObjectId,
} from 'mongodb'
import { isDuplicate } from '../engines/mongodb-errors.ts'
import { DocumentDamaged, type Documents } from './documents.ts'
import { connectMongo, type MongoOptions } from '../engines/mongodb.ts'
import { receiveFile, removeAbandoned } from './received-file.ts'

const SHA256 = /^[0-9a-f]{64}$/
const BUCKET = 'documents'

type Kept = GridFSFile & { readonly metadata?: { readonly mediaType?: string } }
/** The error of mongodb 7.8 for a file that was removed since its lookup. */
const isGone = (error: unknown): boolean =>
  error instanceof MongoRuntimeError && 'code' in error && error.code === 'ENOENT'

type GridFsOptions = MongoOptions & {
  /** Directory for streams that are being received. Processes may share it. */
  readonly incoming?: string
}
export type GridFsDocuments = Documents & { ping(): Promise<void>; close(): Promise<void> }

/**
 * Documents in GridFS, as files named by their SHA-256. The name has a unique index, and GridFS
 * writes it after the last of the bytes. Of two processes that keep the same bytes at once, one
 * wins. A file that a crash left incomplete has no name.
 *
 * @throws StoreUnavailable when the server does not answer; calls throw it too, and succeed again
 * once it is back
 */
export async function openGridFsDocuments(
  url: string,
  { incoming = join(tmpdir(), 'carnet-incoming'), ...options }: GridFsOptions = {},
): Promise<GridFsDocuments> {
  const { database, reaching, ping, close } = connectMongo(url, 'carnet-documents', options)
  // Acknowledged means durable: an issued bill survives the loss of the primary.
  const bucket = new GridFSBucket(database, {
    bucketName: BUCKET,
    writeConcern: { w: 'majority', journal: true },
  })
  const files: Collection<Kept> = database.collection(`${BUCKET}.files`)

  type Found =
    | { readonly id: ObjectId; readonly bytes: Uint8Array; readonly mediaType: string }
    | { readonly id: ObjectId; readonly damage: DocumentDamaged }

  /**
   * Reads a document to its end. @param wanted `soundness` drops the bytes, so that `bytes` is
   * empty
   */
  async function find(sha256: string, wanted: 'bytes' | 'soundness'): Promise<Found | null> {
    for (;;) {
      const file = await files.findOne({ filename: sha256 })
      if (!file) return null
      const id = file._id
      const damaged = (what: string): Found => ({
        id,
        damage: new DocumentDamaged(
          `Document ${sha256} in GridFS ${what}. Restore it from a backup.`,
        ),
      })
      const chunks: Buffer[] = []
      const digest = createHash('sha256')
      try {
        for await (const chunk of bucket.openDownloadStream(id)) {
          const bytes = chunk as Buffer // a download has no encoding, so chunks are Buffers
          digest.update(bytes)
          if (wanted === 'bytes') chunks.push(bytes)
        }
      } catch (error) {
        // Another process has replaced it since the lookup.
        if (isGone(error)) continue
        if (error instanceof MongoGridFSChunkError) return damaged('misses some of its bytes')
        throw error
      }
      if (digest.digest('hex') !== sha256)
        return damaged('no longer holds the bytes it is named after')
      const mediaType = file.metadata?.mediaType
      if (typeof mediaType !== 'string') return damaged('has lost its type')
      return { id, bytes: Buffer.concat(chunks), mediaType }
    }
  }

  async function upload(sha256: string, content: Readable, mediaType: string): Promise<void> {
    const id = new ObjectId()
    try {
      await pipeline(
        content,
        bucket.openUploadStreamWithId(id, sha256, { metadata: { mediaType } }),
      )
    } catch (error) {
      // After any other error the name may have been written, and a reader may have found the
      // document.
      if (!isDuplicate(error)) throw error
      await database
        .collection(`${BUCKET}.chunks`)
        .deleteMany({ files_id: id })
        .catch(() => {}) // chunks without a name are no document
    }
  }

  /** Writes the bytes when the document is missing or damaged. */
  async function keep(sha256: string, mediaType: string, content: () => Readable): Promise<void> {
    const found = await find(sha256, 'soundness')
    if (found && !('damage' in found)) return
    // Replaces a damaged document; another process may have removed it before.
    if (found)
      await bucket
        .delete(found.id)
        .catch((error: unknown) =>
          error instanceof MongoRuntimeError ? undefined : Promise.reject(error),
        )
    await upload(sha256, content(), mediaType)
  }

  const documents: GridFsDocuments = {
    async keep(bytes, mediaType) {
      const sha256 = hash('sha256', bytes, 'hex')
      await reaching(() =>
        keep(sha256, mediaType, () => Readable.from([bytes], { objectMode: false })),
      )
      return sha256
    },
    async receive(stream, { maxBytes }) {
      const received = await receiveFile(incoming, stream, maxBytes)
      return {
        ...received,
        keep: (mediaType) =>
          reaching(() => keep(received.sha256, mediaType, () => createReadStream(received.file))),
        discard: () => rm(received.file, { force: true }),
      }
    },
    async read(sha256) {
      const found = SHA256.test(sha256) ? await reaching(() => find(sha256, 'bytes')) : null
      if (found && 'damage' in found) throw found.damage
      return found && { bytes: found.bytes, mediaType: found.mediaType }
    },
    async remove(sha256) {
      const file = SHA256.test(sha256)
        ? await reaching(() => files.findOne({ filename: sha256 }))
        : null
      if (!file) return
      try {
        await reaching(() => bucket.delete(file._id))
      } catch (error) {
        if (!(error instanceof MongoRuntimeError)) throw error // another process has removed it
      }
    },
    async names() {
      const stored = await reaching(() => files.find({}, { projection: { filename: 1 } }).toArray())
      return stored.map(({ filename }) => filename).filter((name) => SHA256.test(name))
    },
    ping,
    close,
  }
  try {
    await removeAbandoned(incoming, Date.now())
    await reaching(() => files.createIndex({ filename: 1 }, { unique: true, name: 'sha256' }))
    // The driver's own index. It would create it with the first upload, while other uploads write
    // already.
    await reaching(() => files.createIndex({ filename: 1, uploadDate: 1 }))
    await reaching(() =>
      database.collection(`${BUCKET}.chunks`).createIndex({ files_id: 1, n: 1 }, { unique: true }),
    )
  } catch (error) {
    await close()
    throw error
  }
  return documents
}
