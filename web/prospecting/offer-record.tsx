import { Offer, type RecordRow } from '#contract/records.ts'
import type { RecordScreenProps } from '#web/kernel/records/record-props.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { ContractLink } from './contract-link.tsx'
import { MessageButton } from './message-button.tsx'

/** What the list and the board show of an offer. No form asks for the contract: it is made from the offer. */
export const offerRecord = {
  type: Offer,
  hidden: ['projectId'],
  extra: (row: RecordRow) => (
    <>
      <ContractLink offer={row} />
      <p className="mt-3">
        <MessageButton about="offer" id={row.id} title={plainText(row['title'])} />
      </p>
    </>
  ),
} satisfies RecordScreenProps
