import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApi } from '#api/records.ts'
import type { UserRoutesDeps } from '#api/identity/user-routes.ts'
import { serveUsers } from '#api/identity/users.ts'
import { FREELANCER_ROLE } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { readCsv } from '#tests/csv-reader.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'
import { as } from '../finance/books.ts'

const MANY = 430
const USERS = 60
const LIST = '/organism/user-1/all'

let server: ContextServer
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, commands) => {
      recordApi(api, commands.records)
      serveUsers(api, {} as UserRoutesDeps) // which only other routes need
    },
    {},
    () => ['perm_admin'],
  )
  for (let n = 0; n < MANY; n++)
    await server.ask('POST', '/organism/user-1', { name: `École ${n}` })
  for (let n = 0; n < USERS; n++) {
    const id = `01ARZ3NDEKTSV4RRFFQ69G${String(n).padStart(4, '0')}`
    const names = { firstName: n % 2 ? 'Élise' : 'Zoé', lastName: `N${String(n).padStart(2, '0')}` }
    const account = {
      userName: `u${n}`,
      mail: `u${n}@carnet.example`,
      roleIds: n < 5 ? [FREELANCER_ROLE] : [],
    }
    await server.handler.run(
      userDecider,
      id,
      { type: 'RegisterUser', ...account, ...names },
      as(id),
    )
  }
}, 60_000)
afterAll(() => server.stop())

describe('a list', () => {
  test('answers fifty rows when no number is asked for, and says how many there are', async () => {
    const { data, headers } = await server.ask('GET', LIST)
    expect(data).toHaveLength(50)
    expect(headers['x-total-count']).toBe(String(MANY))
    expect(headers['x-next-cursor']).toBeTypeOf('string')
  })
  test('answers two hundred at most', async () => {
    expect((await server.ask('GET', `${LIST}?limit=200`)).data).toHaveLength(200)
    expect(await server.ask('GET', `${LIST}?limit=201`)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    })
  })
  test('as CSV holds every row once, under one head, in the order of the list', async () => {
    const { text, headers } = await server.ask('GET', `${LIST}?limit=10`, undefined, {
      accept: 'text/csv',
    })
    const [, ...rows] = readCsv(text, ';').filter((row) => row.length > 1)
    const names = rows.map((row) => row.find((cell) => cell.startsWith('École')))
    expect(new Set(names).size).toBe(MANY)
    expect(rows).toHaveLength(MANY)
    expect(text.split('\ufeff')).toHaveLength(2)
    expect(headers['x-total-count']).toBe(String(MANY))
    expect(headers).not.toHaveProperty('x-next-cursor')
  })
  test('as CSV refuses what the list refuses, before it sends anything', async () => {
    const refused = await server.ask('GET', `${LIST}?sort=nothing`, undefined, {
      accept: 'text/csv',
    })
    expect(refused).toMatchObject({ status: 400, code: 'REQUEST_INVALID' })
  })
})

describe('the list of users', () => {
  const users = (query = '') =>
    server.ask('GET', `/users/01ARZ3NDEKTSV4RRFFQ69G0001${query}`, undefined, {
      authorization: 'Bearer 01ARZ3NDEKTSV4RRFFQ69G0001',
    })
  test('comes in pages by name, accents apart', async () => {
    const first = await users()
    expect(first.data).toHaveLength(50)
    expect(first.headers['x-total-count']).toBe(String(USERS))
    expect(first.data[0]).toMatchObject({ firstName: 'Élise', lastName: 'N01' })
    const second = await users(`?cursor=${String(first.headers['x-next-cursor'])}`)
    expect(second.data).toHaveLength(USERS - 50)
    expect(second.data.at(-1)).toMatchObject({ firstName: 'Zoé', lastName: 'N58' })
  })
  test('is sorted, and refuses an unknown field', async () => {
    expect((await users('?sort=-userName&limit=1')).data[0].userName).toBe('u9')
    expect((await users('?sort=picture')).status).toBe(400)
  })
  test('is narrowed by role, by state and by words', async () => {
    expect((await users(`?role=${FREELANCER_ROLE}`)).headers['x-total-count']).toBe('5')
    expect((await users('?state=disabled')).headers['x-total-count']).toBe('0')
    expect((await users('?q=elise n03')).data).toMatchObject([{ userName: 'u3' }])
  })
})
