import type { z } from 'zod'
import { API, LARGEST_PAGE } from '#contract/kernel/api.values.ts'
import type { Address, Callable } from '#contract/kernel/contract.ts'
import { sessionRoutes } from '#contract/identity/session.contract.ts'
import type { Failure } from '#contract/kernel/answers.schemas.ts'
import { signInAddress } from './sign-in-address.ts'
import { type Progress, sendWithProgress } from './send-with-progress.ts'
import { viewedRole } from './viewed-role.ts'

/**
 * Any failure of a call. `status` is the HTTP status, 0 when no answer came (`NETWORK`, `TIMEOUT`).
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly fields: readonly { readonly path: string; readonly message: string }[]
  /** Id of the request for support; empty when the server gave none. */
  readonly requestId: string
  constructor(
    status: number,
    code: string,
    message: string,
    fields: ApiProblem['fields'] = [],
    requestId = '',
  ) {
    super(readable(message))
    this.status = status
    this.code = code
    this.fields = fields.map((field) => ({ ...field, message: readable(field.message) }))
    this.requestId = requestId
  }
}

/** The server groups digits with U+202F, which the page's font lacks (see `formats.ts`). */
const readable = (text: string) => text.replaceAll('\u202F', '\u00A0')

type InputPart<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }
/** `userId` is the signed-in user's own unless another is given. */
type OwnParams<T> = T extends { userId: unknown } ? Omit<T, 'userId'> & { userId?: string } : T
type Input<T extends z.ZodType | undefined> = z.input<NonNullable<T>>
/** A route without body, path parameters or query takes none. */
export type CallInput<R extends Callable> = InputPart<'params', OwnParams<Input<R['params']>>> &
  InputPart<'query', Input<R['query']>> &
  InputPart<'body', Input<R['body']>> &
  CallOptions
export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Sending a write twice with the same key runs it once; one is made when none is given. */
  readonly idempotencyKey?: string
}
/** The input may be left out when nothing in it is required. */
export type CallArguments<R extends Callable> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
export type Reply<R extends Callable> = Input<R['reply']>
type Granted = NonNullable<Reply<typeof sessionRoutes.begin>>

/** Values that an address can hold. */
type Plain = string | number | boolean | null | undefined
/** A call's input without its route's types. */
export type LooseInput = {
  params?: Record<string, Plain>
  query?: Record<string, Plain>
  body?: unknown
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  onProgress?: Progress
}

const JSON_ONLY = 'application/json'
/** @unit milliseconds */
const TIMEOUT_MS = 1_000_000
/** A token with less remaining validity is not used. */
const MARGIN_MS = 5_000

/** @unit epoch milliseconds */
type Token = {
  readonly accessToken: string
  readonly userId: string
  readonly expiresAt: number
  readonly sessionEndsAt: number
}
/** In memory only, so that a script cannot read it from storage. */
let token: Token | null = null
let refreshing: Promise<Token | null> | null = null
let position = ''
const signedOutListeners = new Set<() => void>()

/**
 * Called when the session ended by itself, here or in another tab. A user who signs out leaves the
 * page instead.
 */
