import { randomUUID } from 'node:crypto'
import { eventKinds, isOfFirstRelease } from '#domain/event-kinds.ts'
import {
  type EventStore,
  StaleRevision,
  StoreUnavailable,
} from '#domain/kernel/ports/event-store.ts'
import type { NewEvent, RecordedEvent } from '#domain/kernel/event.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import {
  type EventKind,
  IntroducedKinds,
  KINDS_INTRODUCED,
  KINDS,
} from '#domain/operations/log-kinds.ts'
import { chained } from '#commands/kernel/hash-chain.ts'

/** The log holds kinds of facts that this program does not know. It writes nothing more. */
export class LogNewer extends Error {
  override readonly name = 'LogNewer'
  constructor(kinds: readonly EventKind[]) {
    const names = kinds.map(({ type, schema }) => (schema > 1 ? `${type} ${schema}` : type))
    super(
      `A newer Carnet has written to this log: it holds facts that this program does not know ` +
        `(${names.join(', ')}). Start the newer program again, or restore the backup of before the ` +
        'upgrade. This program writes nothing.',
    )
  }
}

/** Kinds that a program knows. */
export type KnownKinds = {
  readonly knows: (type: string, schema: number) => boolean
  /** Whether the log need not name it, because each program knows it. */
  readonly isFirst: (type: string, schema: number) => boolean
}

/** @param schemaOf the newest schema of a type */
export const ownKinds = (schemaOf: (type: string) => number): KnownKinds => ({
  knows: (type, schema) => eventKinds.has(type) && schema <= schemaOf(type),
  isFirst: isOfFirstRelease,
})

const keyOf = (type: string, schema: number): string => `${type}@${schema}`

/** Reads what a log names. */
async function namedIn(
  store: Pick<EventStore, 'readStream'>,
): Promise<{ readonly kinds: readonly EventKind[]; readonly last: RecordedEvent | null }> {
  const { events } = await store.readStream(KINDS)
  const kinds = events
    .filter(({ type }) => type === KINDS_INTRODUCED)
    .flatMap(({ data }) => IntroducedKinds.parse(data).kinds)
  return { kinds, last: events.at(-1) ?? null }
}

/** @throws LogNewer when the log names a kind that the program does not know */
export async function assertKnown(
  store: Pick<EventStore, 'readStream'>,
  { knows }: KnownKinds,
): Promise<void> {
  const unknown = (await namedIn(store)).kinds.filter(({ type, schema }) => !knows(type, schema))
  if (unknown.length > 0) throw new LogNewer(unknown)
}

/** A store whose log names the kinds that it holds. */
export type NamingStore = EventStore & {
  /** Looks whether a newer program has written. @throws LogNewer, and later appends too */
  readonly look: () => Promise<void>
  /**
   * Looks again while the log grows, as other processes write to it.
   *
   * @param onNewer called once
   * @returns ends it
   */
  readonly follow: (onNewer: (newer: LogNewer) => void) => () => void
}

/** Between two looks at a growing log. */
const LOOK_MS = 1_000

/**
 * The same store. A kind that not every program knows is named in the log before its first event is
 * written. A program that meets a kind which it does not know writes nothing from then on.
 *
 * @param assertMayWrite throws for what else stands against writing
 */
export function namingKinds(
  store: EventStore,
  kinds: KnownKinds,
  assertMayWrite: () => void = () => {},
): NamingStore {
  const named = new Set<string>()
  let newer: LogNewer | null = null

  async function look(): Promise<void> {
    if (newer === null)
      try {
        await assertKnown(store, kinds)
      } catch (error) {
        if (!(error instanceof LogNewer)) throw error
        newer = error
      }
    if (newer !== null) throw newer
    assertMayWrite()
  }

  const isUnnamed = ({ type, meta: { schema } }: NewEvent): boolean =>
    !kinds.isFirst(type, schema) && kinds.knows(type, schema) && !named.has(keyOf(type, schema))

  /** Names the kinds of events that follow. Another process may be naming them too. */
  async function name(events: readonly NewEvent[]): Promise<void> {
    for (let missing = events.filter(isUnnamed); missing.length > 0; ) {
      const { kinds: there, last } = await namedIn(store)
      for (const { type, schema } of there) named.add(keyOf(type, schema))
      missing = missing.filter(isUnnamed)
      if (missing.length === 0) return
      const introduced = new Map(
        missing.map(({ type, meta: { schema } }) => [keyOf(type, schema), { type, schema }]),
      )
      const id = randomUUID()
      const [event] = chained(KINDS, last?.meta.hash ?? '', [
        {
          id,
          type: KINDS_INTRODUCED,
          data: { kinds: [...introduced.values()] } satisfies IntroducedKinds,
          meta: {
            schema: 1,
            owner: SHARED,
            actor: { kind: 'process', id: 'log' },
            cause: 'process',
            commandId: id,
            correlationId: id,
            causationId: id,
            occurredAt: Math.max(...missing.map(({ meta }) => meta.occurredAt)),
          },
        },
      ])
      try {
        if (event) await store.append(KINDS, last?.revision ?? -1, [event])
      } catch (error) {
        if (!(error instanceof StaleRevision)) throw error
      }
    }
  }

  async function met(events: readonly RecordedEvent[]): Promise<void> {
    if (events.every(({ type, meta }) => kinds.knows(type, meta.schema))) return
    await look().catch((error: unknown) => {
      throw error instanceof LogNewer ? refusedBecause(error) : error
    })
  }

  function follow(onNewer: (newer: LogNewer) => void): () => void {
    let isGrown = true
    const unwatch = store.watch(() => {
      isGrown = true
    })
    const looking = setInterval(() => {
      if (!isGrown) return
      isGrown = false
      look().catch((error: unknown) => {
        if (!(error instanceof LogNewer)) return void (isGrown = true) // the engine is away
        end()
        onNewer(error)
      })
    }, LOOK_MS).unref()
    function end(): void {
      unwatch()
      clearInterval(looking)
    }
    return end
  }

  /** Namings that appends wait for: they keep the order of their calls. */
  let naming: Promise<void> | null = null
  /** @throws StoreUnavailable: a newer program has written kinds of events that this one lacks */
  async function assertNamed(events: readonly NewEvent[]): Promise<void> {
    if (newer !== null) throw refusedBecause(newer)
    assertMayWrite()
    if (naming !== null || events.some(isUnnamed)) {
      const own = (naming ?? Promise.resolve()).then(() => name(events))
      const settled = own
        .catch(() => undefined)
        .finally(() => {
          if (naming === settled) naming = null
        })
      naming = settled
      await own
    }
  }
  return {
    ...(store.personal && { personal: store.personal }),
    look,
    follow,
    async append(stream, expected, events) {
      await assertNamed(events)
      return store.append(stream, expected, events)
    },
    async appendAll(appends) {
      await assertNamed(appends.flatMap(({ events }) => events))
      return store.appendAll(appends)
    },
    async readStream(stream, options) {
      const slice = await store.readStream(stream, options)
      await met(slice.events)
      return slice
    },
    readAll: (after, options) => store.readAll(after, options),
    readAllBackwards: (before, options) => store.readAllBackwards(before, options),
    watch: (onGrown) => store.watch(onGrown),
    head: () => store.head(),
    close: () => store.close(),
  }
}

/** The refusal of a write: nothing was written, and waiting does not help. */
const refusedBecause = (newer: LogNewer): StoreUnavailable =>
  new StoreUnavailable(newer.message, { cause: newer })
