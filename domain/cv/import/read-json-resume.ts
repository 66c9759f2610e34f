import { z } from 'zod'
import { languageLevel, skillLevel } from './cv-levels.ts'
import { normalisePhone } from '#domain/kernel/identifiers.ts'
import type { CvReading, ImportSection } from '../import.values.ts'
import { EMPLOYMENT_TYPES } from '#domain/settings/option-lists.values.ts'
import { TRAINING } from '../json-resume.ts'
import { Skill } from '../skill.record.ts'
import {
  headValues,
  type Listed,
  listedReading,
  saying,
  writtenMoment,
  writtenPeriod,
} from './listed-fields.ts'
import { jsonResumeOf } from './reactive-resume.ts'
import { personNameOf } from './person-name.ts'

/** A text, or a number that an editor wrote in its place; anything else says nothing. */
const text = z.union([z.string(), z.number().transform(String)]).catch('')
const texts = z.array(text).catch([])
const chosen = (choices: readonly string[]) =>
  z
    .string()
    .refine((value) => choices.includes(value))
    .catch('')
const list = <T extends z.ZodRawShape>(shape: T) => z.array(z.looseObject(shape)).catch([])

const NOWHERE = { address: '', postalCode: '', city: '', countryCode: '' }

const Resume = z.looseObject({
  basics: z
    .looseObject({
      name: text,
      email: text,
      phone: text,
      location: z
        .looseObject({ address: text, postalCode: text, city: text, countryCode: text })
        .or(
          z.string().transform((city) => ({ address: '', postalCode: '', city, countryCode: '' })),
        )
        .catch(NOWHERE),
      label: text,
      summary: text,
      url: text,
      profiles: list({ url: text }),
    })
    .catch({
      name: '',
      email: '',
      phone: '',
      location: NOWHERE,
      label: '',
      summary: '',
      url: '',
      profiles: [],
    }),
  work: list({
    name: text,
    company: text,
    position: text,
    location: text,
    startDate: text,
    endDate: text,
    summary: text,
    highlights: texts,
    keywords: texts,
    employmentType: chosen(EMPLOYMENT_TYPES),
  }),
  projects: list({
    name: text,
    entity: text,
    description: text,
    startDate: text,
    endDate: text,
    highlights: texts,
    keywords: texts,
  }),
  education: list({
    institution: text,
    area: text,
    studyType: text,
    startDate: text,
    endDate: text,
    hours: text,
  }),
  certificates: list({
    name: text,
    issuer: text,
    url: text,
    date: text,
    displayTitle: text,
    from: text,
    noExpiry: z.boolean().catch(false),
    expiration: z.int().catch(0),
  }),
  skills: list({
    name: text,
    level: text,
    keywords: texts,
    type: chosen(Skill.fields.type.options ?? []),
  }),
  languages: list({ language: text, fluency: text }),
  interests: list({ name: text, keywords: texts }),
})

