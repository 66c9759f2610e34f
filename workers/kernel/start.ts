import { setTimeout as pause } from 'node:timers/promises'
import { createCvReader } from '#commands/cv/import/cv-reader.ts'
import { openImportDrafts } from '#commands/gateways/import-drafts/open-import-drafts.ts'
import {
  type GatewayAddresses,
  type Gateways,
  openGateways,
  openTechnicalLog,
} from '#commands/gateways/open-gateways.ts'
import { accessEnding } from '#commands/gateways/accounts/access-ending.ts'
import type { VaultState } from '#commands/gateways/keys/key-wrapper.ts'
import { keysWrappedAt } from '#commands/gateways/keys/keys-age.ts'
import { openExportFiles } from '#commands/gateways/documents/export-files.ts'
import { removeFromOutbox } from '#commands/gateways/mail/mail-outbox.ts'
import { type LogCleaner, logCleaner } from '#commands/operations/clean-log.ts'
import { pdfRenderer } from '#commands/billing/document/pdf-renderer.ts'
import type { CheckBeside } from '#commands/event-store/sqlite-check.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { createErasure } from '#commands/identity/erase.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { whileWanted } from '#commands/mail/while-wanted.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { startPress } from '#commands/kernel/typeset/press.ts'
import { type ExternalSealStore, externalSealAt } from '#commands/operations/external-seal.ts'
import {
  documentScrub,
  documentsFound,
  type DocumentsFound,
} from '#commands/operations/scrub-documents.ts'
import { lastSeal, sealLog } from '#commands/operations/seal.ts'
import type { WriteDigest } from '#commands/planning/notification-digests.ts'
import { buildCommands, type Commands } from '#commands/product.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { JobQueue } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import type { Metrics } from '#domain/kernel/ports/metrics.ts'
import { projections } from '#projections/all.ts'
import { createFacts } from '#projections/facts.ts'
import { purgeUser } from '#projections/purge.ts'
import { createProjector, PROJECT, type Projector } from '#projections/kernel/catch-up.ts'
import { type Editions, noEditions, openEditions } from '#projections/kernel/editions.ts'
import { inZones } from '#projections/identity/users.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { endedAccess } from '#projections/ended-access.ts'
import { type DemoReset, demoReset } from '#commands/operations/demo-reset.ts'
import { sampleAccounts } from '#commands/identity/sample-account.ts'
import { type ProcessCommands, processCommands } from '#commands/operations/processes.ts'
import { lastBackupAt } from '#workers/operations/last-backup.ts'
import { isPausedIn } from '#workers/operations/process-reactors.ts'
import { reactors } from '#workers/reactors.ts'
import { tools } from '#workers/tools.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { effectPerformer } from './effects.ts'
import { tellFolding } from './folding-progress.ts'
import { foldingCodes } from './folding-codes.ts'
import type { BullmqQueue } from '../queue/bullmq.ts'
import { compareClock, watchClock } from './clock-watch.ts'
import { assertNewest, noteFiles } from './data-directory.ts'
import { type EngineAddresses, type Engines, openEngines } from './engines.ts'
import type { Lifetime } from './lifetime.ts'
import { keepLogMark } from './log-mark.ts'
import { createReactorRunner, type ReactorRunner, WORK } from './reactor.ts'
import { setbacksIn } from './setbacks.ts'
import { catchUpAll, startWorkers, TOPICS } from './run.ts'
import type { EngineWait } from './wait-for-engine.ts'

/** Time for work without a user to end, of the ten seconds a process has. @unit milliseconds */
const WORKERS_MS = 2_000
/**
 * Wait of the start for read models on a server; they may also become ready later. @unit
 * milliseconds
 */
const SETTLE_MS = 10_000

/** Groups of a store that this process has alone: read models to wait for, and those to renew. */
const OWN = 'all'
const ANEW = 'anew'