export function onSignedOut(listener: () => void) {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

const leftListeners = new Set<() => void>()

/** Called before the page is left, because its user signed out in another tab. */
export function onSignedOutElsewhere(listener: () => void) {
  leftListeners.add(listener)
  return () => void leftListeners.delete(listener)
}

const unreadableListeners = new Set<(ids: readonly string[]) => void>()
/** Ids of lists that were read before there was a listener. */
const unheard: (readonly string[])[] = []

/** Called when a list left out records that could not be read. */
export function onUnreadable(listener: (ids: readonly string[]) => void) {
  unreadableListeners.add(listener)
  for (const ids of unheard.splice(0)) listener(ids)
  return () => void unreadableListeners.delete(listener)
}

function noteUnreadable(ids: readonly string[]) {
  if (unreadableListeners.size === 0) unheard.push(ids)
  for (const listener of unreadableListeners) listener(ids)
}

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('carnet.session')
if (tabs)
  tabs.onmessage = ({ data }) => {
    if (data === 'signing-out') {
      beginSignOut()
      setTimeout(leaveForGood, SIGN_OUT_MS)
    }
    // Signing in now would find the provider's session, which is just ending, and undo the
    // sign-out.
    if (data === 'signed-out') leaveForGood()
    if (data === 'ended') dropSession('silently')
  }

/** A page that is being left does not go to the sign-in. */
let leaving = false

/** Aborted once the user signs out, here or in another tab: nothing is read any more. */
const signingOut = new AbortController()
/** The tab that signs out may be closed before it says that it has. @unit milliseconds */
const SIGN_OUT_MS = 10_000
const never = (): Promise<never> => new Promise(() => {})

/** The end of a session is a change too: each tab would read again, without a session. */
function beginSignOut(): void {
  leaving = true
  signingOut.abort()
}

/** Leaves a page whose user signed out in another tab. */
function leaveForGood(): void {
  for (const listener of leftListeners) listener()
  void forget().catch(() => undefined)
  goFor('/')
}

/** The session ended, perhaps before a reader was there that keeps anything. */
let isOver = false

function dropSession(how: 'silently' | 'tell-other-tabs') {
  token = null
  if (leaving) return
  isOver = true
  void forget().catch(() => undefined)
  if (how === 'tell-other-tabs') tabs?.postMessage('ended')
  for (const listener of signedOutListeners) listener()
}

function goFor(url: string) {
  token = null
  leaving = true
  leave.to(url)
}

/** The static key of calls that need no sign-in, as the server wrote it into the page. */
const publicKey = () =>
  document.querySelector<HTMLMetaElement>('meta[name="carnet-key"]')?.content ?? 'public'

/** Leaving the page, in one place so that tests can watch it. */
export const leave = { to: (url: string) => window.location.assign(url) }

/** Mark of the address to which a sign-in leads back. */
const SIGNED_IN = '#signed-in'
const pageLanguage = () => document.documentElement.lang || 'fr'
const here = () => window.location.pathname + window.location.search

/** Goes to the sign-in page and comes back to where the user was. */
export const signIn = (screen?: 'ended') =>
  leave.to(
    signInAddress({
      returnTo: here() + SIGNED_IN,
      language: pageLanguage(),
      screen,
    }),
  )

/** Whether a sign-in has just led here, and no session has held since. */
export const cameFromSignIn = () => window.location.hash === SIGNED_IN

/** The session holds: the address loses the mark of the sign-in. */
export function signInHeld() {
  if (cameFromSignIn()) window.history.replaceState(window.history.state, '', here())
}

export async function signOut() {
  tabs?.postMessage('signing-out')
  beginSignOut()
  await forget().catch(() => undefined)
  const ended = await ofSession(sessionRoutes.signOut).then(
    (answer) => (answer.ok ? dataOf<Reply<typeof sessionRoutes.signOut>>(answer) : null),
    () => null,
  )
  tabs?.postMessage('signed-out')
  goFor(ended?.endSessionUrl ?? '/')
}

/**
 * The access token, renewed when it is about to expire. The refresh token behind the cookie is
 * valid once. One request therefore runs at a time in this tab, and one tab at a time in this
 * browser. @returns null when no user is signed in
 */
export async function accessToken(need: 'any' | 'renewed' = 'any'): Promise<Token | null> {
  if (signingOut.signal.aborted) return never()
  if (need === 'any' && token && token.expiresAt - Date.now() >= MARGIN_MS) return token
  refreshing ??= alone(renew).finally(() => {
    refreshing = null
  })
  return refreshing
}

const alone = <T>(act: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator
    ? navigator.locks.request('carnet.token', act)
    : act()

const renew = async (): Promise<Token | null> => hold(await granted(sessionRoutes.token))

/** Answer of a call of the session; null without a session. */
async function granted<R extends Callable>(route: R, body?: unknown): Promise<Reply<R> | null> {
  const answer = await ofSession(route, body)
  if (answer.status === 401) return null
  if (!answer.ok) throw await problemOf(answer)
  return dataOf<Reply<R>>(answer)
}

function hold(grant: Reply<typeof sessionRoutes.token> | null): Token | null {
  if (grant === null) return (token = null)
  const { accessToken, expiresIn, sessionEndsIn, userId } = grant
  const at = (seconds: number) => Date.now() + seconds * 1000
  const times = { expiresAt: at(expiresIn), sessionEndsAt: at(sessionEndsIn) }
  return (token = { accessToken, userId, ...times })
}

/** A call that uses the session's cookie instead of a token. */
const ofSession = ({ method, path }: Address, body?: unknown) =>
  send(`${API}${path}`, {
    method,
    headers: {
      'x-api-key': publicKey(),
      ...(body === undefined
        ? {}
        : { 'content-type': JSON_ONLY, 'accept-language': pageLanguage() }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })

/** The content of an answer's envelope, as its route types it. */
export const dataOf = async <T>(answer: Response): Promise<T> =>
  ((await answer.json()) as { result: { data: T } }).result.data

/** The signed-in user's id; empty before the first token and after the session. */
export const currentUserId = () => token?.userId ?? ''

/** A fetch whose failures are `ApiProblem`s. */
async function send(url: string, init: RequestInit, onProgress?: Progress): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const ends = [timeout, ...(init.signal ? [init.signal] : [])]
  if (init.method === 'GET') ends.push(signingOut.signal)
  const signal = AbortSignal.any(ends)
  try {
    if (onProgress) return await sendWithProgress(url, { ...init, signal }, onProgress)
    return await fetch(url, { credentials: 'same-origin', ...init, signal })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    if (ends.includes(signingOut.signal) && signingOut.signal.aborted) return never()
    throw new ApiProblem(0, timeout.aborted ? 'TIMEOUT' : 'NETWORK', String(cause))
  }
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  const failure = (await answer.json().catch(() => null)) as Failure | null
  const result = failure?.result
  return new ApiProblem(
    answer.status,
    result?.code ?? `HTTP_${answer.status}`,
    result?.message ?? '',
    result?.fields,
    result?.requestId ?? answer.headers.get('x-request-id') ?? '',
  )
}

function urlOf(route: Address, input: LooseInput, userId: string): string {
  const params: Record<string, Plain> = { userId, ...input.params }
  const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(params[key] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  return `${API}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Positions are decimal numbers of any length. */
const later = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length)

/** Remembers the position of this user's last write, so that every later read waits for it. */
export function sawPosition(seen: unknown) {
  if (typeof seen === 'string' && later(seen, position)) position = seen
}

/**
 * Writes whose outcome is not known, by what they say, with their keys. Sent again, each keeps its
 * key and so is done once.
 */
const unanswered = new Map<string, string>()
const REMEMBERED_WRITES = 100

/** 128 random bits. Not `randomUUID`, which a page on plain HTTP in one's own network has not. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** The same for a write that is sent again because no answer came. */
const keyOf = (write: string): string => unanswered.get(write) ?? newKey()

function remember(write: string, key: string, problem: unknown) {
  unanswered.delete(write)
  const isAnswered =
    problem === null ||
    (problem instanceof ApiProblem && problem.status > 0 && problem.status < 500)
  if (isAnswered) return
  unanswered.set(write, key)
  const [oldest] = unanswered.keys()
  if (unanswered.size > REMEMBERED_WRITES && oldest !== undefined) unanswered.delete(oldest)
}

/** A write under a key of its own: a retry after a lost answer is then no second payment. */
async function keyed(route: Address, input: LooseInput, accept: string): Promise<Response> {
  const body = input.body instanceof FormData ? null : JSON.stringify(input.body ?? null)
  const write = `${route.method} ${urlOf(route, input, 'me')} ${body}`
  const idempotencyKey = input.idempotencyKey ?? (body === null ? newKey() : keyOf(write))
  const attempt = ask(route, { ...input, idempotencyKey }, accept).then(({ answer }) => answer)
  if (body === null) return attempt
  try {
    const answer = await attempt
    remember(write, idempotencyKey, null)
    return answer
  } catch (problem) {
    remember(write, idempotencyKey, problem)
    throw problem
  }
}

type Asked = { readonly answer: Response; readonly sent: Reader | null }
/** User of a token, and when the session is over. @unit epoch milliseconds */
export type Reader = Pick<Token, 'userId' | 'sessionEndsAt'>
/** Reads by a request, or without a network by what was read before. */
type Read = (
  route: Address,
  urlFor: (userId: string) => string,
  ask: () => Promise<Asked>,
) => Promise<Response>
let read: Read | null = null
/** Forgets what a reader has kept of the user whose session is over. */
let forget: () => Promise<unknown> = async () => undefined
/** Lets each read of JSON go through a reader, which may answer in its place. */
export function readVia(reader: Read, forgetAll: () => Promise<unknown>): void {
  read = reader
  forget = forgetAll
  if (isOver) void forget().catch(() => undefined)
}
/**
 * One request with the token, a write under a key of its own.
 * @throws ApiProblem for a refusal, a failure or a lost connection
 */
export function request(route: Address, input: LooseInput, accept: string): Promise<Response> {
  if (route.method !== 'GET') return keyed(route, input, accept)
  const isKept = accept === JSON_ONLY && route.access !== 'public' && viewedRole() === null
  if (read === null || !isKept) return askOnce(route, input, accept).then(({ answer }) => answer)
  return read(
    route,
    (userId) => urlOf(route, input, userId),
    () => askOnce(route, input, accept),
  )
}

let begunAt = ''
/** Position of the log before the page's first answers; '' where none began it. */
export const pageBegunAt = (): string => begunAt

/** Answers of reads that came before the code that wants them, by address. */
const ahead = new Map<string, Promise<Asked | null>>()
/** Later, an answer is old: the screen was another one. @unit milliseconds */
const AHEAD_MS = 15_000

const aheadKey = (route: Address, input: LooseInput): string => urlOf(route, input, 'me')

function keepAhead(key: string, asked: Promise<Asked | null>): void {
  ahead.set(key, asked)
  setTimeout(() => ahead.delete(key), AHEAD_MS)
}

/**
 * Begins the page with one request: the token, the user, and what the opened page reads first. A
 * later call takes each answer, once. A failure is left to the later call.
 *
 * @param me the read of the user, which may be called before the answer is there
 * @returns JSON of the answers, the user's first
 */
export async function beginPage(
  me: Address,
  page: Input<(typeof sessionRoutes)['begin']['body']>,
): Promise<readonly string[]> {
  if (token !== null || refreshing !== null) return []
  let answers: Granted['answers'] = []
  const begun = alone(async () => {
    const grant = await granted(sessionRoutes.begin, page)
    answers = grant?.answers ?? []
    begunAt = grant?.position ?? ''
    return hold(grant)
  }).finally(() => {
    refreshing = null
  })
  refreshing = begun
  const own = aheadKey(me, {})
  const answerAt = async (at: string): Promise<Asked | null> => {
    const sent = await begun
    const found = answers.find(({ path }) => API + path === at)
    return found === undefined ? null : { answer: noted(answerOf(found)), sent }
  }
  keepAhead(
    own,
    answerAt(own).catch(() => null),
  )
  await begun
  for (const { path } of answers)
    if (API + path !== own) keepAhead(API + path, answerAt(API + path))
  return answers.map(({ text }) => text)
}

/** An answer whose JSON is there at once: a browser reads a body in turns of its own. */
const answerOf = ({ text, headers }: Granted['answers'][number]): Response =>
  Object.assign(new Response(text, { headers }), {
    json: async (): Promise<unknown> => JSON.parse(text),
  })

/** Notes records that a list left out. */
function noted(answer: Response): Response {
  const unreadable = answer.headers.get('x-unreadable')
  if (unreadable) noteUnreadable(unreadable.split(','))
  return answer
}

/** The answer that was asked for ahead, unless this user wrote meanwhile. */
async function takeAhead(route: Address, input: LooseInput, accept: string): Promise<Asked | null> {
  if (ahead.size === 0 || route.method !== 'GET' || accept !== JSON_ONLY) return null
  const key = aheadKey(route, input)
  const asked = ahead.get(key)
  ahead.delete(key)
  return position === '' ? (asked ?? null) : null
}

const askOnce = async (route: Address, input: LooseInput, accept: string): Promise<Asked> =>
  (await takeAhead(route, input, accept)) ?? ask(route, input, accept)

/**
 * One request with the token, which is renewed once if it is refused. @throws ApiProblem for every
 * failure
 */
async function ask(route: Address, input: LooseInput, accept: string): Promise<Asked> {
  const isPublic = route.access === 'public' || route.access === 'anyone'
  const attempt = async (bearer: Token | null) => {
    const headers = new Headers({
      accept,
      'accept-language': pageLanguage(),
    })
    if (bearer) headers.set('authorization', `Bearer ${bearer.accessToken}`)
    if (isPublic) headers.set('x-api-key', publicKey())
    else if (viewedRole() !== null) headers.set('x-view-as', viewedRole()?.id ?? '')
    if (route.method === 'GET' && position) headers.set('x-min-position', position)
    if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
    const isForm = input.body instanceof FormData
    if (input.body !== undefined && !isForm) headers.set('content-type', 'application/json')
    return send(
      urlOf(route, input, bearer?.userId ?? '0'),
      {
        method: route.method,
        headers,
        signal: input.signal ?? null,
        ...(input.body === undefined
          ? {}
          : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
      },
      input.onProgress,
    )
  }
  let current = isPublic ? null : await accessToken()
  if (!current && !isPublic) {
    dropSession('silently')
    throw new ApiProblem(401, 'SIGNED_OUT', '')
  }
  let answer = await attempt(current)
  if (answer.status === 401 && !isPublic) {
    // The server may have restarted, or the token was revoked: renew once, then the session is
    // over.
    current = await accessToken('renewed')
    if (current) answer = await attempt(current)
    if (!current || answer.status === 401) dropSession('tell-other-tabs')
  }
  if (!answer.ok) throw await problemOf(answer)
  return { answer: noted(answer), sent: current }
}

/**
 * Calls a contract's route. `:userId` is filled in from the session. @throws ApiProblem for every
 * failure, so that react-query's `error` has one type
 */
export const call = <R extends Callable>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<Reply<R>> => callWith(route, (input ?? {}) as CallInput<R>) // an absent input has no required part

/** `call` with a required input. */
export async function callWith<R extends Callable>(
  route: R,
  input: CallInput<R>,
): Promise<Reply<R>> {
  const answer = await request(route, input as LooseInput, JSON_ONLY)
  const data = await dataOf<Reply<R>>(answer)
  for (const one of [data].flat()) sawPosition((Object(one) as { position?: unknown }).position)
  return data
}

/**
 * The whole of a list: follows `x-next-cursor`, the largest page at a time. A freelancer's lists
 * are hundreds of rows; sorting, filters, groups and totals are then the browser's, and instant.
 */
export async function callAll<R extends Callable>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<Reply<R>> {
  const rows: unknown[] = []
  const params = (input ?? {}) as LooseInput
  // A route with `:count` has the size of its page in its path.
  const size = params.params?.['count'] === undefined ? { limit: LARGEST_PAGE } : {}
  let cursor: string | null | undefined
  do {
    const answer = await request(
      route,
      { ...params, query: { ...size, ...params.query, cursor } },
      JSON_ONLY,
    )
    rows.push(...(await dataOf<unknown[]>(answer)))
    cursor = answer.headers.get('x-next-cursor')
  } while (cursor)
  return rows as Reply<R>
}

/** One page of a list, the cursor of the next (null on the last), and the number of all rows. */
export async function callPage<R extends Callable>(
  route: R,
  input: CallInput<R>,
): Promise<{ rows: Reply<R>; next: string | null; total: number }> {
  const answer = await request(route, input as LooseInput, JSON_ONLY)
  const rows = await dataOf<Reply<R> & readonly unknown[]>(answer)
  // A list without pages says no total.
  const total = Number(answer.headers.get('x-total-count') ?? rows.length)
  return { rows, next: answer.headers.get('x-next-cursor'), total }
}
