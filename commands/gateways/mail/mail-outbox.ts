import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EffectRefused } from '#commands/kernel/effect-failures.ts'
import { syncToDisk } from '#commands/kernel/durable.ts'
import type { MailTransport } from './mail.ts'
import { composed, MAX_MAIL_BYTES } from './mail-composed.ts'

type KeptMail = {
  readonly key: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly bytes: number
}

/** Mails that users send by hand: each is a file that any mail program opens. */
export type MailOutbox = MailTransport & {
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>
  /** @returns null when there is none */
  read(key: string): Promise<Uint8Array | null>
}

const FILE = /^([\w-]+)\.eml$/

/**
 * `<dataDir>/outbox/<key>.eml`. A name appears once its content is on the disk; the same key is the
 * same file.
 */
export function openMailOutbox(dataDir: string, from: string): MailOutbox {
  const outbox = join(dataDir, 'outbox')
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  const fileOf = (key: string) => join(outbox, `${key}.eml`)

  return {
    repeatable: true,
    isOutbox: true,
    from,
    async send(message, { key, signal, handOver }) {
      const { id, bytes } = await composed(message, { key, from })
      if (bytes.length > MAX_MAIL_BYTES) throw new EffectRefused('MAIL_TOO_LARGE')
      signal.throwIfAborted()
      await handOver()
      const partial = `${fileOf(key)}.part`
      const handle = await open(partial, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partial, fileOf(key))
      await syncToDisk(outbox)
      return { id, refused: [] }
    },
    async list() {
      const keys = (await readdir(outbox)).flatMap((name) => FILE.exec(name)?.[1] ?? [])
      const mails = await Promise.all(
        keys.map(async (key): Promise<KeptMail> => {
          const { mtimeMs, size } = await stat(fileOf(key))
          return { key, at: Math.round(mtimeMs), bytes: size }
        }),
      )
      return mails.sort((a, b) => b.at - a.at)
    },
    async read(key) {
      if (!FILE.test(`${key}.eml`)) return null
      return readFile(fileOf(key)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      })
    },
  }
}

/**
 * Removes a mail for good, even if mails are sent by SMTP now. Removing an unknown mail does
 * nothing.
 */
export async function removeFromOutbox(dataDir: string, key: string): Promise<void> {
  const file = `${key}.eml`
  if (FILE.test(file)) await rm(join(dataDir, 'outbox', file), { force: true })
}
