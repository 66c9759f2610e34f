import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import {
  type Actor,
  type Cause,
  type Decider,
  type DomainEvent,
  fold,
} from '#domain/kernel/decider.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import {
  AppendOutcomeUnknown,
  type Appended,
  type DecidedEvent,
  type EventStore,
  StaleRevision,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { type NewEvent, type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { type CommandOutcome, type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'
import { dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import type { CommandHandler, CommandMeta, CommandResult } from './command.ts'
import { chained } from './hash-chain.ts'
import { derivedUuid } from './ids.ts'
import { turnsByKey } from './turns-by-key.ts'
import { createStreams } from './streams.ts'

export type HandlerDeps = {
  readonly store: EventStore
  readonly clock: Clock
  /**
   * Tells the projections that the log has grown. A lost call does no harm: they also look by
   * themselves.
   */
  readonly wake?: (upTo: Position) => unknown
  /** Schema that events of this type are written with; 1 when absent. */
  readonly schemaOf?: (type: string) => number
  /** 0 to 1, for the pauses between tries. */
  readonly random?: () => number
  readonly metrics?: Metrics
}

const RETRIES = 5
const PAUSE_MS = 5
const CAUSES: Record<Actor['kind'], Cause> = { user: 'user', system: 'process', process: 'process' }

/**
 * Load, fold, decide, append. The same command sent again, at once or years later, appends once and
 * answers the first result.
 *
 * Commands on one stream run one after another in this process, so that they never conflict with
 * each other. After a conflict with another process the command is decided again.
 */
export function createHandler({
  store,
  clock,
  wake,
  schemaOf = () => 1,
  random = Math.random,
  metrics = unmeasured,
}: HandlerDeps): CommandHandler {
  const inTurn = turnsByKey()
  const streams = createStreams(store)
  metrics.cacheOpened('stream_events', streams.size)

  // The stream's own decider wrote its events, which is why they are of type E.
  const eventsOf = <E extends DomainEvent>(events: readonly RecordedEvent[]) =>
    events as readonly (RecordedEvent & E)[]

  const announce = (upTo: Position) => {
    if (wake)
      void Promise.resolve(upTo)
        .then(wake)
        .catch(() => {}) // the command is done; the projections' own sweep finds the events
  }

  async function once<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: C,
    meta: CommandMeta,
    now: number,
  ): Promise<CommandResult<S>> {
    const stream = `${decider.category}-${id}`
    const { commandId, owner, actor, version: seen } = meta
    const { events, revision, state, commands } = await streams.read(decider, id)
    const first = events[0]
    if (first && first.meta.owner !== owner) throw refusal('NOT_FOUND', { id })

    const mine = commands.revisionsOf(commandId).flatMap((at) => events[at] ?? [])
    const answered = mine.at(-1)
    if (answered)
      return {
        id,
        version: answered.revision + 1,
        position: answered.position,
        state: fold(decider, events.slice(0, answered.revision + 1)),
        events: mine,
      }

    if (commands.hasOtherBody(commandId)) throw refusal('IDEMPOTENCY_KEY_REUSED')

    if (seen !== undefined && seen !== revision + 1) {
      if (!first) throw refusal('NOT_FOUND', { id })
      throw refusal('STALE_VERSION', { version: seen, current: revision + 1 })
    }

    const decided = decider.decide(command, state, {
      now,
      today: dayIn(now, meta.timeZone ?? FRENCH_ZONE),
      actor,
    })
    const last = events.at(-1)
    if (decided.length === 0)
      return { id, version: revision + 1, position: last?.position ?? START, state, events: [] }

    const plain = decided.map(({ type, data }, i) => ({
      id: derivedUuid(commandId, stream, i),
      type,
      data: data ?? null,
      meta: {
        schema: schemaOf(type),
        owner,
        actor,
        cause: meta.cause ?? CAUSES[actor.kind],
        commandId,
        correlationId: meta.correlationId ?? commandId,
        causationId: meta.causationId ?? commandId,
        occurredAt: now,
      },
    }))
    const written = (await store.personal?.encrypted(stream, plain, events)) ?? plain
    const added = chained(stream, last?.meta.hash ?? '', written)
    const appended = await store.append(stream, revision, added)
    announce(appended.position)
    // The same command was sent twice, and the other one was faster: its result is answered.
    if (appended.replayed) return once(decider, id, command, meta, now)
    const recorded = eventsOf<E>(await asRecorded(stream, revision + 1, plain, added, appended))
    return {
      id,
      version: appended.revision + 1,
      position: appended.position,
      state: recorded.reduce((s, event) => decider.evolve(s, event), state),
      events: recorded,
    }
  }

  /**
   * The appended events as a reader gets them: data through JSON, positions from the store. They
   * are not decrypted again. A position is known without a read when there is one event.
   */
  async function asRecorded(
    stream: string,
    revision: number,
    plain: readonly DecidedEvent[],
    added: readonly NewEvent[],
    { position }: Appended,
  ): Promise<readonly RecordedEvent[]> {
    const log = store.personal?.written ?? store
    const places =
      added.length === 1
        ? [{ position }]
        : (await log.readStream(stream, { from: revision, limit: added.length })).events
    return added.map((event, i): RecordedEvent => {
      const [place, decided] = [places[i], plain[i]]
      if (!place || !decided) throw new Error(`${stream} lacks events that were appended to it`)
      const data = JSON.parse(JSON.stringify(decided.data))
      const meta = { ...event.meta, actor: decided.meta.actor }
      return { ...event, data, meta, stream, revision: revision + i, position: place.position }
    })
  }

  /** Decides again until the append succeeds. */
  async function untilTaken<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    command: C,
    meta: CommandMeta,
  ): Promise<CommandResult<S>> {
    const now = meta.occurredAt ?? clock.now()
    let unknown: AppendOutcomeUnknown | undefined
    for (let tried = 0; ; tried++) {
      try {
        return await once(decider, id, command, meta, now)
      } catch (error) {
        if (error instanceof AppendOutcomeUnknown) unknown = error
        else if (!(error instanceof StaleRevision))
          throw unknown && !(error instanceof Refusal) ? unknown : error
        if (tried === RETRIES) throw unknown ?? refusal('CONFLICT', { id })
        metrics.commandRetried(error instanceof StaleRevision ? 'stale' : 'unknown')
      }
      await pause(random() * PAUSE_MS * 2 ** tried)
    }
  }

  return {
    async run(decider, id, command, meta) {
      const elapsed = metrics.stopwatch()
      const name = nameOf(decider.category, command)
      try {
        const result = await inTurn(`${decider.category}-${id}`, () =>
          untilTaken(decider, id, command, meta),
        )
        metrics.commandEnded(name, result.events.length > 0 ? 'done' : 'unchanged', elapsed())
        return result
      } catch (error) {
        metrics.commandEnded(name, outcomeOf(error), elapsed())
        throw error
      }
    },

    async load<C, E extends DomainEvent, S>(decider: Decider<C, E, S>, id: string, owner: string) {
      const { events, state } = await streams.read(decider, id)
      const last = events.at(-1)
      if (!last || events[0]?.meta.owner !== owner) return null
      return { state, version: last.revision + 1, position: last.position, owner, events }
    },
  }
}

const nameOf = (category: string, command: unknown): string => {
  // a command may be any type that its decider takes
  const { type } = Object(command) as { type?: unknown }
  return typeof type === 'string' ? `${category}.${type}` : category
}

function outcomeOf(error: unknown): CommandOutcome {
  if (error instanceof Refusal)
    return error.code === 'CONFLICT' ? 'conflict' : error.kind === 'stale' ? 'stale' : 'refused'
  return error instanceof StoreUnavailable || error instanceof AppendOutcomeUnknown
    ? 'unavailable'
    : 'failed'
}
