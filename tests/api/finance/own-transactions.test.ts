import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoice, client, profile } from '#tests/api/bodies.ts'
import { type Product, type SignedIn, startProduct } from '../../kernel/start-product.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const NOW = Date.UTC(2026, 10, 20, 9)

let product: Product
let anna: SignedIn
let profileId: string
let now = NOW
beforeAll(async () => {
  product = await startProduct({ now: () => now })
  anna = await product.freelancer('anna')
  profileId = await made(`professionalInfo/${anna.userId}`, profile(NOW))
})
afterAll(() => product.stop())

let written = ''
/** Reads wait for what was written before. */
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const headers: Record<string, string> =
    method === 'GET' && written !== '' ? { 'x-min-position': written } : {}
  const answer = await product.as(anna, method, path, body, headers)
  const { result } = answer.json()
  written = result.data?.position ?? written
  return { status: answer.statusCode, ...result }
}
const made = async (path: string, body: object): Promise<string> =>
  (await ask('POST', path, body)).data.id
const rows = async () => (await ask('GET', `transaction/${anna.userId}/${profileId}/200`)).data
const row = async (id: string) =>
  (await ask('GET', `transaction/${anna.userId}/one/${profileId}/${id}`)).data
const purchase = (more: object = {}) => ({
  profileId,
  operation: 'out',
  type: 'purchase',
  label: 'Écran',
  expectedPaymentDate: day('2026-11-30'),
  amount: 100,
  rate: 20,
  ...more,
})
const add = (more: object = {}) => made(`transaction/${anna.userId}`, purchase(more))

