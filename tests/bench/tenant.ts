import { setTimeout as pause } from 'node:timers/promises'
import { client, invoice, profile } from '#tests/api/bodies.ts'
import { ask, dataOf, signIn } from './server.ts'

export type Tenant = {
  readonly userId: string
  readonly profileId: string
  readonly clientId: string
  readonly token: string
  readonly call: Call
}
type Call = (method: string, url: string, body?: object) => ReturnType<typeof ask>

/** The password of an account that `register` made. */
const passwordOf = (userName: string): string => `lampe verte, ${userName} 26`

/** A new account with a business and a client. */
export async function register(port: number, userName: string): Promise<Tenant> {
  const account = {
    userName,
    firstName: userName,
    lastName: 'Exemple',
    mail: `${userName}@carnet.example`,
    password: passwordOf(userName),
  }
  dataOf(
    await ask(
      port,
      'POST',
      '/api/users/0/register',
      { 'x-api-key': 'public' },
      JSON.stringify(account),
    ),
  )
  const { userId, token, call } = await callerOf(port, userName)
  const add = async (url: string, body: object) =>
    dataOf<{ id: string }>(await call('POST', url, body)).id
  const profileId = await add(`professionalInfo/${userId}`, profile(Date.now()))
  const clientId = await add(`company/${userId}`, client)
  return { userId, profileId, clientId, token, call }
}

async function callerOf(port: number, userName: string) {
  const { userId, accessToken: token } = await signIn(port, userName, passwordOf(userName))
  const headers = { authorization: `Bearer ${token}` }
  const call: Call = (method, url, body) =>
    ask(port, method, `/api/${url}`, headers, body && JSON.stringify(body))
  return { userId, token, call }
}

const PAUSE_MS = 1_000
/** The answer to a request that is sent again until the pace of its user lets it in. */
async function admitted(send: () => ReturnType<Call>): ReturnType<Call> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 429) return answer
    await pause(PAUSE_MS)
  }
}

/** A new session of an account that `register` made. */
export async function signedIn(port: number, userName: string): Promise<Tenant> {
  const caller = await callerOf(port, userName)
  const first = async (url: string): Promise<string> => {
    const [one] = dataOf<{ id: string }[]>(await admitted(() => caller.call('GET', url)))
    if (one === undefined) throw new Error(`${userName} has none of ${url}`)
    return one.id
  }
  const [profileId, clientId] = await Promise.all([
    first(`professionalInfo/${caller.userId}/all`),
    first(`company/${caller.userId}/all`),
  ])
  return { ...caller, profileId, clientId }
}

/** @returns its id */
export const draft = async ({ call, userId, profileId, clientId }: Tenant): Promise<string> =>
  dataOf<{ id: string }>(
    await admitted(() => call('POST', `bill/${userId}`, invoice(profileId, clientId))),
  ).id
