import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { supportApi } from '#api/support/requests.ts'
import { userDecider } from '#domain/identity/user.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { MESSAGE_MAX } from '#domain/support/request.values.ts'
import { users } from '#projections/identity/users.ts'
import { supportRequests } from '#projections/support/requests.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const ADMIN = { authorization: 'Bearer admin' }
let server: ContextServer
beforeEach(async () => {
  server = await startContext(
    [users, supportRequests],
    (api, commands) => {
      supportApi(api, commands.support)
    },
    {},
    (userId) => (userId === 'admin' ? ['perm_admin'] : freelancerPermissions()),
  )
})
afterEach(() => server.stop())

const question = { subject: 'Relevé', message: 'Dans quel format ?' }
const ask = async (body: object = question): Promise<string> =>
  (await server.ask('POST', '/support/user-1', body)).data.id
const asAdmin = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.ask(method, `/support/admin${path}`, body, ADMIN)
const mine = async () => (await server.ask('GET', '/support/user-1/mine')).data

describe('a request', () => {
  test('is answered by an administrator, then by the user, and treated', async () => {
    const id = await ask()
    expect((await asAdmin('POST', `/${id}/answer`, { message: 'En CSV.' })).status).toBe(200)
    await server.ask('POST', `/support/user-1/${id}/answer`, { message: 'Merci !' })
    await asAdmin('PUT', `/${id}/treated`)
    expect(await mine()).toMatchObject([
      {
        ...question,
        id,
        treated: true,
        answers: [
          { side: 'support', message: 'En CSV.' },
          { side: 'user', message: 'Merci !' },
        ],
      },
    ])
  })

  test('is open again when its user writes, and stays treated when the support does', async () => {
    const id = await ask()
    await asAdmin('PUT', `/${id}/treated`, { treated: true })
    await asAdmin('POST', `/${id}/answer`, { message: 'Un complément.' })
    expect((await mine())[0].treated).toBe(true)
    await server.ask('POST', `/support/user-1/${id}/answer`, { message: 'Cela ne marche pas.' })
    expect((await mine())[0].treated).toBe(false)
  })

  test(`takes ${MESSAGE_MAX} characters and no more, and names the field`, async () => {
    expect(
      (
        await server.ask('POST', '/support/user-1', {
          ...question,
          message: 'x'.repeat(MESSAGE_MAX),
        })
      ).status,
    ).toBe(200)
    const refused = await server.ask('POST', '/support/user-1', {
      ...question,
      message: 'x'.repeat(MESSAGE_MAX + 1),
    })
    expect([refused.status, refused.fields.map(({ path }) => path)]).toEqual([400, ['message']])
    const empty = await server.ask('POST', '/support/user-1', { subject: '', message: 'Bonjour' })
    expect([empty.status, empty.fields.map(({ path }) => path)]).toEqual([400, ['subject']])
  })
})

describe('requests of all users', () => {
  test('are listed, counted and narrowed for administrators alone', async () => {
    const id = await ask()
    await server.ask('POST', '/support/user-2', { subject: 'Facture', message: 'Elle manque.' })
    await asAdmin('PUT', `/${id}/treated`)
    expect((await asAdmin('GET', '/counts')).data).toEqual({ treated: 1, waiting: 1 })
    expect((await asAdmin('GET', '/all?treated=false')).data).toMatchObject([
      { userId: 'user-2', subject: 'Facture' },
    ])
    expect((await asAdmin('GET', '/all?q=releve')).data).toMatchObject([
      { userId: 'user-1', subject: 'Relevé' },
    ])
    for (const path of ['/all', '/counts'])
      expect((await server.ask('GET', `/support/user-1${path}`)).status).toBe(403)
  })

  test('stay, without the name, when their user is removed', async () => {
    const anna = {
      userName: 'anna',
      firstName: 'Anna',
      lastName: 'Exemple',
      mail: 'a@example.org',
      roleIds: [],
    }
    const meta = (commandId: string) =>
      ({ commandId, owner: 'user-1', actor: { kind: 'system', id: 'test' } }) as const
    await server.handler.run(userDecider, 'user-1', { type: 'RegisterUser', ...anna }, meta('anna'))
    await ask()
    expect((await asAdmin('GET', '/all')).data).toMatchObject([{ user: 'Anna Exemple' }])
    await server.handler.run(userDecider, 'user-1', { type: 'RemoveUser' }, meta('gone'))
    expect((await asAdmin('GET', '/all')).data).toMatchObject([{ userId: 'user-1', user: '' }])
  })

  test('are nobody’s else: another user neither reads, answers nor treats one', async () => {
    const id = await ask()
    expect((await server.ask('GET', '/support/user-2/mine')).data).toEqual([])
    expect(
      (await server.ask('POST', `/support/user-2/${id}/answer`, { message: 'Moi aussi' })).status,
    ).toBe(404)
    expect((await server.ask('PUT', `/support/user-2/${id}/treated`)).status).toBe(403)
    expect((await mine())[0]).toMatchObject({ treated: false, answers: [] })
  })
})
