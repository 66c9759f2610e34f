import { bills } from './billing/bills.ts'
import { quoteLinks, quotes } from './quotes/quotes.ts'
import { merges } from './customers/merges.ts'
import { toldApart } from './customers/told-apart.ts'
import { cvs } from './cv/cvs.ts'
import { documents } from './documents/documents.ts'
import { projectClients, projects } from './projects/projects.ts'
import { openingBalances } from './finance/account-balances.ts'
import { registers } from './finance/registers.ts'
import { scheduleRuns, schedules } from './schedules/schedules.ts'
import { transactions } from './finance/transactions.ts'
import { servicesStatements } from './finance/services-statements.ts'
import { vatDeclarations, vatOpenings } from './finance/vat-declarations.ts'
import { vatMovements } from './finance/vat-movements.ts'
import { recordAccesses } from './identity/record-accesses.ts'
import { roleHolders } from './identity/role-holders.ts'
import { roles } from './identity/roles.ts'
import { removedUsers, users } from './identity/users.ts'
import type { Projection } from './kernel/projection.ts'
import { processes, processRuns } from './operations/processes.ts'
import { failingWork } from './operations/work.ts'
import { mails } from './mail/mails.ts'
import { billReminders } from './mail/reminders.ts'
import { mutedKinds, notifications, snoozedReminders } from './planning/notifications.ts'
import { calendarEvents } from './planning/calendar-events.ts'
import { calendarFeeds } from './planning/calendar-feeds.ts'
import { personalProfiles } from './profile/personal-profiles.ts'
import { professionalInfos } from './profile/professional-infos.ts'
import { applications } from './prospecting/applications.ts'
import { jobHunts } from './prospecting/job-hunts.ts'
import { jobReadings, jobs } from './prospecting/jobs.ts'
import { offerStates } from './prospecting/offer-states.ts'
import { recordProjections } from './records.ts'
import { removals } from './removals.ts'
import { articleAddresses, pageAddresses } from './site/former-addresses.ts'
import { pricePlanRoles } from './subscription/price-plan-roles.ts'
import { subscriptions } from './subscription/subscriptions.ts'
import { supportRequests } from './support/requests.ts'
import { boardColumns, boardTasks } from './tasks/boards.ts'
import { approvalLinks } from './timesheets/approval-links.ts'
import { timesheetMonths } from './timesheets/months.ts'
import { todoLists } from './todo-lists.ts'

/** Every read model. A projection that is missing here is never built, and asking for it throws. */
export const projections: readonly Projection[] = [
  users,
  removedUsers,
  roles,
  roleHolders,
  recordAccesses,
  personalProfiles,
  professionalInfos,
  ...recordProjections,
  merges,
  toldApart,
  offerStates,
  jobs,
  jobReadings,
  jobHunts,
  applications,
  projects,
  projectClients,
  timesheetMonths,
  approvalLinks,
  bills,
  quotes,
  quoteLinks,
  ...todoLists,
  transactions,
  schedules,
  scheduleRuns,
  vatMovements,
  vatDeclarations,
  vatOpenings,
  servicesStatements,
  openingBalances,
  registers,
  mails,
  supportRequests,
  subscriptions,
  pricePlanRoles,
  billReminders,
  cvs,
  calendarEvents,
  calendarFeeds,
  notifications,
  mutedKinds,
  snoozedReminders,
  documents,
  processes,
  processRuns,
  failingWork,
  removals,
  articleAddresses,
  pageAddresses,
  boardColumns,
  boardTasks,
]
