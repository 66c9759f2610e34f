import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, BriefcaseBusiness, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { dependentsOf } from '#web/kernel/ui/dependents.tsx'
import { Confirm } from '#web/kernel/ui/dialog.tsx'
import type { MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { numberText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'
import { contractBillsQuery } from './projects.queries.ts'
import { contractActs } from './contract-acts.ts'
import { nameOf } from './project-words.tsx'

/**
 * Archive, restore, delete: actions of a menu, and the question before deleting. A contract with
 * issued bills is offered the archive instead.
 */
export function useContractActs(
  contract: Project | undefined,
  { onGone }: { onGone: () => void },
): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { language } = usePreferences()
  const { t } = useTranslation(['projects', 'kernel'])
  const { can } = useSession()
  const go = useNavigate()
  const problem = useProblemText()
  const [asking, setAsking] = useState(false)
  const bills = useQuery({
    ...contractBillsQuery(contract?.id ?? ''),
    enabled: contract !== undefined && can('perm_contract_delete'),
  })
  const archive = useWrite(projectRoutes.archive, {
    invalidates: ['projects', 'timesheets', 'history'],
    done: (_, input) => ({
      text: t(input.body?.archived === false ? 'done.restored' : 'done.archived'),
      name: contract ? nameOf(contract) : '',
    }),
  })
  const remove = useWrite(projectRoutes.remove, {
    invalidates: ['projects', 'timesheets', 'dashboard'],
    done: { kind: 'deleted', name: contract ? namedRecord('project', nameOf(contract)) : '' },
    onDone: () => {
      setAsking(false)
      onGone()
    },
  })
  if (!contract) return { entries: [], dialog: null }

  const setArchived = (archived: boolean) =>
    archive.mutate(
      { params: { id: contract.id }, body: { archived, version: contract.version } },
      { onSettled: () => setAsking(false) },
    )
  const issued = bills.data?.filter((bill) => bill.status === 'issued').length ?? 0
  const acts = contractActs(contract, { can, issued })
  const entries: MenuEntry[] = [
    acts.toCv === null && {
      label: t('action.toCv'),
      icon: BriefcaseBusiness,
      onSelect: () => void go(paths.cv.to({}, { contract: contract.id })),
    },
    acts.restore === null && {
      label: t('action.restore'),
      icon: ArchiveRestore,
      onSelect: () => setArchived(false),
    },
    acts.archive === null && {
      label: t('action.archive'),
      icon: Archive,
      onSelect: () => setArchived(true),
    },
    // With issued bills the question offers the archive instead.
    acts.remove !== 'permission' && {
      label: t('kernel:action.delete'),
      icon: Trash2,
      tone: 'danger' as const,
      onSelect: () => setAsking(true),
    },
  ].filter((entry) => entry !== false)
  const refusal = remove.error
    ? (dependentsOf(remove.error) ?? <p role="alert">{problem(remove.error)}</p>)
    : undefined
  const close = () => {
    setAsking(false)
    remove.reset()
  }
  const mayArchive = acts.archive === null
  return {
    entries,
    dialog:
      acts.remove === 'hasBills' ? (
        <Confirm
          open={asking}
          onClose={close}
          title={t('delete.refused', { count: issued })}
          consequence={
            refusal ?? t(mayArchive ? 'delete.archiveInstead' : 'delete.alreadyArchived')
          }
          verb={t('action.archive')}
          tone="plain"
          pending={archive.isPending}
          {...(!mayArchive && { disabledReason: t('delete.alreadyArchived') })}
          onConfirm={() => setArchived(true)}
        />
      ) : (
        <ConfirmRemoval
          open={asking}
          onClose={close}
          name={namedRecord('project', nameOf(contract))}
          consequence={
            refusal ??
            t('delete.body', {
              count: contract.consumedDays,
              figure: numberText(language, contract.consumedDays),
            })
          }
          pending={remove.isPending}
          {...(remove.error && { disabledReason: problem(remove.error) })}
          onConfirm={() => remove.mutate({ params: { id: contract.id } })}
        />
      ),
  }
}
