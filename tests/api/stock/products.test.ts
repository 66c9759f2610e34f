import { afterAll, beforeAll, expect, test } from 'vitest'
import { productsApi } from '#api/stock/products.ts'
import { recordApi } from '#api/records.ts'
import { transactionsApi } from '#api/finance/transactions.ts'
import { professionalInfoApi } from '#api/profile/professional-infos.ts'
import { projections } from '#projections/all.ts'
import { profile } from '../bodies.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const SOLD_ON = day('2026-11-18')

let server: ContextServer
let profileId = ''
/** Users without the permission to add transactions. */
const sellers = new Set(['user-2'])
beforeAll(async () => {
  server = await startContext(
    projections,
    (api, commands) => {
      recordApi(api, commands.records)
      professionalInfoApi(api, commands.profile, { find: async () => [] })
      transactionsApi(api, commands.transactions)
      productsApi(api, commands.sales)
    },
    {},
    (userId) =>
      sellers.has(userId)
        ? ['perm_product_update', 'perm_product_add', 'perm_product_menu']
        : ['perm_admin'],
  )
  profileId = (await server.ask('POST', '/professionalInfo/user-1', profile(SOLD_ON))).data.id
})
afterAll(() => server.stop())

const add = async (user = 'user-1'): Promise<string> => {
  const body = { name: 'Clavier', purchasePrice: 45, shippingFees: 5, sellingPrice: 90 }
  return (await server.ask('POST', `/product/${user}`, body)).data.id
}
const sell = (id: string, more: object = {}, user = 'user-1') =>
  server.ask('PUT', `/product/${user}/${id}/sold`, {
    sellingPrice: 89,
    sellingDate: SOLD_ON,
    collectedPrice: 80,
    ...more,
  })
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
const products = async (): Promise<any[]> => (await server.ask('GET', '/product/user-1/all')).data
const one = async (id: string) => (await products()).find((row) => row.id === id)
const incomes = async () => (await server.ask('GET', `/transaction/user-1/${profileId}/50`)).data

test('a product that is changed to not sold by its own record loses its income too', async () => {
  const id = await add()
  await sell(id, { income: { profileId } })
  expect((await incomes()).map(({ label }: { label: string }) => label)).toEqual(['Clavier'])
  expect((await server.ask('PUT', '/product/user-1', { id, sold: false })).status).toBe(200)
  expect(await incomes()).toEqual([])
})

test('a sale is told in one step, with its income as it was collected; taking it back takes both back', async () => {
  const id = await add()
  const { status } = await sell(id, { income: { profileId, rate: 20 } })
  expect(status).toBe(200)
  expect(await one(id)).toMatchObject({
    sold: true,
    sellingPrice: 89,
    sellingDate: SOLD_ON,
    collectedPrice: 80,
  })
  const [income] = await incomes()
  expect(income).toMatchObject({
    operation: 'in',
    type: 'sale',
    label: 'Clavier',
    status: 'paid',
    paymentDate: SOLD_ON,
    nature: 'goods',
    amountTTC: 80,
    amount: 66.67,
    vat: 13.33,
  })

  expect((await server.ask('PUT', `/product/user-1/${id}/unsold`)).status).toBe(200)
  expect(await one(id)).toMatchObject({
    sold: false,
    sellingPrice: 89,
    sellingDate: 0,
    collectedPrice: 0,
  })
  expect(await incomes()).toEqual([])

  // Sold again, the same income comes back with other amounts.
  await sell(id, { collectedPrice: 0, income: { profileId, rate: 0 } })
  const again = await incomes()
  expect(again).toHaveLength(1)
  expect(again[0]).toMatchObject({
    id: income.id,
    status: 'unpaid',
    expectedPaymentDate: SOLD_ON,
    amountTTC: 89,
  })
  await server.ask('PUT', `/product/user-1/${id}/unsold`)
})

test('without an income the books stay as they are', async () => {
  const id = await add()
  expect((await sell(id)).status).toBe(200)
  expect((await one(id)).sold).toBe(true)
  expect(await incomes()).toEqual([])
})

test('a sale whose income is refused is no sale', async () => {
  const id = await add()
  const { status } = await sell(id, { income: { profileId: '01JD0000000000000000000099' } })
  expect(status).toBe(422)
  expect(await one(id)).toMatchObject({
    sold: false,
    sellingPrice: 90,
    sellingDate: 0,
    collectedPrice: 0,
  })
})

test.each([
  ['on a day to come', { sellingDate: day('2026-11-21') }, 422],
  ['of an earlier version', { version: 7 }, 412],
])('a sale %s is refused', async (_, more, status) => {
  const id = await add()
  expect((await sell(id, more)).status).toBe(status)
  expect((await one(id)).sold).toBe(false)
})

test('a product of another user is not there, and an income needs the permission to add transactions', async () => {
  const id = await add()
  expect((await sell(id, {}, 'user-2')).status).toBe(404)
  const own = await add('user-2')
  const refused = await sell(own, { income: { profileId } }, 'user-2')
  expect([refused.status, refused.code]).toEqual([403, 'FORBIDDEN'])
})

test('sales of a year are counted by month', async () => {
  const before = (await server.ask('GET', '/product/user-1/statistics/2025')).data
  expect(before).toEqual([])
  const id = await add()
  await sell(id, { sellingDate: day('2025-03-31'), sellingPrice: 100, collectedPrice: 60 })
  const [euro] = (await server.ask('GET', '/product/user-1/statistics/2025')).data
  expect(euro.currency).toBe('EUR')
  expect(euro.months).toHaveLength(12)
  expect(euro.months[2]).toEqual({
    month: 3,
    count: 1,
    sellingPrice: 100,
    collectedPrice: 60,
    costPrice: 50,
    margin: 50,
  })
  expect(euro.months[3]).toMatchObject({ month: 4, count: 0, margin: 0 })
})
