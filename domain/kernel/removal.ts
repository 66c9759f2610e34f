import type { Decider } from './decider.ts'

/**
 * The removal of a thing, while it is looked for what uses the thing. One stream a thing, beside
 * the thing's own.
 *
 * A removal writes here first and then counts the users. A command that begins to use the thing
 * writes that first and then looks here. So of two commands that meet at least one sees the other,
 * on whichever processes they run.
 */

/** One attempt to remove it. @unit epoch milliseconds */
export type Attempt = { readonly attempt: string; readonly at: number }
export type RemovalCommand =
  | { type: 'Begin'; attempt: string; at: number }
  | { type: 'GiveUp'; attempt: string }
  | { type: 'End'; attempt: string }
type RemovalEvent =
  | { type: 'RemovalBegun'; data: Attempt }
  | { type: 'RemovalGivenUp'; data: { readonly attempt: string } }
  | { type: 'RemovalEnded'; data: { readonly attempt: string } }
/** A thing that was removed may have come back since. */
type Removal = { readonly underWay: readonly Attempt[]; readonly wasRemoved: boolean }

export const removalId = (entity: string, id: string): string => `${entity}-${id}`

export const removalDecider: Decider<RemovalCommand, RemovalEvent, Removal> = {
  category: 'removal',
  initial: { underWay: [], wasRemoved: false },
  decide(command, removal) {
    const isBegun = removal.underWay.some(({ attempt }) => attempt === command.attempt)
    if (command.type === 'Begin') {
      const { attempt, at } = command
      return isBegun ? [] : [{ type: 'RemovalBegun', data: { attempt, at } }]
    }
    if (!isBegun) return []
    return [
      {
        type: command.type === 'End' ? 'RemovalEnded' : 'RemovalGivenUp',
        data: { attempt: command.attempt },
      },
    ]
  },
  evolve({ underWay, wasRemoved }, event) {
    if (event.type === 'RemovalBegun') return { underWay: [...underWay, event.data], wasRemoved }
    const { attempt: ended } = event.data
    const left = underWay.filter(({ attempt }) => attempt !== ended)
    return { underWay: left, wasRemoved: wasRemoved || event.type === 'RemovalEnded' }
  },
}
