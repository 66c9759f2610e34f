import type { TimesheetPaper, TimesheetPapers } from '#commands/timesheets/timesheet-paper.ts'
import { timesheetRoutes as routes } from '#contract/timesheets/timesheets.contract.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { addDays, makeDay } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { activitiesIn, monthOf, timesheetMonths } from '#projections/timesheets/months.ts'
import type { Api, BinaryReply } from '#api/kernel/api.ts'
import { isolated, word } from '#api/kernel/words.ts'
import { momentText } from '#api/kernel/formats.ts'
import { conversionText } from './time-text.ts'

export const paperReads = { timesheetMonths, professionalInfos, ...projectRowReads }

/** A month of a profile, of all its contracts or of one. */
type Asked = {
  readonly owner: string
  readonly profileId: string
  readonly year: number
  readonly month: number
  readonly projectId?: string | undefined
}

/**
 * A month's days worked, as their paper tells them.
 *
 * @param timeZone where an approval's hour is told
 * @throws NOT_FOUND
 */
export async function monthPaper(
  read: Read<typeof paperReads>,
  { owner, profileId, year, month, projectId }: Asked,
  language: PaperLanguage,
  timeZone: string,
): Promise<{ readonly paper: TimesheetPaper; readonly fileName: string }> {
  const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
  if (profile === null) throw refusal('NOT_FOUND')
  const contracts = new Map((await projectsOf(read, owner, profileId)).map((row) => [row._id, row]))
  if (projectId !== undefined && !contracts.has(projectId)) throw refusal('NOT_FOUND')
  const doc = await monthOf(read.timesheetMonths, owner, profileId, year, month)
  const worked = activitiesIn(doc)
    .filter(
      (activity) =>
        activity.kind === 'work' && (projectId ?? activity.projectId) === activity.projectId,
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const clients = new Set(worked.map((one) => contracts.get(one.projectId)?.client ?? ''))
  const [client = ''] = clients
  const label = (key: string, details = {}) =>
    word(language, 'timesheets', `timesheet.paper.${key}`, details)
  const name = new Intl.DateTimeFormat(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const approval = doc?.approvals.find(
    (one) => one.projectId === projectId && one.status === 'approved',
  )
  const conversion = conversionText(language, worked, 'short')
  const hasHours = conversion !== ''
  const paper = {
    language,
    day: addDays(makeDay(month === 12 ? year + 1 : year, (month % 12) + 1, 1), -1),
    month: name.format(Date.UTC(year, month - 1, 1)),
    business: profile.identity,
    client: clients.size === 1 ? client : '',
    approved: approval
      ? label('approved', {
          name: isolated(language, approval.name),
          at: momentText(language, approval.at, timeZone),
        })
      : '',
    words: {
      title: label('title'),
      heads: [label('day'), label('work'), label(hasHours ? 'time' : 'quantity')],
      totalTime: label('totalTime'),
      hour: label('hour'),
      total: conversion === '' ? label('total') : `${label('total')} (${conversion})`,
      empty: label('empty'),
      page: label('page'),
      signatures: [label('provider'), label('client')],
    },
    lines: worked.map((one) => {
      const contract = contracts.get(one.projectId)
      return {
        day: one.day,
        quantity: one.quantity,
        ...(one.hours && { hours: one.hours }),
        label: contract ? contract.title || contract.ref : '',
      }
    }),
  } as const
  return { paper, fileName: `${label('file')}-${year}-${String(month).padStart(2, '0')}.pdf` }
}

/** A month's days worked as a PDF, for the client who confirms them. */
export function timesheetPaperApi(api: Api, papers: TimesheetPapers): void {
  api.serve(routes.pdf, { reads: paperReads }, async (call): Promise<BinaryReply> => {
    const { read, owner, params, query, closed, caller } = call
    const { language = call.language, projectId } = query
    const { paper, fileName } = await monthPaper(
      read,
      { owner, ...params, projectId },
      language,
      caller.timeZone,
    )
    const bytes = await papers.paper(paper, { owner, urgency: 'paper', signal: closed })
    return { bytes, mediaType: 'application/pdf', fileName }
  })
}
