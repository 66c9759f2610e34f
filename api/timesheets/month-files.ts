import type { Commands } from '#commands/product.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { openReads } from '#projections/kernel/read-models.ts'
import type { Api } from '../kernel/api.ts'
import type { DrawFiles } from '../mail/mails.ts'
import { monthPaper, paperReads } from './paper.ts'

const PDF = 'application/pdf'
const READ_WAIT_MS = 2_000
/** The id of a month's timesheet, and that of one of its contracts. */
const MONTH_ID =
  /^(?<profileId>\w+)\.(?<year>\d{4})-(?<month>0[1-9]|1[0-2])(?:\.(?<projectId>\w+))?$/

/**
 * Timesheets as files of a mail, drawn as their days stand now, in the mail's language if it has
 * one. Otherwise one of a contract is in the client's language, and one of a whole month in the
 * caller's.
 */
export const monthFiles =
  (
    { deps: { readModels, store, documents } }: Pick<Api, 'deps'>,
    {
      timesheetApprovals: approvals,
      timesheetPapers: papers,
    }: Pick<Commands, 'timesheetApprovals' | 'timesheetPapers'>,
  ): DrawFiles =>
  ({ caller, closed, can, language: own }, ofMail) => ({
    async timesheet(owner, id) {
      const { profileId = '', year = '', month = '', projectId } = MONTH_ID.exec(id)?.groups ?? {}
      if (profileId === '' || !can('perm_timesheet_menu')) return null
      const at = { profileId, year: Number(year), month: Number(month) }
      await readModels.reached(Object.values(paperReads), await store.head(), READ_WAIT_MS)
      const read = await openReads(readModels, paperReads)
      try {
        const language =
          ofMail ??
          (projectId ? (await approvals.addressed(owner, { ...at, projectId })).language : own)
        const { paper, fileName } = await monthPaper(
          read,
          { owner, ...at, projectId },
          language,
          caller.timeZone,
        )
        const bytes = await papers.paper(paper, { owner, urgency: 'paper', signal: closed })
        return {
          name: fileName,
          type: PDF,
          bytes: bytes.length,
          sha256: await documents.keep(bytes, PDF),
        }
      } catch (error) {
        if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
        throw error
      }
    },
  })
