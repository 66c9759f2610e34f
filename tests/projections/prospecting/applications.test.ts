import { test } from 'vitest'
import { mailEffect, type MailResult } from '#domain/mail/mail.ts'
import { applications } from '#projections/prospecting/applications.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

const application = {
  about: 'job',
  subjectId: 'j1',
  offerId: '',
  way: 'mail',
  title: 'Audit',
  company: 'Clinique',
  url: '',
  letter: '',
  recipients: ['projets@clinique.example'],
  cv: null,
}
const { kind } = mailEffect
const given = (
  result: MailResult,
  ...marks: readonly ['EffectMarkedDone' | 'EffectUnmarked', object][]
) =>
  spec(applications)(
    recorded('application-a', 'ApplicationMade', { application }),
    recorded('effect-a', 'EffectRequested', { kind, payload: {} }),
    recorded('effect-a', 'EffectSucceeded', { kind, attempt: 1, result }),
    ...marks.map(([type, data]) => recorded('effect-a', type, { kind, ...data })),
  )

test('an application whose mail lies in the outbox is ready, and sent by a mail server', () => {
  const taken = { messageId: '1', refused: [] }
  given({ ...taken, outbox: true }).gives({ _id: 'a', status: 'ready' })
  given(taken).gives({ _id: 'a', status: 'sent' })
})

test('a ready application is sent on the day that the user says, until that is taken back', () => {
  const ready = { messageId: '1', refused: [], outbox: true } as const
  given(ready, ['EffectMarkedDone', { at: 9 }]).gives({ _id: 'a', status: 'sent', at: 9 })
  const { occurredAt } = recorded('application-a', 'ApplicationMade', {}).meta
  given(ready, ['EffectMarkedDone', { at: 9 }], ['EffectUnmarked', {}]).gives({
    _id: 'a',
    status: 'ready',
    at: occurredAt,
  })
})
