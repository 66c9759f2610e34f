import { useQueries, useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CvItem } from '#contract/cv/cv.values.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { epochOf, today } from '#web/kernel/words/formats.ts'
import { contractsQuery } from '#web/projects/projects.queries.ts'

const monthOf = (at: number) => (at === 0 ? 0 : new Date(at).getUTCMonth() + 1)
const yearOf = (at: number) => (at === 0 ? 0 : new Date(at).getUTCFullYear())

/** Facts of a contract about its mission. */
const missionOf = ({ title, client, startDate, endDate }: Project): CvItem['values'] => ({
  projectName: title || client,
  client,
  employmentType: 'freelance',
  startYear: yearOf(startDate),
  startMonth: monthOf(startDate),
  endYear: yearOf(endDate),
  endMonth: monthOf(endDate),
})

/** The contracts of every profile: a person has one CV, whichever business signed. */
function useContracts(): readonly Project[] {
  const { profileId, can } = useSession()
  const mayRead = can('perm_contract_menu')
  const profiles = useQuery({
    ...profilesQuery(),
    enabled: mayRead && can('perm_professional_info_menu'),
    meta: { refusal: 'silent' },
  })
  const ids = new Set(
    [profileId, ...(profiles.data ?? []).map(({ id }) => id)].filter(Boolean).map(String),
  )
  const read = useQueries({
    queries: mayRead
      ? [...ids].map((id) => ({ ...contractsQuery(id), meta: { refusal: 'silent' as const } }))
      : [],
  })
  return read.flatMap(({ data }) => data ?? [])
}

/**
 * Begins a mission with what a finished contract says; nothing is saved before the user does it.
 * The contract that the address names begins at once: its own page leads here when it ends.
 */
export function ContractMissions({
  known,
  onPick,
}: {
  known: readonly CvItem[]
  onPick: (values: CvItem['values']) => void
}) {
  const { t } = useTranslation('cv')
  const contracts = useContracts()
  const [{ contract: contractId }, setAddress] = useUrlState({ contract: '' })
  const named = contracts.find(({ id }) => id === contractId)
  useEffect(() => {
    if (named === undefined) return
    setAddress({ contract: '' })
    onPick(missionOf(named))
    // The address is read once for each contract that it names.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callbacks are new with each drawing
  }, [named])
  const keyOf = (values: CvItem['values']) =>
    `${String(values['projectName'])} ${String(values['client'])}`
  const taken = new Set(known.map(({ values }) => keyOf(values)))
  const finished = contracts.filter(
    (contract) =>
      (contract.archived || (contract.endDate > 0 && contract.endDate < epochOf(today()))) &&
      !taken.has(keyOf(missionOf(contract))),
  )
  if (finished.length === 0) return null
  return (
    <DropMenu
      label={t('item.fromContract')}
      className="btn btn-quiet btn-sm"
      anchor="bottom start"
      entries={finished.map((contract) => ({
        label: [contract.title, contract.client].filter(Boolean).join(', '),
        onSelect: () => onPick(missionOf(contract)),
      }))}
    >
      <Handshake size={15} />
      {t('item.fromContract')}
    </DropMenu>
  )
}
