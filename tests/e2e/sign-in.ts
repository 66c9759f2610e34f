import { existsSync, mkdirSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PASSWORDS } from './product.ts'

export const productUrl = (): string => {
  const url = process.env['CARNET_URL']
  if (url === undefined) throw new Error('The product under test has no address: run through playwright.config.ts')
  return url
}

type Who = { readonly userName: string; readonly password: string }
const ACCOUNTS: Readonly<Record<string, string>> = PASSWORDS

/** Fills the sign-in page as a person would and waits for the application. */
export async function signInByHand(page: Page, { userName, password }: Who, returnTo = '/admin/dashboard/default'): Promise<void> {
  await page.goto(`${productUrl()}/api/session/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
  await page.locator('input[autocomplete="username"]').fill(userName)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('form button.primary').first().click()
  await page.waitForURL((url) => url.pathname.startsWith(returnTo.split('?')[0] ?? returnTo) || url.pathname.startsWith('/bienvenue'))
}

/** A context that is signed in. Each account signs in once a run; later contexts reuse its cookies, so that the sign-in limit is not met. */
export async function signedIn(browser: Browser, who: 'admin' | 'demo' | Who, options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const account = typeof who === 'string' ? { userName: who, password: ACCOUNTS[who] ?? '' } : who
  const folder = 'dist/test/sessions'
  const file = `${folder}/${account.userName}-${new URL(productUrl()).port}.json`
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const first = await browser.newContext({ locale: 'fr-FR' })
    await signInByHand(await first.newPage(), account)
    await first.storageState({ path: file })
    await first.close()
  }
  return browser.newContext({ locale: 'fr-FR', timezoneId: 'Europe/Paris', baseURL: productUrl(), storageState: file, ...options })
}

/** Registers a new freelancer over the API, so that a journey starts from nothing. */
export async function register(userName: string): Promise<Who> {
  const password = `Carnet-${userName}-2026`
  const answer = await fetch(`${productUrl()}/api/users/0/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'public' },
    body: JSON.stringify({ userName, firstName: 'Camille', lastName: 'Fontanel', mail: `${userName}@carnet.example`, password }),
  })
  if (!answer.ok) throw new Error(`${userName} could not be registered: ${await answer.text()}`)
  return { userName, password }
}
