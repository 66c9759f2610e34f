import { setImmediate as turn } from 'node:timers/promises'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { type RecordedEvent } from '#domain/kernel/event.ts'
import type { Collection, Doc, ReadStore, Stored } from '#domain/kernel/ports/read-store.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { sharedReadStore } from '#tests/doubles/shared-read-store.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { committed, recorded } from '#tests/kernel/events.ts'
import { foldAll } from './projection-spec.ts'

export type Counter = Doc & { readonly sum: number; readonly moves: readonly string[] }
type Data = { readonly key: string; readonly other?: string; readonly amount: number }

/**
 * Counts by key; a transfer touches two documents, a removal leaves none, a note leaves it as it
 * is.
 */
export const counters: Projection<Counter> = {
  name: 'counters',
  version: 1,
  handles: ['Added', 'Transferred', 'Removed', 'Noted'],
  keyOf: (event) => {
    const { key, other } = event.data as Data // this test's own events
    return other === undefined ? key : [key, other]
  },
  evolve(doc, event, key) {
    if (event.type === 'Removed') return null
    if (event.type === 'Noted') return doc
    const { key: first, amount } = event.data as Data // this test's own events
    const sum = (doc?.sum ?? 0) + (key === first ? amount : -amount)
    // The order of the moves is part of the document, so that a doubled or misplaced fold shows.
    return { _id: key, owner: event.meta.owner, sum, moves: [...(doc?.moves ?? []), event.id] }
  },
  indexes: [{ fields: ['owner', 'sum'] }],
}
/** Another projection over the same log, which has its own checkpoint and its own races. */
const removals: Projection<Counter> = {
  ...counters,
  name: 'removals',
  handles: ['Removed'],
  evolve: (doc, event, key) => ({
    _id: key,
    owner: event.meta.owner,
    sum: (doc?.sum ?? 0) + 1,
    moves: [],
  }),
}

class Crash extends Error {}
const random = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}

export type Mutant = 'no compare-and-set' | 'no position guard' | 'checkpoint first'

/**
 * A worker's own, hostile view of the shared store. Each call takes its time, and may be the
 * worker's last act.
 */
function hostile(
  shared: ReadStore,
  chaos: () => Promise<void>,
  rnd: () => number,
  mutant?: Mutant,
): ReadStore {
  return {
    ...shared,
    collection<D extends Doc>(name: string) {
      const inner = shared.collection<D>(name)
      const loadedAt = new Map<string, string>()
      return {
        ...inner,
        async load(ids: readonly string[]) {
          await chaos()
          const loaded = await inner.load(ids)
          await chaos()
          if (mutant !== 'no position guard') return loaded
          for (const [id, doc] of loaded) loadedAt.set(id, doc._pos)
          return new Map(
            [...loaded].map(([id, doc]): [string, Stored<D>] => [id, { ...doc, _pos: '' }]),
          )
        },
        async apply(...[writes, checkpoint]: Parameters<Collection<D>['apply']>) {
          const conflicts: string[] = []
          const write = async () => {
            // One by one, so that a crash leaves a batch half written.
            for (const one of writes) {
              await chaos()
              const current = (await inner.load([one.id])).get(one.id)
              const ifPos =
                mutant === 'no compare-and-set'
                  ? (current?._pos ?? null)
                  : mutant === 'no position guard'
                    ? (loadedAt.get(one.id) ?? null)
                    : one.ifPos
              conflicts.push(...(await inner.apply([{ ...one, ifPos }])).conflicts)
            }
          }
          const move = async (): Promise<boolean> => {
            await chaos()
            if (checkpoint === undefined || conflicts.length > 0) return false
            return (await inner.apply([], checkpoint)).moved
          }
          if (mutant !== 'checkpoint first') await write()
          const moved = await move()
          if (mutant === 'checkpoint first') await write()
          if (rnd() < 0.5) await chaos()
          return { conflicts, moved }
        },
      }
    },
    checkpoints: {
      ...shared.checkpoints,
      async load(key) {
        await chaos()
        return shared.checkpoints.load(key)
      },
    },
  }
}

