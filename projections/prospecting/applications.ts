import { type EffectEvent, effectEvents } from '#domain/operations/effect.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { MailResult } from '#domain/mail/mail.ts'
import type { Application, ApplicationEvent } from '#domain/prospecting/application.ts'
import { defineProjection, ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'

/**
 * Application to a job or an offer. `unsent`: the mail was not requested yet. `ready`: it lies in
 * the outbox, for the user to send by hand. `outside`: the application went through the site of the
 * company. `at`: when it was made, or sent by hand. @unit at, madeAt: epoch milliseconds
 */
export type ApplicationDoc = Doc &
  Application & {
    readonly at: number
    readonly madeAt: number
    readonly status: 'unsent' | 'queued' | 'ready' | 'sent' | 'failed' | 'outside'
    /** Stream of the CV; empty for an application without one. */
    readonly cvId: string
  }

/** The mail of an application has its id. Effects of other kinds have ids of their own. */
const ofMail = ({ stream }: RecordedEvent): string => idOf(stream)

export const applications = defineProjection<ApplicationEvent | EffectEvent, ApplicationDoc>({
  name: 'applications',
  version: 3,
  keyOf: {
    EffectRequested: ofMail,
    EffectSucceeded: ofMail,
    EffectAbandoned: ofMail,
    EffectOutcomeUnknown: ofMail,
    EffectRetried: ofMail,
    EffectMarkedDone: ofMail,
    EffectUnmarked: ofMail,
  },
  on: {
    ApplicationMade: (_, { data: { application }, meta }, key) => ({
      _id: key,
      owner: meta.owner,
      ...application,
      at: meta.occurredAt,
      madeAt: meta.occurredAt,
      status: application.way === 'externalSite' ? 'outside' : 'unsent',
      cvId: application.cv?.cvId ?? '',
    }),
    EffectRequested: (doc) => doc && { ...doc, status: 'queued' },
    EffectSucceeded: (doc, { data: { result } }) =>
      // The application has the id of its mail.
      doc && { ...doc, status: (result as MailResult).outbox ? 'ready' : 'sent' },
    EffectAbandoned: (doc) => doc && { ...doc, status: 'failed' },
    EffectOutcomeUnknown: (doc) => doc && { ...doc, status: 'failed' },
    EffectRetried: (doc) => doc && { ...doc, status: 'queued' },
    EffectMarkedDone: (doc, { data: { at } }) => doc && { ...doc, status: 'sent', at },
    EffectUnmarked: (doc) => doc && { ...doc, status: 'ready', at: doc.madeAt },
    ...ignored(...effectEvents.attempts),
  },
  indexes: [{ fields: ['owner', 'at'] }, { fields: ['owner', 'cvId', 'at'] }],
})

/** The most applications that one job, offer or CV shows. */
const SHOWN = 100

/** Applications to a job or an offer, also to the job that the offer follows; the newest first. */
export async function applicationsFor(
  model: ReadModel<ApplicationDoc>,
  owner: string,
  id: string,
): Promise<readonly ApplicationDoc[]> {
  const { items } = await model.find({
    filter: { where: { owner }, or: [{ subjectId: id }, { offerId: id }] },
    sort: [['at', -1]],
    limit: SHOWN,
  })
  return items
}

/**
 * A version of a CV that a recipient has seen, and for what it was sent. @unit at: epoch
 * milliseconds
 */
export type SentVersion = Pick<
  ApplicationDoc,
  'about' | 'subjectId' | 'offerId' | 'title' | 'company' | 'way' | 'at'
> & {
  readonly applicationId: string
  readonly number: number
}

/** The sent versions of a CV, the newest first. A mail that failed was seen by no recipient. */
export async function sentVersionsOf(
  model: ReadModel<ApplicationDoc>,
  owner: string,
  cvId: string,
): Promise<readonly SentVersion[]> {
  const { items } = await model.find({
    filter: { where: { owner, cvId, status: { $in: ['queued', 'ready', 'sent', 'outside'] } } },
    sort: [['at', -1]],
    limit: SHOWN,
  })
  return items.map(({ _id, about, subjectId, offerId, title, company, way, at, cv }) => ({
    applicationId: _id,
    about,
    subjectId,
    offerId,
    title,
    company,
    way,
    at,
    number: cv?.number ?? 0,
  }))
}
