import type { Actor, Cause } from '#domain/kernel/decider.ts'
import type { Doc, Page } from '#domain/kernel/ports/read-store.ts'
import { type MailFile, mailEffect, type MailPayload, type MailResult } from '#domain/mail/mail.ts'
import type { MailPurpose } from '#domain/mail/mail.values.ts'
import type { EffectEvent } from '#domain/operations/effect.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { defineProjection, ignored } from '../kernel/projection.ts'
import type { ReadModel } from '../kernel/read-models.ts'

/** A requested mail. @unit sentAt, requestedAt: epoch milliseconds */
export type MailDoc = Doc & {
  readonly sender: string
  readonly recipients: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly body: string
  readonly template: string
  readonly billId: string
  /** Empty for a mail without a purpose. */
  readonly purpose: MailPurpose | ''
  readonly attachments: readonly MailFile[]
  readonly status: 'queued' | 'sent' | 'failed'
  /** Whether it lies in the outbox, for the user to send by hand. */
  readonly outbox: boolean
  readonly tries: number
  /** Code of the last failure; empty when there was none. */
  readonly error: string
  readonly refused: readonly string[]
  readonly requestedAt: number
  /** Author of the request, and its cause. */
  readonly by: Pick<Required<Actor>, 'kind' | 'id' | 'name'> & { readonly cause: Cause }
  /** 0 until it is sent; of a mail in the outbox, since when it is there. */
  readonly sentAt: number
  /** Since when it has been ready to be sent by hand, also after that; 0 for other mails. */
  readonly readyAt: number
}

/** Effects of other kinds are no mails. */
const mailOnly = ({
  stream,
  data,
}: RecordedEvent<string, EffectEvent['data']>): string | readonly string[] =>
  data.kind === mailEffect.kind ? idOf(stream) : []

export const mails = defineProjection<EffectEvent<MailPayload, MailResult>, MailDoc>({
  name: 'mails',
  version: 4,
  indexes: [{ fields: ['owner', 'requestedAt'] }, { fields: ['owner', 'billId', 'requestedAt'] }],
  keyOf: {
    EffectRequested: mailOnly,
    EffectAttempted: mailOnly,
    EffectSucceeded: mailOnly,
    EffectFailed: mailOnly,
    EffectAbandoned: mailOnly,
    EffectOutcomeUnknown: mailOnly,
    EffectRetried: mailOnly,
    EffectMarkedDone: mailOnly,
    EffectUnmarked: mailOnly,
  },
  on: {
    EffectRequested(_, { data, meta }, key) {
      // The mail of a person who was forgotten is not there any more.
      if (data.payload === null) return null
      const { sender, purpose = '', step: _step, ...mail } = data.payload
      const none = {
        status: 'queued',
        outbox: false,
        tries: 0,
        error: '',
        refused: [],
        sentAt: 0,
        readyAt: 0,
      } as const
      const { occurredAt: requestedAt, actor, cause } = meta
      const { kind, id, name = id } = actor
      return {
        _id: key,
        owner: meta.owner,
        sender: sender.address,
        ...mail,
        purpose,
        ...none,
        requestedAt,
        by: { kind, id, name, cause },
      }
    },
    EffectAttempted: (mail, { data }) => mail && { ...mail, tries: data.attempt },
    EffectFailed: (mail, { data }) =>
      mail && { ...mail, status: 'queued', error: data.reason.code },
    EffectAbandoned: (mail, { data }) =>
      mail && { ...mail, status: 'failed', error: data.reason.code },
    EffectOutcomeUnknown: (mail) =>
      mail && { ...mail, status: 'failed', error: 'EFFECT_OUTCOME_UNKNOWN' },
    EffectRetried: (mail) => mail && { ...mail, status: 'queued', error: '' },
    EffectSucceeded: (mail, { data: { result }, meta }) =>
      mail && {
        ...mail,
        status: 'sent',
        outbox: result.outbox ?? false,
        error: result.refused.length > 0 ? 'MAIL_PARTLY_REFUSED' : '',
        refused: result.refused,
        sentAt: meta.occurredAt,
        readyAt: result.outbox ? meta.occurredAt : 0,
      },
    EffectMarkedDone: (mail, { data: { at } }) => mail && { ...mail, outbox: false, sentAt: at },
    EffectUnmarked: (mail) => mail && { ...mail, outbox: true, sentAt: mail.readyAt },
    ...ignored('EffectHandedOver'),
  },
})

export type MailQuery = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly billId?: string | undefined
  readonly status?: MailDoc['status'] | 'ready' | undefined
  readonly q?: string | undefined
}

/** Newest first. */
export const mailsOf = (
  model: ReadModel<MailDoc>,
  owner: string,
  { limit, cursor, billId, status, q = '' }: MailQuery,
): Promise<Page<MailDoc>> =>
  model.find({
    filter: {
      where: {
        owner,
        ...(billId !== undefined && { billId }),
        ...(status === 'ready' || status === 'sent'
          ? { status: 'sent', outbox: status === 'ready' }
          : status !== undefined && { status }),
      },
      ...(q !== '' && { search: { fields: ['subject', 'recipients'], text: q } }),
    },
    sort: [['requestedAt', -1]],
    limit,
    counted: true,
    ...(cursor !== undefined && { cursor }),
  })

/** Ids of mails in the outbox among these: they are ready, and their user sends them. */
export async function mailsInOutbox(
  model: ReadModel<MailDoc>,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await model.load(ids.filter((id) => id !== ''))
  return new Set(
    [...found].flatMap(([id, mail]) => (mail.owner === owner && mail.outbox ? [id] : [])),
  )
}

/** Number of mails that a user has requested since an instant. */
export const mailsSince = (
  model: ReadModel<MailDoc>,
  owner: string,
  since: number,
): Promise<number> => model.count({ where: { owner, requestedAt: { $gte: since } } })
