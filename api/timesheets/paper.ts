import type { TimesheetPapers } from '#commands/timesheets/timesheet-paper.ts'
import { timesheetRoutes as routes } from '#contract/timesheets.schemas.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { addDays, makeDay } from '#domain/kernel/time.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectRowReads, projectsOf } from '#projections/projects/projects.ts'
import { activitiesIn, monthOf, timesheetMonths } from '#projections/timesheets/months.ts'
import type { Api, BinaryReply } from '#api/kernel/api.ts'
import { word } from '#api/kernel/words.ts'

/** A month's days worked as a PDF, for the client who confirms them. */
export function timesheetPaperApi(api: Api, papers: TimesheetPapers): void {
  const reads = { timesheetMonths, professionalInfos, ...projectRowReads }
  api.serve(routes.pdf, { reads }, async (call): Promise<BinaryReply> => {
    const { read, owner, params, query, closed } = call
    const { profileId, year, month } = params
    const { language = call.language } = query
    const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
    if (profile === null) throw refusal('NOT_FOUND')
    const contracts = new Map((await projectsOf(read, owner, profileId)).map((row) => [row._id, row]))
    if (query.projectId !== undefined && !contracts.has(query.projectId)) throw refusal('NOT_FOUND')
    const worked = activitiesIn(await monthOf(read.timesheetMonths, owner, profileId, year, month))
      .filter(({ kind, projectId }) => kind === 'work' && (query.projectId ?? projectId) === projectId)
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    const clients = new Set(worked.map(({ projectId }) => contracts.get(projectId)?.client ?? ''))
    const [client = ''] = clients
    const said = (key: string) => word(language, 'timesheets', `timesheet.paper.${key}`)
    const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    const bytes = await papers.paper(
      {
        language,
        day: addDays(makeDay(month === 12 ? year + 1 : year, (month % 12) + 1, 1), -1),
        month: name.format(Date.UTC(year, month - 1, 1)),
        business: profile.identity,
        client: clients.size === 1 ? client : '',
        words: {
          title: said('title'),
          heads: [said('day'), said('work'), said('quantity')],
          total: said('total'),
          empty: said('empty'),
          page: said('page'),
          signatures: [said('provider'), said('client')],
        },
        lines: worked.map(({ day, projectId, quantity }) => {
          const contract = contracts.get(projectId)
          return { day, quantity, label: contract ? contract.title || contract.ref : '' }
        }),
      },
      { owner, urgency: 'preview', signal: closed },
    )
    const fileName = `${said('file')}-${year}-${String(month).padStart(2, '0')}.pdf`
    return { bytes, mediaType: 'application/pdf', fileName }
  })
}
