import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { refusal } from '#domain/kernel/errors.ts'
import type { EffectDefinition } from '#domain/operations/effect.ts'

type Written = { readonly id: string; readonly version: number; readonly position: string }
type Retry = (handler: CommandHandler, id: string, meta: CommandMeta) => Promise<Written>

/** Retries effects of one kind. */
export const retryOf = <P, R>({
  kind,
  decider,
}: EffectDefinition<P, R>): readonly [kind: string, Retry] => [
  kind,
  (handler, id, meta) => handler.run(decider, id, { type: 'RetryEffect' }, meta),
]

/** Retries stopped effects of every kind. */
export function effectCommands(
  handler: CommandHandler,
  retries: readonly (readonly [kind: string, Retry])[],
) {
  const byKind = new Map(retries)
  return {
    /** @throws EFFECT_NOT_STOPPED · NOT_FOUND */
    async retry(kind: string, id: string, meta: CommandMeta): Promise<Written> {
      const retry = byKind.get(kind)
      if (retry === undefined) throw refusal('NOT_FOUND', { id })
      return retry(handler, id, meta)
    },
  }
}
export type EffectCommands = ReturnType<typeof effectCommands>
