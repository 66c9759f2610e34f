import type { Decider } from '#domain/kernel/decider.ts'
import { refusal, unreachable } from '#domain/kernel/errors.ts'

export type CalendarFeedCommand =
  /**
   * A feed that is open already gets the new secret, and the earlier one is worth nothing any more.
   */
  { readonly type: 'Open'; readonly secretSha256: string } | { readonly type: 'Close' }

/** The log holds the hash of the secret alone, so that a reader of the log cannot read the feed. */
export type CalendarFeedEvent =
  | { readonly type: 'CalendarFeedOpened'; readonly data: { readonly secretSha256: string } }
  | { readonly type: 'CalendarFeedClosed'; readonly data: Readonly<Record<never, never>> }

/** `secretSha256`: empty while the feed is closed. */
type CalendarFeed = { readonly secretSha256: string }

/** One stream a user: the read-only feed of the calendar, for other calendar programs. */
export const calendarFeedDecider: Decider<CalendarFeedCommand, CalendarFeedEvent, CalendarFeed> = {
  category: 'calendarFeed',
  initial: { secretSha256: '' },
  decide(command, { secretSha256 }) {
    switch (command.type) {
      case 'Open':
        return command.secretSha256 === secretSha256
          ? []
          : [{ type: 'CalendarFeedOpened', data: { secretSha256: command.secretSha256 } }]
      case 'Close':
        if (secretSha256 === '') throw refusal('NOT_FOUND')
        return [{ type: 'CalendarFeedClosed', data: {} }]
      default:
        return unreachable(command)
    }
  },
  evolve(_, event) {
    switch (event.type) {
      case 'CalendarFeedOpened':
        return { secretSha256: event.data.secretSha256 }
      case 'CalendarFeedClosed':
        return { secretSha256: '' }
      default:
        return unreachable(event)
    }
  },
}
