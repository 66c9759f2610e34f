import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { businesses, day, LINE } from './business.ts'

let of: Awaited<ReturnType<typeof businesses>>
let shop: Awaited<ReturnType<typeof of.business>>
let client: string
beforeAll(async () => {
  of = await businesses()
  shop = await of.business()
  client = await shop.client()
})
afterAll(() => of.stop())

const issued = async (lines: readonly object[], changes: object = {}, buyer = client) => {
  const bill = await shop.bill(buyer, lines as never, changes)
  await shop.issue(bill)
  return { bill, doc: await shop.read(bill), xml: await shop.xml(bill) }
}
const person = (country: string) => ({
  nature: 'person',
  siren: '',
  legalStatus: '',
  address: { street: '1 Main Street', postalCode: '10001', city: 'Ville', country },
})

describe('the VAT of a bill', () => {
  test('F08: a private client outside the Union owes French VAT', async () => {
    const buyer = await shop.client(person('US'))
    const { bill, doc } = await issued(
      [{ description: 'Coaching', quantity: 10, unitPrice: 80, tva: 20 }],
      {},
      buyer,
    )
    expect(doc['totalTTC']).toBe(960)
    const paper = await shop.get<{ legal: unknown }>(
      `bill/${shop.user.userId}/${shop.profileId}/${bill}/paper`,
    )
    expect(JSON.stringify(paper)).not.toContain('259')
  })
  test('F23: costs advanced in the client’s name stand beside taxed fees', async () => {
    const { bill, doc, xml } = await issued([
      { description: 'Honoraires', quantity: 1, unitPrice: 1000, tva: 20 },
      { description: 'Débours, greffe', quantity: 1, unitPrice: 37.45, tva: 0 },
    ])
    expect(doc['totalTTC']).toBe(1237.45)
    expect(xml).toContain('<ram:ExemptionReasonCode>VATEX-EU-79-C</ram:ExemptionReasonCode>')
    await shop.pay(bill, { date: day('2026-11-20') })
    const { receiptsHT } = await shop.get<{ receiptsHT: number }>(
      `turnover/${shop.user.userId}/${shop.profileId}/2026`,
    )
    expect(receiptsHT).toBe(1000)
  })
  test('F58: a private client of the Union is charged its country’s VAT', async () => {
    const buyer = await shop.client(person('IT'))
    const { doc } = await issued(
      [{ description: 'Cours', quantity: 1, unitPrice: 10, tva: 22 }],
      {},
      buyer,
    )
    expect(doc['totalTTC']).toBe(12.2)
  })
  test('F47: goods to Northern Ireland are a supply within the Union', async () => {
    const buyer = await shop.client({
      TvaNumber: 'XI123456789',
      siren: '',
      address: { street: '1 High Street', postalCode: 'BT1 1AA', city: 'Belfast', country: 'GB' },
    })
    const { xml } = await issued([{ ...LINE, tva: 0 }], { operation: 'goods' }, buyer)
    expect(xml).toContain('<ram:CategoryCode>K</ram:CategoryCode>')
  })
})

describe('the client of a bill', () => {
  test('F27: a Swiss VAT number is stored', async () => {
    const buyer = await shop.client({
      TvaNumber: 'CHE-123.456.788 TVA',
      siren: '',
      address: { street: 'Bahnhofstrasse 1', postalCode: '8001', city: 'Zürich', country: 'CH' },
    })
    const { xml } = await issued([{ ...LINE, tva: 0 }], { includeTva: false }, buyer)
    expect(xml).toContain('schemeID="9927">CHE123456788TVA<')
  })
  test('F50: an association without SIREN is billed', async () => {
    const buyer = await shop.client({
      nature: 'business',
      siren: '',
      legalStatus: '',
      name: 'Association',
    })
    expect((await issued([LINE], {}, buyer)).doc['status']).toBe('issued')
  })
  test('a client is billed where there are no postal codes', async () => {
    const buyer = await shop.client({
      siren: '',
      legalStatus: '',
      address: { street: 'Sheikh Zayed Road 1', postalCode: '', city: 'Dubai', country: 'AE' },
    })
    const { doc } = await issued([{ ...LINE, tva: 0 }], { includeTva: false }, buyer)
    expect(doc['status']).toBe('issued')
  })
})

