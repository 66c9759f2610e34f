import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { EXTERNAL_SEAL_FILE } from '#commands/operations/external-seal.ts'
import type { FileKeys } from '#commands/kernel/file-keys.ts'
import { isDamage, messageOf } from '#commands/event-store/sqlite-file.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { type Position, positionOf, START } from '#domain/kernel/event.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { type SqliteReadStore, sqliteReadStore } from '#projections/read-store/sqlite.ts'
import type { CareTask } from './read-model-care-thread.ts'

export const READ_MODELS_FILE = 'read-models.sqlite'
/** `CRND`, in the file's header. Files of earlier releases have another one. */
const APPLICATION_ID = 0x43_52_4e_44
/** Counted up when tables change, which an older program could not read. */
const FORMAT = 1

/** Pages of the write-ahead log that are brought into the file at once: 32 MB. */
const WAL_PAGES = 8_000
/** Share of the file's pages without content above which it is written again. */
const UNUSED = 0.3

/** The read models of this process in a file, which are kept from one start to the next. */
export type OwnReadModels = {
  readonly readStore: ReadStore
  /** Notes which log they were made from. */
  readonly mark: () => Promise<void>
  /** Gives back the room of dropped read models, and looks for damage once. Called regularly. */
  readonly tidy: () => Promise<void>
  /** Leaves no bytes of removed documents in the file. Writes wait meanwhile; reads do not. */
  readonly erase: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The log lacks facts that read models were made from. */
class LogOlder extends Error {
  override readonly name = 'LogOlder'
  constructor(what: string) {
    super(
      `${what} Numbers of bills would be given a second time. Restore the newer log. ` +
        `Without one, \`npm run give-up -- ${EXTERNAL_SEAL_FILE}\` says what is lost ` +
        'and begins with this log.',
    )
  }
}

/** Why a file cannot be used. It is put aside, and the start goes on. */
class Unfit extends Error {
  override readonly name = 'Unfit'
}

const removeFile = (file: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}
const asideOf = (file: string): string => `${file}.aside`
const damagedMark = (file: string): string => `${file}.damaged`

/** Removes the read models of a data directory without a process. The next start folds the log. */
export function removeReadModels(dataDir: string): void {
  const file = path.join(dataDir, READ_MODELS_FILE)
  removeFile(file)
  removeFile(asideOf(file))
  rmSync(damagedMark(file), { force: true })
}

function openFile(file: string, key: Buffer, onError: (error: unknown) => void): SqliteReadStore {
  if (existsSync(damagedMark(file))) throw new Unfit('it is damaged')
  const isNew = !existsSync(file)
  const sql = openEncrypted(file, key, {}, (sql) => {
    chmodSync(file, 0o600)
    sql.pragma('busy_timeout = 5000')
    // A power cut loses the last changes at most, which are folded again.
    sql.pragma('journal_mode = WAL')
    sql.pragma('synchronous = NORMAL')
    sql.pragma('cache_size = -16000')
    sql.pragma('temp_store = MEMORY')
    sql.pragma('secure_delete = ON')
    // Seldom, because the process waits for the disk meanwhile.
    sql.pragma(`wal_autocheckpoint = ${WAL_PAGES}`)
    sql.pragma('journal_size_limit = 33554432')
    if (isNew) {
      sql.pragma(`application_id = ${APPLICATION_ID}`)
      sql.pragma(`user_version = ${FORMAT}`)
    }
    const format = Number(sql.pragma('user_version', { simple: true }))
    if (sql.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new Unfit('it holds no read models of this release')
    if (format > FORMAT) throw new Unfit(`a newer program made it (format ${format})`)
  })
  return sqliteReadStore(sql, onError)
}

/** The event at a position; positions have no gap in the log of one process. */
async function eventAt(store: EventStore, position: Position): Promise<string | null> {
  if (position === START) return null
  const { events } = await store.readAll(positionOf(BigInt(position) - 1n), { limit: 1 })
  return events[0]?.position === position ? events[0].id : null
}

/**
 * Read models are made of facts that the log held. A log without them is an older one, or another
 * one.
 *
 * @throws LogOlder
 */
async function compare(readStore: SqliteReadStore, store: EventStore, file: string): Promise<void> {
  const { marked } = readStore
  const furthest = readStore.furthest()
  // Not by the head, which is told once the whole log was checked.
  if (furthest !== START && (await eventAt(store, furthest)) === null)
    throw new LogOlder(
      `The log is older than its read models: ${file} was made from ${BigInt(furthest)} events, ` +
        `the log holds ${BigInt(await store.head())}.`,
    )
  if (marked !== null && (await eventAt(store, marked.position)) !== marked.eventId)
    throw new LogOlder(
      `The log is another one than that of its read models: ${file} was made from another event ` +
        `at position ${BigInt(marked.position)}.`,
    )
}

/**
 * Opens the read models of a data directory. A damaged file is put aside with a message, also one
 * of a newer program. The log is then folded from its first event.
 *
 * @throws LogOlder · MasterKeyMissing · errors of the log
 */
export async function openOwnReadModels({
  dataDir,
  keyring,
  store,
  log,
}: {
  readonly dataDir: string
  readonly keyring: FileKeys
  readonly store: EventStore
  readonly log: Log
}): Promise<OwnReadModels> {
  const file = path.join(dataDir, READ_MODELS_FILE)
  const key = await keyring.fileKey(READ_MODELS_FILE)
  let damage: unknown = null
  /** Read models that are found damaged while they serve are put aside by the next start. */
  function onDamage(error: unknown): void {
    if (damage !== null) return
    damage = error
    writeFileSync(damagedMark(file), '')
    log.error(
      { err: error, file },
      'The read models are damaged. Start the product again: it builds them anew from the log',
    )
  }
  const onError = (error: unknown): void => {
    if (isDamage(error)) onDamage(error)
  }
  let opened: SqliteReadStore | null = null
  try {
    opened = openFile(file, key, onError)
    await compare(opened, store, file)
  } catch (error) {
    await opened?.close()
    if (!(error instanceof Unfit || isDamage(error))) throw error
    const aside = asideOf(file)
    removeFile(aside)
    for (const end of ['', '-wal', '-shm'])
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
    rmSync(damagedMark(file), { force: true })
    log.warn(
      { file, aside, reason: messageOf(error) },
      'The read models cannot be used. They are put aside, and built anew from the log',
    )
    damage = null
    opened = openFile(file, key, onError)
  }
  const made = opened
  const readStore: ReadStore = {
    ...made,
    async ping() {
      if (damage !== null) throw damage
      await made.ping()
    },
  }

  /** Does a task on the file in a thread, which has a connection of its own. */
  const care = (task: CareTask['task']): Promise<string> =>
    new Promise((resolve, reject) => {
      const workerData: CareTask = { task, file, key: key.toString('hex') }
      const worker = new Worker(new URL('./read-model-care-thread.ts', import.meta.url), {
        workerData,
      })
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => resolve('ok'))
    })
  const noted = (found: string): void => {
    if (found !== 'ok') onDamage(new Error(found))
  }
  async function erase(): Promise<void> {
    removeFile(asideOf(file))
    noted(await made.paused(() => care('erase')))
  }
  async function mark(): Promise<void> {
    const position = made.furthest()
    const eventId = await eventAt(store, position)
    if (eventId !== null) made.mark({ position, eventId })
  }
  let isChecked = false
  return {
    readStore,
    mark,
    erase,
    async tidy() {
      await mark()
      if (made.unused() > UNUSED) await erase()
      if (!isChecked) noted(await care('check'))
      isChecked = true
    },
    close: () => made.close(),
  }
}
