import { boolean, listed, markdown, month, text, year } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { EMPLOYMENT_TYPES } from '#domain/settings/option-lists.values.ts'
import { translations } from './translations.ts'

/** Work of the user between two days. `isPresentMission` goes on, and its end is not shown. */
export const Mission = defineRecord('mission', {
  context: 'cv',
  permission: 'cv',
  fields: {
    projectName: text({ required: true, max: 200 }),
    client: text({ max: 200 }),
    employmentType: listed(EMPLOYMENT_TYPES, 'mission.employmentType'),
    location: text({ max: 200 }),
    isPresentMission: boolean(),
    startYear: year(),
    startMonth: month({ of: 'startYear' }),
    endYear: year(),
    endMonth: month({ of: 'endYear' }),
    tasks: markdown(),
    technicalEnvironment: markdown(),
    translations: translations(),
  },
  named: ['projectName', 'client'],
  listed: ['projectName', 'client', 'employmentType', 'location', 'startMonth', 'endMonth'],
  searched: ['projectName', 'client', 'tasks', 'technicalEnvironment'],
})
