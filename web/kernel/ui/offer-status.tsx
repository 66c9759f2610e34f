import { Status, type StatusKind } from './status.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'

/** The disc fills as an offer comes nearer. */
const KINDS: Readonly<Record<string, StatusKind>> = {
  new: 'draft',
  firstContact: 'issued',
  Positionned: 'sent',
  onWaiting: 'wait',
  accepted: 'collected',
  aborted: 'stop',
}

export const kindOfState = (state: string): StatusKind => KINDS[state] ?? 'draft'

export const OfferStatus = ({ state }: { state: string }) => (
  <Status kind={kindOfState(state)}>{optionLabel('offer', 'state', state)}</Status>
)
