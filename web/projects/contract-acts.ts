import type { Project } from '#contract/projects/projects.schemas.ts'
import type { Permission } from '#web/kernel/data/ability.ts'

/** A contract that is worked no more: its mission belongs in the CV. */
const isFinished = ({ archived, expired }: Pick<Project, 'archived' | 'expired'>): boolean =>
  archived || expired

/** Why an act is not available: a missing permission, the contract's state, its days or bills. */
type Reason =
  | 'permission'
  | 'archived'
  | 'notArchived'
  | 'running'
  | 'notBillable'
  | 'noDays'
  | 'hasDays'
  | 'hasBills'

/** Each act with the reason why it is not available; null when it is. */
export type ContractActs = Readonly<
  Record<
    'edit' | 'archive' | 'restore' | 'remove' | 'toCv' | 'billDays' | 'billFreely',
    Reason | null
  >
>

/**
 * Acts on a contract.
 *
 * @param hasDays it has days left to bill
 * @param issued number of its issued bills
 */
export function contractActs(
  contract: Pick<Project, 'archived' | 'expired' | 'isBillable'>,
  {
    can,
    hasDays = false,
    issued = 0,
  }: {
    readonly can: (permission: Permission) => boolean
    readonly hasDays?: boolean
    readonly issued?: number
  },
): ContractActs {
  const unless = (permission: Permission) => (can(permission) ? null : 'permission')
  const { archived, isBillable } = contract
  const edit = unless('perm_contract_update')
  const bill = unless('perm_billing_add')
  return {
    edit,
    archive: edit ?? (archived ? 'archived' : null),
    restore: edit ?? (archived ? null : 'notArchived'),
    remove: unless('perm_contract_delete') ?? (issued > 0 ? 'hasBills' : null),
    toCv: isFinished(contract) ? unless('perm_cv_menu') : 'running',
    billDays: bill ?? (hasDays ? null : 'noDays'),
    billFreely: bill ?? (hasDays ? 'hasDays' : isBillable ? null : 'notBillable'),
  }
}
