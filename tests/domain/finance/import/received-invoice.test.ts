import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { xmlTree } from '#commands/kernel/xml-tree.ts'
import { receivedInvoice } from '#domain/finance/import/received-invoice.ts'

const UBL = readFileSync(
  new URL('../../../fixtures/received/negative-line.ubl.xml', import.meta.url),
  'utf8',
)
async function read(xml: string) {
  const root = await xmlTree(xml)
  return root === null ? null : receivedInvoice(root)
}

const CII = `<rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c">
<rsm:ExchangedDocument><ram:ID>F-12</ram:ID><ram:TypeCode>380</ram:TypeCode>
<ram:IssueDateTime><udt:DateTimeString format="102">20260901</udt:DateTimeString></ram:IssueDateTime>
</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Papeterie d’essai</ram:Name>
<ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress></ram:SellerTradeParty>
</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>20.00</ram:CalculatedAmount><ram:BasisAmount>100.00</ram:BasisAmount><ram:RateApplicablePercent>20.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:ApplicableTradeTax><ram:CalculatedAmount>5.50</ram:CalculatedAmount><ram:BasisAmount>100.00</ram:BasisAmount><ram:RateApplicablePercent>5.5</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261001</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>225.50</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

describe('a received invoice', () => {
  test('F38: of a line of price 0 with an allowance has its own totals', async () => {
    expect(await read(UBL)).toMatchObject({
      isCredit: false,
      supplier: "Hébergeur d'essai",
      number: 'H-1',
      day: '2026-09-01',
      currency: 'EUR',
      vat: [{ rate: 2000, baseMinor: 1_169, amountMinor: 234 }],
      grossMinor: 1_403,
    })
  })

  test('F38: of the other syntax has a row for each rate', async () => {
    expect(await read(CII)).toEqual({
      isCredit: false,
      supplier: 'Papeterie d’essai',
      number: 'F-12',
      day: '2026-09-01',
      dueDay: '2026-10-01',
      currency: 'EUR',
      region: 'FR',
      foreignVat: false,
      vat: [
        { rate: 2000, baseMinor: 10_000, amountMinor: 2_000 },
        { rate: 550, baseMinor: 10_000, amountMinor: 550 },
      ],
      grossMinor: 22_550,
    })
  })

  test('that is a credit note says so', async () => {
    expect(await read(CII.replace('>380<', '>381<'))).toMatchObject({ isCredit: true })
    const note = UBL.replaceAll(/(<\/?)Invoice\b/g, '$1CreditNote')
    expect(await read(note)).toMatchObject({ isCredit: true })
  })

  test('from abroad has no VAT that is deducted here', async () => {
    const german = CII.replace('>FR<', '>DE<')
    expect(await read(german)).toMatchObject({
      region: 'EU',
      foreignVat: true,
      vat: [
        { rate: 2000, baseMinor: 10_000, amountMinor: 2_000 },
        { rate: 550, baseMinor: 10_000, amountMinor: 550 },
      ],
    })
    expect(await read(CII.replace('>FR<', '>US<'))).toMatchObject({ region: 'other' })
  })

  test('whose rows do not make its total is refused; two cents of rounding are not', async () => {
    expect(await read(CII.replace('>225.50<', '>225.52<'))).toMatchObject({ grossMinor: 22_552 })
    expect(await read(CII.replace('>225.50<', '>225.53<'))).toBe('sums')
  })

  test('without its number, currency or total is none, nor is another document', async () => {
    expect(await read(CII.replace('>F-12<', '><'))).toBe('form')
    expect(await read(CII.replace('>EUR<', '>XYZ<'))).toBe('form')
    expect(await read(CII.replace('>225.50<', '>0<'))).toBe('form')
    expect(await read('<html/>')).toBe('form')
  })

  test('with entities of its own is read without them', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>'
    expect(await read(bomb + CII.replace('F-12', '&c;'))).toMatchObject({ number: '&c;' })
  })
})
