import { z } from 'zod'
import {
  boolean,
  choice,
  choices,
  listedSeveral,
  money,
  percent,
  text,
  texts,
} from '#domain/kernel/records/fields.ts'
import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import {
  CONTRACT_TYPES,
  EXPERIENCE_BANDS,
  JOB_AGES,
  RADII,
  WORK_MODES,
} from './search-criteria.values.ts'

/** A choice among figures, which a client may also send as numbers. */
const figures = <const C extends readonly [string, ...string[]]>(
  all: C,
  options: { readonly empty: C[number] },
) => {
  const numbers = z.literal(all.map(Number)).transform(String).pipe(z.enum(all))
  return { ...choice(all, options), wire: z.union([z.enum(all), numbers]) }
}

/** Search of the user. Several sets of criteria stand beside each other, each with a name. */
export const SearchCriteria = defineRecord('searchCriteria', {
  context: 'prospecting',
  permission: 'offer',
  fields: {
    name: text({ required: true, max: 100 }),
    /** Job titles, and companies that the user would like to work for. */
    titles: texts({ max: 20 }),
    skills: texts({ max: 50 }),
    locations: texts({ max: 10 }),
    radius: figures(RADII, { empty: '25' }),
    workModes: choices(WORK_MODES),
    contractTypes: choices(CONTRACT_TYPES),
    /** The day's rate without tax that the user wants. */
    TjmHT: money({ min: 0 }),
    experience: choice(EXPERIENCE_BANDS),
    languages: texts({ max: 10 }),
    sectors: listedSeveral(SECTORS, 'company.sector'),
    jobAge: figures(JOB_AGES, { empty: '30' }),
    /** The least score of a suggestion. */
    matchThreshold: percent(),
    /** Jobs are searched each night. */
    automaticSearch: boolean(),
    /** A night's suggestions also go by mail. */
    digest: boolean(),
    /** Companies whose jobs are never suggested. */
    hiddenCompanies: texts({ max: 50, length: 200 }),
  },
  named: ['name'],
  folded: ['experience', 'languages', 'sectors', 'jobAge', 'hiddenCompanies'],
  listed: ['name', 'titles', 'locations', 'matchThreshold', 'automaticSearch'],
  searched: ['name', 'titles', 'skills', 'locations'],
})