type Start = {
  readonly configuration: EngineAddresses &
    GatewayAddresses & {
      readonly ROLE: 'all' | 'api' | 'workers'
      readonly SUBSCRIPTIONS: 'on' | 'off'
    }
  readonly lifetime: Lifetime
  readonly patience: EngineWait
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Where browsers reach the product. */
  readonly publicUrl: string
  /** Check of the embedded log that runs already. */
  readonly logCheck: CheckBeside | null
  /** Writes mails of reminders; the sentences are those of the screens. */
  readonly digestWriter: (deps: {
    readonly readModels: ReadModels
    readonly clock: Clock
  }) => WriteDigest
}

/** Parts of every role: the engines, the read side, and every context's commands. */
export type Product = Engines & {
  /**
   * Resolves once the log was found sound and whole, and the read models have read it. Nothing is
   * written, and no request is answered, before.
   */
  readonly proven: Promise<void>
  /** Whether the read models follow the log by themselves. */
  readonly following: { hasBegun: boolean }
  readonly projector: Projector
  readonly editions: Editions
  readonly readModels: ReadModels
  readonly handler: CommandHandler
  readonly commands: Commands
  readonly work: ReactorRunner
  readonly witness: ExternalSealStore
  /** The technical log, and its cleaner. */
  readonly technicalLog: { readonly book: LogBook; readonly cleaner: LogCleaner }
  /** Tools of the command center. */
  readonly processes: ProcessCommands
  readonly resetDemo: DemoReset
  readonly gateways: Gateways
  /** The queues, for the screen that shows them; null for the embedded one. */
  readonly shownQueues: (() => ReturnType<BullmqQueue['queues']>) | null
  /** Work without a user, as an administrator sees and restarts it. */
  readonly machinery: {
    readonly status: Projector['status']
    readonly retryProjection: (name: string) => Promise<void>
    readonly queues: JobQueue['depths']
    readonly failedWork: ReactorRunner['failed']
    /** Lists whose work fails, in whichever process. */
    readonly fails: (list: string) => Promise<boolean>
    readonly retryWork: (list: string, meta: CommandMeta) => Promise<void>
  }
  /** Figures that the metrics read on request. */
  readonly observed: {
    readonly queues: JobQueue['depths']
    readonly failedWork: ReactorRunner['failed']
    readonly workLists: ReactorRunner['lists']
    readonly diskFree: () => number
    /** Times are epoch milliseconds; null when there was none. */
    readonly upkeep: () => Promise<{
      readonly documents: DocumentsFound
      readonly backupAt: number | null
      readonly sealedAt: number | null
      readonly keysWrappedAt: number | null
      readonly vaultToken: VaultState['token']
    }>
  }
}

/**
 * Read models that a question brings up to date, until workers follow the log. The sample data are
 * told before they do.
 */
const broughtThere = (readModels: ReadModels, catchUp: () => Promise<void>): ReadModels => ({
  ...readModels,
  async reached(wanted, position, timeoutMs) {
    await catchUp()
    return readModels.reached(wanted, position, timeoutMs)
  },
})

/** State of kept documents, of the last backup, of the last seal and of the keys. */
const upkeepOf =
  (
    directory: string,
    { store, keyring: { wrapper } }: Pick<Engines, 'store' | 'keyring'>,
  ): Product['observed']['upkeep'] =>
  async () => {
    const [found, backupAt, sealed, keysAt, vault] = await Promise.all([
      documentsFound(directory),
      lastBackupAt(directory),
      lastSeal(store),
      keysWrappedAt(directory),
      // A vault that is away is told of by its own figure.
      wrapper.vault?.().catch(() => null),
    ])
    return {
      documents: found,
      backupAt,
      sealedAt: sealed?.at ?? null,
      keysWrappedAt: vault === undefined ? keysAt : (vault?.keyMadeAt ?? null),
      vaultToken: vault?.token ?? null,
    }
  }

/**
 * Waits for the log's check, brings the read models to its head, and looks for what its newest
 * events name. Nothing is folded from a damaged log.
 *
 * @throws as `assertNewest` · EventStoreDamaged · the signal's reason
 */
