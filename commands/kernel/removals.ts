import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import {
  type Attempt,
  type RemovalCommand,
  removalDecider,
  removalId,
} from '#domain/kernel/removal.ts'
import type { CommandHandler, CommandMeta } from './command.ts'
import { derivedUuid } from './ids.ts'

/** A removal that a crash cut off does not block the use of the thing for longer. */
const LAPSED_MS = 30_000
/** Poll interval while a command waits for the removal of a record that it references. @unit ms */
const LOOK_MS = 20

/** A thing by what it is and its id, and whether it is still there. */
export type Removable = {
  readonly entity: string
  readonly id: string
  readonly isLive: () => Promise<boolean>
}

/**
 * The removal of records that others use. The log decides, also when a new use comes at the same
 * moment.
 */
export function createRemovals(handler: CommandHandler, clock: Clock) {
  const after = (meta: CommandMeta, entity: string, id: string, what: string): CommandMeta => {
    const { version: _, ...rest } = meta
    return {
      ...rest,
      commandId: derivedUuid(meta.commandId, entity, id, what),
      causationId: meta.commandId,
    }
  }

  /**
   * Streams of a thing's removals. Older releases let a stranger's refused removal begin the first
   * one, which is then closed to the owner. The second one is the owner's.
   */
  const streamsOf = (entity: string, id: string, owner: string) =>
    [removalId(entity, id), `${removalId(entity, id)}-${owner}`] as const

  async function load(entity: string, id: string, owner: string) {
    const streams = await Promise.all(
      streamsOf(entity, id, owner).map((stream) => handler.load(removalDecider, stream, owner)),
    )
    const states = streams.flatMap((stream) => stream?.state ?? [])
    return {
      underWay: states.flatMap(({ underWay }) => underWay),
      wasRemoved: states.some(({ wasRemoved }) => wasRemoved),
    }
  }

  return {
    /** Removals of a thing that have begun and not ended. */
    underWay: async (entity: string, id: string, owner: string): Promise<readonly Attempt[]> =>
      (await load(entity, id, owner)).underWay,

    /**
     * Writes nothing about a thing that is not there, or is not the owner's: `act` alone answers.
     *
     * @param assertUnused throws when something uses the thing, by facts that hold all that was
     * written before they were asked
     * @param act the removal itself
     * @throws what these throw: the thing then stays, and may be used
     */
    async remove<T>(
      { entity, id, isLive }: Removable,
      meta: CommandMeta,
      assertUnused: () => Promise<void>,
      act: () => Promise<T>,
    ): Promise<T> {
      const attempt = derivedUuid(meta.commandId, entity, id)
      const [first, own] = streamsOf(entity, id, meta.owner)
      const run = async (command: RemovalCommand) => {
        const step = after(meta, entity, id, command.type)
        try {
          await handler.run(removalDecider, first, command, step)
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
          await handler.run(removalDecider, own, command, step)
        }
      }
      if (!(await isLive())) {
        // Also the same command sent again, after a crash before its end was told.
        const repeated = await act()
        await run({ type: 'End', attempt })
        return repeated
      }
      await assertUnused()
      await run({ type: 'Begin', attempt, at: clock.now() })
      const removed = await (async () => {
        try {
          await assertUnused()
          return await act()
        } catch (error) {
          await run({ type: 'GiveUp', attempt })
          throw error
        }
      })()
      // Told, so that a thing that comes back at once is used without a wait.
      await run({ type: 'End', attempt })
      return removed
    },

    /**
     * Asked by a user of things, once it has written that it uses them. A removal under way is
     * waited for.
     *
     * @returns those that are gone: what was written is then to be taken back
     */
    async gone(owner: string, used: readonly Removable[]): Promise<readonly Removable[]> {
      const isGone = async ({ entity, id, isLive }: Removable): Promise<boolean> => {
        for (let looks = 0; ; looks++) {
          const removal = await load(entity, id, owner)
          if (!removal.wasRemoved && removal.underWay.length === 0) return false
          const now = clock.now()
          const isUnderWay = removal.underWay.some(({ at }) => Math.abs(now - at) < LAPSED_MS)
          if ((removal.wasRemoved || removal.underWay.length > 0) && !(await isLive())) return true
          if (!isUnderWay || looks > LAPSED_MS / LOOK_MS) return false
          await pause(LOOK_MS)
        }
      }
      const found = await Promise.all(
        used.map(async (thing) => ((await isGone(thing)) ? [thing] : [])),
      )
      return found.flat()
    },
  }
}
export type Removals = ReturnType<typeof createRemovals>
