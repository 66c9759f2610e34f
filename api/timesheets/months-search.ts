import { projects } from '#projections/projects/projects.ts'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import { monthText } from '../kernel/formats.ts'
import { defineSearch, hasWords } from '../kernel/search.ts'

/**
 * Months with recorded days, by their name, their year and their contracts. There are twelve a
 * year.
 */
export const monthsSearch = defineSearch({
  entity: 'timesheet',
  permission: 'perm_timesheet_menu',
  reads: { timesheetMonths, projects },
  async find(read, question) {
    const { owner, profileId, language } = question
    const where = { owner, ...(profileId === undefined ? {} : { profileId }) }
    const [months, contracts] = await Promise.all([
      read.timesheetMonths.find({ filter: { where } }),
      read.projects.find({ filter: { where } }),
    ])
    const titles = new Map(contracts.items.map(({ _id, title, ref }) => [_id, title || ref]))
    return months.items
      .toSorted((a, b) => b.year - a.year || b.month - a.month)
      .map(({ _id, year, month, worked, lastModificationDate }) => ({
        id: _id,
        title: monthText(language, year, month),
        detail: worked.flatMap(({ projectId }) => titles.get(projectId) ?? []).join(', '),
        changedAt: lastModificationDate,
      }))
      .filter(({ title, detail }) => question.text === '' || hasWords(question, title, detail))
  },
})
