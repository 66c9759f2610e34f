import { differing } from '#domain/kernel/records/changes.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import type { Entity } from '#domain/kernel/records/entity.ts'
import { catalogue, refusal, unreachable } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import { type DayOrNone, epochOrZero } from '#domain/kernel/time.ts'
import type {
  CvEntry,
  CvItem,
  CvSectionPlace,
  CvTemplate,
  CvTextSize,
  HeadTranslation,
} from './cv.values.ts'
import type { CvLanguage } from './cv-languages.values.ts'

/** A CV: its head, its look, and which items it shows in which order. */
export type CvFacts = {
  /** Offer of a variant; empty for the main CV. */
  readonly name: string
  /** Trade of the user, under the name. */
  readonly title: string
  /** In one sentence. */
  readonly summary: string
  readonly availableFrom: DayOrNone
  /** The language in which the items are written. */
  readonly language: CvLanguage
  readonly template: CvTemplate
  /** A swatch of the palette. */
  readonly accent: number
  readonly withPhoto: boolean
  readonly textSize: CvTextSize
  /** Addresses on the web, one a line. */
  readonly links: string
  /** The title and the summary in other languages. */
  readonly translations: readonly HeadTranslation[]
  /** Sections that were placed or hidden; the others follow in the usual order. */
  readonly sections: readonly CvSectionPlace[]
  readonly entries: readonly CvEntry[]
}

/** The person as a version shows it. The photo is the SHA-256 of a kept picture. */
export type CvPerson = {
  readonly name: string
  readonly lines: readonly string[]
  readonly photo: string | null
}

/** A CV as it stood: all that a paper of it needs. */
export type CvContent = {
  readonly facts: CvFacts
  readonly person: CvPerson
  readonly items: readonly CvItem[]
}

export type CvCommand =
  /** A variant begins as a copy. @param given what was asked to differ from the copied CV */
  | { type: 'AddCv'; facts: CvFacts; given: Partial<CvFacts> }
  | { type: 'ArrangeCv'; changes: Partial<CvFacts> }
  /** @param restores the version whose state this one brings back; 0 for none */
  | { type: 'KeepCvVersion'; name: string; content: CvContent; restores: number }
  | { type: 'NoteCvSent'; number: number; to: string; on: DayOrNone }
  | { type: 'RemoveCv' }
  /** Empties the main CV; its versions are counted from 1 after it. */
  | { type: 'ClearCv' }

export type CvEvent =
  | { type: 'CvArranged'; data: { changes: Partial<CvFacts> } }
  | {
      type: 'CvVersionKept'
      data: { number: number; name: string; content: CvContent; restores: number }
    }
  | { type: 'CvSent'; data: { number: number; to: string; on: DayOrNone } }
  | { type: 'CvDropped'; data: Record<never, never> }
  | { type: 'CvCleared'; data: Record<never, never> }

export const usualCv: CvFacts = {
  name: '',
  title: '',
  summary: '',
  availableFrom: '',
  language: 'fr',
  template: 'sober',
  accent: 1,
  withPhoto: false,
  textSize: 'usual',
  links: '',
  translations: [],
  sections: [],
  entries: [],
}
const noContent: CvContent = {
  facts: usualCv,
  person: { name: '', lines: [], photo: null },
  items: [],
}

export const cvPersonal = personal<CvEvent>(ofOwner, {
  CvArranged: { changes: {} },
  CvVersionKept: { name: '', content: noContent },
  CvSent: { to: '' },
})

/** `versions`: how many were kept. `added`: what it began with. */
export type Cv = {
  readonly status: 'none' | 'live' | 'removed'
  readonly added: CvFacts
  readonly facts: CvFacts
  readonly versions: number
}

const cvRefusal = catalogue({ CV_VERSION_UNKNOWN: 'missing' })

/**
 * The main CV has the user's id, and each variant one of its own. The main one begins with its
 * first change.
 */
export const cvDecider: Decider<CvCommand, CvEvent, Cv> = {
  category: 'cv',
  initial: { status: 'none', added: usualCv, facts: usualCv, versions: 0 },

  decide(command, cv) {
    if (cv.status === 'removed') {
      if (command.type === 'RemoveCv') return []
      throw refusal(command.type === 'AddCv' ? 'ID_ALREADY_USED' : 'NOT_FOUND')
    }
    switch (command.type) {
      case 'AddCv': {
        const { facts, given } = command
        if (cv.status === 'none')
          return [{ type: 'CvArranged', data: { changes: differing(cv.facts, facts) } }]
        // The copied CV may have changed before the request came again: what was asked for is
        // compared.
        if (Object.keys(differing(cv.added, given)).length === 0) return []
        throw refusal('ID_ALREADY_USED')
      }
      case 'ArrangeCv': {
        const changes = differing(cv.facts, command.changes)
        return Object.keys(changes).length === 0 && cv.status === 'live'
          ? []
          : [{ type: 'CvArranged', data: { changes } }]
      }
      case 'KeepCvVersion': {
        const { name, content, restores } = command
        if (restores > cv.versions) throw cvRefusal('CV_VERSION_UNKNOWN')
        return [
          { type: 'CvVersionKept', data: { number: cv.versions + 1, name, content, restores } },
        ]
      }
      case 'NoteCvSent': {
        const { number, to, on } = command
        if (number > cv.versions) throw cvRefusal('CV_VERSION_UNKNOWN')
        return [{ type: 'CvSent', data: { number, to, on } }]
      }
      case 'RemoveCv':
        if (cv.status === 'none') throw refusal('NOT_FOUND')
        return [{ type: 'CvDropped', data: {} }]
      case 'ClearCv':
        return cv.status === 'none' ? [] : [{ type: 'CvCleared', data: {} }]
      default:
        return unreachable(command)
    }
  },

  evolve(cv, event): Cv {
    switch (event.type) {
      case 'CvArranged': {
        const facts = { ...cv.facts, ...event.data.changes }
        return { ...cv, status: 'live', added: cv.status === 'none' ? facts : cv.added, facts }
      }
      case 'CvVersionKept':
        return { ...cv, status: 'live', versions: event.data.number }
      case 'CvSent':
        return cv
      case 'CvDropped':
        return { ...cv, status: 'removed' }
      case 'CvCleared':
        return cvDecider.initial
      default:
        return unreachable(event)
    }
  },
}

export const cvEntity: Entity<CvCommand, CvEvent, Cv> = {
  name: 'cv',
  decider: cvDecider,
  permission: 'cv',
  shows: {
    availableFrom: 'day',
    summary: 'longText',
    template: 'choice',
    language: 'choice',
    accent: 'colour',
    withPhoto: 'boolean',
    textSize: 'choice',
    links: 'longText',
  },
  edits: ['CvArranged'],
  removed: 'CvDropped',
  view({ status, facts }) {
    if (status !== 'live') return null
    const {
      availableFrom,
      entries: _entries,
      sections: _sections,
      translations: _translations,
      ...told
    } = facts
    return { ...told, availableFrom: epochOrZero(availableFrom) }
  },
  title: ({ name }) => (typeof name === 'string' ? name : ''),
}
