import { randomUUID } from 'node:crypto'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { workDecider } from '#domain/operations/work.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import { failingWork } from '#projections/operations/work.ts'

/** Messages between processes about failing work. */
export type Setbacks = {
  readonly of: (list: string) => Promise<{ readonly fails: boolean; readonly retries: number }>
  /** Tells whether the list's work fails; nothing happens if that is known. */
  readonly tell: (list: string, fails: boolean) => Promise<unknown>
}

/** For a runner alone. */
export const noSetbacks: Setbacks = {
  of: async () => ({ fails: false, retries: 0 }),
  tell: async () => undefined,
}

/** Setbacks as facts in the log, which every process reads, whatever its engines. */
export function setbacksIn({
  handler,
  readModels,
}: {
  readonly handler: CommandHandler
  readonly readModels: Pick<ReadModels, 'of'>
}) {
  return {
    async of(list: string) {
      const { since = 0, retries = 0 } = (await (await readModels.of(failingWork)).get(list)) ?? {}
      return { fails: since > 0, retries }
    },
    tell: (list: string, fails: boolean) =>
      handler.run(
        workDecider,
        list,
        { type: fails ? 'TellWorkFails' : 'TellWorkRuns' },
        { commandId: randomUUID(), owner: SHARED, actor: { kind: 'system', id: 'work' } },
      ),
    /** Has every process try the list's failed work again at once. */
    retry: (list: string, meta: CommandMeta) =>
      handler.run(workDecider, list, { type: 'RequestWorkRetry' }, meta),
  }
}
