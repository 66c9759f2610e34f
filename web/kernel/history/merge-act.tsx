import { useQuery } from '@tanstack/react-query'
import { customersRoutes } from '#contract/customers/customers.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { UndoMerge } from './undo-merge.tsx'

/** Beside the fact that a record took another one in: takes it back, while that is not done yet. */
export function MergeAct({
  entity,
  id,
  version,
}: {
  entity: 'company' | 'contact'
  id: string
  version: number
}) {
  const { can } = useSession()
  const may = can(entity === 'company' ? 'perm_company_delete' : 'perm_contact_delete')
  const route =
    entity === 'company' ? customersRoutes.companyDuplicates : customersRoutes.contactDuplicates
  const found = useQuery({
    queryKey: ['customers', entity, 'duplicates', 'toldApart'],
    queryFn: () => call(route),
    enabled: may,
    meta: { refusal: 'silent' as const },
  })
  const merge = found.data?.merges.find(
    ({ kept, keptVersion }) => kept.id === id && keptVersion === version,
  )
  return merge === undefined || merge.undone ? null : (
    <div className="mt-1.5">
      <UndoMerge entity={entity} id={merge.id} />
    </div>
  )
}
