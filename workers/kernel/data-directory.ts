import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { replaceFile } from '#commands/kernel/durable.ts'
import { namedDocuments } from '#commands/operations/documents-in.ts'
import { EXTERNAL_SEAL_FILE, type ExternalSealStore } from '#commands/operations/external-seal.ts'
import { lastSeal } from '#commands/operations/seal.ts'
import { checkAnew } from '#commands/operations/scrub-documents.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { LOG_MARK_FILE } from './log-mark.ts'
import { READ_MODELS_FILE } from './own-read-models.ts'
import { assertSameLog } from './same-log.ts'

/**
 * The files of a data directory that belong together. A file that is absent, or empty, is new only
 * where nothing else is there. Otherwise the start refuses in words. A new log would give numbers a
 * second time. New keys would make personal data unreadable for good. New accounts would lock
 * everybody out.
 */

/** Settings that decide which files a directory has. */
export type Placement = {
  readonly DATA_DIR: string
  readonly EVENTSTORE_URL?: string | undefined
  readonly MONGODB_URL?: string | undefined
  readonly OIDC_ISSUER?: string | undefined
  readonly ROLE: 'all' | 'api' | 'workers'
}

type DataFile = {
  readonly name: string
  /** Contents, for the message. */
  readonly holds: string
  /** Losses that come with it, for the operator who gives it up. */
  readonly loss: string
  /** Whether a start can use nothing of the directory without it. */
  readonly isVital?: true
  /** Whether a directory without manifest that has another file has this one too. */
  readonly isNeeded: (placement: Placement) => boolean
}

const DOCUMENTS = 'documents'
/** In the folder of documents: the operator goes on without those that were lost. */
const GIVEN_UP = 'given-up.json'

export const DATA_FILES: readonly DataFile[] = [
  {
    name: 'events.sqlite',
    holds: 'every fact: bills, quotes, timesheets, contracts',
    loss:
      'Every fact is lost. The whole content of the directory is set aside, ' +
      'and the next start begins anew.',
    isVital: true,
    isNeeded: ({ EVENTSTORE_URL }) => EVENTSTORE_URL === undefined,
  },
  {
    name: 'keys.sqlite',
    holds: 'the keys without which nobody reads personal data',
    loss:
      'Nobody can read personal data of the log any more. ' +
      'The whole content of the directory is set aside, and the next start begins anew.',
    isVital: true,
    isNeeded: ({ MONGODB_URL }) => MONGODB_URL === undefined,
  },
  {
    name: 'identity.sqlite',
    holds: 'the accounts and their passwords',
    loss:
      'Every account and password is lost. The next start makes an administrator; ' +
      'npm run link-user gives users of the log their new accounts.',
    isNeeded: ({ OIDC_ISSUER, ROLE }) => OIDC_ISSUER === undefined && ROLE !== 'workers',
  },
  {
    name: EXTERNAL_SEAL_FILE,
    holds: 'the newest seal, which reveals a log that lost its end',
    loss:
      'Events behind the end of the log are lost, and numbers of bills may be given ' +
      'a second time. The seal is set aside, with the read models that were made from them.',
    isNeeded: () => false,
  },
  {
    name: DOCUMENTS,
    holds: 'the papers of bills and quotes, and the files of users',
    loss:
      'Papers of bills and quotes and files of users that are not there stay lost. ' +
      'Issued papers cannot be drawn again.',
    isNeeded: () => false,
  },
]

/** Files that can be made again, but not before there was a log. */
const TRACES = [READ_MODELS_FILE, LOG_MARK_FILE]
/** The lock of a process, which stays where it is. */
const LOCK = 'events.sqlite.lock'

/** The manifest's name in a data directory. */
export const MANIFEST_FILE = 'installation.json'
const Manifest = z.object({
  version: z.literal(1),
  /** Names of the files that were there at the end of a start or of a process. */
  files: z.array(z.string()).readonly(),
  /** An import writes here, and was cut off unless it goes on. */
  isImporting: z.literal(true).optional(),
})
type Manifest = z.output<typeof Manifest>

/** A file of the directory is missing, empty, or older than the others. */
class DataDirectoryBroken extends Error {
  override readonly name = 'DataDirectoryBroken'
}

const isThere = (dataDir: string, name: string): boolean => {
  const file = path.join(dataDir, name)
  if (!existsSync(file)) return false
  return statSync(file).isDirectory() ? readdirSync(file).length > 0 : statSync(file).size > 0
}

/** Whether a folder holds data of the product, whole or not. */
export const isUsed = (dataDir: string): boolean =>
  [MANIFEST_FILE, ...TRACES, ...DATA_FILES.map(({ name }) => name)].some((name) =>
    isThere(dataDir, name),
  )

