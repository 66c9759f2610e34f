import { randomBytes } from 'node:crypto'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  request,
} from '@playwright/test'
import { PASSWORDS } from '../kernel/product-process.ts'

export const productUrl = (): string => {
  const url = process.env['CARNET_URL']
  if (url === undefined)
    throw new Error('The product under test has no address: run through playwright.config.ts')
  return url
}

export type Account = { readonly userName: string; readonly password: string }
/**
 * The accounts of the first start. Specs read the sample year of `demo` and never change it. Specs
 * that write have a freelancer of their own.
 */
export type Reader = keyof typeof PASSWORDS | Account

type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>
/**
 * By product and user name. An account signs in once a test process, so that the sign-in limit is
 * not met.
 */
const sessions = new Map<string, Promise<Cookies>>()

/** Holds the sign-in conversation as a browser does, and answers with its cookies. */
async function signIn({ userName, password }: Account): Promise<Cookies> {
  const http = await request.newContext({ baseURL: productUrl() })
  try {
    const form = await http.get('/api/session/sign-in?returnTo=/admin')
    const answer = await http.post(form.url(), { form: { login: userName, password } })
    if (!answer.ok() || new URL(answer.url()).pathname !== '/admin')
      throw new Error(`${userName} could not sign in: ${answer.status()} ${answer.url()}`)
    return await http.storageState()
  } finally {
    await http.dispose()
  }
}

/** A context that is signed in. */
export async function signedIn(
  browser: Browser,
  who: Reader,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const account = typeof who === 'string' ? { userName: who, password: PASSWORDS[who] } : who
  const key = `${productUrl()} ${account.userName}`
  const session = sessions.get(key) ?? signIn(account)
  sessions.set(key, session)
  return browser.newContext({
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    baseURL: productUrl(),
    storageState: await session,
    ...options,
  })
}

/** A name that no other test, and no other run of the same one, has taken. */
export const unique = (name: string): string => `${name}-${randomBytes(4).toString('hex')}`

/**
 * Registers a new freelancer over the API, under a name of their own, so that a journey starts from
 * nothing.
 */
export async function register(name: string): Promise<Account> {
  const userName = unique(name)
  const password = `lampe verte, ${userName} 26`
  const answer = await fetch(`${productUrl()}/api/users/0/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'public' },
    body: JSON.stringify({
      userName,
      firstName: 'Camille',
      lastName: 'Fontanel',
      mail: `${userName}@carnet.example`,
      password,
    }),
  })
  if (!answer.ok) throw new Error(`${userName} could not be registered: ${await answer.text()}`)
  return { userName, password }
}
