import { billEntity } from './billing/bill-entity.ts'
import { projectEntity } from './projects/project.ts'
import { transactionEntity } from './finance/transaction.ts'
import { roleEntity } from './identity/role.ts'
import { userEntity } from './identity/user.ts'
import type { Entity } from './kernel/entity.ts'
import { recordEntity } from './kernel/record-decider.ts'
import { personalProfileEntity } from './profile/personal-profile.ts'
import { professionalInfoEntity } from './profile/professional-info.ts'
import { records } from './records.ts'
import { timesheetEntity } from './timesheets/timesheet.ts'

/** Everything whose history can be read. Whoever tells a history folds states it does not know the type of. */
export const entities = [
  ...records.map(recordEntity),
  userEntity,
  roleEntity,
  personalProfileEntity,
  professionalInfoEntity,
  projectEntity,
  timesheetEntity,
  billEntity,
  transactionEntity,
] as unknown as readonly Entity[]
