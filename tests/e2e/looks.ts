import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from '@playwright/test'
import type { Language } from '#web/kernel/words/languages.ts'
import { TIME_ZONE } from './calendar.ts'
import { AHEAD_MS, moveDate } from './other-day.ts'
import { productUrl, type Reader, signedIn } from './sign-in.ts'

/** An answer of the API. */
type Body<T> = { readonly result: { readonly data?: T | null } }

/** Look of a page. Absent values are a new visitor's: French, light, wide. */
export type Look = {
  readonly language?: Language
  readonly theme?: 'dark'
  readonly density?: 'compact'
  readonly discreet?: boolean
  /** Below 768 it is a phone. @unit pixels */
  readonly width?: number
  /** A wide one with a screen for fingers: a tablet. */
  readonly touch?: boolean
  /** @unit pixels */
  readonly height?: number
  /** The picture's pixels to each of the page's. */
  readonly scale?: number
  /** The worker that answers without a network. */
  readonly worker?: 'allow' | 'block'
}

/**
 * A context of a reader with a look. Preferences of an account or browser change for this context
 * alone.
 */
export async function contextFor(
  browser: Browser,
  who: Reader | 'visitor',
  look: Look = {},
): Promise<BrowserContext> {
  const {
    language,
    theme,
    density,
    discreet,
    width = 1440,
    height = width < 768 ? 844 : 900,
  } = look
  const { touch = false, scale = 1, worker = 'block' } = look
  const options: BrowserContextOptions = {
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: language ?? 'fr-FR',
    colorScheme: theme ?? 'light',
    serviceWorkers: worker,
    ...(width < 768 ? { hasTouch: true, isMobile: true } : touch ? { hasTouch: true } : {}),
  }
  const context =
    who === 'visitor'
      ? await browser.newContext({ ...options, baseURL: productUrl(), timezoneId: TIME_ZONE })
      : await signedIn(browser, who, options)
  follow(context)
  if (AHEAD_MS > 0) await context.addInitScript(moveDate, AHEAD_MS)
  const remembered = {
    ...(language && { preferredLanguage: language }),
    ...(discreet && { isDiscreet: discreet }),
  }
  if (Object.keys(remembered).length > 0) {
    const remembering = (user: Body<{ params: object }>) => {
      if (user.result.data) user.result.data.params = { ...user.result.data.params, ...remembered }
      return user
    }
    await context.route(/\/users\/[^/]+\/me$/, async (route) => {
      const answer = await route.fetch()
      const user = (await answer.json()) as Body<{ params: object }>
      await route.fulfill({ response: answer, json: remembering(user) })
    })
    // A page begins with its user.
    await context.route(/\/session\/begin$/, async (route) => {
      const answer = await route.fetch()
      const begun = (await answer.json()) as Body<{ answers: { text: string }[] }>
      const [user] = begun.result.data?.answers ?? []
      if (user) user.text = JSON.stringify(remembering(JSON.parse(user.text)))
      await route.fulfill({ response: answer, json: begun })
    })
  }
  const kept = {
    ...(language && { language }),
    ...(theme && { theme }),
    ...(density && { density }),
    ...(discreet && { discreet }),
  }
  if (Object.keys(kept).length > 0)
    await context.addInitScript(
      (text) => localStorage.setItem('carnet.preferences', text),
      JSON.stringify(kept),
    )
  return context
}

/**
 * Requests of a context's pages that still wait. The stream of changes never ends, and is left out.
 */
const unanswered = new WeakMap<BrowserContext, Set<Request>>()

function follow(context: BrowserContext): void {
  const open = new Set<Request>()
  unanswered.set(context, open)
  context.on(
    'request',
    (request) => new URL(request.url()).pathname !== '/api/stream' && open.add(request),
  )
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
}

/** React 19 shows what was loaded lazily up to 300 ms after the last placeholder. */
const STILL_MS = 400
const SETTLES_WITHIN_MS = 20_000

/**
 * Waits until nothing is loading, moving or changing any more.
 *
 * @param stillMs for so long nothing has changed
 * @throws Error naming what does not come to rest
 */
export async function settled(page: Page, stillMs = STILL_MS): Promise<void> {
  const before = Date.now()
  let busy: readonly string[] = []
  // Old changes do not count as results of the last action.
  // a page that navigates starts counting again
  await page
    .evaluate(() => delete (window as typeof window & { changedAt?: number }).changedAt)
    .catch(() => {})
  while (Date.now() - before < SETTLES_WITHIN_MS) {
    // the page may go on to another meanwhile
    busy = await page.evaluate(stirring, stillMs).catch((error: unknown) => [String(error)])
    busy = [
      ...busy,
      ...[...(unanswered.get(page.context()) ?? [])].map(
        (request) => `${request.method()} ${request.url()}`,
      ),
    ]
    if (busy.length === 0) return
    await page.waitForTimeout(50)
  }
  throw new Error(`${page.url()} does not come to rest: ${busy.join(', ')}`)
}

/**
 * Runs in the page. Without a last change, the time is set to now, so that the first answer is
 * always "busy".
 */
function stirring(stillMs: number): string[] {
  const view = window as typeof window & { changedAt?: number; watched?: MutationObserver }
  if (view.watched === undefined) {
    view.watched = new MutationObserver(() => (view.changedAt = performance.now()))
    view.watched.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  }
  view.changedAt ??= performance.now()
  const moving = document
    .getAnimations()
    .filter(
      (one) =>
        one.playState === 'running' &&
        one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
  return [
    ...(performance.now() - view.changedAt < stillMs ? ['the document'] : []),
    ...(document.querySelector('h1') === null ? ['no title yet'] : []),
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...(document.querySelector('[aria-busy="true"]') === null ? [] : ['something is busy']),
    ...(moving.length === 0 ? [] : ['animations']),
  ]
}
