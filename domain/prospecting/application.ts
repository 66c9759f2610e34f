import type { CvLanguage } from '#domain/cv/cv-languages.values.ts'
import type { Decider } from '#domain/kernel/decider.ts'
import { catalogue, refusal } from '#domain/kernel/errors.ts'
import { ofOwner, personal } from '#domain/kernel/personal.ts'
import type { ApplicationWay } from './application.values.ts'

/** A printed paper; its bytes are a document. @unit bytes */
export type SentFile = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/** The CV that went with an application: its kept version, and the very bytes of its paper. */
export type SentCv = {
  /** Stream of the CV: the owner's id for the main one. */
  readonly cvId: string
  readonly number: number
  readonly language: CvLanguage
  readonly file: SentFile
}

/**
 * An application as it left. `letter` is sanitised HTML; `url` is the page of the job, empty when
 * none is known.
 */
export type Application = {
  readonly about: 'job' | 'offer'
  /** Id of the job or the offer. */
  readonly subjectId: string
  /** The offer by which the job is followed; empty for none. */
  readonly offerId: string
  readonly title: string
  readonly company: string
  readonly way: ApplicationWay
  readonly recipients: readonly string[]
  readonly subject: string
  readonly letter: string
  readonly url: string
  readonly cv: SentCv | null
}

export type ApplicationCommand = {
  readonly type: 'MakeApplication'
  readonly application: Application
}

/** Stored for good: add fields, never rename or remove. */
export type ApplicationEvent = {
  readonly type: 'ApplicationMade'
  readonly data: { readonly application: Application }
}

/** A letter and a CV tell of the user. */
export const applicationPersonal = personal<ApplicationEvent>(ofOwner, {
  ApplicationMade: {
    'application.title': '',
    'application.company': '',
    'application.recipients': [],
    'application.subject': '',
    'application.letter': '',
    'application.url': '',
    'application.cv': null,
  },
})

const applicationRefusal = catalogue({ APPLICATION_EMPTY: 'invalid' })

/**
 * The user's application for one job or offer; the mail that carries it has the same id. It is
 * never changed: it says what the recipient has seen.
 */
export const applicationDecider: Decider<
  ApplicationCommand,
  ApplicationEvent,
  { readonly made: boolean }
> = {
  category: 'application',
  initial: { made: false },
  decide({ application }, { made }) {
    if (made) throw refusal('ID_ALREADY_USED')
    if (application.way === 'byemail' && application.letter === '')
      throw applicationRefusal('APPLICATION_EMPTY', {}, [
        { path: 'letter', code: 'APPLICATION_EMPTY' },
      ])
    return [{ type: 'ApplicationMade', data: { application } }]
  },
  evolve: () => ({ made: true }),
}
