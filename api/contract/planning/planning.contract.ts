import { get, post, put, del } from '#contract/kernel/contract.ts'
import { z } from 'zod'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'
import { lines, oneLine } from '#domain/kernel/texts.ts'
import { isDay } from '#domain/kernel/time.ts'
import {
  FREQUENCIES,
  KNOWN_FREQUENCIES,
  LONGEST_REMINDER,
  SCOPES,
} from '#domain/planning/recurrence.values.ts'
import { presentZoneName } from '#domain/planning/zone-names.values.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { AnsweredDay, AskedDay, Instant, Moment, Time } from '#contract/kernel/times.schemas.ts'
import { audit, Written } from '#contract/kernel/answers.schemas.ts'
import { Id, own, Version } from '#contract/kernel/inputs.schemas.ts'
import { TimeZone } from '#contract/identity/identity.schemas.ts'
import { LAYERS } from './planning.values.ts'

/** ISO weekdays or months, by semicolons: `1;3;5`. Empty is every one. */
const numbers = (most: number, longest = 40) =>
  z
    .string()
    .max(longest)
    .regex(/^(\d{1,2}(;\d{1,2})*)?$/)
    .refine((text) =>
      text.split(';').every((one) => one === '' || (Number(one) >= 1 && Number(one) <= most)),
    )

/** The present name of a zone, whichever it is called by. */
const EventZone = TimeZone.transform(presentZoneName)

const fields = {
  title: oneLine(200),
  description: lines(5_000),
  start: Moment,
  end: Moment,
  /** Worked out from start and end; read by no one. */
  allDay: z.boolean(),
  recurring: z.boolean(),
  frequency: z
    .enum(FREQUENCIES)
    .describe('Of a recurring event; weekly with days, else daily, when absent'),
  interval: z.int().min(1).max(999),
  days: numbers(7),
  months: numbers(12),
  dates: numbers(31, 90).describe('Dates of `monthlyOnDates`'),
  schedulerStartDate: DayTime,
  schedulerEndDate: DayTime,
  reminder: z.int().min(0).max(LONGEST_REMINDER).describe('Minutes before the start; 0 for none'),
  color: z.int().min(1).max(PALETTE_SIZE),
  timeZone: EventZone.describe('IANA name; the zone of the user when absent'),
}
const DismissedDraft = z.object({ start: Moment }).loose()
export const EventDraft = z
  .strictObject(fields)
  .partial()
  .required({ title: true, start: true, end: true })
  .extend({
    id: Id.optional(),
    dismissed: z
      .array(DismissedDraft)
      .max(100)
      .optional()
      .describe('Occurrences that are hidden from the beginning'),
  })
export type EventDraft = z.output<typeof EventDraft>

const Dismissed = z.object({ id: z.string(), start: Time, end: Time })

/**
 * One occurrence of an event. All-day: `start` and `end` are the UTC midnights of the first day and
 * of the day after the last. `id` and `seriesId` name the event; `start` names the occurrence in
 * it.
 */
export const EventOccurrence = z.object({
  ...audit,
  seriesId: z.string().describe('Empty for an event that does not come back'),
  title: z.string(),
  description: z.string(),
  start: Time,
  end: Time,
  allDay: z.boolean(),
  timeZone: z.string().describe('Empty for all-day events'),
  recurring: z.boolean(),
  frequency: z
    .enum(['', ...KNOWN_FREQUENCIES])
    .describe('`custom` for a rule of another program that no other kind tells'),
  interval: z.int(),
  rule: z
    .string()
    .describe(
      'Value of its RRULE (RFC 5545), without the end; empty for one that does not come back',
    ),
  days: z.string(),
  months: z.string(),
  dates: z.string(),
  schedulerStartDate: AnsweredDay,
  schedulerEndDate: AnsweredDay,
  dismissed: z.array(Dismissed),
  reminder: z.int(),
  color: z.int(),
  outdated: z.boolean().describe('It is over'),
})
export type EventOccurrence = z.output<typeof EventOccurrence>

/**
 * An occurrence as it was read, or a part of it. `occurrence` names it by its present start;
 * without it, `start` does.
 */
export const EventPatch = readBack(
  z
    .strictObject({
      ...fields,
      /** `custom` keeps the rule of another program. */
      frequency: z.enum(['', ...KNOWN_FREQUENCIES]),
      timeZone: z.union([z.literal(''), EventZone]),
    })
    .partial()
    .extend({
      id: Id,
      version: Version,
      scope: z.enum(SCOPES).default('all'),
      occurrence: Moment.optional(),
    }),
  EventOccurrence,
)
export type EventPatch = z.output<typeof EventPatch>

/** An instant in epoch milliseconds, or a day of the user. */
const Bound = z
  .string()
  .regex(/^(\d{1,15}|\d{4}-\d{2}-\d{2})$/)
  .refine((text) => !text.includes('-') || isDay(text))

const one = own.extend({ id: Id })

