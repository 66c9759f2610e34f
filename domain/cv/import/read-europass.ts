import { normalisePhone } from '#domain/kernel/identifiers.ts'
import type { XmlNode } from '#domain/kernel/xml-node.ts'
import type { CvReading, ImportSection } from '../import.values.ts'
import { languageLevel } from './cv-levels.ts'
import { headValues, type Listed, listedReading, saying, writtenPeriod } from './listed-fields.ts'
import { markdownOfHtml } from './html-text.ts'

/** All elements of a name within another one, not within each other. */
const all = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.flatMap((child) => (child.name === name ? [child] : all(child, name)))
const first = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>(
    (found, name) => (found === undefined ? undefined : all(found, name)[0]),
    node,
  )
const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string =>
  first(node, ...path)?.text.trim() ?? ''

/** All words of an element, one line for each of its texts. */
const wordsOf = (node: XmlNode): readonly string[] => [
  ...(node.text.trim() === '' ? [] : [markdownOfHtml(node.text)]),
  ...node.children.flatMap(wordsOf),
]

/** `<From year="2019" month="--03"/>`, or a date of ISO 8601 within. */
function dateIn(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  const { year = '', month = '' } = node.attributes
  if (year !== '')
    return `${year}${month === '' ? '' : `-${month.replaceAll('-', '').padStart(2, '0')}`}`
  const [date = ''] = wordsOf(node)
  return /^\d{4}(?:-\d{2})?/.exec(date)?.[0] ?? ''
}

const isTrue = (text: string): boolean => /^(?:true|1)$/i.test(text)

function periodOf(node: XmlNode): Listed['values'] {
  const period =
    first(node, 'Period') ?? first(node, 'EmploymentPeriod') ?? first(node, 'AttendancePeriod')
  const start = dateIn(first(period, 'From') ?? first(period, 'StartDate'))
  const end = dateIn(first(period, 'To') ?? first(period, 'EndDate'))
  const isPresent = isTrue(textAt(period, 'Current')) || isTrue(textAt(period, 'CurrentIndicator'))
  return writtenPeriod(start, isPresent ? '' : end)
}

