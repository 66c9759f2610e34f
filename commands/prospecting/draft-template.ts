import { type CvItem, inLanguage, itemName } from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import { withFirst } from '#domain/kernel/first-day.values.ts'
import { localeOf } from '#domain/kernel/languages.values.ts'
import { isHarmless } from '#domain/prospecting/draft-harm.ts'
import {
  type Candidate,
  type DraftCv,
  type DraftSubject,
  plainText,
} from '#domain/prospecting/draft-sources.ts'
import { foldedWords, synonymsOf } from '#domain/prospecting/job-words.ts'
import type { DraftSentence } from '#domain/prospecting/message-draft.ts'
import type { DraftTone } from '#domain/prospecting/message-draft.values.ts'
import { DRAFT_WORDS } from './draft-words.ts'

/** Counted up with every change of the template. */
export const TEMPLATE_VERSION = 1

export type DraftRequest = {
  readonly subject: DraftSubject
  readonly cv: DraftCv
  readonly candidates: readonly Candidate[]
  readonly language: CvLanguage
  readonly tone: DraftTone
  /** Signs the message. */
  readonly name: string
}

const courtesy = (text: string): DraftSentence => ({ text, state: 'courtesy', sources: [] })

type Frame = Pick<DraftRequest, 'language' | 'tone' | 'name'>
const courtesies = (...lines: readonly string[]): readonly DraftSentence[] =>
  lines.filter((line) => line !== '').map(courtesy)

/** A message that is not over yet: its greeting, and what has followed so far. */
export const begun = (
  { language, tone }: Frame,
  body: readonly DraftSentence[],
): readonly DraftSentence[] => [...courtesies(DRAFT_WORDS[language].greeting[tone]), ...body]

/**
 * Beginning and end of each message. A model does not write them, so that all of its sentences are
 * claims.
 */
export function framed(frame: Frame, body: readonly DraftSentence[]): readonly DraftSentence[] {
  const { closing, regards } = DRAFT_WORDS[frame.language]
  return [
    ...begun(frame, body),
    ...courtesies(closing[frame.tone], regards[frame.tone], frame.name),
  ]
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const SKILLS_NAMED = 5
const dateOf = (day: string, language: CvLanguage): string =>
  withFirst(
    language,
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.parse(`${day}T00:00:00Z`),
    ),
  )

/**
 * Job texts are untrusted. Returns the text if it is a short, harmless name on one line, else ''.
 */
const nameOf = (text: string): string => {
  const name = plainText(text).replaceAll(/\s+/g, ' ')
  return name.length <= 100 && isHarmless(name) ? name : ''
}

/**
 * A message from the CV alone. The job is named, and its text orders the skills, without being
 * repeated.
 */
export function templateSentences(request: DraftRequest): readonly DraftSentence[] {
  const { subject, cv, candidates, language, tone } = request
  const words = DRAFT_WORDS[language]
  const ofItem = (item: CvItem): number[] =>
    candidates
      .filter(({ section, id }) => section === item.section && id === item.id)
      .map(({ number }) => number)
  const values = (item: CvItem) => inLanguage(item, language, cv.language).values
  const listed = new Intl.ListFormat(language, { type: 'conjunction' })
  const supported = (text: string, sources: readonly number[]): DraftSentence[] =>
    sources.length === 0 ? [] : [{ text, state: 'supported', sources }]

  const title = nameOf(subject.title)
  const heading = candidates.find(({ of }) => of === 'job')
  const missions = cv.items
    .filter(({ section }) => section === 'mission')
    .slice(0, tone === 'short' ? 1 : 2)
  const skills = cv.items.filter(
    ({ section, id }) => section === 'skill' && ofItem({ section, id, values: {} }).length,
  )
  const text = foldedWords([subject.title, subject.text, ...subject.skills].join(' '))
  const wantedSkills = skills.filter((item) =>
    synonymsOf(itemName(item)).some((word) => text.includes(word)),
  )
  const named = (wantedSkills.length > 0 ? wantedSkills : skills).slice(0, SKILLS_NAMED)
  const names = listed.format(named.map((item) => itemName({ ...item, values: values(item) })))
  return [
    ...(title === '' || heading === undefined
      ? []
      : supported(words.job(title, nameOf(subject.company)), [heading.number])),
    ...missions.flatMap((item) => {
      const { projectName, client, isPresentMission, startYear, endYear } = values(item)
      const [from = '', to = ''] = [startYear, endYear].map((year) =>
        typeof year === 'number' && year > 0 ? String(year) : '',
      )
      const years = [...new Set([from, to])].filter(Boolean).join('–')
      const about = [textIn(projectName), textIn(client)] as const
      return supported(
        isPresentMission === true ? words.running(...about, from) : words.mission(...about, years),
        ofItem(item),
      )
    }),
    ...supported(
      wantedSkills.length > 0 ? words.asked(names) : words.skills(names),
      named.flatMap(ofItem),
    ),
    ...(cv.availableFrom === ''
      ? []
      : supported(
          words.available(dateOf(cv.availableFrom, language)),
          candidates.filter(({ section }) => section === 'head').map(({ number }) => number),
        )),
  ]
}
