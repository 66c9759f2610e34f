import type { Browser, BrowserContext, Page } from '@playwright/test'
import { productUrl, signedIn } from './sign-in.ts'

/** Every screen of the application and who can see it. `open` goes on from the page to a state of its own. */
export type Screen = { readonly name: string; readonly path: string; readonly who: 'visitor' | 'demo' | 'admin'; readonly open?: (page: Page) => Promise<void> }

/** Opens the first row of a list. */
const firstRow = async (page: Page): Promise<void> => {
  await page.locator('.ledger tbody tr:not(.group) .c1:visible, .phone-list li button:visible, .phone-list li a:visible').first().click()
  await settled(page)
}

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', who: 'visitor' },
  { name: 'landing-signed-in', path: '/', who: 'demo' },
  { name: 'sign-in', path: '/api/session/sign-in?returnTo=/admin', who: 'visitor' },
  { name: 'register', path: '/api/session/sign-in?returnTo=/admin&screen=register', who: 'visitor' },
  { name: 'unknown', path: '/no/such/page', who: 'visitor' },
  { name: 'welcome', path: '/bienvenue', who: 'demo' },
  { name: 'dashboard', path: '/admin/dashboard/default', who: 'demo' },
  { name: 'contracts', path: '/admin/management/contracts', who: 'demo' },
  { name: 'contract', path: '/admin/management/contracts', who: 'demo', open: firstRow },
  { name: 'timesheets', path: '/admin/management/timesheets', who: 'demo' },
  { name: 'bills', path: '/admin/management/billing', who: 'demo' },
  { name: 'bill-draft', path: '/admin/management/billing?view=draft', who: 'demo', open: firstRow },
  { name: 'bill-issued', path: '/admin/management/billing?view=late', who: 'demo', open: firstRow },
  { name: 'transactions', path: '/admin/portfolio/transactions', who: 'demo' },
  { name: 'products', path: '/admin/portfolio/products', who: 'demo' },
  { name: 'companies', path: '/admin/customer/company', who: 'demo' },
  { name: 'prospects', path: '/admin/prospecting/company', who: 'demo' },
  { name: 'contacts', path: '/admin/prospecting/contact', who: 'demo' },
  { name: 'personal', path: '/admin/profile/personal', who: 'demo' },
  { name: 'profiles', path: '/admin/profile/companies', who: 'demo' },
  { name: 'roles', path: '/admin/access/roles', who: 'admin' },
  { name: 'users', path: '/admin/access/users', who: 'admin' },
  { name: 'logs', path: '/admin/access/logs', who: 'admin' },
  { name: 'integrity', path: '/admin/access/integrity', who: 'admin' },
]

export type Look = { readonly language?: 'fr' | 'ar' | 'de'; readonly theme?: 'light' | 'dark'; readonly density?: 'compact'; readonly discreet?: boolean; readonly width?: number }

/** A context of the screen's reader, looking as asked. */
export async function contextFor(browser: Browser, who: Screen['who'], look: Look): Promise<BrowserContext> {
  const { language = 'fr', theme = 'light', density, discreet = false, width = 1440 } = look
  const options = {
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: theme,
    locale: language,
    ...(width < 768 ? { hasTouch: true, isMobile: true } : {}),
  } as const
  const context = who === 'visitor' ? await browser.newContext({ ...options, baseURL: productUrl(), timezoneId: 'Europe/Paris' }) : await signedIn(browser, who, options)
  // The account remembers a language too; the picture must not depend on who looked last.
  await context.route(/\/users\/[^/]+\/me$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: { data?: { params: object } } }
    if (body.result.data) body.result.data.params = { ...body.result.data.params, preferredLanguage: language, isDiscreet: discreet }
    await route.fulfill({ response: answer, json: body })
  })
  await context.addInitScript(
    (kept) => localStorage.setItem('carnet.preferences', kept),
    JSON.stringify({ language, theme, discreet, ...(density === undefined ? {} : { density }) }),
  )
  return context
}

/** Nothing is loading or changing any more. The network never rests: the page keeps a stream of changes open. */
export async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const seen = window as { size?: number; since?: number }
        const size = document.body.innerHTML.length
        if (seen.size !== size) {
          seen.size = size
          seen.since = performance.now()
        }
        const still = performance.now() - (seen.since ?? 0) > 500
        return still && document.querySelector('h1') !== null && document.fonts.status === 'loaded' && document.querySelector('[aria-busy="true"]') === null
      },
      undefined,
      { polling: 100, timeout: 10_000 },
    )
    .catch(() => {})
}

export async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  await settled(page)
  await screen.open?.(page)
}
