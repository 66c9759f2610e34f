import type { ForgettingEvent } from '#domain/identity/forgetting.ts'
import { idOf, type RecordedEvent } from '#domain/kernel/event.ts'
import { unreachable } from '#domain/kernel/errors.ts'
import type { Doc } from '#domain/kernel/read-store.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import type { Projection } from '#projections/kernel/projection.ts'

/** @unit dueAt: epoch milliseconds */
type Pending = Doc & { readonly dueAt: number; readonly cause: string; readonly correlationId: string }

const pending = (key: string, { id, meta }: RecordedEvent, dueAt: number): Pending => ({
  _id: key,
  owner: meta.owner,
  dueAt,
  cause: id,
  correlationId: meta.correlationId,
})

/** Who forgets a person does it at once; what is left after this was left by a crash. */
const GRACE_MS = 60_000

/** Persons who are being forgotten. */
export const unfinishedForgettings: Projection<Pending> = {
  name: 'unfinished-forgettings',
  version: 1,
  handles: ['ForgettingStarted', 'PersonForgotten'],
  keyOf: (event) => idOf(event.stream),
  evolve: (_, event, key) =>
    event.type === 'ForgettingStarted' ? pending(key, event, event.meta.occurredAt + GRACE_MS) : null,
  indexes: [{ fields: ['dueAt'] }],
}

/** Forgotten users whose bills the law wants kept, and until when. */
export const legalTerms: Projection<Pending> = {
  name: 'legal-terms',
  version: 1,
  handles: ['ForgettingStarted', 'PersonForgotten', 'LegalTermEnded'],
  keyOf: (event) => idOf(event.stream),
  evolve(doc, event, key) {
    const fact = { type: event.type, data: event.data } as ForgettingEvent // only the types of `handles` come here
    switch (fact.type) {
      case 'ForgettingStarted':
        return doc
      case 'PersonForgotten':
        return fact.data.keptUntil === '' ? null : pending(key, event, epochOfDay(fact.data.keptUntil))
      case 'LegalTermEnded':
        return null
      default:
        return unreachable(fact)
    }
  },
  indexes: [{ fields: ['dueAt'] }],
}
export type PendingForgetting = Pending
