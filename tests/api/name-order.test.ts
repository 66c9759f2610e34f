import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'
import { client, invoice, profile } from './bodies.ts'

const NAMES = ['Nuñez', 'Nunoz', 'Zèbre', 'أحمد', 'Œuvre', 'Oeuf']
const ORDERS = [
  ['fr', ['Nuñez', 'Nunoz', 'Oeuf', 'Œuvre', 'Zèbre', 'أحمد']],
  ['de', ['Nuñez', 'Nunoz', 'Oeuf', 'Œuvre', 'Zèbre', 'أحمد']],
  ['es', ['Nunoz', 'Nuñez', 'Oeuf', 'Œuvre', 'Zèbre', 'أحمد']],
  ['ar', ['أحمد', 'Nuñez', 'Nunoz', 'Oeuf', 'Œuvre', 'Zèbre']],
] as const

let product: Product
let user: SignedIn
let profileId: string
beforeAll(async () => {
  product = await startProduct()
  user = await product.freelancer('marion')
  profileId = (
    await product.data<{ id: string }>(
      user,
      'POST',
      `professionalInfo/${user.userId}`,
      profile(Date.now()),
    )
  ).id
  for (const name of NAMES) {
    const body = { ...client, name }
    const { id } = await product.data<{ id: string }>(user, 'POST', `company/${user.userId}`, body)
    await product.data(user, 'POST', `bill/${user.userId}`, invoice(profileId, id))
  }
})
afterAll(() => product.stop())

const listed = async <T>(path: string, language: string): Promise<readonly T[]> => {
  const answer = await product.as(user, 'GET', path, undefined, { 'accept-language': language })
  return answer.json<{ result: { data: T[] } }>().result.data
}

test.each(ORDERS)('clients stand in the order of the language %s', async (language, order) => {
  type Named = { readonly name: string }
  const path = `company/${user.userId}/all?sort=name`
  await expect
    .poll(async () => (await listed<Named>(path, language)).map(({ name }) => name))
    .toEqual(order)
  expect((await listed<Named>(path.replace('=', '=-'), language)).map(({ name }) => name)).toEqual(
    order.toReversed(),
  )
})

test.each(ORDERS)('bills by client stand in the order of %s', async (language, order) => {
  type Billed = { readonly client: string }
  const path = `bill/${user.userId}/all/${profileId}?sort=client`
  await expect
    .poll(async () => (await listed<Billed>(path, language)).map(({ client: name }) => name))
    .toEqual(order)
})
