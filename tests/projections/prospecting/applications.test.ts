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
const given = (result: MailResult) =>
  spec(applications)(
    recorded('application-a', 'ApplicationMade', { application }),
    recorded('effect-a', 'EffectRequested', { kind, payload: {} }),
    recorded('effect-a', 'EffectSucceeded', { kind, attempt: 1, result }),
  )

test('an application whose mail lies in the outbox is ready, and sent by a mail server', () => {
  const taken = { messageId: '1', refused: [] }
  given({ ...taken, outbox: true }).gives({ _id: 'a', status: 'ready' })
  given(taken).gives({ _id: 'a', status: 'sent' })
})
