import { Offer, type RecordRow } from '#contract/kernel/records.ts'
import type { RecordScreenProps } from '#web/kernel/records/record-props.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { ApplyButton } from './apply-button.tsx'
import { ContractLink } from './contract-link.tsx'
import { MessageButton } from './message-button.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const SentApplications = late(
  async () => (await import('./sent-applications.tsx')).SentApplications,
)

const OfferMatch = late(async () => (await import('./offer-match.tsx')).OfferMatch)

/**
 * Fields of an offer on the list and the board. No form asks for the contract: it is made from the
 * offer.
 */
export const offerRecord = {
  type: Offer,
  hidden: ['projectId'],
  acts: (row: RecordRow) => (
    <>
      <ApplyButton id={row.id} title={plainText(row['title'])} state={plainText(row['state'])} />
      <MessageButton about="offer" id={row.id} title={plainText(row['title'])} />
      <ContractLink offer={row} />
    </>
  ),
  extra: (row: RecordRow) => (
    <>
      <SentApplications about="offer" id={row.id} />
      <OfferMatch id={row.id} />
    </>
  ),
} satisfies RecordScreenProps
