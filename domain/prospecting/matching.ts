import { DAY_MS } from '#domain/kernel/time.ts'
import type { Posting } from './job.ts'
import { foldedWords, synonymsOf } from './job-words.ts'
import { distanceKm, type Place, placeIn, placesIn } from './places.ts'
import { type SkillText, skillTerm, skillTextOf } from './skill-mentions.ts'

/** Counted up with every change of a rule: a score says by which rules it was made. */
export const MATCHER_VERSION = 5

/** Counterpart of a job: one set of criteria, together with the CV. */
export type Wanted = {
  readonly titles: readonly string[]
  /** Skills of the CV and of the criteria. */
  readonly skills: readonly string[]
  readonly locations: readonly string[]
  /** @unit kilometres */
  readonly radius: number
  readonly modes: readonly string[]
  readonly contractTypes: readonly string[]
  /** By day. @unit hundredths of a euro; 0 for none */
  readonly rate: number
  readonly languages: readonly string[]
  readonly sectors: readonly string[]
  /** @unit years; 0 for unknown */
  readonly years: number
  /** @unit days */
  readonly jobAge: number
  readonly hiddenCompanies: readonly string[]
}

export const MATCH_PARTS = [
  'skills',
  'title',
  'place',
  'rate',
  'language',
  'level',
  'sector',
  'age',
] as const
export type MatchPart = (typeof MATCH_PARTS)[number]
/** The most points of each part; together 100. */
export const MOST_POINTS: Readonly<Record<MatchPart, number>> = {
  skills: 35,
  title: 15,
  place: 15,
  rate: 15,
  language: 5,
  level: 5,
  sector: 5,
  age: 5,
}

export type Match = {
  /** False where neither criteria nor CV say anything: then the score is 0 and means nothing. */
  readonly compared: boolean
  readonly score: number
  readonly points: Readonly<Record<MatchPart, number>>
  readonly matched: readonly string[]
  readonly missing: readonly string[]
  /** Null when one of the places is unknown. */
  readonly distanceKm: number | null
  /** Published so long ago. @unit days */
  readonly age: number
}

/** Whether anything is wanted by which jobs differ. Their age is compared beside it. */
const saysAnything = (wanted: Wanted): boolean =>
  wanted.rate > 0 ||
  wanted.years > 0 ||
  [
    wanted.titles,
    wanted.skills,
    wanted.locations,
    wanted.modes,
    wanted.contractTypes,
    wanted.languages,
    wanted.sectors,
  ].some(({ length }) => length > 0)

const NO_POINTS: Match['points'] = {
  skills: 0,
  title: 0,
  place: 0,
  rate: 0,
  language: 0,
  level: 0,
  sector: 0,
  age: 0,
}

/** The answer where there is nothing to compare a job with. */
export const notCompared = (age: number): Match => ({
  compared: false,
  score: 0,
  points: NO_POINTS,
  matched: [],
  missing: [],
  distanceKm: null,
  age,
})

/** Working days of a month and of a year, and hours of a day, to compare rates. */
const DAYS_OF = { hour: 1 / 7, day: 1, month: 21, year: 218 } as const

/** Rate by day. @returns null when the job names none, or one of another currency */
export function dailyRate({ rate }: Pick<Posting, 'rate'>): number | null {
  const most = Math.max(rate.min, rate.max)
  return most === 0 || rate.per === '' || rate.currency !== 'EUR'
    ? null
    : Math.round(most / DAYS_OF[rate.per])
}

/** Age of a job since its publication. @unit days */
export const ageOf = ({ postedAt }: Pick<Posting, 'postedAt'>, now: number): number =>
  Math.max(0, Math.floor((now - postedAt) / DAY_MS))

type Term = { readonly text: string; readonly words: readonly string[] }
const termOf = (text: string): Term => ({ text, words: synonymsOf(text) })

/** Criteria prepared once for many jobs. */
export type Matcher = {
  match(posting: Posting, now: number): Match
  /**
   * Whether the user does not want to see it at all: another contract type, an older one, a hidden
   * company.
   */
  excludes(posting: Posting, now: number): boolean
}

/** Half of the points where a job does not say. */
const unknown = (part: MatchPart): number => Math.round(MOST_POINTS[part] / 2)
const share = (part: MatchPart, of: number): number =>
  Math.round(MOST_POINTS[part] * Math.min(1, Math.max(0, of)))

