import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORDS } from '#tests/kernel/product-process.ts'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

/** D35: a client may send what it read. What only the server writes is ignored while it is unchanged. */

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
    .flatMap(({ path }) => lists.filter((list) => list.startsWith(`${path}/all`)).map((list) => ({ path, list })))
}

/** What is issued or sent cannot be changed any more. */
const CLOSED = ['issued', 'sent', 'accepted', 'declined', 'expired']

/** @returns null where the user may not read the list, or where it has nothing that can be changed */
async function sentBack(user: SignedIn, path: string, list: string, profileId: string) {
  const addressOf = (pattern: string) =>
    pattern.slice(1).replace(':userId', user.userId).replace(':profileId', profileId)
  const read = await product.as(user, 'GET', addressOf(list))
  if (read.statusCode !== 200) return null
  const rows = read.json<{ result: { data: readonly Row[] } }>().result.data
  const row = rows.find(({ status = '' }) => !CLOSED.includes(status))
  if (row === undefined) return null
  const { statusCode, body } = await product.as(user, 'PUT', addressOf(path), row)
  return statusCode === 200 ? 'taken' : body
}

test('a record of each kind is sent back as it was read', async () => {
  const { demo, admin } = users
  const [profile] = await product.data<readonly Row[]>(demo, 'GET', `professionalInfo/${demo.userId}/all`)
  const answers: Record<string, string> = {}
  for (const { path, list } of collections())
    for (const user of [demo, admin]) {
      const answer = await sentBack(user, path, list, profile?.id ?? '')
      if (answer !== null) answers[path] ??= answer
    }
  expect(Object.keys(answers).length).toBeGreaterThan(20)
  expect(Object.entries(answers).filter(([, answer]) => answer !== 'taken')).toEqual([])
}, 120_000)

test('one’s own user is sent back as it was read', async () => {
  const { demo } = users
  const me = await product.data(demo, 'GET', `users/${demo.userId}/me`)
  expect(await product.as(demo, 'PUT', `users/${demo.userId}`, me)).toMatchObject({ statusCode: 200 })
})
