import { existsSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { EffectRefused } from '#commands/kernel/effect-failures.ts'
import { syncToDisk, writeWhole } from '#commands/kernel/durable.ts'
import { type DataKey, dataKeyOf, decryptBytes, encryptBytes } from '#commands/kernel/envelope.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import type { MailTransport } from './mail.ts'
import { composed, MAX_MAIL_BYTES } from './mail-composed.ts'

type KeptMail = {
  readonly key: string
  /** @unit epoch milliseconds */
  readonly at: number
  readonly bytes: number
}

/** Mails that users send by hand, from the product: each is an encrypted file. */
export type MailOutbox = MailTransport & {
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>
  /** @returns null when there is none */
  read(key: string): Promise<Uint8Array | null>
}

const FILE = /^([\w-]+)\.eml\.sealed$/
/** A mail of an earlier release. */
const PLAIN = /^([\w-]+)\.eml$/

const outboxIn = (dataDir: string): string => join(dataDir, 'outbox')
const nameOf = (key: string): string => `${key}.eml.sealed`

/** A name appears once its content is on the disk. */
async function putSealed(
  outbox: string,
  dataKey: DataKey,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const sealed = encryptBytes(dataKey, key, bytes)
  await writeWhole(join(outbox, nameOf(key)), sealed, join(outbox, `${key}.part`))
  await syncToDisk(outbox)
}

async function outboxKey(keys: FileKeys): Promise<DataKey> {
  const bytes = await keys.fileKey('outbox')
  const key = dataKeyOf(bytes)
  bytes.fill(0)
  return key
}

/** Encrypts the mails of an earlier release. Each is in plain until it is there encrypted. */
export async function sealOutbox(dataDir: string, keys: FileKeys): Promise<void> {
  const outbox = outboxIn(dataDir)
  if (!existsSync(outbox)) return
  const plain = (await readdir(outbox)).flatMap((name) => PLAIN.exec(name)?.[1] ?? [])
  if (plain.length === 0) return
  const dataKey = await outboxKey(keys)
  for (const key of plain) {
    const file = join(outbox, `${key}.eml`)
    const { atime, mtime } = await stat(file)
    await putSealed(outbox, dataKey, key, await readFile(file))
    await utimes(join(outbox, nameOf(key)), atime, mtime)
    await rm(file)
  }
}

/** `<dataDir>/outbox/<key>.eml.sealed`: the same key is the same file. */
export async function openMailOutbox(
  dataDir: string,
  from: string,
  keys: FileKeys,
): Promise<MailOutbox> {
  const outbox = outboxIn(dataDir)
  mkdirSync(outbox, { recursive: true, mode: 0o700 })
  const dataKey = await outboxKey(keys)
  const fileOf = (key: string) => join(outbox, nameOf(key))

  return {
    repeatable: true,
    isOutbox: true,
    from,
    async send(message, { key, signal, handOver }) {
      const { id, bytes } = await composed(message, { key, from })
      if (bytes.length > MAX_MAIL_BYTES) throw new EffectRefused('MAIL_TOO_LARGE')
      signal.throwIfAborted()
      await handOver()
      await putSealed(outbox, dataKey, key, bytes)
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
      if (!FILE.test(nameOf(key))) return null
      const sealed = await readFile(fileOf(key)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      })
      return sealed && decryptBytes(dataKey, key, sealed)
    },
  }
}

/**
 * Removes a mail for good, even if mails are sent by SMTP now. Removing an unknown mail does
 * nothing.
 */
export async function removeFromOutbox(dataDir: string, key: string): Promise<void> {
  if (!FILE.test(nameOf(key))) return
  for (const name of [nameOf(key), `${key}.eml`])
    await rm(join(outboxIn(dataDir), name), { force: true })
}
