import type { Clock } from '#domain/kernel/ports/clock.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import type { EventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { createReactorRunner, type Reactor } from '#workers/kernel/reactor.ts'

/**
 * A process with these reactors and read models of its own, which begin empty.
 *
 * @returns brings the read models to the end of the log and performs what is due
 */
export function workerProcess(
  log: EventLog,
  clock: Clock,
  workLists: readonly Reactor[],
): () => Promise<void> {
  const projector = createProjector({
    store: log,
    readStore: sqliteReadStore(),
    clock,
    log: memoryLog(),
    queue: { wake: async () => {} },
    projections: workLists.map(({ projection }) => projection),
  })
  const work = createReactorRunner({
    readModels: projector.readModels,
    clock,
    log: memoryLog(),
    workLists,
  })
  return async () => {
    for (const list of work.lists) {
      for (const group of projector.groups) await projector.catchUp(group)
      await work.perform(list)
    }
  }
}
