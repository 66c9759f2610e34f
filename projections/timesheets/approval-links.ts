import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { idOf } from '#domain/kernel/event.ts'
import type { TimesheetEvent } from '#domain/timesheets/timesheet.ts'
import { defineProjection } from '../kernel/projection.ts'

/** Month of a link, by the hash of its token. The month's stream decides whether it still works. */
export type ApprovalLinkDoc = Doc & { readonly timesheetId: string; readonly projectId: string }

export const approvalLinks = defineProjection<
  Extract<TimesheetEvent, { type: 'TimesheetSent' }>,
  ApprovalLinkDoc
>({
  name: 'approval-links',
  version: 1,
  keyOf: { TimesheetSent: ({ data }) => data.tokenSha256 },
  on: {
    TimesheetSent: (_, { data, meta, stream }, key) => ({
      _id: key,
      owner: meta.owner,
      timesheetId: idOf(stream),
      projectId: data.projectId,
    }),
  },
  indexes: [],
})
