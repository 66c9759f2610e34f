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
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import { type NewEvent, type Position, type RecordedEvent, START } from '#domain/kernel/event.ts'
import { type CommandOutcome, type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'
import { dayIn, FRENCH_ZONE } from '#domain/kernel/time.ts'
import { appendedAtOnce } from './command-group.ts'
import type { CommandGroup, CommandHandler, CommandMeta, CommandResult } from './command.ts'
import { chained } from './hash-chain.ts'
import { derivedUuid } from './ids.ts'
import { inTurns, turnsByKey } from './turns-by-key.ts'
import { createStreams, type Loaded } from './streams.ts'
import { untilTaken } from './until-taken.ts'

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
  const retried = untilTaken(random, metrics)
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

  /** A stream as it stands, with what a group has decided so far. */
  async function standing<C, E extends DomainEvent, S>(
    decider: Decider<C, E, S>,
    id: string,
    group: CommandGroup | null,
  ): Promise<Loaded<E, S>> {
    const pending = group?.standing(`${decider.category}-${id}`)
    // the stream's own decider decided these events, which is why they are of type E
    return pending ? (pending as Loaded<E, S>) : streams.read(decider, id)
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
    const group = groupOf(meta)
    const before = await standing(decider, id, group)
    const { events, revision, state, commands } = before
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
    const evolved = (recorded: readonly (RecordedEvent & E)[]) =>
      recorded.reduce((s, event) => decider.evolve(s, event), state)
    if (group) {
      const position = last?.position ?? START
      const places = added.map(() => ({ position }))
      const recorded = eventsOf<E>(recordedOf(stream, revision + 1, plain, added, places))
      const then = evolved(recorded)
      group.add(stream, before, added, recorded, then)
      return { id, version: revision + 1 + added.length, position, state: then, events: recorded }
    }
    const appended = await store.append(stream, revision, added)
    announce(appended.position)
    // The same command was sent twice, and the other one was faster: its result is answered.
    if (appended.replayed) return once(decider, id, command, meta, now)
    const recorded = eventsOf<E>(await asRecorded(stream, revision + 1, plain, added, appended))
    return {
      id,
      version: appended.revision + 1,
      position: appended.position,
      state: evolved(recorded),
      events: recorded,
    }
  }

  /**
   * The appended events, with positions from the store. They are not decrypted again. A position is
   * known without a read when there is one event.
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
    return recordedOf(stream, revision, plain, added, places)
  }

  return {
    async run(decider, id, command, meta) {
      const group = groupOf(meta)
      const stream = `${decider.category}-${id}`
      const elapsed = metrics.stopwatch()
      const name = nameOf(decider.category, command)
      try {
        const now = group?.now ?? meta.occurredAt ?? clock.now()
        const attempt = () => once(decider, id, command, meta, now)
        await group?.takeTurn(stream)
        const result = group
          ? await attempt()
          : meta.group === 'apart'
            ? await retried(id, attempt)
            : await inTurn(stream, () => retried(id, attempt))
        const ended = (error: unknown) =>
          metrics.commandEnded(
            name,
            error !== null ? outcomeOf(error) : result.events.length > 0 ? 'done' : 'unchanged',
            elapsed(),
          )
        if (group) group.onEnd(ended)
        else ended(null)
        return result
      } catch (error) {
        metrics.commandEnded(name, outcomeOf(error), elapsed())
        throw error
      }
    },

    async together(meta, work) {
      if (groupOf(meta)) return { value: await work(meta), position: START }
      const now = meta.occurredAt ?? clock.now()
      return retried(meta.commandId, () =>
        inTurns(inTurn, (takeTurn) =>
          appendedAtOnce({ store, announce }, meta, { now, takeTurn }, work),
        ),
      )
    },

    async load<C, E extends DomainEvent, S>(
      decider: Decider<C, E, S>,
      id: string,
      owner: string,
      within: Pick<CommandMeta, 'group'> = {},
    ) {
      const { events, state } = await standing(decider, id, groupOf(within))
      const last = events.at(-1)
      if (!last || events[0]?.meta.owner !== owner) return null
      return { state, version: last.revision + 1, position: last.position, owner, events }
    },
  }
}

const groupOf = ({ group }: Pick<CommandMeta, 'group'>): CommandGroup | null =>
  group === undefined || group === 'apart' ? null : group

/** Appended events as a reader gets them: data through JSON, the actor's name in plain. */
function recordedOf(
  stream: string,
  revision: number,
  plain: readonly DecidedEvent[],
  added: readonly NewEvent[],
  places: readonly Pick<RecordedEvent, 'position'>[],
): readonly RecordedEvent[] {
  return added.map((event, i): RecordedEvent => {
    const [place, decided] = [places[i], plain[i]]
    if (!place || !decided) throw new Error(`${stream} lacks events that were appended to it`)
    const data = JSON.parse(JSON.stringify(decided.data))
    const meta = { ...event.meta, actor: decided.meta.actor }
    return { ...event, data, meta, stream, revision: revision + i, position: place.position }
  })
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
