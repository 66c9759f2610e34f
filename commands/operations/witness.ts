import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { Seal } from '#domain/operations/seal.ts'
import type { Witness } from '#commands/kernel/verify.ts'

/** The newest seal, kept outside of the log: with it a log that lost its end, and the seals in it, is found out. */
export interface Witnesses {
  /** @throws Error when what is there is no seal */
  read(): Promise<Witness | null>
  keep(seal: Seal): Promise<void>
}

/** The file's name in a data directory. */
export const WITNESS_FILE = 'seal.json'

/** In a file of the data directory, replaced whole. */
export function fileWitness(dataDir: string): Witnesses {
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
      if (!seal.success) throw new Error(`${file} holds no seal. Restore it from a backup, or remove it: the next sealing writes it anew.`)
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
