import { billingScreens } from './billing/billing.screens.ts'
import { customersScreens } from './customers/customers.screens.ts'
import { cvScreens } from './cv/cv.screens.ts'
import { dashboardScreens } from './dashboard/dashboard.screens.ts'
import { financeScreens } from './finance/finance.screens.ts'
import { identityScreens } from './identity/identity.screens.ts'
import { pathsOf } from './kernel/shell/screens.ts'
import { operationsScreens } from './operations/operations.screens.ts'
import { profileScreens } from './profile/profile.screens.ts'
import { projectsScreens } from './projects/projects.screens.ts'
import { publicPaths, publicScreens } from './public-screens.ts'
import { stockScreens } from './stock/stock.screens.ts'
import { timesheetsScreens } from './timesheets/timesheets.screens.ts'

/**
 * Every screen. From it follow paths, routes, menu, bottom bar, palette, sections of the role tree, spoken titles and the screens that the
 * browser tests visit. Within a group of the menu the order here is the order there.
 */
export const screens = {
  ...publicScreens,
  ...dashboardScreens,
  ...projectsScreens,
  ...timesheetsScreens,
  ...billingScreens,
  ...financeScreens,
  ...stockScreens,
  ...customersScreens,
  ...profileScreens,
  ...cvScreens,
  ...identityScreens,
  ...operationsScreens,
}
export type ScreenName = keyof typeof screens
export const paths = { ...pathsOf(screens), admin: publicPaths.admin }
