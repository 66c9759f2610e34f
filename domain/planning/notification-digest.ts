import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { addDays, dayIn, HOUR_MS, weekday } from '#domain/kernel/time.ts'
import type { DigestRhythm } from './digest.values.ts'
import { instantOf } from './local-time.ts'

/** The time of day of a mail, where its reader lives. @unit milliseconds since midnight */
const MORNING_MS = 7 * HOUR_MS

/** The next morning of a rhythm: of every day, or of Mondays. @unit epoch milliseconds */
export function nextMorning(
  rhythm: Exclude<DigestRhythm, 'never'>,
  after: number,
  timeZone: string,
): number {
  for (let day = dayIn(after, timeZone); ; day = addDays(day, 1)) {
    const at = instantOf(day, MORNING_MS, timeZone)
    if (at > after && (rhythm === 'daily' || weekday(day) === 1)) return at
  }
}

/** @unit next and until: epoch milliseconds */
export type NotificationDigestCommand =
  /** `secret` opens the link that ends the mails. `next` is when the first one is due. */
  | {
      readonly type: 'ChooseDigest'
      readonly rhythm: DigestRhythm
      readonly secret: string
      readonly next: number
    }
  /** Ends the digest of the period up to `until`: mailed, or empty. */
  | { readonly type: 'EndDigest'; readonly until: number; readonly next: number }

/** Stored for good: add fields, never rename or remove. */
export type NotificationDigestEvent =
  | {
      readonly type: 'DigestChosen'
      readonly data: {
        readonly rhythm: DigestRhythm
        readonly secret: string
        readonly next: number
      }
    }
  | {
      readonly type: 'DigestEnded'
      readonly data: { readonly until: number; readonly next: number }
    }

/** The secret is in the mails of the user. */
export const notificationDigestPersonal = personal<NotificationDigestEvent>(ofOwner, {
  DigestChosen: { secret: '' },
})

/** `until`: up to when facts were told; the time of the choice before the first mail. */
export type NotificationDigest = {
  readonly rhythm: DigestRhythm
  readonly secret: string
  readonly until: number
}

/**
 * One stream a user: how often reminders and notifications come by mail, and up to when they were
 * told.
 */
export const notificationDigestDecider: Decider<
  NotificationDigestCommand,
  NotificationDigestEvent,
  NotificationDigest
> = {
  category: 'notificationDigest',
  initial: { rhythm: 'never', secret: '', until: 0 },
  decide(command, { rhythm, until }) {
    switch (command.type) {
      case 'ChooseDigest': {
        const { type: _, ...chosen } = command
        return chosen.rhythm === rhythm ? [] : [{ type: 'DigestChosen', data: chosen }]
      }
      case 'EndDigest':
        if (rhythm === 'never' || command.until <= until) return []
        return [{ type: 'DigestEnded', data: { until: command.until, next: command.next } }]
      default:
        return unreachable(command)
    }
  },
  evolve(digest, event) {
    switch (event.type) {
      case 'DigestChosen':
        return { ...digest, rhythm: event.data.rhythm, secret: event.data.secret }
      case 'DigestEnded':
        return { ...digest, until: event.data.until }
      default:
        return unreachable(event)
    }
  },
}
