import type { Decider } from '#domain/kernel/decider.ts'
import { personal, userKeyId } from '#domain/kernel/personal.ts'

/**
 * The user that belongs to a subject of an identity provider. The stream's id is a hash of issuer
 * and subject. Two first sign-ins at once therefore make one user: the first claim is kept.
 */
export type SubjectCommand = {
  readonly type: 'ClaimSubject'
  readonly issuer: string
  readonly subject: string
  readonly userId: string
}
export type SubjectEvent = {
  readonly type: 'SubjectClaimed'
  readonly data: { readonly issuer: string; readonly subject: string; readonly userId: string }
}
export type SubjectState = { readonly userId: string | null }

/** The stream is the product's: the user is named in the event. */
export const subjectPersonal = personal<SubjectEvent>(
  // asked for events of this type alone
  ({ data }) => userKeyId((data as SubjectEvent['data']).userId),
  { SubjectClaimed: { subject: '' } },
)

export const subjectDecider: Decider<SubjectCommand, SubjectEvent, SubjectState> = {
  category: 'subject',
  initial: { userId: null },
  decide: ({ issuer, subject, userId }, state) =>
    state.userId === null ? [{ type: 'SubjectClaimed', data: { issuer, subject, userId } }] : [],
  evolve: (_, event) => ({ userId: event.data.userId }),
}
