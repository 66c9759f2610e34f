import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { EffectDefinition } from '#domain/operations/effect.ts'

/** How effects of one kind are tried again once they have stopped. */
export type EffectRetry = {
  readonly kind: string
  /** @throws EFFECT_NOT_STOPPED */
  retry(
    handler: CommandHandler,
    id: string,
    meta: CommandMeta,
  ): Promise<{ readonly id: string; readonly version: number; readonly position: string }>
}

export const retryOf = <P, R>({ kind, decider }: EffectDefinition<P, R>): EffectRetry => ({
  kind,
  retry: (handler, id, meta) => handler.run(decider, id, { type: 'RetryEffect' }, meta),
})