async function prove({
  engines,
  projector,
  configuration,
  lifetime: { ending, signal },
  patience: { retryWhileAway: until },
  clock,
  log,
}: Pick<Start, 'configuration' | 'lifetime' | 'patience' | 'clock' | 'log'> & {
  readonly engines: Engines
  readonly projector: Projector
}): Promise<void> {
  const { store, readStore, own } = engines
  const witness = externalSealAt(configuration)
  await until('events', () => store.head())
  if (!readStore.sharing)
    await until('events', () => catchUpAll(projector, signal, (group) => group !== ANEW))
  await until('events', () => assertNewest(engines, witness, configuration, log))
  await until('events', () => compareClock(store, { clock, log }))
  ending.push(watchClock({ clock, log }))
  await own?.mark()
  ending.push(() => own?.mark())
}

/**
 * Opens the engines and composes the product on them. Read models of this process alone go on from
 * where they stood, and read the log to its head. Read models of other code are folded again while
 * the old ones serve. The log is still being checked when this returns.
 *
 * @throws errors that waiting does not mend; the signal's reason
 */
export async function openProduct({
  configuration,
  lifetime,
  patience,
  clock,
  log,
  metrics,
  publicUrl,
  logCheck,
  digestWriter,
}: Start): Promise<Product> {
  const { ending, signal } = lifetime
  const { retryWhileAway: until } = patience
  const engines = await openEngines(configuration, { log, ending, metrics, until, begun: logCheck })
  const { store, keyring, documents, readStore, queue, own, disk, board } = engines
  const book = await openTechnicalLog(configuration, { keyring, clock, log, ending, until })
  const gateways = await openGateways(configuration, {
    keyring,
    documents,
    book,
    clock,
    metrics,
    publicUrl,
  })
  const importDrafts = await openImportDrafts(configuration, ending, until)
  const press = startPress()
  const papers = pdfRenderer(documents, press, metrics)
  ending.push(() => press.close())

  const editions = readStore.sharing
    ? noEditions()
    : await openEditions({ readStore, projections, codes: await foldingCodes(), log })
  const projector = createProjector({
    store,
    readStore,
    queue,
    clock,
    log,
    projections,
    metrics,
    editions,
    // Read models on a server are brought up to date in parallel, by whichever worker is free.
    groupOf: (projection) =>
      readStore.sharing ? projection.name : editions.isReplacing(projection) ? ANEW : OWN,
  })
  const { readModels } = projector
  if (!readStore.sharing) ending.push(tellFolding({ readStore, editions, store, log }))
  const witness = externalSealAt(configuration)
  const proven = prove({
    engines,
    projector,
    configuration,
    lifetime,
    patience,
    clock,
    log,
  })
  proven.catch(() => {}) // the ones who wait for it get the error

  // The log's watch wakes the projections, in the processes that run workers.
  const handler = createHandler({ store, clock, schemaOf: upcasters.schemaOf, metrics })
  const following = { hasBegun: false }
  const asked = broughtThere(readModels, async () => {
    if (!following.hasBegun) await catchUpAll(projector, signal, (group) => group !== ANEW)
  })
  const commands = buildCommands({
    handler,
    store,
    documents,
    gateways: {
      renderPdf: papers.bill,
      renderQuotePdf: papers.quote,
      expectPaper: press.warm,
      press,
      cvReader: createCvReader(),
      importDrafts,
      jobSources: gateways.jobSources,
      book,
      ai: gateways.ai,
      payments: gateways.payments,
      forgetKeys: (ids) => keyring.destroy(ids),
    },
    facts: createFacts({ readModels: asked, store }),
    clock,
    newId: newUlid,
  })
  const erasure = createErasure({
    handler,
    store,
    keyring,
    documents,
    clock,
    removeMail: (key) => removeFromOutbox(configuration.DATA_DIR, key),
    endAccess: accessEnding(configuration, keyring),
    endPlan: (userId) => commands.subscriptions.close(userId),
    async purge(userId, names) {
      await importDrafts.removeAll(userId)
      await openExportFiles(configuration.DATA_DIR).removeAll(userId)
      await purgeUser(readStore, userId, names)
      await own?.erase()
    },
  })
  const effects = [
    effectPerformer(whileWanted(gateways.mail, commands.reminders.isWanted), {
      handler,
      log,
      book,
    }),
  ]
  const cleaner = logCleaner({
    book,
    handler,
    clock,
    retentionDays: configuration.LOG_RETENTION_DAYS,
  })
  const isDemo = sampleAccounts(handler)
  const resetDemo = demoReset({
    handler,
    commands,
    book,
    clock,
    isDemo,
    known: () => catchUpAll(projector),
  })
  const plans = { readModels, needed: configuration.SUBSCRIPTIONS === 'on', isSample: isDemo }
  const hasEnded = endedAccess({ ...plans, now: () => clock.now() })
  const processes = processCommands({
    handler,
    clock,
    log,
    tools: tools({
      commands,
      cleaner,
      resetDemo,
      isDemo,
      readModels,
      clock,
      store,
      witness,
      hasEnded,
    }),
  })
  const setbacks = setbacksIn({ handler, readModels })
  const work = createReactorRunner({
    ...inZones(readModels),
    setbacks,
    clock,
    log,
    metrics,
    book,
    workLists: reactors(commands, effects, erasure, {
      processes,
      isPaused: isPausedIn(readModels),
      writeDigest: digestWriter({ readModels, clock }),
      hasEnded,
    }),
  })
  const observed = {
    queues: () => queue.depths(),
    failedWork: () => work.failed(),
    workLists: work.lists,
    diskFree: () => disk.free(),
    upkeep: upkeepOf(configuration.DATA_DIR, engines),
  }
  const machinery = {
    status: () => projector.status(),
    async retryProjection(name: string) {
      await projector.retry(name)
      await Promise.all(projector.groups.map((group) => queue.wake(PROJECT, group)))
    },
    queues: observed.queues,
    failedWork: observed.failedWork,
    fails: async (list: string) => (await setbacks.of(list)).fails,
    async retryWork(list: string, meta: CommandMeta) {
      work.retry(list)
      await setbacks.retry(list, meta)
      await queue.wake(WORK, list)
    },
  }
  return {
    ...engines,
    proven,
    health: [...engines.health, ...gateways.health],
    following,
    projector,
    editions,
    readModels,
    handler,
    commands,
    work,
    witness,
    technicalLog: { book, cleaner },
    processes,
    resetDemo,
    gateways,
    shownQueues: board && (() => board.queues(TOPICS)),
    observed,
    machinery,
  }
}