describe('a transaction by hand', () => {
  test.each([
    ['what is without VAT', { amount: 100, rate: 20 }, [100, 20, 120]],
    ['the total', { amount: undefined, amountTTC: 120, rate: 20 }, [100, 20, 120]],
    ['the VAT', { amount: undefined, vat: 20, rate: 20 }, [100, 20, 120]],
    ['a total of odd cents', { amount: undefined, amountTTC: 9.99, rate: 5.5 }, [9.47, 0.52, 9.99]],
    ['no VAT', { rate: undefined }, [100, 0, 100]],
    ['two amounts, of which the rate follows', { rate: undefined, vat: 5.5 }, [100, 5.5, 105.5]],
    [
      'the VAT and the total',
      { amount: undefined, rate: undefined, vat: 2, amountTTC: 22 },
      [20, 2, 22],
    ],
    [
      'rows',
      {
        amount: undefined,
        details: [
          { rate: 20, base: 10 },
          { rate: 5.5, base: 10, amount: 0.56 },
        ],
      },
      [20, 2.56, 22.56],
    ],
  ])('is entered by %s, and the rest follows', async (_, sent, [amount, vat, amountTTC]) => {
    const { rate: __, amount: ___, ...other } = purchase()
    const id = await made(`transaction/${anna.userId}`, {
      ...other,
      amount: 100,
      rate: 20,
      ...sent,
    })
    expect(await row(id)).toMatchObject({
      amount,
      vat,
      amountTTC,
      operation: 'out',
      status: 'unpaid',
    })
  })

  test('is refused without an amount, naming the field', async () => {
    const { amount: _, ...none } = purchase()
    expect(await ask('POST', `transaction/${anna.userId}`, none)).toMatchObject({
      status: 422,
      code: 'TRANSACTION_AMOUNT_NEEDED',
      fields: [{ path: 'amount' }],
    })
  })

  test('is refused as paid on a day to come, naming the day; the same day is taken once it is there', async () => {
    const tomorrow = day('2026-11-21')
    const refused = {
      status: 422,
      code: 'TRANSACTION_PAID_LATER',
      fields: [{ path: 'paymentDate' }],
    }
    const path = `transaction/${anna.userId}`
    expect(
      await ask('POST', path, purchase({ status: 'paid', paymentDate: tomorrow })),
    ).toMatchObject(refused)
    const id = await add()
    expect(await ask('PUT', path, { id, status: 'paid', paymentDate: tomorrow })).toMatchObject(
      refused,
    )
    expect(await ask('PUT', `${path}/${id}/paid`, { paymentDate: tomorrow })).toMatchObject(refused)
    expect(
      await ask('PUT', `${path}/${id}/paid`, { paymentDate: day('2026-11-20') }),
    ).toMatchObject({ status: 200 })
  })

  test('is refused with what is not one’s own', async () => {
    const other = await product.freelancer('bea')
    const foreign = (
      await product.as(other, 'POST', `professionalInfo/${other.userId}`, profile(NOW))
    ).json().result.data.id
    expect(
      await ask('POST', `transaction/${anna.userId}`, purchase({ profileId: foreign })),
    ).toMatchObject({
      status: 422,
      fields: [{ path: 'profileId' }],
    })
    const id = await add()
    expect(
      (await product.as(other, 'PUT', `transaction/${other.userId}`, { id, label: 'x' }))
        .statusCode,
    ).toBe(404)
    expect(
      (await product.as(other, 'DELETE', `transaction/${other.userId}/${id}`)).statusCode,
    ).toBe(404)
    expect(
      (await product.as(other, 'PUT', `transaction/${other.userId}/${id}/paid`)).statusCode,
    ).toBe(404)
  })

  test('is changed, paid, collected, and all of it taken back', async () => {
    const id = await add()
    await ask('PUT', `transaction/${anna.userId}`, {
      id,
      label: 'Écran 27',
      amountTTC: 240,
      rate: 20,
    })
    expect(await row(id)).toMatchObject({
      label: 'Écran 27',
      amount: 200,
      vat: 40,
      group: 'expected',
      deductible: true,
    })
    expect(await ask('PUT', `transaction/${anna.userId}/${id}/collected`)).toMatchObject({
      status: 409,
      code: 'TRANSACTION_NOT_PAID',
    })
    await ask('PUT', `transaction/${anna.userId}/${id}/paid`, { paymentDate: day('2026-11-12') })
    await ask('PUT', `transaction/${anna.userId}/${id}/collected`)
    expect(await row(id)).toMatchObject({
      group: 'paid',
      paymentDate: day('2026-11-12'),
      cashed: true,
    })
    await ask('PUT', `transaction/${anna.userId}/${id}/unpaid`)
    expect(await row(id)).toMatchObject({
      group: 'expected',
      status: 'unpaid',
      paymentDate: 0,
      cashed: false,
    })
  })

  test('takes back what was read of it, with one value changed', async () => {
    const id = await add({ status: 'paid', paymentDate: day('2026-11-12'), expectedPaymentDate: 0 })
    const path = `transaction/${anna.userId}`
    const read = await row(id)
    expect(await ask('PUT', path, read)).toMatchObject({ status: 200, data: { version: 1 } })
    expect(await ask('PUT', path, { ...read, amountTTC: 240, label: 'Écran 27' })).toMatchObject({
      status: 200,
    })
    expect(await row(id)).toMatchObject({ amount: 200, vat: 40, amountTTC: 240, label: 'Écran 27' })
    const { version: _, ...again } = await row(id)
    await ask('PUT', path, { ...again, details: [{ rate: 10, base: 100, amount: 10 }] })
    expect(await row(id)).toMatchObject({ amount: 100, vat: 10, amountTTC: 110 })
    await ask('PUT', path, { ...again, details: (await row(id)).details, status: 'unpaid' })
    expect(await row(id)).toMatchObject({
      status: 'unpaid',
      paymentDate: 0,
      expectedPaymentDate: day('2026-11-12'),
    })
    expect(await ask('PUT', path, { ...read, colour: 1 })).toMatchObject({ status: 400 })
  })

  test('keeps its rate when its total alone is changed, and its total when its rate is', async () => {
    const id = await add({ rate: 10 })
    await ask('PUT', `transaction/${anna.userId}`, { id, amountTTC: 220 })
    expect(await row(id)).toMatchObject({ amount: 200, vat: 20, amountTTC: 220 })
    await ask('PUT', `transaction/${anna.userId}`, { id, rate: 20 })
    expect(await row(id)).toMatchObject({ amount: 183.33, vat: 36.67, amountTTC: 220 })
  })

  test.each([
    ['a purchase', {}, [false, true]],
    ['a purchase that is not deducted', { deductibleShare: 0 }, [false, false]],
    ['a service from the Union', { region: 'EU' }, [true, true]],
    ['a service from elsewhere, at no rate', { region: 'other', rate: 0 }, [true, true]],
    ['a salary', { type: 'salary', rate: 0 }, [false, false]],
    ['a sale', { operation: 'in', type: 'sale' }, [true, false]],
    ['a subscription that is sold', { operation: 'in', type: 'subscription' }, [true, false]],
    ['what a supplier gives back', { operation: 'in' }, [false, true]],
    ['what a client is given back', { type: 'refund' }, [true, false]],
  ])('tells on which side of the VAT it is: %s', async (_, more, [collected, deductible]) => {
    expect(await row(await add(more))).toMatchObject({ collected, deductible })
  })

  test('from abroad costs its price alone: the VAT is owed by the buyer', async () => {
    const path = `transaction/${anna.userId}`
    const details = [{ rate: 20, base: 200 }]
    const id = await made(
      path,
      purchase({ region: 'EU', amount: undefined, rate: undefined, details }),
    )
    expect(await row(id)).toMatchObject({
      amount: 200,
      vat: 0,
      amountTTC: 200,
      details: [{ rate: 20, base: 200 }],
    })
    await ask('PUT', path, { id, amountTTC: 90 })
    expect(await row(id)).toMatchObject({
      amount: 90,
      vat: 0,
      amountTTC: 90,
      details: [{ rate: 20, base: 90 }],
    })
    const sold = await add({ operation: 'in', type: 'sale', region: 'EU' })
    expect(await row(sold)).toMatchObject({ amount: 100, vat: 20, amountTTC: 120 })
  })

  test('keeps its amounts in a currency of other decimals', async () => {
    const id = await add()
    await ask('PUT', `transaction/${anna.userId}`, { id, currency: 'JPY' })
    expect(await row(id)).toMatchObject({ currency: 'JPY', amount: 100, vat: 20, amountTTC: 120 })
    const odd = await add({ amount: 10.55 })
    expect(
      await ask('PUT', `transaction/${anna.userId}`, { id: odd, currency: 'JPY' }),
    ).toMatchObject({
      status: 422,
      code: 'TRANSACTION_DECIMALS',
    })
  })

  test('that is paid without a day was paid today', async () => {
    const id = await add({ status: 'paid', expectedPaymentDate: 0 })
    expect(await row(id)).toMatchObject({ status: 'paid', paymentDate: day('2026-11-20') })
  })

  test('stands in no file of the log in plain', async () => {
    const id = await add({ label: 'Psychologue du travail', reference: 'Reçu de juin' })
    await ask('PUT', `transaction/${anna.userId}`, { id, label: 'Psychologue' })
    const files = readdirSync(product.dataDir).filter((name) => name.startsWith('events.sqlite'))
    const bytes = Buffer.concat(files.map((name) => readFileSync(path.join(product.dataDir, name))))
    expect(bytes.includes(id)).toBe(true)
    for (const text of ['Psychologue', 'Reçu de juin'])
      expect(bytes.includes(text), text).toBe(false)
    expect(await row(id)).toMatchObject({ label: 'Psychologue', reference: 'Reçu de juin' })
  })

  test('comes back after it was deleted', async () => {
    const id = await add({ label: 'Chaise' })
    await ask('DELETE', `transaction/${anna.userId}/${id}`)
    expect((await ask('GET', `transaction/${anna.userId}/one/${profileId}/${id}`)).status).toBe(404)
    await ask('PUT', `transaction/${anna.userId}/${id}/restore`)
    expect(await row(id)).toMatchObject({ label: 'Chaise', amountTTC: 120 })
  })

  test('falls due the day after it was expected, and stands first in the list', async () => {
    const id = await add({ label: 'Loyer', expectedPaymentDate: day('2026-11-20') })
    expect(await row(id)).toMatchObject({ group: 'expected' })
    now = Date.UTC(2026, 10, 21, 9)
    await expect.poll(async () => (await row(id)).group, { timeout: 15_000 }).toBe('unpaid')
    expect((await rows())[0]).toMatchObject({ id })
  })
})

