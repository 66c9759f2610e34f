import type { EffectCommands } from '#commands/operations/retry-effect.ts'
import { effectRoutes } from '#contract/operations/operations.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { stoppedEffects, unfinishedEffects } from '#projections/operations/effects.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { message } from '../kernel/messages.ts'

/** The most dead letters shown: more of them have one common cause. */
const SHOWN = 200

/** Failed effects, for users with the process center's permission, who can retry them. */
export function effectsApi(api: Api, commands: EffectCommands): void {
  const reads = { unfinishedEffects }

  api.serve(effectRoutes.failed, { reads }, async ({ read, language }) =>
    (await stoppedEffects(read.unfinishedEffects, SHOWN)).flatMap((effect) => {
      const {
        _id: id,
        kind,
        status,
        attempts,
        reason,
        requestedAt,
        requestedBy,
        stoppedAt,
        correlationId,
      } = effect
      if (status === 'pending') return []
      const [error, detail] = reason ? [message(language, reason.code), reason.detail] : ['', '']
      return [
        {
          id,
          kind,
          status,
          attempts,
          error,
          detail,
          requestedAt,
          requestedBy,
          stoppedAt,
          correlationId,
        },
      ]
    }),
  )
  api.serve(effectRoutes.retry, { reads }, async ({ read, params: { id }, meta }) => {
    const effect = await read.unfinishedEffects.get(id)
    if (!effect) throw refusal('NOT_FOUND')
    return written(await commands.retry(effect.kind, id, meta({ owner: effect.owner })))
  })
}