/**
 * Keeps the read models at the head of the log and performs work without a user. With ROLE=api,
 * other processes do that work. This process then only keeps its own read models up to date.
 *
 * @returns once the read models hold the log of the start, or after 10 s
 */
export async function startUnattended(
  {
    configuration,
    lifetime,
    patience,
    clock,
    log,
  }: Omit<Start, 'digestWriter' | 'logCheck' | 'publicUrl'>,
  product: Product,
): Promise<void> {
  const { ROLE, DATA_DIR } = configuration
  const { store, readStore, queue, own, projector, editions, readModels } = product
  const { work, witness, processes, documents } = product
  product.following.hasBegun = true
  product.held.hold(configuration)
  if (!readStore.sharing) lifetime.ending.push(keepLogMark({ store, dataDir: DATA_DIR, log }))
  if (ROLE === 'api' && readStore.sharing) return
  const workers = await startWorkers({
    store,
    queue,
    projector,
    keep: async () => own?.tidy(),
    unattended:
      ROLE === 'api'
        ? null
        : {
            work,
            async seal() {
              await sealLog({ store, clock, witness })
              // A seal that is there from now on is missed when it is emptied or removed.
              await noteFiles({ DATA_DIR })
            },
            scrub: documentScrub({ store, documents, dataDir: DATA_DIR, clock, log }),
            requestRuns: () => processes.requestDue(),
          },
    log,
  })
  lifetime.ending.push(() =>
    Promise.race([workers.stop(), pause(WORKERS_MS, undefined, { ref: false })]),
  )
  await patience.retryWhileAway('events', async () =>
    readModels.reached(
      projections.filter((projection) => !editions.isReplacing(projection)),
      await store.head(),
      SETTLE_MS,
    ),
  )
}
