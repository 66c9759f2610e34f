import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfiguration } from '#api/kernel/configuration.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { PASSWORDS } from './product-process.ts'
import { type Running, start, type StartOptions } from '../../main.ts'

/** The password of an account that `freelancer` registers. */
export const passwordOf = (userName: string): string => `lampe verte, ${userName} 26`

export type SignedIn = { readonly userId: string; readonly token: string }
export type Product = Awaited<ReturnType<typeof startProduct>>

/** The whole product, embedded, on an empty data directory and a free port. */
export async function startProduct(
  options: {
    dataDir?: string
    environment?: Readonly<Record<string, string>>
    now?: () => number
  } & Pick<StartOptions, 'logger' | 'serve' | 'sampleData'> = {},
) {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'carnet-'))
  const configuration = readConfiguration({
    PORT: '0',
    // A test's user sends in a second what another sends in a day.
    RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: PASSWORDS.admin,
    DEMO_PASSWORD: PASSWORDS.demo,
    // A freelancer of a test is there at once, also with a mail server.
    SIGN_UP: 'open',
    ...options.environment,
  })
  const running: Running = await start(configuration, {
    logger: options.logger ?? silentLog,
    sampleData: options.sampleData ?? 'none',
    // The least that argon2 takes: a test guesses no password.
    passwordCost: { memory: 8, passes: 1, parallelism: 1 },
    ...(options.serve && { serve: options.serve }),
    ...(options.now === undefined ? {} : { clock: { now: options.now } }),
  })
  const { app } = running

  async function signIn(userName: string, password: string): Promise<SignedIn> {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/users/authenticate',
      headers: { 'x-api-key': 'public' },
      payload: { userName, password },
    })
    if (answer.statusCode !== 200) throw new Error(`${userName} could not sign in: ${answer.body}`)
    const { accessToken, userId } = answer.json<{
      result: { data: { accessToken: string; userId: string } }
    }>().result.data
    return { userId, token: accessToken }
  }

  /** A call as a signed-in user; the whole answer. */
  const as = (
    { token }: SignedIn,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    app.inject({
      method,
      url: `/api/${url}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })

  /** `result.data` of a call that must succeed. */
  async function data<T = { id: string; version: number; position: string }>(
    ...call: Parameters<typeof as>
  ): Promise<T> {
    const answer = await as(...call)
    if (answer.statusCode !== 200)
      throw new Error(`${call[1]} ${call[2]} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<{ result: { data: T } }>().result.data
  }

  const admin = () => signIn('admin', PASSWORDS.admin)

  /**
   * A freelancer who has just registered; with `permissions`, under a role that holds just these.
   */
  async function freelancer(
    userName: string,
    { permissions }: { permissions?: readonly string[] } = {},
  ): Promise<SignedIn> {
    const registered = await app.inject({
      method: 'POST',
      url: '/api/users/0/register',
      headers: { 'x-api-key': 'public' },
      payload: {
        userName,
        firstName: userName,
        lastName: 'Exemple',
        mail: `${userName}@carnet.example`,
        password: passwordOf(userName),
      },
    })
    if (registered.statusCode !== 200)
      throw new Error(`${userName} could not register: ${registered.body}`)
    const user = await signIn(userName, passwordOf(userName))
    if (permissions !== undefined) {
      const root = await admin()
      const role = await data(root, 'POST', `role/${root.userId}`, {
        name: `Only ${userName}`,
        permissions,
      })
      const given = await data(root, 'PUT', `users/${root.userId}/userRole`, {
        id: user.userId,
        roleIds: [role.id],
      })
      await as(user, 'GET', `users/${user.userId}/me`, undefined, {
        'x-min-position': given.position,
      })
    }
    return user
  }

  return {
    app,
    address: running.address,
    dataDir,
    routes: (): readonly Route[] => app.contract,
    signIn,
    admin,
    freelancer,
    as,
    data,
    /** @param keep leaves the data for another start */
    async stop(keep = false) {
      await running.stop()
      if (!keep && options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