describe('a bill that was issued', () => {
  test('is an income expected on its due day, less what is paid, and changed through the bill alone', async () => {
    const clientId = await made(`company/${anna.userId}`, client)
    const billId = await made(`bill/${anna.userId}`, invoice(profileId, clientId))
    await ask('PUT', `bill/${anna.userId}/${profileId}/${billId}/issue`, {})
    const bill = (await ask('GET', `bill/${anna.userId}/${profileId}/${billId}`)).data
    const expected = async () =>
      (await ask('GET', `transaction/${anna.userId}/all/${profileId}/${billId}`)).data.filter(
        ({ status, reversed }: { status: string; reversed: boolean }) =>
          status === 'unpaid' && !reversed,
      )
    await expect
      .poll(async () => (await expected())[0], { timeout: 15_000 })
      .toMatchObject({
        operation: 'in',
        type: 'invoice',
        group: 'expected',
        amountTTC: bill.totalTTC,
        reference: bill.ref,
        externalId: billId,
      })
    const [{ id }] = await expected()
    expect(await ask('PUT', `transaction/${anna.userId}/${id}/paid`)).toMatchObject({
      status: 409,
      code: 'TRANSACTION_OF_BILL',
    })
    const half = Math.floor(bill.totalTTC / 2)
    await ask('PUT', `bill/${anna.userId}/${profileId}/${billId}/paid`, { amount: half })
    await expect
      .poll(async () => (await expected())[0]?.amountTTC, { timeout: 15_000 })
      .toBe(Math.round((bill.totalTTC - half) * 100) / 100)
    await ask('PUT', `bill/${anna.userId}/${profileId}/${billId}/paid`, {})
    await expect.poll(async () => (await expected()).length, { timeout: 15_000 }).toBe(0)
    await ask('PUT', `bill/${anna.userId}/${profileId}/${billId}/unpaid`, {})
    const owed = (await ask('GET', `bill/${anna.userId}/${profileId}/${billId}`)).data.outstanding
    expect(owed).toBeGreaterThan(0)
    await expect.poll(async () => (await expected())[0]?.amountTTC, { timeout: 15_000 }).toBe(owed)
  })
})
