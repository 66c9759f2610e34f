import { lazy, Suspense } from 'react'
import { Offer, type RecordRow } from '#contract/kernel/records.ts'
import type { RecordScreenProps } from '#web/kernel/records/record-props.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { ApplyButton } from './apply-button.tsx'
import { ContractLink } from './contract-link.tsx'
import { MessageButton } from './message-button.tsx'

const SentApplications = lazy(async () => ({
  default: (await import('./sent-applications.tsx')).SentApplications,
}))

/**
 * Fields of an offer on the list and the board. No form asks for the contract: it is made from the
 * offer.
 */
export const offerRecord = {
  type: Offer,
  hidden: ['projectId'],
  extra: (row: RecordRow) => (
    <>
      <ContractLink offer={row} />
      <p className="mt-3 flex flex-wrap gap-2">
        <ApplyButton id={row.id} title={plainText(row['title'])} />
        <MessageButton about="offer" id={row.id} title={plainText(row['title'])} />
      </p>
      <Suspense fallback={null}>
        <SentApplications about="offer" id={row.id} />
      </Suspense>
    </>
  ),
} satisfies RecordScreenProps
