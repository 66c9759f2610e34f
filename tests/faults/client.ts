import { randomUUID } from 'node:crypto'
import { PASSWORD, type ProductProcess } from './processes.ts'

export type Caller = { readonly userId: string; readonly token: string }
export type Written = { readonly id: string; readonly version: number; readonly position: string }
/** `status` 0: no answer came. */
export type Answered<T = unknown> = {
  readonly status: number
  readonly data: T
  readonly code: string
  readonly text: string
  /** Cursor of the next page, where a list has more. */
  readonly next: string | null
}

type Where = Pick<ProductProcess, 'address'>

/** One call over HTTP. Never throws: a process may be gone. */
export async function call<T = Written>(
  { address }: Where,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  {
    body,
    caller,
    key,
    headers = {},
  }: {
    readonly body?: object
    readonly caller?: Caller
    readonly key?: string
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Promise<Answered<T>> {
  try {
    const response = await fetch(`${address}/api/${url}`, {
      method,
      headers: {
        'x-api-key': 'public',
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    const answer = text.startsWith('{')
      ? (JSON.parse(text) as { result: { data?: T; code?: string } })
      : null
    const { data = null, code = '' } = answer?.result ?? {}
    return {
      status: response.status,
      data: data as T,
      code,
      text,
      next: response.headers.get('x-next-cursor'),
    }
  } catch (error) {
    return { status: 0, data: null as T, code: '', text: String(error), next: null }
  }
}

/** A call that must succeed. */
export async function must<T = Written>(...args: Parameters<typeof call>): Promise<T> {
  const answer = await call<T>(...args)
  if (answer.status !== 200)
    throw new Error(`${args[1]} ${args[2]} answered ${answer.status}: ${answer.text}`)
  return answer.data
}

/** The demo account, which every fresh product has. */
export async function signIn(where: Where): Promise<Caller> {
  const { userId, accessToken } = await must<{ userId: string; accessToken: string }>(
    where,
    'POST',
    'users/authenticate',
    { body: { userName: 'demo', password: PASSWORD } },
  )
  return { userId, token: accessToken }
}

export const newKey = (): string => randomUUID()
