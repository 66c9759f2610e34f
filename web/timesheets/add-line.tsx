import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { useFoundContracts } from '#web/projects/projects.queries.ts'
import { paths } from '#web/screens.ts'
import { otherLines } from './month.ts'

/** The grid's last line: another one. */
export function AddLine({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr data-screen-only>
      <td className="mg nohover">
        <Plus size={15} className="inline text-accent" />
      </td>
      <td className="first-column nohover" colSpan={span}>
        {children}
      </td>
      <td className="worth nohover" />
    </tr>
  )
}

/** Contracts and kinds of absence that have no line yet. */
export function AddLineMenu({
  profileId,
  rows,
  onAdd,
}: {
  profileId: string
  rows: Parameters<typeof otherLines>[1]
  onAdd: (line: string) => void
}) {
  const { t } = useTranslation('timesheets')
  const { can } = useSession()
  // Lists the first page of contracts. For any other, days are entered from the contract's own
  // page.
  const { found } = useFoundContracts(profileId)
  const other = otherLines(found, rows)
  return (
    <DropMenu
      className="rounded-sm font-medium text-accent"
      label={t('line.add')}
      anchor="bottom start"
      entries={[
        ...other.contracts.map((contract) => ({
          label: contract.client || contract.title || contract.ref,
          hint: contract.title || contract.ref,
          onSelect: () => onAdd(contract.id),
        })),
        ...(other.contracts.length > 0 ? (['line'] as const) : []),
        ...other.kinds.map((kind) => ({
          label: t(`timesheet.option.kind.${kind}`),
          onSelect: () => onAdd(kind),
        })),
        ...(can('perm_contract_add')
          ? ([
              'line',
              { label: t('line.newContract'), icon: Plus, to: paths.contract.to({ id: 'new' }) },
            ] as const)
          : []),
      ]}
    >
      {t('line.add')}
    </DropMenu>
  )
}
