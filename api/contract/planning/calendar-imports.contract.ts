import { z } from 'zod'
import { post } from '#contract/kernel/contract.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { IMPORT_ACTS, IMPORT_NOTES, LOSS_REASONS } from '#domain/planning/import.values.ts'
import { EventOccurrence } from './planning.contract.ts'

/** A megabyte in base64, and a few bytes for what it is padded by. @unit characters */
const MOST_CHARACTERS = 1_400_000
/** Above the largest file, so that its own refusal tells the limit. @unit bytes */
const MAX_BODY = 2_000_000
const File = z
  .base64()
  .max(MOST_CHARACTERS)
  .describe('An iCalendar file (RFC 5545) of 1 MB at most, in base64')

/** An event of a file. `seriesId`, `version` and the like come with the event itself. */
const FileEvent = EventOccurrence.pick({
  id: true,
  title: true,
  description: true,
  start: true,
  end: true,
  allDay: true,
  timeZone: true,
  recurring: true,
  frequency: true,
  interval: true,
  rule: true,
  days: true,
  months: true,
  dates: true,
  schedulerStartDate: true,
  schedulerEndDate: true,
  reminder: true,
  outdated: true,
}).extend({
  act: z.enum(IMPORT_ACTS).describe('What the import does; a `known` event stays as it is'),
  notes: z.array(z.enum(IMPORT_NOTES)).describe('Parts of it that the product can’t keep'),
})
export type FileEvent = z.output<typeof FileEvent>

export const calendarImportRoutes = {
  read: post('/event/:userId/import/read', {
    summary: 'The events of an iCalendar file, and what their import would do; nothing is written',
    access: { permission: 'perm_events_add' },
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: z.strictObject({ file: File }),
    reply: z.object({
      events: z.array(FileEvent),
      lost: z.array(z.object({ title: z.string(), reason: z.enum(LOSS_REASONS) })),
    }),
  }),
  import: post('/event/:userId/import', {
    summary:
      'Takes over the events of an iCalendar file: adds, updates to a newer version, or removes ' +
      'what it cancels. Events that are here in this version stay as they are',
    access: { permission: 'perm_events_add' },
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: z.strictObject({
      file: File,
      ids: z.array(Id).max(1_000).optional().describe('Events of `read` to take; all when absent'),
    }),
    reply: z.object({
      added: z.int(),
      updated: z.int(),
      removed: z.int(),
      known: z.int(),
      position: z.string(),
    }),
  }),
}
