import { type Decider, type DomainEvent, fold } from '#domain/kernel/decider.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import type { CommandHandler, Loaded } from './command.ts'

/**
 * Loads aggregates in their state at an instant. @param at epoch milliseconds; the present when
 * absent
 */
export const asOf = (
  handler: Pick<CommandHandler, 'load'>,
  at?: number,
): Pick<CommandHandler, 'load'> =>
  at === undefined
    ? handler
    : {
        async load<C, E extends DomainEvent, S>(
          decider: Decider<C, E, S>,
          id: string,
          owner: string,
        ) {
          const loaded = await handler.load(decider, id, owner)
          if (loaded === null) return null
          const events: readonly RecordedEvent[] = loaded.events.filter(
            ({ meta }) => meta.occurredAt <= at,
          )
          const last = events.at(-1)
          if (last === undefined) return null
          // The stream's own decider wrote its events.
          const state = fold(decider, events as readonly (RecordedEvent & E)[])
          return {
            state,
            version: last.revision + 1,
            position: last.position,
            owner,
            events,
          } satisfies Loaded<S>
        },
      }
