import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { financeRoutes } from '#contract/finance.routes.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'

/** Takes a removal back, where the entity's removals can be. */
export function RestoreButton({ entity, id }: { entity: string; id: string }) {
  const { t } = useTranslation('history')
  const { can } = useSession()
  const restore = useWrite(financeRoutes.restore, {
    invalidates: ['history', 'finance', 'documents', 'dashboard'],
    done: t('record.restored'),
  })
  if (entity !== 'transaction' || !can('perm_transaction_delete')) return null
  return (
    <Button
      variant="primary"
      icon={Undo2}
      pending={restore.isPending}
      onClick={() => restore.mutate({ params: { id } })}
    >
      {t('record.restore')}
    </Button>
  )
}
