import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
const issued = async (business: Business) => {
  const bill = await business.bill(await business.client(), [LINE], { dueDate: day('2026-11-20') })
  await business.issue(bill)
  return bill
}
const booked = ({ user, profileId, get }: Business, bill: string) =>
  get<{ type: string; operation: string; amountTTC: number; reversed: boolean }[]>(
    `transaction/${user.userId}/all/${profileId}/${bill}`,
  )
const sums = async (business: Business, bill: string) =>
  (await booked(business, bill))
    .filter(({ reversed }) => !reversed)
    .map(({ type, operation, amountTTC }) => `${operation} ${type} ${amountTTC}`)
    .sort()
const turnover = async ({ user, profileId, get }: Business) =>
  (await get<{ receiptsHT: number }>(`turnover/${user.userId}/${profileId}/2026`)).receiptsHT
const vatOf = async ({ user, profileId, get }: Business) =>
  (
    await get<{ totalCollected: number }[]>(
      `vat/${user.userId}/${profileId}?from=${day('2026-10-01')}&to=${day('2026-12-31')}`,
    )
  ).reduce((sum, { totalCollected }) => sum + totalCollected, 0)

describe('a payment that is not the amount', () => {
  test('F35: leaves a rest that a bank fee, a discount or a loss closes', async () => {
    for (const [rest, state, transactions, receiptsHT] of [
      ['bankFee', 'paid', ['in invoice 1200', 'out bank_fees 0.5'], 1000],
      ['discount', 'paid', ['in invoice 1199.5'], 999.58],
      ['loss', 'paid', ['in invoice 1199.5'], 999.58],
    ] as const) {
      const business = await of.business()
      const bill = await issued(business)
      await business.pay(bill, { amount: 1199.5, rest })
      expect(await business.read(bill)).toMatchObject({ state, outstanding: 0 })
      await expect.poll(() => sums(business, bill)).toEqual(transactions)
      expect(await turnover(business)).toBe(receiptsHT)
    }
  })
  test('leaves a rest that is owed until it is ended by itself, and owed again after it', async () => {
    const business = await of.business()
    const { user, profileId, put, read } = business
    const bill = await issued(business)
    await business.pay(bill, { amount: 1199.5 })
    expect(await read(bill)).toMatchObject({ state: 'partlyPaid', outstanding: 0.5 })
    const path = `bill/${user.userId}/${profileId}/${bill}`
    await put(`${path}/settled`, { as: 'loss' })
    expect(await read(bill)).toMatchObject({
      state: 'paid',
      outstanding: 0,
      settlements: [{ as: 'loss', amount: 0.5 }],
    })
    const [settlement] = (await read(bill)).settlements as unknown as { id: string }[]
    await put(`${path}/unsettled`, { settlementId: settlement?.id })
    expect(await read(bill)).toMatchObject({ state: 'partlyPaid', outstanding: 0.5 })
  })
  test('is written off without any payment', async () => {
    const business = await of.business()
    const { user, profileId, put, read } = business
    const bill = await issued(business)
    await put(`bill/${user.userId}/${profileId}/${bill}/settled`, { as: 'loss' })
    expect(await read(bill)).toMatchObject({ state: 'writtenOff', outstanding: 0, paidAmount: 0 })
    expect(await turnover(business)).toBe(0)
  })
  test('is above it: the surplus is in the bank, no turnover, and goes back', async () => {
    const business = await of.business()
    const { user, profileId, put, read } = business
    const bill = await issued(business)
    await business.pay(bill, { amount: 1250 })
    expect(await read(bill)).toMatchObject({
      state: 'paid',
      paidAmount: 1250,
      outstanding: 0,
      toRefund: 50,
    })
    await expect.poll(() => sums(business, bill)).toEqual(['in invoice 1200', 'in overpayment 50'])
    expect(await turnover(business)).toBe(1000)
    await put(`bill/${user.userId}/${profileId}/${bill}/refunded`)
    expect(await read(bill)).toMatchObject({ toRefund: 0, refundedAmount: 50, outstanding: 0 })
    await expect
      .poll(() => sums(business, bill))
      .toEqual(['in invoice 1200', 'in overpayment 50', 'out overpayment 50'])
    expect(await turnover(business)).toBe(1000)
    await put(`bill/${user.userId}/${profileId}/${bill}/unrefunded`)
    await put(`bill/${user.userId}/${profileId}/${bill}/unpaid`)
    expect(await read(bill)).toMatchObject({ outstanding: 1200, toRefund: 0, paidAmount: 0 })
  })
  test('is lost on debits: its VAT is taken back on that day', async () => {
    const business = await of.business({ tvaTaxeType: 'debits' })
    const { user, profileId, put } = business
    const bill = await issued(business)
    const before = await vatOf(business)
    await put(`bill/${user.userId}/${profileId}/${bill}/settled`, { as: 'loss' })
    const after = await vatOf(business)
    expect([before, after]).toEqual([200, 0])
  })
})
