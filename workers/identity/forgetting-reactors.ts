import { createErasure, type ErasureDeps } from '#commands/identity/erase.ts'
import { projections } from '#projections/all.ts'
import { legalTerms, type PendingForgetting, unfinishedForgettings } from '#projections/identity/forgetting.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { purgeUser } from '#projections/kernel/purge.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { ReadModelSnapshot } from '#projections/read-store/snapshot.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Every read model but those that remember what is still to be forgotten. */
export const purged: readonly Projection[] = projections.filter(
  ({ name }) => name !== unfinishedForgettings.name && name !== legalTerms.name,
)

/** Finishes what a crash left of forgetting a person, and lets go of bills whose legal term has ended. */
export function forgettingReactors({
  readModels,
  kept,
  ...deps
}: Omit<ErasureDeps, 'purge'> & {
  readonly readModels: ReadModels
  readonly kept: ReadModelSnapshot | null
}): readonly Reactor<PendingForgetting>[] {
  const erasure = createErasure({
    ...deps,
    async purge(userId, names) {
      await purgeUser(readModels, purged, userId, names)
      await kept?.renew()
    },
  })
  return [
    { projection: unfinishedForgettings, perform: ({ _id }, meta) => erasure.finish(_id, meta) },
    {
      projection: legalTerms,
      because: 'schedule',
      perform: ({ _id }, meta) => erasure.endLegalTerm(_id, meta),
    },
  ]
}
