import type { Fact } from '#contract/history/history.contract.ts'
import { billEntity } from '#domain/billing/bill-entity.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type MailDoc, mailsOf } from '#projections/mail/mails.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'

/** Most mails of one bill that its history tells. */
const MOST_MAILS = 500

/**
 * Mails of a bill as facts of its history, the oldest first; none of another record. Sent ones name
 * the recipients that were refused.
 */
export async function mailFacts(
  mails: ReadModel<MailDoc>,
  of: { readonly entity: string; readonly id: string; readonly owner: string },
): Promise<readonly Fact[]> {
  if (of.entity !== billEntity.name) return []
  const { items } = await mailsOf(mails, of.owner, { billId: of.id, limit: MOST_MAILS })
  return items
    .flatMap((mail) => (mail.status === 'queued' ? [] : factsOf(mail)))
    .sort((a, b) => a.at - b.at)
}

/** A mail that its user sent by hand was ready before. */
const factsOf = (mail: MailDoc): readonly Fact[] =>
  mail.readyAt > 0 && !mail.outbox
    ? [factOf({ ...mail, outbox: true, sentAt: mail.readyAt }), factOf(mail)]
    : [factOf(mail)]

function factOf({ _id, status, outbox, sentAt, requestedAt, by, ...mail }: MailDoc): Fact {
  const told = (field: string, to: string) =>
    to === '' ? [] : [{ field: `mail.${field}`, from: null, to, kind: 'text' as const }]
  return {
    version: 0,
    type: status === 'failed' ? 'MailFailed' : outbox ? 'MailReady' : 'MailSent',
    at: status === 'sent' ? sentAt : requestedAt,
    actor: { kind: by.kind, id: by.id, name: by.name },
    cause: by.cause,
    isEdit: false,
    isInternal: false,
    changes: [
      ...told('recipients', mail.recipients.join(', ')),
      ...told('cc', mail.cc.join(', ')),
      ...told('subject', mail.subject),
      ...told('refused', mail.refused.join(', ')),
    ],
    position: `mail ${_id}${outbox ? ' ready' : ''}`,
  }
}

/** Mails of a page: as old as its oldest event, and older than the next newer event. */
export function mailFactsOn(
  facts: readonly Fact[],
  events: readonly RecordedEvent[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Fact[] {
  const oldest = from === 0 ? Number.NEGATIVE_INFINITY : (events[from]?.meta.occurredAt ?? 0)
  const newer = events[to]?.meta.occurredAt ?? Number.POSITIVE_INFINITY
  return facts.filter(({ at }) => at >= oldest && at < newer)
}
