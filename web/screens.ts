import { billingScreens } from './billing/billing.screens.ts'
import { customersScreens } from './customers/customers.screens.ts'
import { cvScreens } from './cv/cv.screens.ts'
import { dashboardScreens } from './dashboard/dashboard.screens.ts'
import { financeScreens } from './finance/finance.screens.ts'
import { helpScreens } from './help/help.screens.ts'
import { historyScreens } from './history/history.screens.ts'
import { identityScreens } from './identity/identity.screens.ts'
import { pathsOf } from './kernel/shell/screens.ts'
import { mailScreens } from './mail/mail.screens.ts'
import { operationsScreens } from './operations/operations.screens.ts'
import { planningScreens } from './planning/planning.screens.ts'
import { profileScreens } from './profile/profile.screens.ts'
import { projectsScreens } from './projects/projects.screens.ts'
import { quotesScreens } from './quotes/quotes.screens.ts'
import { prospectingScreens } from './prospecting/prospecting.screens.ts'
import { publicPaths, publicScreens } from './public-screens.ts'
import { schedulesScreens } from './schedules/schedules.screens.ts'
import { settingsScreens } from './settings/settings.screens.ts'
import { siteScreens } from './site/site.screens.ts'
import { stockScreens } from './stock/stock.screens.ts'
import { subscriptionScreens } from './subscription/subscription.screens.ts'
import { supportScreens } from './support/support.screens.ts'
import { tasksScreens } from './tasks/tasks.screens.ts'
import { timesheetsScreens } from './timesheets/timesheets.screens.ts'

/**
 * Every screen. Paths, routes, menu, bottom bar, palette, role tree, titles and browser tests are
 * derived from it. Their order is the order within a menu group.
 */
export const screens = {
  ...publicScreens,
  ...dashboardScreens,
  ...planningScreens,
  ...projectsScreens,
  ...timesheetsScreens,
  ...quotesScreens,
  ...billingScreens,
  ...mailScreens,
  ...tasksScreens,
  ...financeScreens,
  ...schedulesScreens,
  ...stockScreens,
  ...customersScreens,
  ...prospectingScreens,
  ...profileScreens,
  ...cvScreens,
  ...subscriptionScreens,
  ...identityScreens,
  ...supportScreens,
  ...settingsScreens,
  ...siteScreens,
  ...helpScreens,
  ...operationsScreens,
  ...historyScreens,
}
export type ScreenName = keyof typeof screens
export const paths = { ...pathsOf(screens), admin: publicPaths.admin }
