import { unreachable } from '#domain/kernel/errors.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { type MailFile, mailEffect, type MailPayload, type MailResult } from '#domain/mail/mail.ts'
import { EFFECT_EVENTS, type EffectEvent } from '#domain/operations/effect.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'

/** A mail that was asked for. @unit sentAt, requestedAt: epoch milliseconds */
export type MailDoc = Doc & {
  readonly sender: string
  readonly recipients: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly body: string
  readonly billId: string
  readonly attachments: readonly MailFile[]
  readonly status: 'queued' | 'sent' | 'failed'
  readonly tries: number
  /** Code of what went wrong last; empty when nothing did. */
  readonly error: string
  readonly refused: readonly string[]
  readonly requestedAt: number
  /** 0 until it is sent. */
  readonly sentAt: number
}

export const mails: Projection<MailDoc> = {
  name: 'mails',
  version: 1,
  handles: EFFECT_EVENTS,
  keyOf: (event) => {
    const { kind } = event.data as EffectEvent['data'] // `handles` admits no other
    return kind === mailEffect.kind ? idOf(event.stream) : []
  },
  evolve(doc, recorded, key) {
    const event = recorded as RecordedEvent & EffectEvent<MailPayload, MailResult> // `keyOf` leaves mails alone
    const { meta } = event
    if (event.type === 'EffectRequested') {
      const { sender, template: _, ...mail } = event.data.payload
      const none = { status: 'queued', tries: 0, error: '', refused: [], sentAt: 0 } as const
      return { _id: key, owner: meta.owner, sender: sender.address, ...mail, ...none, requestedAt: meta.occurredAt }
    }
    if (doc === null) return null
    switch (event.type) {
      case 'EffectAttempted':
        return { ...doc, tries: event.data.attempt }
      case 'EffectHandedOver':
        return doc
      case 'EffectFailed':
        return { ...doc, status: 'queued', error: event.data.reason.code }
      case 'EffectAbandoned':
        return { ...doc, status: 'failed', error: event.data.reason.code }
      case 'EffectOutcomeUnknown':
        return { ...doc, status: 'failed', error: 'EFFECT_OUTCOME_UNKNOWN' }
      case 'EffectRetried':
        return { ...doc, status: 'queued', error: '' }
      case 'EffectSucceeded': {
        const { refused } = event.data.result
        const error = refused.length > 0 ? 'MAIL_PARTLY_REFUSED' : ''
        return { ...doc, status: 'sent', error, refused, sentAt: meta.occurredAt }
      }
      default:
        return unreachable(event)
    }
  },
  indexes: [{ fields: ['owner', 'requestedAt'] }],
}

/** Newest first. */
export const mailsOf = async (
  readModels: ReadModels,
  owner: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) =>
  (await readModels.of(mails)).find({
    filter: { where: { owner } },
    sort: [['requestedAt', -1]],
    limit,
    counted: true,
    ...(cursor !== undefined && { cursor }),
  })

/** How many mails a user has asked for since. */
export const mailsSince = async (readModels: ReadModels, owner: string, since: number): Promise<number> =>
  (await readModels.of(mails)).count({ where: { owner, requestedAt: { $gte: since } } })
