import { useTranslation } from 'react-i18next'
import { customersRoutes } from '#contract/customers/customers.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'

/** Contexts that a merge touches: whatever names a record. */
export const MERGE_TOUCHES = [
  'customers',
  'prospecting',
  'projects',
  'billing',
  'dashboard',
  'profile',
  'history',
] as const

/** Takes a merge back as a whole. */
export function useUndoMerge(entity: 'company' | 'contact') {
  const { t } = useTranslation('kernel')
  const route =
    entity === 'company' ? customersRoutes.undoCompanyMerge : customersRoutes.undoContactMerge
  return useWrite(route, { invalidates: MERGE_TOUCHES, done: t('history.merge.undone') })
}

export function UndoMerge({ entity, id }: { entity: 'company' | 'contact'; id: string }) {
  const { t } = useTranslation('kernel')
  const undo = useUndoMerge(entity)
  return (
    <Button size="sm" pending={undo.isPending} onClick={() => undo.mutate({ params: { id } })}>
      {t('history.merge.undo')}
    </Button>
  )
}