/** Compares jobs with what a user wants. Pure, so that a score can be made again. */
export function matcherOf(wanted: Wanted): Matcher {
  const skills = [
    ...new Map(wanted.skills.map((skill) => [foldedWords(skill), skillTerm(skill)])).values(),
  ]
  const titles = wanted.titles.map((title) => ({
    ...termOf(title),
    parts: foldedWords(title)
      .trim()
      .split(' ')
      .filter((word) => word.length > 2)
      .map(synonymsOf),
  }))
  const languages = wanted.languages.map(termOf)
  const places = wanted.locations.flatMap((location) => placeIn(location) ?? [])
  const hidden = new Set(wanted.hiddenCompanies.map(foldedWords))
  const has = (text: string, { words }: Pick<Term, 'words'>): boolean =>
    words.some((word) => text.includes(word))

  function skillPoints(posting: Posting, text: SkillText) {
    const listed = new Set(posting.skills.map(foldedWords))
    const found = skills.filter(
      (skill) => skill.isIn(text) || skill.words.some((word) => listed.has(word)),
    )
    const missing = posting.skills.filter(
      (skill) => !skills.some(({ words }) => has(skillTextOf(skill).folded, { words })),
    )
    const skillCount = posting.skills.length
    const part = skillCount > 0 ? (skillCount - missing.length) / skillCount : found.length / 3
    const points = skills.length === 0 ? unknown('skills') : share('skills', part)
    return { points, matched: found.map((skill) => skill.text), missing }
  }

  function titlePoints(posting: Posting): number {
    if (titles.length === 0) return unknown('title')
    const [title, company] = [foldedWords(posting.title), foldedWords(posting.company)]
    const best = titles.map(({ words, parts }) => {
      if (words.some((word) => title.includes(word)) || words.includes(company)) return 1
      return parts.length === 0
        ? 0
        : parts.filter((part) => part.some((word) => title.includes(word))).length / parts.length
    })
    return share('title', Math.max(...best))
  }

  function placePoints(posting: Posting): {
    readonly points: number
    readonly distanceKm: number | null
  } {
    const at = posting.location === '' ? [] : placesIn(posting.location)
    // The nearest of several places counts.
    const distance =
      at.length === 0 || places.length === 0
        ? null
        : Math.min(...at.map((one) => nearest(places, one)))
    const isWantedMode =
      posting.mode === '' || wanted.modes.length === 0 || wanted.modes.includes(posting.mode)
    if (posting.mode === 'remotely')
      return { points: share('place', isWantedMode ? 1 : 0.3), distanceKm: distance }
    if (distance === null) return { points: isWantedMode ? unknown('place') : 0, distanceKm: null }
    const reach = Math.max(wanted.radius, 1)
    const near = distance <= reach ? 1 : 1 - (distance - reach) / (reach + 25)
    return { points: share('place', isWantedMode ? near : near / 2), distanceKm: distance }
  }

  function ratePoints(posting: Posting): number {
    const offered = dailyRate(posting)
    if (wanted.rate === 0 || offered === null) return unknown('rate')
    // A quarter below the wanted rate is worth nothing.
    return share('rate', 1 - (1 - offered / wanted.rate) * 4)
  }

  const languagePoints = (posting: Posting): number => {
    if (posting.languages.length === 0 || languages.length === 0) return unknown('language')
    const spoken = posting.languages.filter((one) =>
      languages.some((language) => has(foldedWords(one), language)),
    )
    return share('language', spoken.length / posting.languages.length)
  }

  const levelPoints = (posting: Posting): number =>
    posting.years === 0 || wanted.years === 0
      ? unknown('level')
      : share('level', wanted.years / posting.years)

  const sectorPoints = ({ sector = '' }: Posting): number =>
    sector === '' || wanted.sectors.length === 0
      ? unknown('sector')
      : share('sector', wanted.sectors.includes(sector) ? 1 : 0)

  const compares = saysAnything(wanted)
  return {
    match(posting, now) {
      if (!compares) return notCompared(ageOf(posting, now))
      const text = skillTextOf(
        `${posting.title}\n${posting.skills.join(', ')}\n${posting.description}`,
      )
      const { points: skillful, matched, missing } = skillPoints(posting, text)
      const place = placePoints(posting)
      const age = ageOf(posting, now)
      const points = {
        skills: skillful,
        title: titlePoints(posting),
        place: place.points,
        rate: ratePoints(posting),
        language: languagePoints(posting),
        level: levelPoints(posting),
        sector: sectorPoints(posting),
        age:
          posting.postedAt === 0
            ? unknown('age')
            : share('age', 1 - age / Math.max(wanted.jobAge, 1)),
      }
      const score = MATCH_PARTS.reduce((sum, part) => sum + points[part], 0)
      return { compared: true, score, points, matched, missing, distanceKm: place.distanceKm, age }
    },
    excludes(posting, now) {
      const { contractTypes, jobAge } = wanted
      return (
        hidden.has(foldedWords(posting.company)) ||
        (posting.contractType !== '' &&
          contractTypes.length > 0 &&
          !contractTypes.includes(posting.contractType)) ||
        (posting.postedAt > 0 && ageOf(posting, now) > jobAge)
      )
    },
  }
}

const nearest = (places: readonly Place[], at: Place): number =>
  Math.round(Math.min(...places.map((place) => distanceKm(place, at))) * 10) / 10
