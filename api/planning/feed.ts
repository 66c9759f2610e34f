import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CalendarFeedCommands } from '#commands/planning/calendar-feeds.ts'
import { API } from '#contract/kernel/api.values.ts'
import { feedRoutes } from '#contract/planning/planning.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { icalendarOf } from '#domain/planning/icalendar.ts'
import { permissionsOf, roles } from '#projections/identity/roles.ts'
import { users } from '#projections/identity/users.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { calendarEvents, eventsBetween } from '#projections/planning/calendar-events.ts'
import { calendarFeeds } from '#projections/planning/calendar-feeds.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { word } from '../kernel/words.ts'

/** 256 bits: a caller cannot guess them. */
const SECRET_BYTES = 32
/** Events that ended earlier are left out. @unit days */
const LOOK_BACK_DAYS = 366
const LAST = Date.UTC(9999, 11, 31)

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const reads = { calendarFeeds, calendarEvents, users, roles }

/** Whether a secret opens the feed of a user who may still see the calendar. */
async function opens(read: Read<typeof reads>, userId: string, secret: string): Promise<boolean> {
  const feed = await read.calendarFeeds.get(userId)
  // Without a feed the comparison takes as long as with one.
  const expected = Buffer.from(feed?.secretSha256 || hashOf('').toString('hex'), 'hex')
  if (!timingSafeEqual(hashOf(secret), expected) || feed === null) return false
  const user = await read.users.get(userId)
  return (
    user?.active === true &&
    grants(await permissionsOf(read.roles, user.roleIds), 'perm_events_menu')
  )
}

/** The calendar as a read-only feed, which a secret in its address opens. */
export function feedApi(api: Api, commands: CalendarFeedCommands): void {
  api.serve(
    feedRoutes.read,
    { reads },
    async ({ read, params: { userId, token }, language, now }) => {
      if (!(await opens(read, userId, token))) throw refusal('NOT_FOUND')
      const docs = await eventsBetween(
        read.calendarEvents,
        userId,
        now - LOOK_BACK_DAYS * DAY_MS,
        LAST,
      )
      const events = docs.map(({ _id, event, lastModificationDate }) => ({
        id: _id,
        series: event.series,
        changedAt: lastModificationDate,
      }))
      const text = icalendarOf(events, word(language, 'planning', 'feed.name'), now)
      return {
        bytes: new TextEncoder().encode(text),
        mediaType: 'text/calendar; charset=utf-8',
        fileName: 'carnet.ics',
      }
    },
  )
  api.serve(feedRoutes.state, { reads: { calendarFeeds } }, async ({ read, owner }) => {
    const feed = await read.calendarFeeds.get(owner)
    return { open: feed !== null, since: feed?.since ?? 0 }
  })
  api.serve(feedRoutes.open, {}, async ({ owner, meta }) => {
    const secret = randomBytes(SECRET_BYTES).toString('base64url')
    const opened = await commands.open(hashOf(secret).toString('hex'), meta())
    return { ...written(opened), path: `${API}/calendar/${owner}/${secret}.ics` }
  })
  api.serve(feedRoutes.close, {}, async ({ meta }) => written(await commands.close(meta())))
}
