import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { lock } from '#commands/event-store/sqlite-file.ts'
import { openSqliteReader } from '#commands/event-store/sqlite-reader.ts'
import { verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import type { KeyAddresses } from '#commands/gateways/keys/open-keys.ts'
import { replaceFile, syncToDisk } from '#commands/kernel/durable.ts'
import { LogDamaged } from '#commands/operations/export-archive.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import { filesIn, isNoData, MANIFEST_FILE, manifestOf } from '#workers/kernel/data-directory.ts'
import { removeJournals } from './backup.ts'
import { type PartsReport, readParts } from './readable-copy.ts'

const LOG = 'events.sqlite'
const PART = /^before-restore-.*\.part$/
const SET_ASIDE = /^before-restore-.*Z$/

/** The copy is not whole. Nothing was changed. */
export class CopyUnusable extends Error {
  override readonly name = 'CopyUnusable'
  constructor(folder: string, faults: readonly string[]) {
    super(`${folder} is no whole backup, and nothing was changed: ${faults.join('; ')}.`)
  }
}

export type Restored = PartsReport & {
  readonly events: number
  readonly streams: number
  readonly root: string
  /** The folder of the data that was there; null when there was none. */
  readonly aside: string | null
  /** Folders of earlier restores. After one that was cut off they hold some of the data too. */
  readonly asideBefore: readonly string[]
  /** Events of the data that was there; null when they cannot be counted. */
  readonly eventsBefore: number | null
}

/**
 * Puts a backup in the place of a data directory that no process uses. The backup is copied and
 * checked first, and stays as it is. The data that was there is set aside.
 *
 * A restore that is cut off leaves a directory that no start takes for a whole or a new one.
 *
 * @param now epoch milliseconds, in the name of the folder
 * @throws EventStoreLocked while a process holds the directory · LogDamaged · CopyUnusable · Error
 */
export async function restore(
  addresses: KeyAddresses & { readonly OIDC_ISSUER?: string | undefined },
  folder: string,
  now: number,
): Promise<Restored> {
  const { DATA_DIR } = addresses
  if (!existsSync(path.join(folder, LOG)))
    throw new Error(`There is no event log in ${folder}. Name the folder of a backup.`)
  if (`${path.resolve(folder)}${path.sep}`.startsWith(`${path.resolve(DATA_DIR)}${path.sep}`))
    throw new Error(`${folder} lies in the data directory ${DATA_DIR}. Move the backup out first.`)
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  const unlock = lock(path.join(DATA_DIR, LOG))
  const name = `before-restore-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  const copy = path.join(DATA_DIR, `${name}.part`)
  try {
    // A restore that was killed has left its copy.
    for (const one of readdirSync(DATA_DIR).filter((one) => PART.test(one)))
      rmSync(path.join(DATA_DIR, one), { recursive: true })
    cpSync(folder, copy, { recursive: true, errorOnExist: true, force: false })
    const report = await checked({ ...addresses, DATA_DIR: copy }, folder)
    const before = readdirSync(DATA_DIR).filter((one) => !isNoData(one))
    const eventsBefore = before.includes(LOG) ? await countOf(path.join(DATA_DIR, LOG)) : null
    const asideBefore = readdirSync(DATA_DIR).filter((one) => SET_ASIDE.test(one))
    await exchange(DATA_DIR, { copy, aside: path.join(DATA_DIR, name), before })
    const aside = before.length > 0 ? path.join(DATA_DIR, name) : null
    return { ...report, aside, asideBefore, eventsBefore }
  } finally {
    rmSync(copy, { recursive: true, force: true })
    unlock()
  }
}

/** Null for a log that cannot be read any more: that is why it is replaced. */
async function countOf(log: string): Promise<number | null> {
  try {
    const reader = openSqliteReader(log)
    try {
      return Number(await reader.head())
    } finally {
      await reader.close()
    }
  } catch {
    return null
  }
}

/** @throws LogDamaged · CopyUnusable */
async function checked(
  addresses: KeyAddresses & { readonly OIDC_ISSUER?: string | undefined },
  folder: string,
): Promise<Omit<Restored, 'aside' | 'asideBefore' | 'eventsBefore'>> {
  const { DATA_DIR } = addresses
  const lost = manifestOf(DATA_DIR).filter((one) => !filesIn(DATA_DIR).includes(one))
  if (lost.length > 0)
    throw new CopyUnusable(folder, [`it lacks ${lost.join(', ')}, which it had when it was made`])
  const seal = await externalSealAt({ DATA_DIR }).read()
  const { damages, events, streams, root } = await verifySqliteLog(
    path.join(DATA_DIR, LOG),
    seal ? [seal] : [],
  )
  if (damages.length > 0) throw new LogDamaged(damages)
  const parts = await readParts(addresses, {
    hasAccounts: addresses.OIDC_ISSUER === undefined,
    documents: 'bytes',
  })
  if (parts.faults.length > 0) throw new CopyUnusable(folder, parts.faults)
  removeJournals(DATA_DIR)
  await syncToDisk(DATA_DIR)
  return { ...parts, events, streams, root }
}

/**
 * The manifest names the files of both while they change places. A start in between misses one of
 * them.
 */
async function exchange(
  dataDir: string,
  places: { readonly copy: string; readonly aside: string; readonly before: readonly string[] },
): Promise<void> {
  const { copy, aside, before } = places
  const manifest = path.join(dataDir, MANIFEST_FILE)
  const restored = filesIn(copy)
  const old = existsSync(manifest) ? readFileSync(manifest, 'utf8') : null
  const textOf = (files: readonly string[]) => `${JSON.stringify({ version: 1, files })}\n`
  await replaceFile(manifest, textOf([...new Set([...filesIn(dataDir), ...restored])]))
  if (before.length > 0) {
    mkdirSync(aside, { mode: 0o700 })
    for (const one of before)
      if (one !== MANIFEST_FILE) renameSync(path.join(dataDir, one), path.join(aside, one))
    if (old !== null) await replaceFile(path.join(aside, MANIFEST_FILE), old)
  }
  for (const one of readdirSync(copy))
    if (one !== MANIFEST_FILE && !isNoData(one))
      renameSync(path.join(copy, one), path.join(dataDir, one))
  await replaceFile(manifest, textOf(restored))
  await syncToDisk(dataDir)
}
