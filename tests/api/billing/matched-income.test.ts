import { afterAll, beforeAll, expect, test } from 'vitest'
import { client, dayOf, invoice, profile } from '../bodies.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const NOW = Date.UTC(2026, 10, 20, 9)

let product: Product
let anna: SignedIn
let bea: SignedIn
let profileId: string
let clientId: string
beforeAll(async () => {
  product = await startProduct({ now: () => NOW })
  anna = await product.freelancer('anna')
  bea = await product.freelancer('bea')
  profileId = (await product.data(anna, 'POST', `professionalInfo/${anna.userId}`, profile(NOW))).id
  clientId = (await product.data(anna, 'POST', `company/${anna.userId}`, client)).id
})
afterAll(() => product.stop())

type Listed = {
  readonly id: string
  readonly externalId: string
  readonly amountTTC: number
  readonly status: string
}
const incomes = (position: string) =>
  product.data<Listed[]>(anna, 'GET', `transaction/${anna.userId}/${profileId}/50`, undefined, {
    'x-min-position': position,
  })
const bill = (id: string, act = '') => `bill/${anna.userId}/${profileId}/${id}${act}`

/** A bill over 570.60 that was issued. */
async function issued(): Promise<string> {
  const { id } = await product.data(
    anna,
    'POST',
    `bill/${anna.userId}`,
    invoice(profileId, clientId),
  )
  await product.data(anna, 'PUT', bill(id, '/issue'), {})
  return id
}

/** An income that was entered by hand. */
const entered = (more: object = {}, who = anna) =>
  product.data(who, 'POST', `transaction/${who.userId}`, {
    profileId,
    operation: 'in',
    type: 'sale',
    label: 'VIR ATELIER BRUMAIRE',
    amountTTC: 570.6,
    rate: 20,
    status: 'paid',
    paymentDate: dayOf(NOW),
    ...more,
  })

test('an income by hand gives way to the payment that it was, and comes back with its reversal', async () => {
  const id = await issued()
  const income = await entered()
  const pay = () =>
    product.data<{ position: string; paymentId: string }>(
      anna,
      'PUT',
      bill(id, '/paid'),
      { transactionId: income.id },
      { 'idempotency-key': 'match' },
    )
  const paid = await pay()
  // The same request again finds its payment, though the income has given way.
  expect(await pay()).toEqual(paid)
  const after = await incomes(paid.position)
  expect(after.filter((row) => row.id === income.id)).toEqual([])
  expect(after.filter((row) => row.externalId === id)).toMatchObject([
    { amountTTC: 570.6, status: 'paid' },
  ])

  const back = await product.data(anna, 'PUT', bill(id, '/unpaid'), { paymentId: paid.paymentId })
  const again = await incomes(back.position)
  expect(again.filter((row) => row.id === income.id)).toMatchObject([
    { amountTTC: 570.6, status: 'paid' },
  ])
  expect(again.filter((row) => row.externalId === id && row.status === 'paid')).toEqual([])
})

test('an income of less than what is owed pays its part', async () => {
  const id = await issued()
  const { id: transactionId } = await entered({ amountTTC: 200 })
  const { position } = await product.data(anna, 'PUT', bill(id, '/paid'), { transactionId })
  const after = { 'x-min-position': position }
  expect(await product.data(anna, 'GET', bill(id), undefined, after)).toMatchObject({
    paidAmount: 200,
    outstanding: 370.6,
  })
})

test('what can’t be the payment is refused by its field, and nothing is paid', async () => {
  const id = await issued()
  const { id: known } = await entered()
  const { id: spent } = await entered({ operation: 'out', type: 'purchase' })
  const { id: unpaid } = await entered({
    status: 'unpaid',
    paymentDate: 0,
    expectedPaymentDate: dayOf(NOW),
  })
  const { id: beaProfile } = await product.data(
    bea,
    'POST',
    `professionalInfo/${bea.userId}`,
    profile(NOW),
  )
  const { id: foreign } = await entered({ profileId: beaProfile }, bea)
  for (const [body, path] of [
    [{ transactionId: '01JD0000000000000000000000' }, 'transactionId'],
    [{ transactionId: spent }, 'transactionId'],
    [{ transactionId: unpaid }, 'transactionId'],
    [{ transactionId: foreign }, 'transactionId'],
    [{ transactionId: known, amount: 100 }, 'amount'],
  ] as const) {
    const answer = await product.as(anna, 'PUT', bill(id, '/paid'), body)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json()).toMatchObject({ result: { fields: [{ path }] } })
  }
  expect(await product.data(anna, 'GET', bill(id))).toMatchObject({ paidAmount: 0 })
})
