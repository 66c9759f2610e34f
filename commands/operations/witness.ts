import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Collection } from 'mongodb'
import { Seal } from '#domain/operations/seal.ts'
import type { Witness } from '#commands/kernel/verify.ts'

/** The newest seal, kept outside of the log: with it a log that lost its end, and the seals in it, is found out. */
export interface Witnesses {
  /** @throws Error when what is there is no seal */
  read(): Promise<Witness | null>
  keep(seal: Seal): Promise<void>
}

/** Where the machine's own data lies, and the server that takes its place. */
type Addresses = { readonly DATA_DIR: string; readonly MONGODB_URL?: string | undefined }

/** In MongoDB where there is one, which every process reaches; else in the data directory. */
export const witnessAt = ({ DATA_DIR, MONGODB_URL }: Addresses): Witnesses =>
  MONGODB_URL ? mongoWitness(MONGODB_URL) : fileWitness(DATA_DIR)

/** The file's name in a data directory. */
export const WITNESS_FILE = 'seal.json'

/** In a file of the data directory, replaced whole. */
function fileWitness(dataDir: string): Witnesses {
  const file = path.join(dataDir, WITNESS_FILE)
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
          `${file} holds no seal. Restore it from a backup, or remove it: the next sealing writes it anew.`,
        )
      return { ...seal.data, kept: file }
    },
    async keep(seal) {
      const fresh = `${file}.new`
      const handle = await open(fresh, 'w')
      try {
        await handle.writeFile(`${JSON.stringify(seal)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(fresh, file)
    },
  }
}

/** The seal as JSON: FerretDB 1.24 takes no list of lists. */
type SealDoc = { readonly _id: 'newest'; readonly seal: string }

/** Beside the read models, as one document. It is asked for once an hour, so nothing stays connected. */
function mongoWitness(url: string): Witnesses {
  const kept = 'the collection _seals in MongoDB'
  async function asking<T>(ask: (seals: Collection<SealDoc>) => Promise<T>): Promise<T> {
    const { database, reaching, close } = (await import('#commands/gateways/mongodb.ts')).connectMongo(
      url,
      'carnet-seal',
    )
    try {
      return await reaching(
        ask(database.collection<SealDoc>('_seals', { writeConcern: { w: 'majority', journal: true } })),
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
      if (!seal.success) throw new Error(`${kept} holds no seal. Remove it: the next sealing writes it anew.`)
      return { ...seal.data, kept }
    },
    async keep(seal) {
      await asking((seals) => seals.replaceOne({ _id: 'newest' }, { seal: JSON.stringify(seal) }, { upsert: true }))
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
