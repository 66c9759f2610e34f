import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
beforeAll(async () => {
  of = await businesses()
})
afterAll(() => of.stop())

type Business = Awaited<ReturnType<typeof of.business>>
const deposit = async (business: Business, client: string, more: object = {}) => {
  const bill = await business.bill(client, [{ ...LINE, unitPrice: 300 }], {
    type: 'deposit',
    ...more,
  })
  await business.issue(bill)
  return bill
}
const expectRead = (business: Business, bill: string) =>
  expect.poll(() => business.read(bill).catch(() => null))
const asked = async (business: Business, bill: string) =>
  (await business.checklist(bill)).filter(({ asks }) => asks).map(({ code }) => code)

describe('a deposit', () => {
  test('that was paid is deducted when its client is billed', async () => {
    const business = await of.business()
    const client = await business.client()
    await business.pay(await deposit(business, client))
    const bill = await business.bill(client, [LINE])
    await expectRead(business, bill).toMatchObject({ prepaidAmount: 360, totalTTC: 840 })
    expect(await asked(business, bill)).not.toContain('BILL_NEEDS_OPEN_DEPOSITS')
  })
  test('that is left out by choice, or is not paid, is asked about', async () => {
    const business = await of.business()
    const client = await business.client()
    const unpaid = await deposit(business, client)
    const before = await business.bill(client, [LINE])
    await expectRead(business, before).toMatchObject({ prepaidAmount: 0 })
    expect(await asked(business, before)).toContain('BILL_NEEDS_OPEN_DEPOSITS')
    await business.pay(unpaid)
    const chosen = await business.bill(client, [LINE], { deposits: [] })
    await expectRead(business, chosen).toMatchObject({ prepaidAmount: 0 })
    expect(await asked(business, chosen)).toContain('BILL_NEEDS_OPEN_DEPOSITS')
  })
  test('above the bill stays for another one', async () => {
    const business = await of.business()
    const client = await business.client()
    await business.pay(await deposit(business, client))
    const small = await business.bill(client, [{ ...LINE, unitPrice: 299.99 }])
    await expectRead(business, small).toMatchObject({ prepaidAmount: 0 })
    const same = await business.bill(client, [{ ...LINE, unitPrice: 300 }])
    await expectRead(business, same).toMatchObject({ prepaidAmount: 360, totalTTC: 0 })
  })
})

describe('a contract', () => {
  test('has its rest told when a bill is above it', async () => {
    const business = await of.business()
    const client = await business.client()
    const projectId = await business.add('project', {
      profileId: business.profileId,
      clientId: client,
      isBillable: true,
      title: 'Refonte',
      priceMode: 'fixed',
      priceHT: 1000,
      startDate: Date.UTC(2026, 9, 1),
      currency: 'EUR',
      tva: 20,
    })
    await business.pay(await deposit(business, client, { projectId }))
    const codes = async (unitPrice: number) =>
      asked(business, await business.bill(client, [{ ...LINE, unitPrice }], { projectId }))
    // 300 of 1 000 are billed by the deposit, which the bill deducts.
    expect(await codes(1000)).not.toContain('BILL_NEEDS_CONTRACT_LEFT')
    expect(await codes(1000.01)).toContain('BILL_NEEDS_CONTRACT_LEFT')
  })
})
