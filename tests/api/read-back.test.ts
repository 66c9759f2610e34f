import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/** D35: a client may send a record as it was read. Unchanged fields of the server are ignored. */

let product: Product
let users: Readonly<Record<'demo' | 'admin', SignedIn>>
beforeAll(async () => {
  product = await startProduct({ sampleData: 'year' })
  users = { demo: await product.signIn('demo', PASSWORDS.demo), admin: await product.admin() }
}, 120_000)
afterAll(() => product?.stop())

type Row = { readonly id: string; readonly status?: string }

/** Collections that are changed as a whole by `PUT x/{userId}`, with the list that answers them. */
const collections = () => {
  const lists = product
    .routes()
    .flatMap(({ method, path }) =>
      method === 'GET' && /^\/\w+\/:userId\/all(\/:profileId)?$/.test(path) ? [path] : [],
    )
  return product
    .routes()
    .filter(({ method, path }) => method === 'PUT' && /^\/\w+\/:userId$/.test(path))
    .flatMap(({ path }) =>
      lists.filter((list) => list.startsWith(`${path}/all`)).map((list) => ({ path, list })),
    )
}

/** Issued and sent records cannot be changed any more. */
const CLOSED = ['issued', 'sent', 'accepted', 'declined', 'expired']

/**
 * @param changed what is not as it was read
 * @returns null where the user may not read the list, or where it has nothing that can be changed
 */
async function sentBack(
  user: SignedIn,
  path: string,
  list: string,
  profileId: string,
  changed: object = {},
) {
  const addressOf = (pattern: string) =>
    pattern.slice(1).replace(':userId', user.userId).replace(':profileId', profileId)
  const read = await product.as(user, 'GET', addressOf(list))
  if (read.statusCode !== 200) return null
  const rows = read.json<{ result: { data: readonly Row[] } }>().result.data
  const row = rows.find(({ status = '' }) => !CLOSED.includes(status))
  if (row === undefined) return null
  const { statusCode, body } = await product.as(user, 'PUT', addressOf(path), {
    ...row,
    ...changed,
  })
  return statusCode === 200 ? 'taken' : body
}

test('a record of each kind is sent back as it was read', async () => {
  const { demo, admin } = users
  const [profile] = await product.data<readonly Row[]>(
    demo,
    'GET',
    `professionalInfo/${demo.userId}/all`,
  )
  const answers: Record<string, string> = {}
  for (const { path, list } of collections())
    for (const user of [demo, admin]) {
      const answer = await sentBack(user, path, list, profile?.id ?? '')
      if (answer !== null) answers[path] ??= answer
    }
  expect(Object.keys(answers).length).toBeGreaterThan(20)
  expect(Object.entries(answers).filter(([, answer]) => answer !== 'taken')).toEqual([])
}, 120_000)

test('a record of each kind is refused when a field of the server is not as it was read, by its name', async () => {
  const { demo, admin } = users
  const [profile] = await product.data<readonly Row[]>(
    demo,
    'GET',
    `professionalInfo/${demo.userId}/all`,
  )
  const answers: Record<string, string> = {}
  const changed = { createdBy: 'Personne', lastModificationDate: 1 }
  for (const { path, list } of collections())
    for (const user of [demo, admin]) {
      const answer = await sentBack(user, path, list, profile?.id ?? '', changed)
      if (answer !== null && !answer.includes('SUBSCRIPTION_ENDED')) answers[path] ??= answer
    }
  expect(Object.keys(answers).length).toBeGreaterThan(20)
  const isRefused = (answer: string) =>
    answer !== 'taken' &&
    ['FIELD_READ_ONLY', '"path":"createdBy"', '"path":"lastModificationDate"'].every((part) =>
      answer.includes(part),
    )
  expect(Object.entries(answers).filter(([, answer]) => !isRefused(answer))).toEqual([])
}, 120_000)

test('one’s own user is sent back as it was read', async () => {
  const { demo } = users
  const me = await product.data(demo, 'GET', `users/${demo.userId}/me`)
  expect(await product.as(demo, 'PUT', `users/${demo.userId}`, me)).toMatchObject({
    statusCode: 200,
  })
  for (const [name, value] of [
    ['isFree', !Object(me).isFree],
    ['freePeriod', 999],
    ['permissions', ['perm_admin']],
    ['creationDate', 1],
    ['createdBy', 'Personne'],
  ] as const) {
    const answer = await product.as(demo, 'PUT', `users/${demo.userId}`, { ...me, [name]: value })
    expect([answer.statusCode, answer.json().result.fields?.[0]?.path], name).toEqual([422, name])
  }
})

test('a transaction and an event are refused alike', async () => {
  const { demo } = users
  const { userId } = demo
  const [profile] = await product.data<readonly Row[]>(
    demo,
    'GET',
    `professionalInfo/${userId}/all`,
  )
  const rows = await product.data<readonly (Row & { operation: string; externalId: string })[]>(
    demo,
    'POST',
    `transaction/${userId}/filters`,
    {
      profileId: profile?.id,
      quantity: 50,
      filters: { operation: { operator: 'eq', value: 'out' } },
    },
  )
  const transaction = rows.find(({ externalId }) => externalId === '')
  const at = Date.UTC(2026, 10, 2, 9)
  const { id, position } = await product.data(demo, 'POST', `event/${userId}`, {
    title: 'Point',
    start: at,
    end: at + 3_600_000,
  })
  const event = await product.data<Row>(demo, 'GET', `event/${userId}/${id}`, undefined, {
    'x-min-position': position,
  })
  for (const [path, row] of [
    ['transaction', transaction],
    ['event', event],
  ] as const) {
    const put = (changed: object) =>
      product.as(demo, 'PUT', `${path}/${userId}`, { ...row, ...changed })
    expect((await put({})).statusCode, path).toBe(200)
    const { version: _, ...unversioned } = { version: 0, ...row }
    const answer = await product.as(demo, 'PUT', `${path}/${userId}`, {
      ...unversioned,
      modifiedBy: 'Personne',
    })
    expect([
      answer.statusCode,
      answer.json().result.fields?.map((field: { path: string }) => field.path),
    ]).toEqual([422, expect.arrayContaining(['modifiedBy'])])
  }
})
