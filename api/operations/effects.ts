import type { EffectRetry } from '#commands/operations/retry-effect.ts'
import { effectRoutes } from '#contract/operations.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { stoppedEffects, unfinishedEffects } from '#projections/operations/effects.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'
import { message } from '../kernel/messages.ts'

/** Dead letters that one looks at: who has more has one cause for all of them. */
const SHOWN = 200

/** What was to leave the house and did not: seen and retried by whoever manages the process center. */
export function effectsApi(api: Api, kinds: readonly EffectRetry[]): void {
  const byKind = new Map(kinds.map((one) => [one.kind, one]))
  const { handler } = api.deps
  const reads = { unfinishedEffects }

  api.serve(effectRoutes.failed, { reads }, async ({ read, language }) =>
    (await stoppedEffects(read.unfinishedEffects, SHOWN)).flatMap(({ _id: id, status, reason, dueAt: _, ...effect }) =>
      status === 'pending'
        ? []
        : [
            {
              id,
              status,
              ...effect,
              error: reason ? message(language, reason.code) : '',
              detail: reason?.detail ?? '',
            },
          ],
    ),
  )
  api.serve(effectRoutes.retry, { reads }, async ({ read, params: { id }, meta }) => {
    const effect = await read.unfinishedEffects.get(id)
    const kind = effect && byKind.get(effect.kind)
    if (!effect || !kind) throw refusal('NOT_FOUND')
    return written(await kind.retry(handler, id, meta({ owner: effect.owner })))
  })
}
