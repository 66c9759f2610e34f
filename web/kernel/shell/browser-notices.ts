import { notificationRoutes } from '#contract/planning/notifications.contract.ts'
import { call } from '#web/kernel/data/client.ts'

/**
 * Set while the user wants notices of this browser: the time of the newest notification that it has
 * shown.
 */
const KEY = 'carnet.notices'

/** Permission of this browser: `off` is not asked for, or asked no more. */
export type BrowserNotices = 'unknown' | 'denied' | 'off' | 'on'

const toldUntil = (): number => {
  try {
    return Number(localStorage.getItem(KEY) ?? 0)
  } catch {
    return 0
  }
}
const remember = (at: number): void => {
  try {
    if (at > 0) localStorage.setItem(KEY, String(at))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing is told: it could not be told once.
  }
}

export function browserNotices(): BrowserNotices {
  if (!('Notification' in globalThis)) return 'unknown'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && toldUntil() > 0 ? 'on' : 'off'
}

/** Asks the browser, which asks the user. Notifications from now on are told. */
export async function wantBrowserNotices(): Promise<BrowserNotices> {
  if ((await Notification.requestPermission()) === 'granted') remember(Date.now())
  return browserNotices()
}
export const stopBrowserNotices = (): void => remember(0)

/**
 * Shows the notifications since the last one in the browser. Among several tabs, one shows them.
 */
export async function tellByBrowser(): Promise<void> {
  const tell = async () => {
    if (browserNotices() !== 'on') return
    const since = toldUntil()
    const fresh = (await call(notificationRoutes.all)).filter(({ at, read }) => !read && at > since)
    remember(Math.max(since, ...fresh.map(({ at }) => at)))
    for (const { id, text } of fresh.slice(0, 5))
      new Notification('Carnet', { body: text, tag: id })
  }
  return 'locks' in navigator ? navigator.locks.request(KEY, tell) : tell()
}