const tasksOf = (summary: string, highlights: readonly string[]): string =>
  [summary, highlights.map((one) => `- ${one}`).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
const secured = (url: string): string => (/^https?:\/\//.test(url) ? url : '')

type Resume = z.output<typeof Resume>
type Of<Part extends 'work' | 'projects' | 'education' | 'certificates' | 'skills' | 'languages'> =
  Resume[Part][number]

/** A part of the résumé with its values; an entry without a name stays unplaced. */
const entry = (
  section: ImportSection,
  from: object,
  values: Readonly<Record<string, unknown>>,
  name: unknown,
): Listed => ({
  section,
  values: name === '' ? null : saying(values),
  told: JSON.stringify(from, (_, value: unknown) => (value === '' ? undefined : value), 2),
})

function* personOf({
  name,
  email,
  phone,
  location: { address, postalCode, city, countryCode, ...others },
}: Pick<Resume['basics'], 'name' | 'email' | 'phone' | 'location'>): Generator<Listed> {
  const says = (told: string, values: Listed['values']): readonly Listed[] =>
    told === '' ? [] : [{ section: 'person', values, told }]
  yield* says(name, personNameOf(name))
  yield* says(phone, { phone: normalisePhone(phone) })
  yield* says(email, null)
  const told = [address, postalCode, city, countryCode].filter((word) => word !== '').join(', ')
  const country = /^[a-z]{2}$/i.test(countryCode) ? countryCode.toUpperCase() : ''
  yield* says(told, saying({ street: address, postalCode, city, country }))
  for (const word of Object.values(others)) if (typeof word === 'string') yield* says(word, null)
}

function* headOf({
  label,
  summary,
  url,
  profiles,
}: Pick<Resume['basics'], 'label' | 'summary' | 'url' | 'profiles'>): Generator<Listed> {
  const links = [url, ...profiles.map((one) => one.url)].map(secured).filter((one) => one !== '')
  if (label !== '' || summary !== '')
    yield entry('head', { label, summary }, headValues({ title: label, summary }), label || summary)
  if (links.length > 0) yield entry('head', { url, profiles }, headValues({ links }), links)
}

function workOf(one: Of<'work'>): Listed {
  const name = one.position || one.name || one.company
  const values = {
    projectName: name,
    client: one.position === '' ? '' : one.name || one.company,
    location: one.location,
    ...writtenPeriod(one.startDate, one.endDate),
    tasks: tasksOf(one.summary, one.highlights),
    technicalEnvironment: one.keywords.join(', '),
    employmentType: one.employmentType,
  }
  return entry('mission', one, values, name)
}

function projectOf(one: Of<'projects'>): Listed {
  const values = {
    projectName: one.name,
    client: one.entity,
    ...writtenPeriod(one.startDate, one.endDate),
    tasks: tasksOf(one.description, one.highlights),
    technicalEnvironment: one.keywords.join(', '),
  }
  return entry('mission', one, values, one.name)
}

function educationOf(one: Of<'education'>): Listed {
  const { year, month } = writtenMoment(one.endDate)
  if (one.studyType === TRAINING) {
    const hours = Number(one.hours) || 0
    const values = { title: one.area, organism: one.institution, year, month, hours }
    return entry('training', one, values, one.area)
  }
  const diploma = [one.studyType, one.area].filter((part) => part !== '').join(' ')
  const from = writtenMoment(one.startDate).year
  return entry('study', one, { diploma, institute: one.institution, from, to: year }, diploma)
}

function certificateOf(one: Of<'certificates'>): Listed {
  const { year, month } = writtenMoment(one.date)
  const { displayTitle, from, noExpiry, expiration } = one
  const values = {
    title: one.name,
    organism: one.issuer,
    link: secured(one.url),
    startYear: year,
    startMonth: month,
    displayTitle,
    from,
    noExpiry,
    expiration,
  }
  return entry('certification', one, values, one.name)
}

function skillsOf(one: Of<'skills'>): readonly Listed[] {
  const names = one.keywords.length > 0 ? one.keywords : [one.name]
  const level = skillLevel(one.level)?.level ?? 0
  return names.map((name) =>
    entry('skill', { name, level: one.level }, { name, level, type: one.type }, name),
  )
}

function languageOf(one: Of<'languages'>): Listed {
  const level = languageLevel(one.fluency)?.level ?? 0
  return entry('language', one, { name: one.language, level }, one.language)
}

/**
 * A résumé in the open format JSON Resume, or an export of Reactive Resume. Parts that a CV here
 * does not have are listed as unplaced.
 *
 * @returns null for a JSON text of another kind
 * @source jsonresume.org/schema, 1.0.0
 */
export function readJsonResume(json: string): CvReading | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return null
  }
  const result = Resume.safeParse(jsonResumeOf(parsed) ?? parsed)
  if (!result.success) return null
  const {
    basics,
    work,
    projects,
    education,
    certificates,
    skills,
    languages,
    interests,
    ...others
  } = result.data
  const { name, email, phone, location, label, summary, url, profiles, ...contact } = basics
  const listed = [
    ...personOf({ name, email, phone, location }),
    ...headOf({ label, summary, url, profiles }),
    ...work.map(workOf),
    ...projects.map(projectOf),
    ...education.map(educationOf),
    ...certificates.map(certificateOf),
    ...skills.flatMap(skillsOf),
    ...languages.map(languageOf),
    ...interests.map((one) => entry('interest', one, { name: one.name }, one.name)),
  ]
  if (listed.length === 0) return null
  const { $schema: _schema, meta: _meta, ...left } = others
  for (const [name, value] of Object.entries({ basics: contact, ...left }))
    if (JSON.stringify(value).length > 4)
      listed.push({ section: 'head', values: null, told: `${name}: ${JSON.stringify(value)}` })
  return listedReading(listed)
}