const listed = (
  section: ImportSection,
  node: XmlNode,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Listed => ({
  section,
  values: name === '' ? null : saying({ ...values }),
  told: wordsOf(node).join('\n') || node.name,
})

const unplaced = (node: XmlNode | undefined): readonly Listed[] =>
  node === undefined || wordsOf(node).length === 0
    ? []
    : [{ section: 'head', values: null, told: wordsOf(node).join('\n') }]

const levelOf = (text: string): number => languageLevel(text)?.level ?? 0

const PASSPORT_PLACE = ['Telephone', 'AddressLine', 'PostalCode', 'Municipality'] as const
const CANDIDATE_PLACE = ['FormattedNumber', 'AddressLine', 'PostalCode', 'CityName'] as const

/** Name, phone and address of the person; other words are told. */
function* personOf(
  person: XmlNode | undefined,
  [given, family]: readonly [string, string],
  [phones, street, postalCode, city]: readonly [string, string, string, string],
): Generator<Listed> {
  if (person === undefined) return
  const phone = first(person, phones)
  const written =
    phone === undefined ? '' : (wordsOf(phone).find((word) => /\d{3}/.test(word)) ?? '')
  const taken = [given, family, street, postalCode, city].map((name) => textAt(person, name))
  const [firstName = '', lastName = '', ...place] = taken
  const says = (values: Listed['values'], words: readonly string[]): readonly Listed[] =>
    words.some((word) => word !== '')
      ? [{ section: 'person', values, told: words.filter(Boolean).join('\n') }]
      : []
  yield* says(saying({ firstName, lastName }), [firstName, lastName])
  yield* says({ phone: normalisePhone(written) }, [written])
  const [line = '', code = '', town = ''] = place
  yield* says(saying({ street: line, postalCode: code, city: town }), place)
  yield* says(
    null,
    wordsOf(person).filter((word) => word !== written && !taken.includes(word)),
  )
}

/** Europass until 2020. @source europass.cedefop.europa.eu, XML schema 3.4: SkillsPassport */
function* passport(info: XmlNode): Generator<Listed> {
  yield* personOf(first(info, 'Identification'), ['FirstName', 'Surname'], PASSPORT_PLACE)
  const headline = first(info, 'Headline')
  const title = textAt(headline, 'Description', 'Label')
  if (headline !== undefined && title !== '')
    yield listed('head', headline, title, headValues({ title }))
  for (const work of all(info, 'WorkExperience')) {
    const [position, employer] = [
      textAt(work, 'Position', 'Label'),
      textAt(work, 'Employer', 'Name'),
    ]
    yield listed('mission', work, position || employer, {
      projectName: position || employer,
      client: position === '' ? '' : employer,
      location: textAt(work, 'Employer', 'Municipality'),
      ...periodOf(work),
      tasks: markdownOfHtml(first(work, 'Activities')?.text ?? ''),
    })
  }
  for (const study of all(info, 'Education')) {
    const diploma = textAt(study, 'Title')
    const { startYear, endYear } = periodOf(study) ?? {}
    const institute = textAt(study, 'Organisation', 'Name')
    yield listed('study', study, diploma, { diploma, institute, from: startYear, to: endYear })
  }
  for (const tongue of all(info, 'MotherTongue')) {
    const name = textAt(tongue, 'Label')
    yield listed('language', tongue, name, { name, level: levelOf('langue maternelle') })
  }
  for (const foreign of all(info, 'ForeignLanguage')) {
    const name = textAt(foreign, 'Description', 'Label')
    const spoken = textAt(foreign, 'SpokenInteraction') || textAt(foreign, 'ProficiencyLevel')
    yield listed('language', foreign, name, { name, level: levelOf(spoken) })
  }
  const skills = first(info, 'Skills')
  for (const part of skills?.children ?? []) if (part.name !== 'Linguistic') yield* unplaced(part)
  yield* unplaced(first(info, 'AchievementList'))
}

/** Europass since 2020. @source europass.eu, Candidate 1.0, on HR Open Standards */
function* candidate(root: XmlNode): Generator<Listed> {
  yield* personOf(first(root, 'CandidatePerson'), ['GivenName', 'FamilyName'], CANDIDATE_PLACE)
  const summary = first(root, 'ExecutiveSummary')
  const about = markdownOfHtml(summary?.text ?? '')
  if (summary !== undefined && about !== '')
    yield listed('head', summary, about, headValues({ summary: about }))
  for (const employer of all(root, 'EmployerHistory')) {
    const client = textAt(employer, 'OrganizationName')
    for (const position of all(employer, 'PositionHistory')) {
      const name = textAt(position, 'PositionTitle')
      yield listed('mission', position, name || client, {
        projectName: name || client,
        client: name === '' ? '' : client,
        location: textAt(employer, 'CityName'),
        ...periodOf(position),
        tasks: markdownOfHtml(first(position, 'Description')?.text ?? ''),
      })
    }
  }
  for (const attended of all(root, 'EducationOrganizationAttendance')) {
    const diploma = textAt(attended, 'DegreeName')
    const { startYear, endYear } = periodOf(attended) ?? {}
    const institute = textAt(attended, 'OrganizationName')
    yield listed('study', attended, diploma, { diploma, institute, from: startYear, to: endYear })
  }
  for (const competency of all(root, 'PersonCompetency')) {
    const name = textAt(competency, 'CompetencyName')
    const isLanguage = /language/i.test(textAt(competency, 'TaxonomyID'))
    const level = isLanguage ? levelOf(textAt(competency, 'ScoreText')) : 0
    yield listed(isLanguage ? 'language' : 'skill', competency, name, { name, level })
  }
  for (const certification of all(root, 'Certification')) {
    const title = textAt(certification, 'CertificationName')
    yield listed('certification', certification, title, {
      title,
      organism: textAt(certification, 'IssuingAuthorityName'),
    })
  }
  for (const name of ['Licenses', 'PublicationHistory', 'Others', 'Hobbies'])
    yield* unplaced(first(root, name))
}

/** A CV of the European Union's Europass. @returns null for another document */
export function readEuropass(root: XmlNode): CvReading | null {
  const info = root.name === 'LearnerInfo' ? root : all(root, 'LearnerInfo')[0]
  const profile = root.name === 'Candidate' || all(root, 'CandidateProfile').length > 0
  const found = info !== undefined ? [...passport(info)] : profile ? [...candidate(root)] : []
  return found.length === 0 ? null : listedReading(found)
}
