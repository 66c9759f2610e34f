import { type ComponentType, lazy } from 'react'
import { type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router-dom'
import type { Permission } from './kernel/data/ability.ts'
import { paths } from './kernel/shell/paths.ts'

/** One line a screen: where it lies, who may open it, and the chunk it comes in. */
const screen = (
  path: { pattern: string },
  permission: Permission | undefined,
  load: () => Promise<ComponentType>,
): RouteObject => ({
  path: path.pattern,
  lazy: async () => {
    const [Screen, { Permitted }] = await Promise.all([load(), import('./kernel/data/permitted.tsx')])
    return {
      Component: () => (
        <Permitted permission={permission}>
          <Screen />
        </Permitted>
      ),
    }
  },
})

const screens: RouteObject[] = [
  screen(paths.bills, 'perm_billing_menu', async () => (await import('./billing/bills-screen.tsx')).BillsScreen),
  screen(paths.bill, 'perm_billing_menu', async () => (await import('./billing/bill-screen.tsx')).BillScreen),
  screen(
    paths.timesheets,
    'perm_timesheet_menu',
    async () => (await import('./timesheets/timesheets-screen.tsx')).TimesheetsScreen,
  ),
  screen(
    paths.contracts,
    'perm_contract_menu',
    async () => (await import('./projects/projects-screen.tsx')).ProjectsScreen,
  ),
  screen(
    paths.contract,
    'perm_contract_menu',
    async () => (await import('./projects/project-screen.tsx')).ProjectScreen,
  ),
  screen(
    paths.dashboard,
    'perm_dashboard_menu',
    async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  screen(
    paths.transactions,
    'perm_transaction_menu',
    async () => (await import('./finance/transactions-screen.tsx')).TransactionsScreen,
  ),
  screen(
    paths.companies,
    'perm_company_menu',
    async () => (await import('./customers/companies-screen.tsx')).CompaniesScreen,
  ),
  screen(
    paths.prospects,
    'perm_company_menu',
    async () => (await import('./customers/companies-screen.tsx')).ProspectsScreen,
  ),
  screen(
    paths.contacts,
    'perm_contact_menu',
    async () => (await import('./customers/contacts-screen.tsx')).ContactsScreen,
  ),
  screen(paths.products, 'perm_product_menu', async () => (await import('./stock/products-screen.tsx')).ProductsScreen),
  screen(
    paths.profiles,
    'perm_professional_info_menu',
    async () => (await import('./profile/profiles-screen.tsx')).ProfilesScreen,
  ),
  screen(
    paths.personal,
    'perm_personal_info_menu',
    async () => (await import('./profile/personal-screen.tsx')).PersonalScreen,
  ),
  screen(paths.roles, 'perm_access_roles_menu', async () => (await import('./identity/roles-screen.tsx')).RolesScreen),
  screen(paths.users, 'perm_access_users_menu', async () => (await import('./identity/users-screen.tsx')).UsersScreen),
  screen(paths.logs, 'perm_access_logs_menu', async () => (await import('./operations/logs-screen.tsx')).LogsScreen),
  screen(
    paths.integrity,
    'perm_access_logs_menu',
    async () => (await import('./operations/integrity-screen.tsx')).IntegrityScreen,
  ),
]

/** Seldom needed, so not part of what every page loads. */
const ErrorScreen = lazy(async () => ({ default: (await import('./home/error-screen.tsx')).ErrorScreen }))

/** A route that only leads on; without a component the router warns of an empty page. */
const Nothing = () => null

/** `/x/` is `/x`, once and for all. */
const withoutTrailingSlash = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  return pathname.length > 1 && pathname.endsWith('/') ? redirect(pathname.replace(/\/+$/, '') + search, 301) : null
}

export const routes: RouteObject[] = [
  {
    loader: withoutTrailingSlash,
    shouldRevalidate: ({ nextUrl }) => nextUrl.pathname.endsWith('/'),
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => null,
    children: [
      {
        path: paths.home.pattern,
        lazy: async () => ({ Component: (await import('./home/landing-screen.tsx')).LandingScreen }),
      },
      { path: paths.error.pattern, Component: ErrorScreen },
      {
        path: paths.welcome.pattern,
        lazy: async () => ({ Component: (await import('./onboarding/welcome-screen.tsx')).WelcomeScreen }),
      },
      {
        path: paths.admin.pattern,
        lazy: async () => ({ Component: (await import('./kernel/shell/admin.tsx')).Admin }),
        children: [{ index: true, loader: () => redirect(paths.dashboard.to()), Component: Nothing }, ...screens],
      },
      { path: '*', Component: ErrorScreen },
    ],
  },
]