/** @throws DataDirectoryBroken when the manifest cannot be read */
function manifestIn(dataDir: string): Manifest | null {
  const file = path.join(dataDir, MANIFEST_FILE)
  if (!isThere(dataDir, MANIFEST_FILE)) return null
  // An error of the disk names the file itself.
  const text = readFileSync(file, 'utf8')
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new DataDirectoryBroken(
      `${file} is no manifest of this program. ` +
        'Restore it from the backup, or remove it: the next start writes it again.',
    )
  }
}

const writeManifest = (dataDir: string, files: readonly string[]): Promise<void> =>
  replaceFile(
    path.join(dataDir, MANIFEST_FILE),
    `${JSON.stringify({ version: 1, files } satisfies Manifest)}\n`,
  )

const missingFile = (dataDir: string, { name, holds }: Pick<DataFile, 'name' | 'holds'>) =>
  new DataDirectoryBroken(
    `${path.join(dataDir, name)} is missing or empty: it holds ${holds}. ` +
      'Restore it from the backup that belongs to the other files of this directory. ' +
      `Without a backup, \`npm run give-up -- ${name}\` says what is lost and begins without it.`,
  )

/**
 * Compares the directory with its manifest, before any of its files is opened. A directory of an
 * earlier release has no manifest: its files then speak for each other.
 *
 * @throws DataDirectoryBroken naming the file, what it holds, and the ways on
 */
export async function assertWhole(placement: Placement): Promise<void> {
  const { DATA_DIR } = placement
  const manifest = manifestIn(DATA_DIR)
  if (manifest?.isImporting)
    throw new DataDirectoryBroken(
      `An import into ${DATA_DIR} was cut off. Run the same \`npm run import\` again: it goes on from there. ` +
        'Without the file, `npm run give-up -- events.sqlite` sets aside what came so far.',
    )
  const there = DATA_FILES.filter(({ name }) => isThere(DATA_DIR, name))
  const hasData = there.length > 0 || TRACES.some((name) => isThere(DATA_DIR, name))
  const missing = DATA_FILES.find(
    (file) =>
      !there.includes(file) &&
      (manifest === null
        ? hasData && file.isNeeded(placement)
        : manifest.files.includes(file.name)),
  )
  if (missing !== undefined) throw missingFile(DATA_DIR, missing)
  // From the first moment on, a start that is cut off is told from files that were lost.
  if (manifest === null && !hasData && existsSync(DATA_DIR)) await writeManifest(DATA_DIR, [])
}

/** Names of a folder whose files belong together, as its manifest notes them. */
export const manifestOf = (dataDir: string): readonly string[] => manifestIn(dataDir)?.files ?? []

/** Names of the files of a data directory that are there and hold something. */
export const filesIn = (dataDir: string): readonly string[] =>
  DATA_FILES.map(({ name }) => name).filter((name) => isThere(dataDir, name))

/** Whether a name of a data directory is no data: what was set aside earlier, and the lock. */
export const isNoData = (name: string): boolean =>
  /^(?:given-up|before-restore)-/.test(name) || name.startsWith(LOCK)

/** Notes that an import begins; it ends with `noteFiles`. */
export const noteImport = (dataDir: string): Promise<void> =>
  replaceFile(
    path.join(dataDir, MANIFEST_FILE),
    `${JSON.stringify({ version: 1, files: manifestOf(dataDir), isImporting: true } satisfies Manifest)}\n`,
  )

/** Notes the files that are there now; they belong together from then on. */
export async function noteFiles({ DATA_DIR }: Pick<Placement, 'DATA_DIR'>): Promise<void> {
  const { files: before = [], isImporting = false } = manifestIn(DATA_DIR) ?? {}
  const found = DATA_FILES.map(({ name }) => name).filter(
    (name) => before.includes(name) || isThere(DATA_DIR, name),
  )
  if (isImporting || found.some((name) => !before.includes(name)))
    await writeManifest(DATA_DIR, found)
}

/** Names that leave with a file which is given up. Documents that are there stay. */
function leaving(dataDir: string, file: string): readonly string[] {
  const names = readdirSync(dataDir).filter((one) => !isNoData(one))
  if (DATA_FILES.some(({ name, isVital }) => name === file && isVital)) return names
  if (file === DOCUMENTS) return []
  const made = file === EXTERNAL_SEAL_FILE ? [LOG_MARK_FILE, READ_MODELS_FILE] : []
  return names.filter((one) => [file, ...made].some((name) => one.startsWith(name)))
}

/**
 * Goes on without a file, which leaves the manifest. It is set aside where it is there, with other
 * files that do not belong to the rest any more. The caller holds the directory.
 *
 * @param now epoch milliseconds, in the name of the folder
 * @returns the folder of what was set aside; null when nothing was
 */
