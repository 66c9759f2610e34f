import { describe, expect, test } from 'vitest'
import { mailFacts, mailFactsOn } from '#api/history/mail-facts.ts'
import { type MailDoc, mails } from '#projections/mail/mails.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { recorded } from '#tests/kernel/events.ts'

const BILL = 'b1'
const mail = (_id: string, more: Partial<MailDoc>): MailDoc & { _pos: string } => ({
  _id,
  _pos: '1',
  owner: 'user-1',
  sender: 'anna@exemple.fr',
  recipients: ['a@exemple.fr', 'b@exemple.fr'],
  cc: [],
  subject: 'Facture',
  body: '',
  template: '',
  billId: BILL,
  purpose: 'bill',
  attachments: [],
  status: 'sent',
  outbox: false,
  tries: 1,
  error: '',
  refused: [],
  requestedAt: 5,
  sentAt: 10,
  readyAt: 0,
  by: { kind: 'user', id: 'user-1', name: 'Anna Exemple', cause: 'user' },
  ...more,
})
async function kept(...docs: readonly ReturnType<typeof mail>[]) {
  const collection = sqliteReadStore().collection<MailDoc>('mails')
  await collection.ensureIndexes(mails.indexes)
  await collection.apply(docs.map((doc) => ({ id: doc._id, ifPos: null, doc })))
  return collection
}
const of = { entity: 'bill', id: BILL, owner: 'user-1' }
const told = async (...docs: readonly ReturnType<typeof mail>[]) =>
  (await mailFacts(await kept(...docs), of)).map(({ type, at, changes }) => [
    type,
    at,
    Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  ])

describe('the mails of a bill in its history', () => {
  test('are told with their recipients and those that were refused', async () => {
    const sent = { 'mail.recipients': 'a@exemple.fr, b@exemple.fr', 'mail.subject': 'Facture' }
    expect(
      await told(
        mail('m2', { sentAt: 30, refused: ['b@exemple.fr'] }),
        mail('m1', {}),
        mail('m3', { status: 'failed', requestedAt: 40, sentAt: 0 }),
        mail('m4', { sentAt: 50, outbox: true }),
        mail('m5', { sentAt: 70, readyAt: 60 }),
      ),
    ).toEqual([
      ['MailSent', 10, sent],
      ['MailSent', 30, { ...sent, 'mail.refused': 'b@exemple.fr' }],
      ['MailFailed', 40, sent],
      ['MailReady', 50, sent],
      ['MailReady', 60, sent],
      ['MailSent', 70, sent],
    ])
  })
  test('are none that wait, of another bill or of another owner', async () =>
    expect(
      await told(
        mail('m1', { status: 'queued' }),
        mail('m2', { billId: 'b2' }),
        mail('m3', { owner: 'user-2' }),
      ),
    ).toEqual([]))
  test('stand on the page of the facts around them, each once', async () => {
    const facts = await mailFacts(
      await kept(mail('m1', { sentAt: 5 }), mail('m2', { sentAt: 25 }), mail('m3', { sentAt: 99 })),
      of,
    )
    const events = [10, 20, 30].map((occurredAt, revision) =>
      recorded(`bill-${BILL}`, 'BillDraftChanged', {}, { revision, occurredAt }),
    )
    const pages = [
      { from: 2, to: 3 },
      { from: 1, to: 2 },
      { from: 0, to: 1 },
    ].map((page) => mailFactsOn(facts, events, page).map(({ at }) => at))
    expect(pages).toEqual([[99], [25], [5]])
  })
})
