import type { Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { settled } from './looks.ts'

/** Every screen of the application and who can see it. `open` goes on from the page to a state of its own. */
export type Screen = {
  readonly name: string
  readonly path: string
  readonly who: 'visitor' | 'demo' | 'admin'
  readonly open?: (page: Page) => Promise<void>
}

/** Opens the first row of a list. */
const firstRow = (page: Page): Promise<void> =>
  page
    .locator('.ledger tbody tr:not(.group) .c1:visible, .phone-list li button:visible, .phone-list li a:visible')
    .first()
    .click()

export const screens: readonly Screen[] = [
  { name: 'landing', path: paths.home.to(), who: 'visitor' },
  { name: 'sign-in', path: '/api/session/sign-in?returnTo=/admin', who: 'visitor' },
  { name: 'register', path: '/api/session/sign-in?returnTo=/admin&screen=register', who: 'visitor' },
  { name: 'unknown', path: '/no/such/page', who: 'visitor' },
  { name: 'landing-signed-in', path: paths.home.to(), who: 'demo' },
  { name: 'welcome', path: paths.welcome.to(), who: 'demo' },
  { name: 'dashboard', path: paths.dashboard.to(), who: 'demo' },
  { name: 'contracts', path: paths.contracts.to(), who: 'demo' },
  { name: 'contract', path: paths.contracts.to(), who: 'demo', open: firstRow },
  { name: 'contract-new', path: paths.contract.to({ id: 'new' }), who: 'demo' },
  { name: 'timesheets', path: paths.timesheets.to(), who: 'demo' },
  { name: 'bills', path: paths.bills.to(), who: 'demo' },
  { name: 'bills-of-month', path: paths.bills.to({}, { new: 'month' }), who: 'demo' },
  { name: 'bill-draft', path: paths.bills.to({}, { view: 'draft' }), who: 'demo', open: firstRow },
  { name: 'bill-issued', path: paths.bills.to({}, { view: 'late' }), who: 'demo', open: firstRow },
  { name: 'transactions', path: paths.transactions.to(), who: 'demo' },
  { name: 'products', path: paths.products.to(), who: 'demo' },
  { name: 'companies', path: paths.companies.to(), who: 'demo' },
  { name: 'company', path: paths.companies.to(), who: 'demo', open: firstRow },
  { name: 'prospects', path: paths.prospects.to(), who: 'demo' },
  { name: 'contacts', path: paths.contacts.to(), who: 'demo' },
  { name: 'personal', path: paths.personal.to(), who: 'demo' },
  { name: 'profiles', path: paths.profiles.to(), who: 'demo' },
  { name: 'roles', path: paths.roles.to(), who: 'admin' },
  { name: 'users', path: paths.users.to(), who: 'admin' },
  { name: 'logs', path: paths.logs.to(), who: 'admin' },
  { name: 'integrity', path: paths.integrity.to(), who: 'admin' },
]

/** Goes to a screen and waits until it stands still. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  await settled(page)
  if (screen.open === undefined) return
  await screen.open(page)
  await settled(page)
}
