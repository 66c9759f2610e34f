import type { Address } from '#contract/kernel/contract.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { ApiProblem, type Reader, readVia } from './client.ts'
import { isOffline, noteOffline } from './offline.ts'

/**
 * Answers of reads, kept in this browser to be read again without a network. Each user has a cache,
 * which the sign-out empties; another user's sign-in empties it too.
 */
const CACHES = 'carnet.answers.'
const READER = 'carnet.reader'
/** When an answer was kept, and until when: the session's own end, or the days below. */
const KEPT_AT = 'x-kept-at'
const KEPT_UNTIL = 'x-kept-until'
/** @unit milliseconds */
const KEPT_MS = 7 * DAY_MS
const MOST_KEPT = 400

/**
 * Business that one looks up on the way, with the bank details of one's own profiles. Secrets,
 * sessions, mails, logs, exports and what administrators read are not among it.
 */
const READABLE =
  /^\/(?:users\/:userId\/me$|(?:dashboard|bill|quote|company|contact|project|timesheet|transaction|professionalInfo|personalInfo|offer|jobs|searchCriteria|event|task|taskTag|taskPriority|lane|product|charge|schedule|settings|notification|turnover|organism|subscription|search)\b)/
/** Mails, drafts of messages and bills of the subscription. */
const NOT_KEPT = /\/(?:mail|recipients|application|draft-message|invoices)(?:\/|$)/
const isReadable = ({ path }: Address): boolean => READABLE.test(path) && !NOT_KEPT.test(path)

/** The user whose answers are kept. */
let reader = ''
/** True once the session is over. A late answer is then not kept; the page is being left. */
let isOver = false

const storedReader = (): string => {
  try {
    return localStorage.getItem(READER) ?? ''
  } catch {
    return ''
  }
}

async function forgetOthers(userId: string): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(CACHES) && name !== CACHES + userId)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Empties what was kept of every user. */
async function forgetAll(): Promise<void> {
  isOver = true
  await forgetOthers('')
  localStorage.removeItem(READER)
}

/** Empties what may be kept no longer, also of a user who never came back. */
async function forgetOld(): Promise<void> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES)) continue
    const cache = await caches.open(name)
    for (const url of await cache.keys())
      if (!mayBeRead(await cache.match(url))) await cache.delete(url)
  }
}

const mayBeRead = (kept: Response | undefined): kept is Response =>
  Number(kept?.headers.get(KEPT_UNTIL)) >= Date.now()

async function keep(
  { userId, sessionEndsAt }: Reader,
  url: string,
  answer: Response,
): Promise<void> {
  if (isOver) return
  if (reader !== userId) {
    localStorage.setItem(READER, userId)
    reader = userId
    await forgetOthers(userId)
  }
  const now = Date.now()
  const headers = new Headers(answer.headers)
  headers.set(KEPT_AT, String(now))
  headers.set(KEPT_UNTIL, String(Math.min(now + KEPT_MS, sessionEndsAt)))
  const text = await answer.text()
  const cache = await caches.open(CACHES + userId)
  await cache.put(url, new Response(text, { headers }))
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(old)
  if (isOver) await forgetAll()
}

async function find(route: Address, urlFor: (userId: string) => string): Promise<Response | null> {
  const userId = storedReader()
  if (userId === '' || !isReadable(route)) return null
  const found = await caches.match(urlFor(userId), { cacheName: CACHES + userId, ignoreVary: true })
  if (!mayBeRead(found)) return null
  noteOffline(Number(found.headers.get(KEPT_AT)))
  return found
}

const isLost = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === 'NETWORK'

/** Keeps what is read from now on, and answers with it while there is no network. */
export function keepAnswers(): void {
  if (!('caches' in globalThis)) return
  readVia(async (route, urlFor, ask) => {
    try {
      const { answer, sent } = await ask()
      if (isOffline()) noteOffline(null)
      if (sent !== null && isReadable(route))
        void keep(sent, urlFor(sent.userId), answer.clone()).catch(() => undefined)
      return answer
    } catch (problem) {
      const found = isLost(problem) ? await find(route, urlFor).catch(() => null) : null
      if (found === null) throw problem
      return found
    }
  }, forgetAll)
  void forgetOld().catch(() => undefined)
}
