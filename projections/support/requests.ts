import type { Doc } from '#domain/kernel/ports/read-store.ts'
import type { Side, SupportEvent } from '#domain/support/request.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'

/** @unit at: epoch milliseconds */
type SupportAnswer = {
  readonly side: Side
  readonly name: string
  readonly message: string
  readonly at: number
}
/** A question to the support with its answers, the oldest first. */
export type SupportDoc = Doc &
  Stamp & {
    readonly subject: string
    readonly message: string
    readonly treated: boolean
    readonly answers: readonly SupportAnswer[]
  }

export const supportRequests = defineProjection<SupportEvent, SupportDoc>({
  name: 'supportRequests',
  version: 1,
  on: {
    SupportAsked: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
      treated: false,
      answers: [],
    }),
    SupportAnswered: (doc, { data, meta, stamp }) =>
      doc && {
        ...doc,
        ...stamp,
        answers: [...doc.answers, { ...data, name: meta.actor.name ?? '', at: meta.occurredAt }],
      },
    SupportTreated: (doc, { stamp }) => doc && { ...doc, ...stamp, treated: true },
    SupportReopened: (doc, { stamp }) => doc && { ...doc, ...stamp, treated: false },
  },
  indexes: [
    { fields: ['owner', 'creationDate'] },
    { fields: ['treated', 'creationDate'] },
    { fields: ['creationDate'] },
  ],
})
