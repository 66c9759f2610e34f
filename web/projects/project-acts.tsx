import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Project, projectRoutes } from '#contract/projects.ts'
import { dependentsOf } from '#web/kernel/ui/dependents.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { contractBillsQuery } from './projects.queries.ts'
import { nameOf } from './project-words.tsx'

/** Archive, bring back, delete: the acts of a menu and the question before deleting. One that has issued bills is offered the archive instead. */
export function useContractActs(
  contract: Project | undefined,
  { onGone }: { onGone: () => void },
): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { t } = useTranslation('projects')
  const { can } = useSession()
  const problem = useProblemText()
  const [asking, setAsking] = useState(false)
  const bills = useQuery({
    ...contractBillsQuery(contract?.id ?? ''),
    enabled: contract !== undefined && can('perm_contract_delete'),
  })
  const archive = useWrite(projectRoutes.archive, {
    invalidates: ['projects', 'timesheets', 'history'],
    done: (_, input) => t(input.body?.archived === false ? 'done.restored' : 'done.archived'),
  })
  const remove = useWrite(projectRoutes.remove, {
    invalidates: ['projects', 'timesheets', 'dashboard'],
    done: t('done.removed'),
    onDone: () => {
      setAsking(false)
      onGone()
    },
    failure: 'shown-by-caller',
  })
  if (!contract) return { entries: [], dialog: null }

  const setArchived = (archived: boolean) =>
    archive.mutate(
      { params: { id: contract.id }, body: { archived, version: contract.version } },
      { onSettled: () => setAsking(false) },
    )
  const issued = bills.data?.filter((bill) => bill.status === 'issued').length ?? 0
  const entries: MenuEntry[] = [
    ...(can('perm_contract_update')
      ? [
          contract.archived
            ? { label: t('action.restore'), icon: ArchiveRestore, onSelect: () => setArchived(false) }
            : { label: t('action.archive'), icon: Archive, onSelect: () => setArchived(true) },
        ]
      : []),
    ...(can('perm_contract_delete')
      ? [{ label: t('action.delete'), icon: Trash2, tone: 'danger' as const, onSelect: () => setAsking(true) }]
      : []),
  ]
  const refusal = remove.error ? (dependentsOf(remove.error) ?? <p role="alert">{problem(remove.error)}</p>) : undefined
  const close = () => {
    setAsking(false)
    remove.reset()
  }
  const mayArchive = issued > 0 && can('perm_contract_update') && !contract.archived
  return {
    entries,
    dialog: (
      <Confirm
        open={asking}
        onClose={close}
        title={issued > 0 ? t('delete.refused', { count: issued }) : t('delete.title', { name: nameOf(contract) })}
        consequence={
          refusal ??
          (issued > 0
            ? t(mayArchive ? 'delete.archiveInstead' : 'delete.alreadyArchived')
            : t('delete.body', { count: contract.consumedDays }))
        }
        verb={t(issued > 0 ? 'action.archive' : 'action.delete')}
        tone={issued > 0 ? 'plain' : 'danger'}
        pending={remove.isPending || archive.isPending}
        {...(issued > 0 && !mayArchive && { disabledReason: t('delete.alreadyArchived') })}
        {...(remove.error && { disabledReason: problem(remove.error) })}
        onConfirm={() => (issued > 0 ? setArchived(true) : remove.mutate({ params: { id: contract.id } }))}
      />
    ),
  }
}
