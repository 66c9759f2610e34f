import { billEntity } from './billing/bill-entity.ts'
import { seriesEntity } from './billing/number-series.ts'
import { quoteEntity } from './quotes/quote-entity.ts'
import { cvEntity } from './cv/cv.ts'
import { documentEntity } from './documents/document.ts'
import { projectEntity } from './projects/project.ts'
import { chargeEntity, scheduledTransactionEntity } from './schedules/schedule-entity.ts'
import { transactionEntity } from './finance/transaction.ts'
import { openingBalanceEntity } from './finance/opening-balance.ts'
import { servicesStatementEntity } from './finance/services-statement.ts'
import { vatDeclarationsEntity } from './finance/vat-declarations.ts'
import { roleEntity } from './identity/role.ts'
import { userEntity } from './identity/user.ts'
import type { Entity } from './kernel/records/entity.ts'
import { recordEntity } from './kernel/records/record-entity.ts'
import { calendarEventEntity } from './planning/calendar-event.ts'
import { personalProfileEntity } from './profile/personal-profile.ts'
import { professionalInfoEntity } from './profile/professional-info.ts'
import { records } from './records.ts'
import { pricePlanRoleEntity } from './subscription/price-plan-role.ts'
import { subscriptionEntity } from './subscription/subscription.ts'
import { supportEntity } from './support/request.ts'
import { boardEntity } from './tasks/board.ts'
import { timesheetEntity } from './timesheets/timesheet.ts'

/**
 * Everything whose history can be read. The types of the states are erased: a history is told alike
 * for all of them.
 */
export const entities: readonly Entity[] = [
  ...records.map((type) => recordEntity(type)),
  userEntity,
  roleEntity,
  personalProfileEntity,
  professionalInfoEntity,
  projectEntity,
  timesheetEntity,
  billEntity,
  seriesEntity,
  quoteEntity,
  transactionEntity,
  scheduledTransactionEntity,
  chargeEntity,
  vatDeclarationsEntity,
  servicesStatementEntity,
  openingBalanceEntity,
  documentEntity,
  supportEntity,
  subscriptionEntity,
  pricePlanRoleEntity,
  boardEntity,
  cvEntity,
  calendarEventEntity,
]

export const entityNamed = (name: string): Entity | undefined =>
  entities.find((entity) => entity.name === name)
