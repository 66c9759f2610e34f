import type { Erasure } from '#commands/identity/erase.ts'
import {
  deletionsDue,
  legalTerms,
  unfinishedForgettings,
} from '#projections/identity/forgetting.ts'
import { LATER, type Reactor } from '#workers/kernel/reactor.ts'

/**
 * Erases users whose own deletion is due. The last administrator waits until there is another one.
 */
export const eraseLeavers = (erasure: Pick<Erasure, 'eraseLeaver'>): Reactor => ({
  projection: deletionsDue,
  because: 'schedule',
  perform: async (work, meta) =>
    (await erasure.eraseLeaver(work._id, meta)) === 'waits' ? LATER : undefined,
})

/** Finishes an erasure that a crash interrupted. */
export const finishForgetting = (erasure: Pick<Erasure, 'finish'>): Reactor => ({
  projection: unfinishedForgettings,
  perform: (work, meta) => erasure.finish(work._id, meta),
})

/** Erases the bills of a forgotten user once the legal term is over. */
export const endLegalTerm = (erasure: Pick<Erasure, 'endLegalTerm'>): Reactor => ({
  projection: legalTerms,
  because: 'schedule',
  perform: (work, meta) => erasure.endLegalTerm(work._id, meta),
})
