import { isClosed, type OfferState } from '#contract/prospecting/offer.values.ts'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import type { RecordRow } from '#contract/kernel/records.ts'
import type { Permission } from '#web/kernel/data/ability.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'

type Can = (permission: Permission) => boolean

/** An act that leaves a mark on a job. */
export type JobAct = 'save' | 'skip' | 'apply'

/** Why an act on a job is not available: a missing permission, its kind, or its marks. */
type JobReason =
  | 'permission'
  | 'own'
  | 'foreign'
  | 'applied'
  | 'saved'
  | 'skipped'
  | 'anonymous'
  | 'noOffer'
  | 'entered'
/** Each act with the reason why it is not available; null when it is. */
export type JobActs = Readonly<
  Record<JobAct | 'hide' | 'message' | 'edit' | 'offer', JobReason | null>
>

/** Acts on a job. An entered offer takes no marks. @param isOwn the user offers it */
export function jobActs(
  { about, marks, company, offerId }: Pick<JobRow, 'about' | 'marks' | 'company' | 'offerId'>,
  isOwn: boolean,
  can: Can,
): JobActs {
  const writing = can('perm_offer_update') ? null : 'permission'
  const marking =
    writing ?? (isOwn ? 'own' : about === 'offer' ? 'entered' : marks.applied ? 'applied' : null)
  return {
    apply: marking,
    save: marking ?? (marks.saved ? 'saved' : null),
    skip: marking ?? (marks.skipped ? 'skipped' : null),
    hide: marking ?? (company === '' ? 'anonymous' : null),
    message: writing ?? (isOwn ? 'own' : null),
    edit: writing ?? (isOwn ? null : 'foreign'),
    offer: writing ?? (offerId === '' ? 'noOffer' : null),
  }
}

/** An offer as the board, the list and the panel have it. */
type OfferFacts = { readonly state: string; readonly projectId: string }
type OfferReason = 'permission' | 'notAccepted' | 'hasContract' | 'noContract'

/** Acts on an offer, each with the reason why it is not available, or null. */
export const offerActs = (
  { state, projectId }: OfferFacts,
  can: Can,
): Readonly<Record<'apply' | 'message' | 'openContract' | 'makeContract', OfferReason | null>> => ({
  apply: can('perm_offer_update') ? null : 'permission',
  message: can('perm_offer_update') ? null : 'permission',
  openContract: projectId === '' ? 'noContract' : null,
  makeContract:
    projectId !== ''
      ? 'hasContract'
      : state !== 'accepted'
        ? 'notAccepted'
        : can('perm_contract_add')
          ? null
          : 'permission',
})

/** States in which applying is the next thing to do. */
export const isToApply = (state: string): boolean => state === 'new' || state === 'firstContact'

/** An offer's terms as the words of a new contract's address. */
export const termsOf = (offer: RecordRow) => ({
  offer: offer.id,
  title: plainText(offer['title']),
  client: plainText(offer['companyId'] || ''),
  price: plainText(offer['TjmHT'] || ''),
  currency: plainText(offer['currency']),
})

/** Way of an offer to a state: none, at once, or with the reason for giving it up. */
export const offerMove = (from: OfferState, to: OfferState): 'none' | 'move' | 'ask' =>
  from === to ? 'none' : to === 'aborted' ? 'ask' : 'move'

/** Whether an offer can begin in a state. */
export const canBegin = (state: OfferState, can: Can): boolean =>
  can('perm_offer_add') && !isClosed(state)
