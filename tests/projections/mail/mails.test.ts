import { describe, test } from 'vitest'
import { mailEffect, type MailPayload, type MailResult } from '#domain/mail/mail.ts'
import type { EffectEvent } from '#domain/operations/effect.ts'
import { mails } from '#projections/mail/mails.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

type Event = EffectEvent<MailPayload, MailResult>
const { kind } = mailEffect
const payload: MailPayload = {
  sender: { name: 'Anna', address: 'anna@exemple.fr' },
  recipients: ['compta@exemple.fr'],
  cc: [],
  subject: 'Facture',
  body: '<p>Bonjour</p>',
  template: '',
  billId: '',
  attachments: [],
}
const reason = { code: 'MAIL_UNAVAILABLE', detail: '421' }
const requested: Event = { type: 'EffectRequested', data: { kind, payload } }
const attempted: Event = { type: 'EffectAttempted', data: { kind, attempt: 1, at: 0, until: 1 } }
const failed: Event = {
  type: 'EffectFailed',
  data: { kind, attempt: 1, reason, retryable: true, nextAt: 2 },
}
const abandoned: Event = { type: 'EffectAbandoned', data: { kind, attempts: 1, reason } }
const sent = (refused: readonly string[] = []): Event => ({
  type: 'EffectSucceeded',
  data: { kind, attempt: 1, result: { messageId: '<1@exemple.fr>', refused } },
})
const given = (...events: readonly EffectEvent[]) =>
  spec(mails)(
    ...events.map(({ type, data }) => recorded('effect-m', type, data, { occurredAt: 2_000 })),
  )

describe('a mail', () => {
  test('is queued until it is sent', () => {
    given(requested).gives({
      _id: 'm',
      status: 'queued',
      tries: 0,
      sender: 'anna@exemple.fr',
      requestedAt: 2_000,
    })
    given(requested, attempted, failed).gives({
      _id: 'm',
      status: 'queued',
      tries: 1,
      error: 'MAIL_UNAVAILABLE',
    })
    given(requested, attempted, failed, attempted, sent()).gives({
      _id: 'm',
      status: 'sent',
      error: '',
      sentAt: 2_000,
    })
  })
  test('names who was not accepted', () =>
    given(requested, attempted, sent(['a@b.fr'])).gives({
      _id: 'm',
      status: 'sent',
      error: 'MAIL_PARTLY_REFUSED',
      refused: ['a@b.fr'],
    }))
  test('that stopped has failed, until it is retried', () => {
    const unknown: Event = { type: 'EffectOutcomeUnknown', data: { kind, attempt: 1 } }
    given(requested, attempted, failed, abandoned).gives({
      _id: 'm',
      status: 'failed',
      error: 'MAIL_UNAVAILABLE',
    })
    given(requested, attempted, unknown).gives({
      _id: 'm',
      status: 'failed',
      error: 'EFFECT_OUTCOME_UNKNOWN',
    })
    given(requested, attempted, unknown, { type: 'EffectRetried', data: { kind } }).gives({
      _id: 'm',
      status: 'queued',
      error: '',
    })
  })
  test('of the outbox is sent on the day that its user says, until that is taken back', () => {
    const ready: Event = {
      type: 'EffectSucceeded',
      data: { kind, attempt: 1, result: { messageId: '', refused: [], outbox: true } },
    }
    const marked: Event = { type: 'EffectMarkedDone', data: { kind, at: 9_000 } }
    const kept = { _id: 'm', status: 'sent', readyAt: 2_000 } as const
    given(requested, attempted, ready).gives({ ...kept, outbox: true, sentAt: 2_000 })
    given(requested, attempted, ready, marked).gives({ ...kept, outbox: false, sentAt: 9_000 })
    given(requested, attempted, ready, marked, { type: 'EffectUnmarked', data: { kind } }).gives({
      ...kept,
      outbox: true,
      sentAt: 2_000,
    })
  })
  test('is no effect of another kind', () =>
    given(
      { type: 'EffectRequested', data: { kind: 'letter', payload: {} } },
      { type: 'EffectRetried', data: { kind: 'letter' } },
    ).gives())
})
