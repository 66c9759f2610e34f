import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from 'mongodb'
import { replaceFile } from '#commands/kernel/durable.ts'
import { Seal } from '#domain/operations/seal.ts'
import type { ExternalSeal } from '#commands/kernel/verify.ts'

/**
 * The newest seal, kept outside the log. It reveals a log that lost its end together with the seals
 * in it.
 */
export interface ExternalSealStore {
  /** @throws Error when the stored seal is invalid */
  read(): Promise<ExternalSeal | null>
  keep(seal: Seal): Promise<void>
}

/** The data directory, or the server used in its place. */
type Addresses = { readonly DATA_DIR: string; readonly MONGODB_URL?: string | undefined }

/** In MongoDB if there is one, which every process reaches; else in the data directory. */
export const externalSealAt = ({ DATA_DIR, MONGODB_URL }: Addresses): ExternalSealStore =>
  MONGODB_URL ? mongoSealStore(MONGODB_URL) : fileSealStore(DATA_DIR)

/** The file's name in a data directory. */
export const EXTERNAL_SEAL_FILE = 'seal.json'

/** In a file of the data directory, replaced whole. */
function fileSealStore(dataDir: string): ExternalSealStore {
  const file = path.join(dataDir, EXTERNAL_SEAL_FILE)
  return {
    async read() {
      let text: string
      try {
        text = await readFile(file, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
      const seal = Seal.safeParse(parsed(text))
      if (!seal.success)
        throw new Error(
          `${file} holds no seal. Restore it from a backup, or go on without it: \`npm run give-up -- ${EXTERNAL_SEAL_FILE}\`.`,
        )
      return { ...seal.data, kept: file }
    },
    async keep(seal) {
      await replaceFile(file, `${JSON.stringify(seal)}\n`)
    },
  }
}

/** The seal as JSON, as the log first stored it. */
type SealDoc = { readonly _id: 'newest'; readonly seal: string }

/**
 * One document beside the read models. It is read once an hour, so the connection is closed each
 * time.
 */
function mongoSealStore(url: string): ExternalSealStore {
  const collectionName = 'the collection _seals in MongoDB'
  async function asking<T>(ask: (seals: Collection<SealDoc>) => Promise<T>): Promise<T> {
    const { database, reaching, close } = (
      await import('#commands/gateways/engines/mongodb.ts')
    ).connectMongo(url, 'carnet-seal')
    try {
      return await reaching(() =>
        ask(
          database.collection<SealDoc>('_seals', {
            writeConcern: { w: 'majority', journal: true },
          }),
        ),
      )
    } finally {
      await close()
    }
  }
  return {
    async read() {
      const doc = await asking((seals) => seals.findOne({ _id: 'newest' }))
      if (!doc) return null
      const seal = Seal.safeParse(parsed(doc.seal))
      if (!seal.success)
        throw new Error(
          `${collectionName} holds no seal. Remove it: the next sealing writes it anew.`,
        )
      return { ...seal.data, kept: collectionName }
    },
    async keep(seal) {
      await asking((seals) =>
        seals.replaceOne({ _id: 'newest' }, { seal: JSON.stringify(seal) }, { upsert: true }),
      )
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
