import type { Decider } from '#domain/kernel/decider.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { DAY_MS, HOUR_MS } from '#domain/kernel/time.ts'
import { foldedWords } from './job-words.ts'

/** A job that matches a set of criteria. `criteriaId` is empty for the CV alone. */
export type Suggestion = {
  readonly id: string
  readonly score: number
  readonly criteriaId: string
}

export type JobHuntCommand =
  | {
      readonly type: 'TakeSuggestions'
      /** Jobs that were not suggested before, the best first. */
      readonly matches: readonly Suggestion[]
      /** Whether they count against the suggestions that an administrator gave. */
      readonly counted: boolean
    }
  | { readonly type: 'EndJobHunt'; readonly found: number; readonly failed: number }
  | { readonly type: 'GiveFreeSuggestions'; readonly count: number }
  | { readonly type: 'HideCompany'; readonly company: string }
  | { readonly type: 'ShowCompany'; readonly company: string }

/** Stored for good: add fields, never rename or remove. */
export type JobHuntEvent =
  | {
      readonly type: 'SuggestionsTaken'
      readonly data: { readonly suggested: readonly Suggestion[]; readonly counted: boolean }
    }
  | {
      readonly type: 'JobHuntEnded'
      readonly data: { readonly found: number; readonly failed: number }
    }
  | { readonly type: 'FreeSuggestionsGiven'; readonly data: { readonly count: number } }
  | { readonly type: 'CompanyHidden'; readonly data: { readonly company: string } }
  | { readonly type: 'CompanyShown'; readonly data: { readonly company: string } }

/** A hidden company tells of the user. */
export const jobHuntPersonal = personal<JobHuntEvent>(ofOwner, {
  CompanyHidden: { company: '' },
  CompanyShown: { company: '' },
})

/** `left`: free suggestions that are left; null where an administrator never gave any. */
export type JobHunt = { readonly left: number | null; readonly hidden: readonly string[] }

/** The most jobs that one search suggests, since the user is told of each. */
const MOST_SUGGESTED = 10

const isNamed = (company: string) => (other: string) => foldedWords(other) === foldedWords(company)

/** The search for one user's jobs; the stream has the user's id. */
export const jobHuntDecider: Decider<JobHuntCommand, JobHuntEvent, JobHunt> = {
  category: 'jobHunt',
  initial: { left: null, hidden: [] },
  decide(command, { left, hidden }) {
    switch (command.type) {
      case 'TakeSuggestions': {
        const { matches, counted } = command
        const suggested = matches.slice(
          0,
          counted ? Math.min(left ?? 0, MOST_SUGGESTED) : MOST_SUGGESTED,
        )
        return suggested.length === 0
          ? []
          : [{ type: 'SuggestionsTaken', data: { suggested, counted } }]
      }
      case 'EndJobHunt':
        return [{ type: 'JobHuntEnded', data: { found: command.found, failed: command.failed } }]
      case 'GiveFreeSuggestions':
        return left === command.count
          ? []
          : [{ type: 'FreeSuggestionsGiven', data: { count: command.count } }]
      case 'HideCompany': {
        const company = command.company.trim()
        return company === '' || hidden.some(isNamed(company))
          ? []
          : [{ type: 'CompanyHidden', data: { company } }]
      }
      case 'ShowCompany':
        return hidden
          .filter(isNamed(command.company))
          .map((company) => ({ type: 'CompanyShown', data: { company } }))
      default:
        return unreachable(command)
    }
  },
  evolve(hunt, event) {
    switch (event.type) {
      case 'SuggestionsTaken':
        return hunt.left === null || !event.data.counted
          ? hunt
          : { ...hunt, left: hunt.left - event.data.suggested.length }
      case 'JobHuntEnded':
        return hunt
      case 'FreeSuggestionsGiven':
        return { ...hunt, left: event.data.count }
      case 'CompanyHidden':
        return { ...hunt, hidden: [...hunt.hidden, event.data.company] }
      case 'CompanyShown':
        return { ...hunt, hidden: hunt.hidden.filter((company) => company !== event.data.company) }
      default:
        return unreachable(event)
    }
  },
}

/** Searches begin within this hour of the night, in UTC. @unit milliseconds of the day */
const NIGHT_MS = HOUR_MS

/** A user's own instant within the hour, so that a night's searches do not all begin at once. */
const shareOfHour = (owner: string): number =>
  Array.from(owner, (letter) => letter.charCodeAt(0)).reduce(
    (sum, code) => (sum * 31 + code) % HOUR_MS,
    0,
  )

/** When the next search of a user begins: once a night. @unit epoch milliseconds */
export function nextHunt(owner: string, after: number): number {
  const at = Math.floor(after / DAY_MS) * DAY_MS + NIGHT_MS + shareOfHour(owner)
  return at > after ? at : at + DAY_MS
}

/** Jobs older than this are cleaned away, and not taken from a source. @unit milliseconds */
export const JOBS_KEPT_MS = 60 * DAY_MS
