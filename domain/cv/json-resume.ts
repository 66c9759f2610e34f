import type { CvContent } from './cv.ts'
import { type CvItem, headInLanguage, inLanguage, shownSections } from './cv.values.ts'
import type { CvLanguage } from './cv-languages.values.ts'
import { linksIn } from './cv-links.ts'

type Values = CvItem['values']

const textAt = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}
const numberAt = (values: Values, name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}
const moment = (year: number, month: number): string | undefined =>
  year === 0 ? undefined : month === 0 ? String(year) : `${year}-${String(month).padStart(2, '0')}`

/** Names of levels in the format, which has none of its own. From 1. */
const FLUENCY = [
  'Beginner',
  'Elementary',
  'Intermediate',
  'Upper Intermediate',
  'Professional',
  'Fluent',
  'Advanced',
  'Bilingual',
  'Native',
] as const
const MASTERY = ['Basic', 'Familiar', 'Senior', 'Expert'] as const
/** Mark of a training, since the format has studies alone. */
export const TRAINING = 'training'

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')

const EMAIL = /^\S+@\S+\.\S+$/
const PHONE = /^\+?[\d\s().-]{6,}$/

/** Fields beyond the format's own, which it allows: nothing is lost on the way back. */
const besides = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

/**
 * A CV in the open format JSON Resume.
 *
 * @source jsonresume.org/schema, 1.0.0
 */
export function jsonResumeOf({ facts, person, items }: CvContent, language: CvLanguage) {
  const shown = shownSections(facts.sections)
  const { title, summary } = headInLanguage(facts, language)
  const [url, ...profiles] = linksIn(facts.links).filter((one) => one.url !== '')
  const of = (section: CvItem['section']) =>
    items
      .filter((item) => item.section === section && shown.includes(section))
      .map((item) => inLanguage(item, language, facts.language).values)
  const email = person.lines.find((line) => EMAIL.test(line))
  const phone = person.lines.find((line) => PHONE.test(line))
  const place = person.lines.find((line) => line !== email && line !== phone)
  return {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: person.name,
      label: title,
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
      ...(url && { url: url.url }),
      summary,
      ...(profiles.length > 0 && {
        profiles: profiles.map((one) => ({ network: hostOf(one.url), url: one.url })),
      }),
      ...(place !== undefined && { location: { address: place } }),
    },
    work: of('mission').map((v) => ({
      name: textAt(v, 'client'),
      position: textAt(v, 'projectName'),
      location: textAt(v, 'location'),
      startDate: moment(numberAt(v, 'startYear'), numberAt(v, 'startMonth')),
      ...(v['isPresentMission'] !== true && {
        endDate: moment(numberAt(v, 'endYear'), numberAt(v, 'endMonth')),
      }),
      summary: textAt(v, 'tasks'),
      // The format's projects have keywords; its jobs may have fields of their own.
      ...(textAt(v, 'technicalEnvironment') !== '' && {
        keywords: [textAt(v, 'technicalEnvironment')],
      }),
      ...besides(v, 'employmentType'),
    })),
    education: [
      ...of('study').map((v) => ({
        institution: textAt(v, 'institute') || textAt(v, 'organism'),
        area: textAt(v, 'diploma'),
        startDate: moment(numberAt(v, 'from'), 0),
        endDate: moment(numberAt(v, 'to'), 0),
      })),
      ...of('training').map((v) => ({
        institution: textAt(v, 'organism'),
        area: textAt(v, 'title'),
        studyType: TRAINING,
        endDate: moment(numberAt(v, 'year'), numberAt(v, 'month')),
        ...besides(v, 'hours'),
      })),
    ],
    certificates: of('certification').map((v) => ({
      name: textAt(v, 'title'),
      issuer: textAt(v, 'organism'),
      url: textAt(v, 'link'),
      date: moment(numberAt(v, 'startYear'), numberAt(v, 'startMonth')),
      ...besides(v, 'displayTitle', 'noExpiry', 'expiration', 'from'),
    })),
    skills: of('skill').map((v) => ({
      name: textAt(v, 'name'),
      level: MASTERY[numberAt(v, 'level') - 1] ?? '',
      ...besides(v, 'type'),
    })),
    languages: of('language').map((v) => ({
      language: textAt(v, 'name'),
      fluency: FLUENCY[numberAt(v, 'level') - 1] ?? '',
    })),
    interests: of('interest').map((v) => ({ name: textAt(v, 'name') })),
    meta: {
      language,
      ...(facts.availableFrom !== '' && { availableFrom: facts.availableFrom }),
    },
  }
}
