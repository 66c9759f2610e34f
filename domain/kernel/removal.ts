import type { Decider } from './decider.ts'

/**
 * The removal of a thing, while it is looked for what uses the thing. One stream a thing, beside the thing's own.
 *
 * A removal writes here first and then counts the users. A command that begins to use the thing writes that first and
 * then looks here. So of two commands that meet at least one sees the other, on whichever processes they run.
 */

/** One attempt to remove it. @unit epoch milliseconds */
type Attempt = { readonly attempt: string; readonly at: number }
type RemovalCommand = { type: 'Begin'; attempt: string; at: number } | { type: 'GiveUp'; attempt: string }
type RemovalEvent =
  | { type: 'RemovalBegun'; data: Attempt }
  | { type: 'RemovalGivenUp'; data: { readonly attempt: string } }
/** Attempts that have neither removed the thing nor been given up. */
type Removal = readonly Attempt[]

export const removalId = (entity: string, id: string): string => `${entity}-${id}`

export const removalDecider: Decider<RemovalCommand, RemovalEvent, Removal> = {
  category: 'removal',
  initial: [],
  decide(command, removal) {
    const isBegun = removal.some(({ attempt }) => attempt === command.attempt)
    if (command.type === 'Begin') {
      const { attempt, at } = command
      return isBegun ? [] : [{ type: 'RemovalBegun', data: { attempt, at } }]
    }
    return isBegun ? [{ type: 'RemovalGivenUp', data: { attempt: command.attempt } }] : []
  },
  evolve: (removal, event) =>
    event.type === 'RemovalBegun'
      ? [...removal, event.data]
      : removal.filter(({ attempt }) => attempt !== event.data.attempt),
}
