import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordOf, type Product, type SignedIn, startProduct } from '../kernel/start-product.ts'
import { client, invoice, profile } from './bodies.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const under = (key: string) => ({ 'idempotency-key': key })

let product: Product
let anna: SignedIn
let profileId: string
let clientId: string
beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna')
  profileId = (await product.data(anna, 'POST', `professionalInfo/${anna.userId}`, profile(NOW))).id
  clientId = (await product.data(anna, 'POST', `company/${anna.userId}`, client)).id
})
afterAll(() => product.stop())

const draft = async (): Promise<string> =>
  (await product.data(anna, 'POST', `bill/${anna.userId}`, invoice(profileId, clientId))).id
const bill = (id: string, act = '') => `bill/${anna.userId}/${profileId}/${id}${act}`
const codeOf = (answer: { json: () => unknown }) =>
  (answer.json() as { result: { code: string } }).result.code
const names = async (): Promise<readonly string[]> =>
  (await product.data<{ name: string }[]>(anna, 'GET', `company/${anna.userId}/all`)).map(
    ({ name }) => name,
  )

describe('one key', () => {
  test('on two bills issues both, each under its own number', async () => {
    const [one, other] = [await draft(), await draft()]
    await product.data(anna, 'PUT', bill(one, '/issue'), {}, under('issue'))
    const { position } = await product.data(anna, 'PUT', bill(other, '/issue'), {}, under('issue'))
    const refs = await Promise.all(
      [one, other].map(async (id) => {
        const answer = await product.as(anna, 'GET', bill(id), undefined, {
          'x-min-position': position,
        })
        return answer.json<{ result: { data: { ref: string } } }>().result.data.ref
      }),
    )
    expect(refs).toEqual(['2026-0001', '2026-0002'])
    const notes = [
      await product.data(anna, 'PUT', bill(one, '/credit-note'), {}, under('credit')),
      await product.data(anna, 'PUT', bill(other, '/credit-note'), {}, under('credit')),
    ]
    expect(new Set(notes.map(({ id }) => id)).size).toBe(2)
  })

  test('adds a record once, and answers the same the second time', async () => {
    const body = { name: 'Atelier Unique', kind: 'customer' }
    const first = await product.data(anna, 'POST', `company/${anna.userId}`, body, under('add'))
    const second = await product.data(
      anna,
      'POST',
      `company/${anna.userId}`,
      { kind: 'customer', name: body.name },
      under('add'),
    )
    expect(second).toEqual(first)
    expect((await names()).filter((name) => name === 'Atelier Unique')).toHaveLength(1)
  })

  test('pays a bill once', async () => {
    const id = await draft()
    await product.data(anna, 'PUT', bill(id, '/issue'), {})
    const pay = () => product.data(anna, 'PUT', bill(id, '/paid'), { amount: 10 }, under('pay'))
    expect(await pay()).toEqual(await pay())
    const paid = await product.data<{ paidAmount: number }>(anna, 'GET', bill(id))
    expect(paid.paidAmount).toBe(10)
  })

  test.each([
    ['with an id that the key makes', {}, {}],
    [
      'with ids in the bodies',
      { id: '01JD00000000000000000000A1' },
      { id: '01JD00000000000000000000A2' },
    ],
  ])('stands for one body, %s', async (how, one, other) => {
    const add = (name: string, id: object) =>
      product.as(
        anna,
        'POST',
        `company/${anna.userId}`,
        { name, kind: 'customer', ...id },
        under(how),
      )
    expect((await add(`First ${how}`, one)).statusCode).toBe(200)
    const second = await add(`Second ${how}`, other)
    expect([second.statusCode, codeOf(second)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await names()).not.toContain(`Second ${how}`)
  })

  test('that was refused takes the corrected body', async () => {
    const add = (name: string) =>
      product.as(
        anna,
        'POST',
        `company/${anna.userId}`,
        { name, kind: 'customer' },
        under('corrected'),
      )
    expect((await add('')).statusCode).toBe(400)
    expect((await add('Corrigé')).statusCode).toBe(200)
  })

  test('of 201 characters is refused', async () => {
    const answer = await product.as(
      anna,
      'POST',
      `company/${anna.userId}`,
      client,
      under('k'.repeat(201)),
    )
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'REQUEST_INVALID'])
  })
})

test('a key is known after a restart, by what its command wrote', async () => {
  const another = await startProduct({ now: () => NOW })
  const { dataDir } = another
  const bea = await another.freelancer('bea')
  const body = { name: 'Atelier', kind: 'customer' }
  const first = await another.data(bea, 'POST', `company/${bea.userId}`, body, under('kept'))
  await another.stop(true)
  const again = await startProduct({ now: () => NOW, dataDir })
  const bead = await again.signIn('bea', passwordOf('bea'))
  const url = `company/${bead.userId}`
  expect((await again.data(bead, 'POST', url, body, under('kept'))).id).toBe(first.id)
  const other = await again.as(bead, 'POST', url, { ...body, name: 'Autre' }, under('kept'))
  expect([other.statusCode, codeOf(other)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  await again.stop()
})

test('every write says in the OpenAPI document that it takes a key', async () => {
  type Operation = {
    readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  }
  const { paths } = (await product.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      const takes = parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key')
      expect(takes, `${method} ${path}`).toBe(method !== 'get')
    }
})
