import type { Address } from '#contract/kernel/contract.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { addressOf, ApiProblem, readVia } from './client.ts'
import { isOffline, noteOffline } from './offline.ts'

/**
 * Answers of reads, kept in this browser to be read again without a network. Each user has a cache,
 * which the sign-out empties; another user's sign-in empties it too.
 */
const CACHES = 'carnet.answers.'
const READER = 'carnet.reader'
/** When an answer was kept. */
const KEPT_AT = 'x-kept-at'
/** @unit milliseconds */
const KEPT_MS = 7 * DAY_MS
const MOST_KEPT = 400

/**
 * Business that one looks up on the way. Secrets, sessions, mails, logs, exports and what
 * administrators read are not among it.
 */
const READABLE =
  /^\/(?:users\/:userId\/me$|(?:dashboard|bill|quote|company|contact|project|timesheet|transaction|professionalInfo|personalInfo|offer|jobs|searchCriteria|event|task|taskTag|taskPriority|lane|product|charge|schedule|settings|notification|turnover|organism|subscription|search)\b)/

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
  localStorage.removeItem(READER)
  await forgetOthers('')
}

async function keep(userId: string, url: string, answer: Response): Promise<void> {
  if (isOver) return
  if (reader !== userId) {
    await forgetOthers(userId)
    reader = userId
    localStorage.setItem(READER, userId)
  }
  const headers = new Headers(answer.headers)
  headers.set(KEPT_AT, String(Date.now()))
  const text = await answer.text()
  const cache = await caches.open(CACHES + userId)
  await cache.put(url, new Response(text, { headers }))
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(old)
  if (isOver) await forgetAll()
}

async function find(route: Address, urlFor: (userId: string) => string): Promise<Response | null> {
  const userId = storedReader()
  if (userId === '' || !READABLE.test(route.path)) return null
  const found = await caches.match(urlFor(userId), { cacheName: CACHES + userId, ignoreVary: true })
  const keptAt = Number(found?.headers.get(KEPT_AT) ?? 0)
  if (found === undefined || Date.now() - keptAt > KEPT_MS) return null
  noteOffline(keptAt)
  return found
}

const isLost = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === 'NETWORK'

/** Keeps what is read from now on, and answers with it while there is no network. */
export function keepAnswers(): void {
  if (!('caches' in globalThis)) return
  readVia(async (route, urlFor, ask) => {
    try {
      const { answer, userId } = await ask()
      if (isOffline()) noteOffline(null)
      if (userId !== '' && READABLE.test(route.path))
        void keep(userId, urlFor(userId), answer.clone()).catch(() => undefined)
      return answer
    } catch (problem) {
      const found = isLost(problem) ? await find(route, urlFor).catch(() => null) : null
      if (found === null) throw problem
      return found
    }
  }, forgetAll)
}

/** Keeps who is signed in, who was asked for before this code was loaded. */
export function keepMe(me: Me): void {
  if (isOffline() || !('caches' in globalThis)) return
  const answer = Response.json({ result: { data: me } })
  void keep(me.id, addressOf(userRoutes.me, me.id), answer).catch(() => undefined)
}
