import type { MergeCommands } from '#commands/customers/merges.ts'
import { unfinishedMerges } from '#projections/customers/merges.ts'
import type { Reactor } from '#workers/kernel/reactor.ts'

/** Finishes a merge, or the undo of one, that a crash has left. */
export const finishMerges = (commands: Pick<MergeCommands, 'finish'>): Reactor => ({
  projection: unfinishedMerges,
  perform: (work, meta) => commands.finish(work._id, meta),
})
