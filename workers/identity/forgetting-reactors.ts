import type { Erasure } from '#commands/identity/erase.ts'
import { legalTerms, unfinishedForgettings } from '#projections/identity/forgetting.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

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
