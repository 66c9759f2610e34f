import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CvItem } from '#contract/cv.values.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { epochOf, today } from '#web/kernel/words/formats.ts'
import { contractsQuery } from '#web/projects/projects.queries.ts'

/** Begins a mission with what a finished contract says; nothing is saved before the user does it. */
export function ContractMissions({
  known,
  onPick,
}: {
  known: readonly CvItem[]
  onPick: (values: CvItem['values']) => void
}) {
  const { t } = useTranslation('cv')
  const { profileId, can } = useSession()
  const contracts = useQuery({
    ...contractsQuery(String(profileId || '')),
    enabled: Boolean(profileId) && can('perm_contract_menu'),
    meta: { failure: 'silent' },
  })
  const taken = new Set(known.map(({ values }) => `${String(values['projectName'])} ${String(values['client'])}`))
  const finished = (contracts.data ?? []).filter(
    ({ endDate, archived, title, client }) =>
      (archived || (endDate > 0 && endDate < epochOf(today()))) && !taken.has(`${title} ${client}`),
  )
  if (finished.length === 0) return null
  const monthOf = (at: number) => (at === 0 ? 0 : new Date(at).getUTCMonth() + 1)
  const yearOf = (at: number) => (at === 0 ? 0 : new Date(at).getUTCFullYear())
  return (
    <DropMenu
      label={t('item.fromContract')}
      className="btn btn-quiet btn-sm"
      anchor="bottom start"
      entries={finished.map(({ title, client, startDate, endDate }) => ({
        label: [title, client].filter(Boolean).join(', '),
        onSelect: () =>
          onPick({
            projectName: title,
            client,
            employmentType: 'freelance',
            startYear: yearOf(startDate),
            startMonth: monthOf(startDate),
            endYear: yearOf(endDate),
            endMonth: monthOf(endDate),
          }),
      }))}
    >
      <Handshake size={15} strokeWidth={1.7} aria-hidden="true" />
      {t('item.fromContract')}
    </DropMenu>
  )
}