describe('the references of a public client', () => {
  test('F55: a buyer reference is in the XML', async () => {
    const { xml } = await issued([LINE], { buyerReference: 'Projet 17' })
    expect(xml).toContain('<ram:BuyerReference>Projet 17</ram:BuyerReference>')
  })
  test('come from the client, and from the contract before it', async () => {
    const buyer = await shop.client({ buyerReference: 'SERVICE-9', purchaseOrder: 'EJ-1' })
    const { doc, xml } = await issued([LINE], {}, buyer)
    expect([doc['buyerReference'], doc['purchaseOrder']]).toEqual(['SERVICE-9', 'EJ-1'])
    expect(xml).toMatch(/<ram:BuyerReference>SERVICE-9<.*<ram:IssuerAssignedID>EJ-1</s)
    const projectId = await shop.add('project', {
      profileId: shop.profileId,
      isBillable: true,
      clientId: buyer,
      priceHT: 500,
      purchaseOrder: 'EJ-2',
    })
    const { doc: other } = await issued([LINE], { projectId }, buyer)
    expect([other['buyerReference'], other['purchaseOrder']]).toEqual(['SERVICE-9', 'EJ-2'])
  })
  test('are on the paper', async () => {
    const bill = await shop.bill(client, [LINE], { buyerReference: 'SERVICE-9' })
    const paper = await shop.get(`bill/${shop.user.userId}/${shop.profileId}/${bill}/paper`)
    expect(JSON.stringify(paper)).toContain('SERVICE-9')
  })
})

describe('letters that no font draws', () => {
  const refusedWith = async (buyer: string, description: string) => {
    const bill = await shop.bill(buyer, [{ ...LINE, description }])
    const { user, profileId } = shop
    const { text } = await shop.tries('PUT', `bill/${user.userId}/${profileId}/${bill}/issue`)
    expect(text).toContain('BILL_INCOMPLETE')
    const { status } = await vi.waitFor(() => shop.read(bill))
    return { text, status }
  }
  test('F11: Chinese and Hebrew are printed', async () => {
    const buyer = await shop.client({ name: '北京科技有限公司' })
    const { bill, doc } = await issued([{ ...LINE, description: 'חברת שלום' }], {}, buyer)
    expect(doc['status']).toBe('issued')
    expect(Buffer.from(await shop.pdf(bill)).toString('latin1')).toContain('NotoSansSC')
  })
  test('refuse the issue, and the bill stays a draft without a number', async () => {
    const buyer = await shop.client({ name: 'ᚠᚢᚦᚨᚱᚲ' })
    const { text, status } = await refusedWith(buyer, 'Conseil')
    expect([status, text.includes('ᚠ')]).toEqual(['draft', true])
    const bill = await shop.bill(client, [{ ...LINE, description: '🎉' }])
    expect((await shop.checklist(bill)).find(({ ok }) => !ok)).toMatchObject({
      code: 'BILL_LETTERS_UNKNOWN',
      path: 'lines.0.description',
    })
  })
  test('F13: refuse it too where they are pictograms', async () => {
    await refusedWith(client, '🎉')
    const { doc } = await issued([{ ...LINE, description: 'ÀÉÎ Ω Ж شركة' }])
    expect(doc['status']).toBe('issued')
  })
})

describe('the lines of a bill', () => {
  test('F19: a price below half a cent counts', async () => {
    const { doc } = await issued([
      { description: 'Mots', quantity: 100_000, unitPrice: 0.0035, unit: 'word', tva: 20 },
    ])
    expect([doc['totalHT'], doc['totalTTC']]).toEqual([350, 420])
  })
  test('F22: a line takes something off', async () => {
    const { doc } = await issued([
      { description: 'Prestation', quantity: 1, unitPrice: 1000, tva: 20 },
      { description: 'Reprise', quantity: -1, unitPrice: 100, tva: 20 },
    ])
    expect([doc['totalHT'], doc['totalTTC']]).toEqual([900, 1080])
  })
  test('F36: an hour is told by its code', async () => {
    const { xml } = await issued([
      { description: 'Conseil', quantity: 12, unitPrice: 120, tva: 20, unit: 'hour' },
    ])
    expect(xml).toContain('unitCode="HUR"')
  })
  test('F59: a description has 3,000 letters', async () => {
    const { bill } = await issued([{ ...LINE, description: 'd'.repeat(3000) }])
    expect(bill).not.toBe('')
  })
})