/**
 * A reader that answers as many events as it likes, and now and then some that were read before.
 */
function unruly(
  log: EventStore,
  events: readonly RecordedEvent[],
  chaos: () => Promise<void>,
  rnd: () => number,
): EventStore {
  return {
    ...log,
    async readAll(after) {
      await chaos()
      const slice = await log.readAll(after, { limit: 1 + Math.floor(rnd() * 17) })
      if (rnd() >= 0.3) return slice
      const from = Math.max(0, Number(after) - Math.floor(rnd() * 5))
      return {
        ...slice,
        events: [...events.slice(from, Number(after)), ...slice.events, ...slice.events.slice(-2)],
      }
    },
  }
}

/**
 * Three workers project one log at once, and crash, and are started again, until both projections
 * are at its head.
 *
 * @returns what differs from the pure fold; null when nothing does
 */
export async function simulate(seed: number, mutant?: Mutant): Promise<string | null> {
  const rnd = random(seed * 104_729 + 1)
  const pick = (n: number) => Math.floor(rnd() * n)
  const made = Array.from({ length: 120 }, (): RecordedEvent => {
    const type =
      rnd() < 0.12
        ? 'Removed'
        : rnd() < 0.1
          ? 'Noted'
          : rnd() < 0.2
            ? 'Transferred'
            : rnd() < 0.1
              ? 'Ignored'
              : 'Added'
    const key = `k${pick(6)}`
    return recorded(`s-${pick(12)}`, type, {
      key,
      ...(type === 'Transferred' && { other: `k${pick(6)}` }),
      amount: 1 + pick(9),
    })
  })
  const events = committed(made)
  const log = eventLog(events)
  // Two settings: one process, and several that share a server. The latter claim long backlogs.
  const shared = seed % 2 === 0 ? sqliteReadStore() : sharedReadStore()
  let now = 0
  const chaos = async () => {
    for (let i = pick(3); i > 0; i--) await turn()
    if (rnd() < 0.01) throw new Crash()
  }
  const workers = [0, 1, 2].map(() =>
    createProjector({
      store: unruly(log, events, chaos, rnd),
      readStore: hostile(shared, chaos, rnd, mutant),
      queue: { wake: async () => {} },
      clock: { now: () => (now += 100) },
      log: memoryLog(),
      projections: [counters, removals],
      // Some write every page, some keep documents over several.
      batch: { following: 10, farBehind: 20, documents: 1 + pick(12) },
    }),
  )
  const head = await log.head()
  const behind = async () => {
    const checkpoints = await Promise.all(
      ['counters__v1', 'removals__v1'].map((key) => shared.checkpoints.load(key)),
    )
    return checkpoints.some((checkpoint) => checkpoint.position < head)
  }
  for (let round = 0; await behind(); round++) {
    if (round > 500) return 'the workers never reached the head'
    // Now and then one has it to itself, and knows from the last time where it stands.
    const outcomes: PromiseSettledResult<unknown>[] = []
    const [one] = workers
    if (one && rnd() < 0.5)
      for (let i = 0; i < 3; i++) outcomes.push(...(await Promise.allSettled([one.catchUp('all')])))
    outcomes.push(...(await Promise.allSettled(workers.map((worker) => worker.catchUp('all')))))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof Crash)) throw outcome.reason
  }
  for (const projection of [counters, removals]) {
    const { items } = await shared
      .collection<Stored<Counter>>(`${projection.name}__v1`)
      .find({ filter: {} })
    const actual = JSON.stringify(
      items.map(({ _id, owner, sum, moves }) => ({ _id, owner, sum, moves })),
    )
    const wanted = JSON.stringify(
      foldAll(projection, events).map(({ _id, owner, sum, moves }) => ({ _id, owner, sum, moves })),
    )
    if (actual !== wanted) return `seed ${seed}: ${projection.name} is ${actual}, not ${wanted}`
  }
  return null
}
