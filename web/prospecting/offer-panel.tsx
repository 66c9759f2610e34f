import { useMemo } from 'react'
import type { OfferState } from '#contract/prospecting/offer.values.ts'
import { Offer } from '#contract/kernel/records.ts'
import { OpenedRecord, useOpenedRecord } from '#web/kernel/records/opened-record.tsx'
import { offerRecord } from './offer-record.tsx'

/** No row is on screen: the panel reads its own. */
const NO_ROWS: readonly never[] = []

/**
 * The offer that the address opens beside the board. @param begun the state that a new one begins
 * in
 */
export function OfferPanel({ begun }: { begun: OfferState }) {
  const opened = useOpenedRecord(Offer, NO_ROWS)
  const start = useMemo(() => ({ state: begun }), [begun])
  return <OpenedRecord {...offerRecord} opened={opened} begun={start} />
}