export async function giveUp(dataDir: string, name: string, now: number): Promise<string | null> {
  const left = leaving(dataDir, name)
  const known = manifestIn(dataDir)?.files ?? filesIn(dataDir)
  const aside = path.join(
    dataDir,
    `given-up-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`,
  )
  if (left.length > 0) mkdirSync(aside)
  for (const one of left) renameSync(path.join(dataDir, one), path.join(aside, one))
  if (name === DOCUMENTS) {
    mkdirSync(path.join(dataDir, DOCUMENTS), { recursive: true })
    writeFileSync(path.join(dataDir, DOCUMENTS, GIVEN_UP), `${JSON.stringify({ at: now })}\n`)
  }
  const isVital = DATA_FILES.some((file) => file.name === name && file.isVital)
  await writeManifest(dataDir, isVital ? [] : known.filter((file) => file !== name))
  return left.length > 0 ? aside : null
}

/** Events whose keys are looked for: those that a backup of an hour ago lacks. */
const RECENT = 1_000
/** Events in which documents are looked for where none is there. */
const RECENT_WITHOUT_DOCUMENTS = 20_000
const SHOWN = 10

/**
 * Looks for the documents that the newest events name. An older folder of documents is told, and
 * all documents are checked at once. A folder without any refuses the start, as a manifest does.
 *
 * @throws DataDirectoryBroken
 */
async function assertDocuments(
  { store, documents }: { readonly store: EventStore; readonly documents: Documents },
  { DATA_DIR, MONGODB_URL }: Pick<Placement, 'DATA_DIR' | 'MONGODB_URL'>,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const there = MONGODB_URL === undefined ? await documents.names() : null
  const isLost = there?.length === 0 && !existsSync(path.join(DATA_DIR, DOCUMENTS, GIVEN_UP))
  const limit = isLost ? RECENT_WITHOUT_DOCUMENTS : RECENT
  // Keys of these events have to be there too.
  const { events } = await store.readAllBackwards(null, { limit })
  if (there === null) return
  const named = namedDocuments()
  // A kill may come between the end of a removed file's bytes and the event of it.
  const removed = new Set(
    events.flatMap(({ type, stream }) => (type === 'DocumentRemoved' ? [stream] : [])),
  )
  for (const event of events.toReversed()) if (!removed.has(event.stream)) named.see(event)
  const missing = named.missingAmong(there)
  if (missing.length === 0) return
  const folder = DATA_FILES.find(({ name }) => name === DOCUMENTS)
  if (isLost && folder) throw missingFile(DATA_DIR, folder)
  log.error(
    { missing: missing.length, names: missing.slice(0, SHOWN) },
    'The folder of documents is older than the log. Restore it from the newer backup',
  )
  await checkAnew(DATA_DIR)
}

/**
 * Compares the log with the newest seal kept outside of it, and with its newest event as it was
 * noted.
 *
 * @throws DataDirectoryBroken when the log has lost its end · AnotherLog
 */
export async function assertEnd(
  {
    store,
    readStore,
  }: {
    readonly store: Pick<EventStore, 'readStream'>
    readonly readStore: Pick<ReadStore, 'sharing'>
  },
  witness: Pick<ExternalSealStore, 'read'>,
  dataDir: string,
): Promise<void> {
  const [witnessed, sealed] = await Promise.all([witness.read(), lastSeal(store)])
  const events = sealed?.events ?? 0
  if (witnessed !== null && witnessed.events > events)
    throw new DataDirectoryBroken(
      `The log is older than its seal: ${witnessed.kept} is a seal over ${witnessed.events} events, ` +
        `the log holds a seal over ${events}. ` +
        'Numbers of bills would be given a second time. Restore the newer log. ' +
        `Without one, \`npm run give-up -- ${EXTERNAL_SEAL_FILE}\` says what is lost ` +
        'and begins with the older log.',
    )
  await assertSameLog(store, readStore, dataDir)
}

/**
 * Compares the log with its end as it was noted. The keys and documents that its newest events name
 * have to be there.
 *
 * @throws DataDirectoryBroken when the log has lost its end, or all documents are missing ·
 * AnotherLog · KeyMissing when keys are older
 */
export async function assertNewest(
  engines: {
    readonly store: EventStore
    readonly readStore: ReadStore
    readonly documents: Documents
  },
  witness: Pick<ExternalSealStore, 'read'>,
  placement: Pick<Placement, 'DATA_DIR' | 'MONGODB_URL'>,
  log: Pick<Log, 'error'>,
): Promise<void> {
  await assertEnd(engines, witness, placement.DATA_DIR)
  await assertDocuments(engines, placement, log)
}
