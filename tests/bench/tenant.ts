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
export const passwordOf = (userName: string): string => `lampe verte, ${userName} 26`

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
  const { userId, accessToken } = await signIn(port, userName, passwordOf(userName))
  const call: Call = (method, url, body) =>
    ask(
      port,
      method,
      `/api/${url}`,
      { authorization: `Bearer ${accessToken}` },
      body && JSON.stringify(body),
    )
  const add = async (url: string, body: object) =>
    dataOf<{ id: string }>(await call('POST', url, body)).id
  const profileId = await add(`professionalInfo/${userId}`, profile(Date.now()))
  const clientId = await add(`company/${userId}`, client)
  return { userId, profileId, clientId, token: accessToken, call }
}

/** @returns its id */
export const draft = async ({ call, userId, profileId, clientId }: Tenant): Promise<string> =>
  dataOf<{ id: string }>(await call('POST', `bill/${userId}`, invoice(profileId, clientId))).id
