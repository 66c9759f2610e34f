import { Undo2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Typed } from '#contract/endpoint.ts'
import { financeRoutes } from '#contract/finance.routes.ts'
import type { CallInput } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'

/** Knows every record type, which most visits do not need. */
const RestoreRecord = lazy(async () => ({ default: (await import('./restore-record.tsx')).RestoreRecord }))

/** Takes a removal back, where the entity's removals can be. */
export function RestoreButton({ entity, id }: { entity: string; id: string }) {
  const { can } = useSession()
  if (entity !== 'transaction')
    return (
      <Suspense fallback={null}>
        <RestoreRecord entity={entity} id={id} />
      </Suspense>
    )
  if (!can('perm_transaction_delete')) return null
  return (
    <RestoreBy
      route={financeRoutes.restore}
      input={{ params: { id } }}
      invalidates={['finance', 'documents', 'dashboard']}
    />
  )
}

export function RestoreBy<R extends Typed>({
  route,
  input,
  invalidates,
}: {
  route: R
  input: CallInput<R>
  invalidates: readonly string[]
}) {
  const { t } = useTranslation('history')
  const restore = useWrite(route, { invalidates: ['history', ...invalidates], done: t('record.restored') })
  return (
    <Button variant="primary" icon={Undo2} pending={restore.isPending} onClick={() => restore.mutate(input)}>
      {t('record.restore')}
    </Button>
  )
}