export const eventRoutes = {
  list: get('/event/:userId/dates/:startDate/:endDate', {
    summary:
      'Occurrences of events that touch a period; days are YYYY-MM-DD or epoch milliseconds, the last not included ' +
      'unless it is the first too. Of a longer period, eleven years from the first event on',
    access: { permission: 'perm_events_menu' },
    csv: 'calendarEvent',
    params: own.extend({ startDate: Bound, endDate: Bound }),
    reply: z.array(EventOccurrence),
  }),
  one: get('/event/:userId/:id', {
    summary: 'An event’s next occurrence; its first when none is to come',
    access: { permission: 'perm_events_menu' },
    params: one,
    reply: EventOccurrence,
  }),
  add: post('/event/:userId', {
    summary: 'Adds an event, or a series of them',
    access: { permission: 'perm_events_add' },
    params: own,
    body: EventDraft,
    reply: Written,
  }),
  change: put('/event/:userId', {
    summary: 'Changes an occurrence, it and the following, or all of them',
    access: { permission: 'perm_events_update' },
    params: own,
    body: EventPatch,
    reply: Written,
  }),
  dismiss: put('/event/:userId/dismiss', {
    summary: 'Hides occurrences; the others of their series stay',
    access: { permission: 'perm_events_update' },
    params: own,
    body: z
      .array(z.strictObject({ id: Id, start: Moment, end: Moment.optional() }))
      .min(1)
      .max(100),
    reply: z.array(Written),
  }),
  remove: del('/event/:userId/:id', {
    summary: 'Removes an occurrence, it and the following, or all of them',
    access: { permission: 'perm_events_delete' },
    params: one,
    query: z.object({
      scope: z.enum(SCOPES).default('all'),
      start: Instant,
    }),
    reply: Written,
  }),
  restore: put('/event/:userId/:id/restore', {
    summary: 'Takes a write back: the event is as before that write, or as before its removal',
    access: { permission: 'perm_events_update' },
    params: one,
    /** `undoes`: the version that the write answered. */
    body: z.strictObject({ undoes: z.int().min(2).optional() }).optional(),
    reply: Written,
  }),
  snooze: put('/event/:userId/:id/snooze', {
    summary: 'Reminds again after some minutes',
    access: { permission: 'perm_events_update' },
    params: one,
    body: z.strictObject({ start: Moment, minutes: z.int().min(1).max(10_080) }),
    reply: Written,
  }),
}

export type Layer = (typeof LAYERS)[number]

/**
 * A dated fact of another context. `amount` is signed, null without one; `entity` and `entityId`
 * name its record.
 */
export const DatedFact = z.object({
  layer: z.enum(LAYERS),
  day: AnsweredDay,
  title: z.string(),
  /** Meaning in its layer: a holiday's name, a bill's state, a contract's end. */
  kind: z.string(),
  amount: z.number().nullable(),
  currency: z.string(),
  color: z.int().describe('A swatch; 0 for none'),
  share: z.number().describe('Part of the day, for days worked; else 1'),
  hours: z.number().describe('Of days worked that were entered by the hour; else 0'),
  entity: z.string(),
  entityId: z.string(),
})
export type DatedFact = z.output<typeof DatedFact>

export const calendarRoutes = {
  layers: get('/calendar/:userId/layers/:startDate/:endDate', {
    summary:
      'Dated facts beside the events: public holidays, days worked, bills, charges and declarations, contracts, tasks',
    access: { permission: 'perm_events_menu' },
    params: own.extend({ startDate: Bound, endDate: Bound }),
    query: z.object({ profileId: Id.optional() }),
    reply: z.array(DatedFact),
  }),
  freeDay: get('/calendar/:userId/freeDay', {
    summary: 'The next working day without events and without days worked',
    access: { permission: 'perm_events_menu' },
    params: own,
    query: z.object({
      after: AskedDay.pipe(DayTime).optional(),
      profileId: Id.optional(),
    }),
    reply: z.object({ day: AnsweredDay }),
  }),
}

export const feedRoutes = {
  read: get('/calendar/:userId/:token.ics', {
    summary: 'The events as iCalendar, for other calendar programs; the token is the feed’s secret',
    access: 'anyone',
    kind: 'binary',
    perMinute: 60,
    params: own.extend({ token: z.string().max(100) }),
    reply: z.unknown(),
  }),
  state: get('/calendar/:userId/feed', {
    summary: 'Whether the feed is open, and since when its secret is in use',
    access: { permission: 'perm_events_menu' },
    params: own,
    reply: z.object({ open: z.boolean(), since: Time }),
  }),
  /** `path`: the feed's address below that of the product. */
  open: post('/calendar/:userId/feed', {
    summary: 'Opens the feed with a new secret, which is told this once; an earlier one is revoked',
    access: { permission: 'perm_events_update' },
    closedToGuests: true,
    params: own,
    reply: Written.extend({ path: z.string() }),
  }),
  close: del('/calendar/:userId/feed', {
    summary: 'Closes the feed: its secret is revoked',
    access: { permission: 'perm_events_update' },
    params: own,
    reply: Written,
  }),
}
