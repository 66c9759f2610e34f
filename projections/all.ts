import { bills } from './billing/bills.ts'
import { billsDue, unbookedPayments, unfinishedIssuances } from './billing/todo-lists.ts'
import { projectClients, projects } from './projects/projects.ts'
import { transactions } from './finance/transactions.ts'
import { legalTerms, unfinishedForgettings } from './identity/forgetting.ts'
import { roleHolders } from './identity/role-holders.ts'
import { roles } from './identity/roles.ts'
import { users } from './identity/users.ts'
import type { Projection } from './kernel/projection.ts'
import { personalProfiles } from './profile/personal-profiles.ts'
import { professionalInfos } from './profile/professional-infos.ts'
import { recordProjections } from './records.ts'
import { timesheetMonths } from './timesheets/months.ts'

/** Every read model. The engine folds documents it does not know the type of. */
export const projections = [
  users,
  roles,
  roleHolders,
  personalProfiles,
  professionalInfos,
  ...recordProjections,
  projects,
  projectClients,
  timesheetMonths,
  bills,
  unfinishedIssuances,
  unbookedPayments,
  billsDue,
  transactions,
  unfinishedForgettings,
  legalTerms,
] as unknown as readonly Projection[]
