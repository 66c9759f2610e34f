import { expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { AppendOutcomeUnknown, StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { verifyLog } from '#commands/kernel/verify.ts'
import { AT, OWNER } from '#tests/commands/kernel/events.ts'
import { type Entry, journal } from '#tests/crash/journal.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'

const PROCESSES = 3
const COMMANDS = 60
const STREAMS = 4

/** Numbers from 0 to 1, the same for a seed. @source mulberry32 */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test.each([1, 2, 3, 4])(
  `every command stands in EventStoreDB exactly once, sent by ${PROCESSES} processes that lose replies and are refused (seed %i)`,
  async (seed) => {
    const random = seeded(seed)
    const double = await new EventStoreDouble().start()
    const stores = Array.from({ length: PROCESSES }, () =>
      openEventStoreDb(double.url, { deadline: 300, stall: 300, random }),
    )
    let now = AT
    const handlers = stores.map((store) =>
      createHandler({ store, clock: { now: () => now++ }, random }),
    )
    double.knobs.chaos = { loses: 0.3, refuses: 0.2, random }

    /**
     * As a client does: the same command again until it is answered, by whichever process is there.
     */
    const send = async (n: number) => {
      const meta = {
        commandId: `command-${seed}-${n}`,
        owner: OWNER,
        actor: { kind: 'user', id: OWNER },
      } as const
      for (let tried = 0; tried < 50; tried++) {
        const handler = handlers[Math.floor(random() * handlers.length)]
        try {
          return await handler?.run(journal, `J${n % STREAMS}`, { entries: 1 + (n % 3) }, meta)
        } catch (error) {
          const again =
            error instanceof AppendOutcomeUnknown ||
            error instanceof StoreUnavailable ||
            (error instanceof Refusal && error.code === 'CONFLICT')
          if (!again) throw error
        }
      }
      throw new Error(`Command ${n} was never answered`)
    }
    // Every third one is sent twice at once, as by an impatient hand.
    const numbers = Array.from({ length: COMMANDS }, (_, n) => n)
    const answers = await Promise.all(
      numbers.flatMap((n) => (n % 3 === 0 ? [send(n), send(n)] : [send(n)])),
    )
    double.knobs.chaos = null

    expect(new Set(double.log.copies().values())).toEqual(new Set([1]))
    const [store] = stores
    if (!store) throw new Error('no store')
    const written = new Map<string, number>()
    for (let stream = 0; stream < STREAMS; stream++) {
      const { events } = await store.readStream(`journal-J${stream}`)
      // The journal's evolve refuses a number out of turn.
      expect(fold(journal, events as readonly (RecordedEvent & Entry)[])).toBe(events.length)
      for (const { meta } of events)
        written.set(meta.commandId, (written.get(meta.commandId) ?? 0) + 1)
      for (const answer of answers.filter((one) => one?.id === `J${stream}`))
        expect(events).toEqual(
          expect.arrayContaining(
            [...(answer?.events ?? [])].map(({ id, revision, position }) =>
              expect.objectContaining({ id, revision, position }),
            ),
          ),
        )
    }
    expect(written).toEqual(
      new Map([...written.keys()].map((id) => [id, 1 + (Number(id.split('-').at(-1)) % 3)])),
    )
    expect(written.size).toBe(COMMANDS)
    expect((await verifyLog(store)).damages).toEqual([])
    expect(double.calls.batchAppend).toBe(0)
    await Promise.all(stores.map((one) => one.close()))
    double.stop()
  },
  60_000,
)
