import type { CheckBeside } from '#commands/event-store/sqlite-check.ts'
import path from 'node:path'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { LogReplaced } from '#commands/event-store/sqlite-writer.ts'
import {
  assertKnown,
  LogNewer,
  type KnownKinds,
  namingKinds,
  ownKinds,
} from '#commands/event-store/event-kinds.ts'
import { openSqliteReader } from '#commands/event-store/sqlite-reader.ts'
import { instrumentedStore } from '#commands/event-store/instrumented-store.ts'
import { type EventFile, openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { upcasting } from '#commands/event-store/upcast.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { openFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { clamd, scanned } from '#commands/gateways/documents/virus-scanner.ts'
import { type Disk, watchDisk } from '#commands/gateways/engines/disk.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { type KeyAddresses, openKeys } from '#commands/gateways/keys/open-keys.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { latest } from '#commands/kernel/secret-files.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { personalData } from '#domain/personal.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { inProcessQueue } from '#workers/queue/in-process.ts'
import { instrumentedQueue } from '#workers/queue/instrumented-queue.ts'
import type { BullmqQueue } from '#workers/queue/bullmq.ts'
import { externalSealAt } from '#commands/operations/external-seal.ts'
import { assertEnd } from './data-directory.ts'
import { logFile } from './log-check.ts'
import { AnotherLog, assertSameLog } from './same-log.ts'
import { ReadModelsLost } from '#projections/read-store/sqlite-tables.ts'
import { heldFiles, type HeldFiles } from './held-files.ts'
import { openOwnReadModels, type OwnReadModels } from './own-read-models.ts'

/** Addresses of the engines; an absent one means the embedded engine, under `DATA_DIR`. */
export type EngineAddresses = KeyAddresses & {
  readonly EVENTSTORE_URL?: string | undefined
  readonly REDIS_URL?: string | undefined
  /** ClamAV's daemon; files are not scanned when absent. */
  readonly SCANNER_URL?: string | undefined
  /** Free space below which writing stops; none when absent. @unit MiB */
  readonly DISK_RESERVE_MB?: number
}

/** Whether an engine answers now. */
type EngineHealth = { readonly name: string; readonly ok: boolean; readonly detail: string }

export type Engines = {
  readonly store: EventStore
  /** The keys that the store encrypts personal data with. */
  readonly keyring: Keyring
  readonly documents: Documents
  readonly readStore: ReadStore
  /**
   * The read models in the data directory. Null where they are on a server, and where they are in
   * memory, since other processes work beside this one.
   */
  readonly own: OwnReadModels | null
  readonly queue: JobQueue
  /** Free space of the data directory. */
  readonly disk: Disk
  /** Files of the data directory that stay where they are while the product runs. */
  readonly held: HeldFiles
  /** The queue, for the screen that shows it; null for the embedded one. */
  readonly board: BullmqQueue | null
  readonly health: readonly {
    readonly name: string
    readonly ask: () => Promise<EngineHealth>
    /** Whether the product still takes commands and answers without it. */
    readonly mayBeAway?: () => boolean
  }[]
}

/**
 * Reads what the file names, and its end, without waiting for the check of the whole log. An older
 * log is not folded then.
 *
 * @throws LogNewer · DataDirectoryBroken · AnotherLog
 */
async function assertFile(
  file: string,
  kinds: KnownKinds,
  { DATA_DIR, MONGODB_URL }: EngineAddresses,
): Promise<void> {
  const reader = openSqliteReader(file)
  try {
    await assertKnown(reader, kinds)
    if (MONGODB_URL === undefined)
      await assertEnd(
        { store: reader, readStore: { sharing: null } },
        externalSealAt({ DATA_DIR }),
        DATA_DIR,
      )
  } finally {
    await reader.close()
  }
}

/** Errors that tell the operator what to do. */
const TOLD = [LogReplaced, LogNewer, AnotherLog, ReadModelsLost]

/**
 * Opens each engine by its address. The adapter of a server is loaded only when it is used.
 *
 * @param with.ending receives what has to be closed, in order; also when this throws
 * @param with.metrics counts every append, wake and run
 * @param with.until opens an engine, and calls again while it is away
 * @param with.begun check of the embedded log that runs already
 * @throws the engine's error when it cannot be opened
 */
export async function openEngines(
  addresses: EngineAddresses,
  {
    log,
    ending,
    metrics,
    until,
    begun,
  }: {
    readonly log: Log
    readonly ending: (() => unknown)[]
    readonly metrics: Metrics
    readonly until: <T>(engine: string, open: () => Promise<T>) => Promise<T>
    readonly begun: CheckBeside | null
  },
): Promise<Engines> {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL, REDIS_URL, SCANNER_URL } = addresses
  const onWatcherFailed = (error: unknown) =>
    log.error({ err: error }, 'A watcher of the log failed')
  const opened = <T extends { close(): unknown }>(engine: T): T => {
    ending.push(() => engine.close())
    return engine
  }
  // Opened before the log: the log's lock is released only if closing it is in `ending`.
  const keyring = await openKeys(addresses, ending, until)
  metrics.cacheOpened('keys', keyring.inMemory)
  const events: EventStore & Partial<Pick<EventFile, 'fault'>> = EVENTSTORE_URL
    ? (await import('#commands/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL, {
        onWatcherFailed,
        latestUrl: latest(addresses, 'EVENTSTORE_URL'),
      })
    : openSqliteEventStore(logFile(addresses), {
        check: MONGODB_URL ? 'first' : (begun ?? 'beside'),
        onWatcherFailed,
      })
  const kinds = ownKinds(upcasters.schemaOf)
  const held = heldFiles()
  const named = namingKinds(instrumentedStore(opened(events), metrics), kinds, held.assertThere)
  if (EVENTSTORE_URL) {
    await until('events', named.look)
    ending.push(named.follow((newer) => log.error({ err: newer }, 'A newer program has written')))
  } else await assertFile(logFile(addresses), kinds, addresses)
  const store = upcasting(encrypting(named, { keyring, personalData }), upcasters)
  const mongo = MONGODB_URL
    ? {
        gridFs: opened(
          await until('MongoDB', async () =>
            (await import('#commands/gateways/documents/documents-gridfs.ts')).openGridFsDocuments(
              MONGODB_URL,
              {
                incoming: path.join(DATA_DIR, 'incoming'),
              },
            ),
          ),
        ),
        readStore: opened(
          await until('MongoDB', async () =>
            (await import('#projections/read-store/mongodb.ts')).mongoReadStore(MONGODB_URL),
          ),
        ),
      }
    : null
  const stored: Documents = mongo?.gridFs ?? openFileDocuments(DATA_DIR)
  const documents = SCANNER_URL === undefined ? stored : scanned(stored, clamd(SCANNER_URL))
  const own =
    mongo || EVENTSTORE_URL
      ? null
      : opened(await openOwnReadModels({ dataDir: DATA_DIR, keyring, store, log }))
  const readStore = mongo?.readStore ?? own?.readStore ?? opened(sqliteReadStore())
  const board = REDIS_URL
    ? (await import('#workers/queue/bullmq.ts')).bullmqQueue({
        url: REDIS_URL,
        latestUrl: latest(addresses, 'REDIS_URL'),
        log,
      })
    : null
  const queue: JobQueue = instrumentedQueue(opened(board ?? inProcessQueue({ log })), metrics)

  const probe = (name: string, engine: string, question: () => Promise<unknown>) => ({
    name,
    ask: (): Promise<EngineHealth> =>
      question().then(
        () => ({ name, ok: true, detail: engine }),
        (error: unknown) => ({
          name,
          ok: false,
          detail:
            error instanceof Error && TOLD.some((kind) => error instanceof kind)
              ? error.message
              : `${engine} does not answer`,
        }),
      ),
  })
  const disk = opened(await watchDisk(DATA_DIR, (addresses.DISK_RESERVE_MB ?? 0) * 1_048_576))
  const health = [
    { name: 'disk', ask: disk.health },
    probe('events', EVENTSTORE_URL ? 'EventStoreDB' : 'SQLite', async () => {
      await store.head()
      await named.look()
      const fault = events.fault?.() ?? null
      if (fault !== null) throw fault
    }),
    probe('read models', MONGODB_URL ? 'MongoDB' : 'SQLite', async () => {
      await readStore.ping()
      // A log that is away is told of by its own probe.
      await assertSameLog(store, readStore, DATA_DIR).catch((error: unknown) => {
        if (error instanceof AnotherLog) throw error
      })
    }),
    probe('documents', MONGODB_URL ? 'GridFS' : 'files', async () => mongo?.gridFs.ping()),
    {
      ...probe('queue', REDIS_URL ? 'BullMQ on Redis' : 'in process', () => queue.ping()),
      // Without its queue the product goes on, and read models are late.
      mayBeAway: () => true,
    },
    // Open keys are read without the vault.
    ...(addresses.KEYS_VAULT_URL === undefined
      ? []
      : [{ ...probe('keys', 'key vault', () => keyring.wrapper.ping()), mayBeAway: () => true }]),
  ]
  return { store, keyring, documents, readStore, own, queue, disk, held, board, health }
}
