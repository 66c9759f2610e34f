import { setTimeout as pause } from 'node:timers/promises'
import {
  type GatewayAddresses,
  type Gateways,
  openGateways,
  openTechnicalLog,
} from '#commands/gateways/open-gateways.ts'
import { removeFromOutbox } from '#commands/gateways/mail-outbox.ts'
import { type LogCleaner, logCleaner } from '#commands/operations/clean-log.ts'
import { startPdfRenderer } from '#commands/billing/document/pdf-renderer.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { createErasure } from '#commands/identity/erase.ts'
import type { CommandHandler } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { type ExternalSealStore, externalSealAt } from '#commands/operations/external-seal.ts'
import { sealLog } from '#commands/operations/seal.ts'
import { buildCommands, type Commands } from '#commands/product.ts'
import type { Clock } from '#domain/kernel/clock.ts'
import type { JobQueue } from '#domain/kernel/job-queue.ts'
import type { Log } from '#domain/kernel/log.ts'
import type { Metrics } from '#domain/kernel/metrics.ts'
import { projections } from '#projections/all.ts'
import { createFacts } from '#projections/facts.ts'
import { purgeUser } from '#projections/purge.ts'
import { createProjector, type Projector } from '#projections/kernel/catch-up.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { reactors } from '#workers/reactors.ts'
import type { LogBook } from '#domain/operations/log-book.ts'
import { effectPerformer } from './effects.ts'
import type { BullmqQueue } from '../queue/bullmq.ts'
import { type EngineAddresses, type Engines, openEngines } from './engines.ts'
import type { Lifetime } from './lifetime.ts'
import { createReactorRunner, type ReactorRunner } from './reactor.ts'
import { catchUpAll, startWorkers, TOPICS } from './run.ts'
import type { EngineWait } from './wait-for-engine.ts'

/** Of the ten seconds a process has to end: for what runs without a user. */
const WORKERS_MS = 2_000
/** Events that are folded in some 0.2 s: for these the read models are kept again while the process runs, in case it is killed. */
const WORTH_KEEPING = 20_000
/** How long the start waits for read models on another server, which are ready when they are. */
const SETTLE_MS = 10_000

type Start = {
  readonly configuration: EngineAddresses & GatewayAddresses & { readonly ROLE: 'all' | 'api' | 'workers' }
  readonly lifetime: Lifetime
  readonly patience: EngineWait
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** What every role stands on: the engines, the read side, and every context's commands. */
export type Product = Engines & {
  readonly projector: Projector
  readonly readModels: ReadModels
  readonly handler: CommandHandler
  readonly commands: Commands
  readonly work: ReactorRunner
  readonly witness: ExternalSealStore
  /** The technical log, and what keeps it short. */
  readonly technicalLog: { readonly book: LogBook; readonly cleaner: LogCleaner }
  readonly gateways: Gateways
  /** The queues where they can be looked at from outside; null for the embedded one. */
  readonly shownQueues: (() => ReturnType<BullmqQueue['queues']>) | null
  /** What the metrics look at whenever they are asked for. */
  readonly observed: {
    readonly queues: JobQueue['depths']
    readonly failedWork: ReactorRunner['failed']
    readonly workLists: ReactorRunner['lists']
  }
}

/**
 * Opens the engines and composes the product on them. Read models in memory are restored from their snapshot and brought to the
 * head of the log; at the end they are kept again.
 *
 * @throws what waiting does not mend; the signal's reason
 */
export async function openProduct({ configuration, lifetime, patience, clock, log, metrics }: Start): Promise<Product> {
  const { ending, signal } = lifetime
  const { retryWhileAway } = patience
  const engines = await openEngines(configuration, log, ending, metrics, retryWhileAway)
  const { store, keyring, documents, readStore, queue, kept, board } = engines
  const book = await openTechnicalLog(configuration, { clock, log, ending, until: retryWhileAway })
  const gateways = await openGateways(configuration, { documents, book, clock, metrics })
  const renderer = startPdfRenderer(documents)
  ending.push(() => renderer.close())

  const projector = createProjector({
    store,
    readStore,
    queue,
    clock,
    log,
    projections,
    metrics,
    // Read models that live on another server are brought up to date side by side, by whichever worker is free.
    ...(readStore.volatile ? {} : { groupOf: (projection) => projection.name }),
  })
  const { readModels } = projector
  await kept?.restore()
  if (readStore.volatile) await retryWhileAway('events', () => catchUpAll(projector, signal))
  // Answers once the log is known to be whole.
  await retryWhileAway('events', () => store.head())
  ending.push(() => kept?.save({ signal: AbortSignal.timeout(lifetime.msLeft()) }))

  // The log's own watch wakes the projections, in whichever process the workers are.
  const handler = createHandler({ store, clock, schemaOf: upcasters.schemaOf, metrics })
  const commands = buildCommands({
    handler,
    store,
    documents,
    gateways: { renderPdf: renderer.render },
    facts: createFacts({ readModels, store }),
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
    async purge(userId, names) {
      await purgeUser(readStore, userId, names)
      await kept?.renew()
    },
  })
  const effects = [effectPerformer(gateways.mail, { handler, log, book })]
  const work = createReactorRunner({
    readModels,
    clock,
    log,
    metrics,
    book,
    workLists: reactors(commands, effects, erasure),
  })
  const observed = { queues: () => queue.depths(), failedWork: () => work.failed(), workLists: work.lists }
  const witness = externalSealAt(configuration)
  const cleaner = logCleaner({ book, handler, clock, retentionDays: configuration.LOG_RETENTION_DAYS })
  const technicalLog = { book, cleaner }
  const health = [...engines.health, ...gateways.health]
  const shownQueues = board && (() => board.queues(TOPICS))
  return {
    ...engines,
    health,
    projector,
    readModels,
    handler,
    commands,
    work,
    witness,
    technicalLog,
    gateways,
    shownQueues,
    observed,
  }
}

/**
 * Keeps the read models at the head of the log, and does what is done without a user unless that is left to other processes
 * (ROLE=api, where only read models in memory are each process's own).
 *
 * @returns once the read models hold what the log held, or have had 10 s to
 */
export async function startUnattended(
  { configuration: { ROLE }, lifetime, patience, clock, log }: Start,
  { store, readStore, queue, kept, projector, readModels, work, witness, technicalLog }: Product,
): Promise<void> {
  if (ROLE === 'api' && !readStore.volatile) return
  const workers = await startWorkers({
    store,
    queue,
    projector,
    keep: async () => kept?.save({ atLeast: WORTH_KEEPING }),
    unattended:
      ROLE === 'api'
        ? null
        : { work, seal: () => sealLog({ store, clock, witness }), cleanLog: () => technicalLog.cleaner.cleanDaily() },
    log,
  })
  lifetime.ending.push(() => Promise.race([workers.stop(), pause(WORKERS_MS, undefined, { ref: false })]))
  await patience.retryWhileAway('events', async () => readModels.reached(projections, await store.head(), SETTLE_MS))
}
