import { normalisePhone } from '#domain/kernel/identifiers.ts'
import { beginningOf } from '#domain/kernel/texts.ts'
import { languageLevel } from './cv-levels.ts'
import type { CvReading, ImportSection, PersonField } from '../import.values.ts'
import {
  headValues,
  type Listed,
  listedReading,
  saying,
  writtenMoment,
  writtenPeriod,
} from './listed-fields.ts'

/** A row of a table, by the names of its columns. */
export type NamedRow = Readonly<Record<string, string>>

type Row = {
  readonly section: ImportSection
  readonly values: Readonly<Record<string, unknown>>
  readonly name: string
}

/** `[PERSONAL:https://a.example,PORTFOLIO:https://b.example]`, one a line. */
const websitesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/https?:\/\/[^\s,\]]+/g)].map(([url]) => url)

/** The last day of a month. @unit epoch milliseconds */
function endOf(text: string): number {
  const { year, month } = writtenMoment(text)
  return year === 0 || month === 0 ? 0 : Date.UTC(year, month, 0)
}

/**
 * Tables of the archive and what their rows become. Columns are named in English in every account's
 * language.
 */
const TABLES: Readonly<Record<string, (at: (column: string) => string) => Row>> = {
  Profile: (at) => ({
    section: 'head',
    values: headValues({
      title: at('Headline'),
      summary: at('Summary'),
      links: websitesIn(at('Websites')),
    }),
    name: at('Headline') || at('Summary') || websitesIn(at('Websites')).join(' '),
  }),
  Positions: (at) => ({
    section: 'mission',
    values: {
      projectName: at('Title') || at('Company Name'),
      client: at('Title') === '' ? '' : at('Company Name'),
      location: at('Location'),
      ...writtenPeriod(at('Started On'), at('Finished On')),
      tasks: at('Description'),
    },
    name: at('Title') || at('Company Name'),
  }),
  Projects: (at) => ({
    section: 'mission',
    values: {
      projectName: at('Title'),
      ...writtenPeriod(at('Started On'), at('Finished On')),
      tasks: at('Description'),
    },
    name: at('Title'),
  }),
  Education: (at) => ({
    section: 'study',
    values: {
      diploma: at('Degree Name') || at('School Name'),
      institute: at('Degree Name') === '' ? '' : at('School Name'),
      from: writtenMoment(at('Start Date')).year,
      to: writtenMoment(at('End Date')).year,
    },
    name: at('Degree Name') || at('School Name'),
  }),
  Certifications: (at) => ({
    section: 'certification',
    values: {
      title: at('Name'),
      organism: at('Authority'),
      link: /^https?:\/\//.test(at('Url')) ? at('Url') : '',
      startYear: writtenMoment(at('Started On')).year,
      startMonth: writtenMoment(at('Started On')).month,
      expiration: endOf(at('Finished On')),
    },
    name: at('Name'),
  }),
  Courses: (at) => ({ section: 'training', values: { title: at('Name') }, name: at('Name') }),
  Skills: (at) => ({
    section: 'skill',
    values: { name: beginningOf(at('Name'), 100) },
    name: at('Name'),
  }),
  Languages: (at) => ({
    section: 'language',
    values: { name: at('Name'), level: languageLevel(at('Proficiency'))?.level ?? 0 },
    name: at('Name'),
  }),
}

/** Columns that say the person's facts. */
const PERSON: Readonly<Record<string, Readonly<Partial<Record<PersonField, string>>>>> = {
  Profile: {
    firstName: 'First Name',
    lastName: 'Last Name',
    street: 'Address',
    postalCode: 'Zip Code',
    city: 'Geo Location',
  },
  PhoneNumbers: { phone: 'Number' },
}

/** Facts of the person in a row, and the columns that they fill. */
function personIn(table: string, row: NamedRow) {
  const found = Object.entries(PERSON[table] ?? {}).flatMap(([field, column]) => {
    const text = row[column]?.trim() ?? ''
    return text === '' ? [] : [{ field, column, text }]
  })
  const values = found.map(({ field, text }) => [
    field,
    field === 'phone' ? normalisePhone(text) : text,
  ])
  const listed: readonly Listed[] =
    found.length === 0
      ? []
      : [
          {
            section: 'person',
            values: Object.fromEntries(values),
            told: found.map(({ column, text }) => `${column}: ${text}`).join('\n'),
          },
        ]
  return { listed, columns: found.map(({ column }) => column) }
}

/** Names of the archive's tables that are read. */
export const LINKEDIN_TABLES: readonly string[] = [
  ...Object.keys(TABLES),
  'PhoneNumbers',
  'Email Addresses',
  'Volunteering',
  'Publications',
  'Honors',
]

/**
 * The archive that LinkedIn gives of an account.
 *
 * @param tables rows by the name of their file, without `.csv`
 * @returns null for an archive without any of the tables
 */
export function readLinkedin(
  tables: Readonly<Record<string, readonly NamedRow[]>>,
): CvReading | null {
  const listed = LINKEDIN_TABLES.flatMap((table) =>
    (tables[table] ?? []).flatMap((row): Listed[] => {
      const filled = Object.entries(row)
        .filter(([, value]) => value.trim() !== '')
        .map(([column, value]) => `${column}: ${value.trim()}`)
        .join('\n')
      if (filled === '') return []
      const person = personIn(table, row)
      const used = new Set<string>(person.columns)
      const read = TABLES[table]?.((column) => {
        used.add(column)
        return row[column]?.trim() ?? ''
      })
      if (read === undefined && person.listed.length > 0) return [...person.listed]
      if (read === undefined || read.name === '')
        return [...person.listed, { section: read?.section ?? 'head', values: null, told: filled }]
      // Cells without a field are told: a licence's number, a school's notes.
      const left = Object.entries(row).filter(
        ([column, value]) => !used.has(column) && value.trim() !== '',
      )
      return [
        ...person.listed,
        { section: read.section, values: saying(read.values), told: filled },
        ...left.map(
          ([column, value]): Listed => ({
            section: read.section,
            values: null,
            told: `${beginningOf(read.name, 200)}: ${column}: ${value.trim()}`,
          }),
        ),
      ]
    }),
  )
  return listed.length === 0 ? null : listedReading(listed)
}
