import type { Manuscript, Markdown } from '#commands/kernel/typeset/typesetter.ts'
import type { CvContent } from '#domain/cv/cv.ts'
import {
  type CvItem,
  type CvSection,
  type CvTemplate,
  headInLanguage,
  inLanguage,
  shownSections,
} from '#domain/cv/cv.values.ts'
import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import { directionOf, localeOf } from '#domain/kernel/languages.values.ts'
import { linksIn } from '#domain/cv/cv-links.ts'
import { type Day, epochOfDay } from '#domain/kernel/time.ts'
import { CV_WORDS } from './cv-words.ts'

/** Parts of a CV's paper. */
export type CvOrder = {
  readonly content: CvContent
  readonly language: CvLanguage
  readonly template: CvTemplate
  readonly accent: number
  /** Bytes of the photo, ready to be drawn. */
  readonly photo: Uint8Array | null
  readonly day: Day
}

/** Swatches of the palette as the light theme has them, from 1. @source web/kernel/ui/tokens.css */
const ACCENTS =
  '#5c687c #2148ab #2c7bd1 #1592b0 #10837a #1d7d50 #5a9130 #8a9316 #ab8600 #b27d10 #d97a1c #d2552f #c22f3a #bf2f6b #9a4a94 #6c4f9e #80563c'.split(
    ' ',
  )

const textAt = (values: CvItem['values'], name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}
const numberAt = (values: CvItem['values'], name: string): number => {
  const value = values[name]
  return typeof value === 'number' ? value : 0
}

type Told = {
  readonly head: string
  /** Set one after the other, each in its own direction. */
  readonly sub: readonly string[]
  readonly when: string
  readonly level: number
  readonly levels: number
  readonly levelName: string
  readonly blocks: Markdown
  readonly aside: Markdown
  readonly link: string
}

const nothing: Omit<Told, 'head'> = {
  sub: [],
  when: '',
  level: 0,
  levels: 0,
  levelName: '',
  blocks: { markdown: '' },
  aside: { markdown: '' },
  link: '',
}

/** The words of each kind of item in a language. */
function tellers(
  language: CvLanguage,
): Readonly<Record<CvSection, (values: CvItem['values']) => Told>> {
  const words = CV_WORDS[language]
  const months = new Intl.DateTimeFormat(localeOf(language), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const moment = (year: number, month: number): string =>
    year === 0 ? '' : month === 0 ? String(year) : months.format(Date.UTC(year, month - 1, 1))
  const span = (from: string, to: string): string =>
    from === to ? from : [from, to].filter(Boolean).join(' – ')
  const filled = (...parts: readonly string[]): readonly string[] =>
    parts.filter((part) => part !== '')
  const named = (values: CvItem['values']): Told => ({ ...nothing, head: textAt(values, 'name') })
  return {
    mission: (v) => ({
      ...nothing,
      head: textAt(v, 'projectName'),
      sub: filled(
        textAt(v, 'client'),
        textAt(v, 'location'),
        words.employment[textAt(v, 'employmentType')] ?? '',
      ),
      when: span(
        moment(numberAt(v, 'startYear'), numberAt(v, 'startMonth')),
        v['isPresentMission'] === true
          ? words.present
          : moment(numberAt(v, 'endYear'), numberAt(v, 'endMonth')),
      ),
      blocks: { markdown: textAt(v, 'tasks') },
      aside: { markdown: textAt(v, 'technicalEnvironment') },
    }),
    skill: (v) => ({
      ...named(v),
      level: numberAt(v, 'level'),
      levels: words.skillLevels.length,
      levelName: words.skillLevels[numberAt(v, 'level') - 1] ?? '',
    }),
    language: (v) => ({
      ...named(v),
      level: numberAt(v, 'level'),
      levels: words.languageLevels.length,
      levelName: words.languageLevels[numberAt(v, 'level') - 1] ?? '',
    }),
    interest: named,
    training: (v) => ({
      ...nothing,
      head: textAt(v, 'title'),
      sub: filled(
        textAt(v, 'organism'),
        numberAt(v, 'hours') > 0 ? `${numberAt(v, 'hours')} ${words.hours}` : '',
      ),
      when: moment(numberAt(v, 'year'), numberAt(v, 'month')),
    }),
    study: (v) => ({
      ...nothing,
      head: textAt(v, 'diploma'),
      sub: filled(textAt(v, 'institute') || textAt(v, 'organism')),
      when: span(moment(numberAt(v, 'from'), 0), moment(numberAt(v, 'to'), 0)),
    }),
    certification: (v) => {
      const ends = v['noExpiry'] === true ? 0 : numberAt(v, 'expiration')
      return {
        ...nothing,
        head: textAt(v, 'displayTitle') || textAt(v, 'title'),
        sub: filled(
          textAt(v, 'organism'),
          textAt(v, 'from'),
          ends === 0 ? '' : `${words.expires} ${months.format(ends)}`,
        ),
        when: moment(numberAt(v, 'startYear'), numberAt(v, 'startMonth')),
        link: textAt(v, 'link'),
      }
    },
  }
}

/** The words of the language that a CV is asked in, ready to be set. */
export function cvDocument({
  content,
  language,
  template,
  accent,
  photo,
  day,
}: CvOrder): Manuscript {
  const { facts, person, items } = content
  const words = CV_WORDS[language]
  const tell = tellers(language)
  const dates = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  const { title, summary } = headInLanguage(facts, language)
  const sections = shownSections(facts.sections)
    .map((section) => ({
      section,
      title: words.sections[section],
      items: items
        .filter((item) => item.section === section)
        .map((item) => tell[section](inLanguage(item, language, facts.language).values)),
    }))
    .filter(({ items: own }) => own.length > 0)
  const colour = ACCENTS[accent - 1] ?? ACCENTS[0] ?? ''
  return {
    template: new URL('cv.typ', import.meta.url),
    day,
    files: photo === null ? {} : { 'photo.png': photo },
    data: {
      template,
      language,
      rightToLeft: directionOf(language) === 'rtl',
      accent: colour,
      name: person.name,
      title,
      summary,
      textSize: facts.textSize,
      lines: [
        ...person.lines.map((text) => ({ text, link: '' })),
        ...linksIn(facts.links).map(({ text, url }) => ({ text, link: url })),
        ...(facts.availableFrom === ''
          ? []
          : [
              {
                text: `${words.available} ${dates.format(epochOfDay(facts.availableFrom))}`,
                link: '',
              },
            ]),
      ],
      photo: photo !== null,
      words: { environment: words.environment, page: words.page },
      sections,
    },
  }
}
