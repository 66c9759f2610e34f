import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTurns } from '#api/kernel/turns.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

/** Turns of the event loop, and the calls that each of them begins. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn()
  await Promise.resolve().then(() => undefined)
}

/** Calls that began, and the end of each. */
function line(limits: { atOnce: number; waiting: number }) {
  const requests = createTurns(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = async (user: string, name: string) => {
    ends.set(name, await requests.take(user))
    begun.push(name)
  }
  return { begun, ask, end: async (name: string) => (ends.get(name)?.(), await turns(2)) }
}

test('few requests of a user are worked on at once; another user does not wait for them', async () => {
  const { begun, ask, end } = line({ atOnce: 2, waiting: 10 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('anna', name)
  void ask('bea', 'b1')
  await turns(3)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a turn of the event loop begins one request, and users alternate', async () => {
  const { begun, ask } = line({ atOnce: 6, waiting: 10 })
  for (const name of ['a1', 'a2', 'a3']) void ask('anna', name)
  void ask('bea', 'b1')
  await turns(0)
  expect(begun).toEqual(['a1'])
  await turns(1)
  expect(begun).toEqual(['a1', 'a2'])
  await turns(1)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await turns(1)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('what no longer fits in the line is refused', async () => {
  const { ask, end } = line({ atOnce: 1, waiting: 1 })
  await ask('anna', 'a1')
  const second = ask('anna', 'a2')
  await expect(ask('anna', 'a3')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await end('a1')
  await expect(second).resolves.toBeUndefined()
})

let product: Product
let anna: SignedIn
beforeAll(async () => {
  product = await startProduct({ environment: { RATE_LIMIT: 'on' } })
  anna = await product.freelancer('anna')
})
afterAll(() => product.stop())

test('forty requests at once of one user are all answered, and so are forty more', async () => {
  const forty = async () => {
    const read = () => product.as(anna, 'GET', `company/${anna.userId}/all`)
    const answers = await Promise.all(Array.from({ length: 40 }, read))
    return new Set(answers.map(({ statusCode }) => statusCode))
  }
  expect(await forty()).toEqual(new Set([200]))
  expect(await forty()).toEqual(new Set([200]))
})

test('a body above a user’s limit is refused unread', async () => {
  const send = (payload: string) =>
    product.app.inject({
      method: 'PUT',
      url: `/api/professionalInfo/${anna.userId}/logo`,
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
      payload,
    })
  expect((await send('{')).statusCode).toBe(400)
  await Promise.all(Array.from({ length: 40 }, () => send('{}')))
  expect((await send('{')).statusCode).toBe(429)
})
