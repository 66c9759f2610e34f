import { client, invoice, profile } from '#tests/api/bodies.ts'
import { ask, dataOf } from './server.ts'

export type Tenant = {
  readonly userId: string
  readonly profileId: string
  readonly clientId: string
  readonly token: string
  readonly call: Call
}
type Call = (method: string, url: string, body?: object) => ReturnType<typeof ask>

/** A new account with a business and a client. */
export async function register(port: number, userName: string): Promise<Tenant> {
  const publicly = (url: string, body: object) =>
    ask(port, 'POST', url, { 'x-api-key': 'public' }, JSON.stringify(body))
  const password = `lampe verte, ${userName} 26`
  const account = {
    userName,
    firstName: userName,
    lastName: 'Exemple',
    mail: `${userName}@carnet.example`,
    password,
  }
  dataOf(await publicly('/api/users/0/register', account))
  const { userId, accessToken } = dataOf<{ userId: string; accessToken: string }>(
    await publicly('/api/users/authenticate', { userName, password }),
  )
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
