import { projectRoutes } from '#contract/projects/projects.contract.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { call } from '#web/kernel/data/client.ts'
import { useFound } from '#web/kernel/data/found.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import type { FieldProps } from '#web/kernel/form/field.tsx'
import { ComboField } from '#web/kernel/form/select-field.tsx'

/** Rest of a fixed price to bill; the whole where it is all billed. @unit major units */
export const wholeLeft = ({ leftHT, priceHT }: Pick<Project, 'leftHT' | 'priceHT'>): number =>
  leftHT !== null && leftHT > 0 ? leftHT : priceHT

/** Contracts that one search answers: the running ones first. */
const MOST_FOUND = 50

const optionOf = ({ id, title, ref, client }: Project) => ({
  value: id,
  label: title || ref,
  note: client,
})

/**
 * A contract that can be billed, searched on the server by name, reference and client.
 *
 * @param props.clientId whose contracts are offered; empty or 0 for everyone's
 * @param props.chosen the contract that stands in the form
 */
export function ContractField({
  profileId,
  clientId,
  chosen,
  none,
  onPick,
  ...props
}: FieldProps & {
  profileId: string
  clientId: string | 0
  chosen: Project | undefined
  none: '' | 0
  placeholder?: string
  onPick: (contract: Project) => void
}) {
  const { can } = useSession()
  const filters = JSON.stringify({
    isBillable: { operator: 'eq', value: true },
    ...(clientId && { clientId: { operator: 'eq', value: clientId } }),
  })
  const { found, search } = useFound(
    ['projects', 'project', profileId, filters],
    (q, signal) =>
      call(projectRoutes.list, {
        params: { profileId },
        query: { limit: MOST_FOUND, filters, ...(q !== '' && { q }) },
        signal,
      }),
    profileId !== '' && can('perm_contract_menu'),
  )
  const offered = found.filter(({ archived }) => !archived)
  return (
    <ComboField
      {...props}
      none={none}
      options={offered.map(optionOf)}
      known={chosen ? [optionOf(chosen)] : []}
      search={search}
      onPick={(id) => {
        const contract = offered.find((one) => one.id === id)
        if (contract) onPick(contract)
      }}
    />
  )
}
