import { describe, expect, test } from 'vitest'
import { crossIndustryInvoice } from '#domain/billing/paper/cross-industry-invoice.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { CREDIT_NOTES, ELECTRONIC_BILLS, WORKED_OUT } from '../electronic-bills.ts'
import { buyer, frozenBill, line, seller } from '../frozen-bills.ts'

const xmlOf = (changes: Partial<FrozenBill> | FrozenBill = {}): string =>
  crossIndustryInvoice(frozenBill(changes)) ?? ''
const of = (name: string): string => {
  const bill = ELECTRONIC_BILLS[name]
  return (bill && crossIndustryInvoice(bill)) ?? ''
}
/** Texts of all elements of a name, as they are written. */
const all = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(
    ([, text = '']) => text,
  )

describe('a Cross Industry Invoice', () => {
  test('tells amounts to the cent, by rate', () => {
    const xml = of('several-rates')
    expect(all(xml, 'LineTotalAmount')).toEqual(['5625.00', '99.99', '150.00', '5874.99'])
    expect(all(xml, 'BasisAmount')).toEqual(['5625.00', '150.00', '99.99'])
    expect(all(xml, 'CalculatedAmount')).toEqual(['1125.00', '15.00', '5.50'])
    expect(all(xml, 'GrandTotalAmount')).toEqual(['7020.49'])
    expect(all(xml, 'RateApplicablePercent').slice(-3)).toEqual(['20.00', '10.00', '5.50'])
  })
  test('tells quantities to four decimals, and no zeros behind them', () => {
    expect(all(of('small-quantities'), 'BilledQuantity')).toEqual(['0.125', '1.3333'])
    expect(all(xmlOf({ lines: [line('Dix', 10, 100)] }), 'BilledQuantity')).toEqual(['10'])
  })
  test.each([
    ['invoice', '380', 'S1'],
    ['credit-note', '381', 'S1'],
    ['deposit', '386', 'S1'],
    ['final', '380', 'S4'],
  ])('%s is of type %s in process %s', (name, type, process) => {
    expect(all(of(name), 'TypeCode')[0]).toBe(type)
    expect(of(name)).toContain(`<ram:ID>${process}</ram:ID>`)
  })
  test.each([
    ['invoice', 'S', undefined],
    ['franchise', 'E', 'VATEX-FR-FRANCHISE'],
    ['reverse-charge', 'AE', 'VATEX-EU-AE'],
    ['outside-the-union', 'G', 'VATEX-EU-G'],
    ['outside-the-scope', 'O', 'VATEX-EU-O'],
  ])('%s is of category %s for the reason %s', (name, category, reason) => {
    expect(new Set(all(of(name), 'CategoryCode'))).toEqual(new Set([category]))
    expect(all(of(name), 'ExemptionReasonCode')[0]).toBe(reason)
  })
  test.each([
    ['disbursement', ['S', 'E'], [undefined, 'VATEX-EU-79-C']],
    ['disbursement-beside-a-reverse-charge', ['AE', 'E'], ['VATEX-EU-AE', 'VATEX-EU-79-C']],
    ['disbursement-of-a-franchise', ['E'], ['VATEX-FR-FRANCHISE']],
    ['disbursement-outside-the-scope', ['O'], ['VATEX-EU-O']],
  ])('%s: costs advanced stand beside the sales as %j', (name, categories, codes) => {
    const breakdown = of(name).match(
      /<ram:ApplicableTradeTax><ram:Calc.*?<\/ram:ApplicableTradeTax>/g,
    )
    expect(breakdown?.map((row) => all(row, 'CategoryCode')[0])).toEqual(categories)
    expect(breakdown?.map((row) => all(row, 'ExemptionReasonCode')[0])).toEqual(codes)
  })
  test('tells both reasons of the one row that the standard allows', () => {
    expect(all(of('disbursement-of-a-franchise'), 'ExemptionReason')).toEqual([
      'TVA non applicable, article 293 B du CGI. Débours au nom et pour le compte du client, article 267 II-2° du CGI',
    ])
  })
  test.each(Object.entries(WORKED_OUT))(
    '%s comes to what was worked out by hand',
    (name, amounts) => {
      const { totalNetMinor, totalVatMinor, totalGrossMinor } =
        ELECTRONIC_BILLS[name] ?? frozenBill()
      expect([totalNetMinor, totalVatMinor, totalGrossMinor]).toEqual(amounts)
    },
  )
  test.each(Object.keys(CREDIT_NOTES))('%s gives back the bill to the cent', (name) => {
    const bill = ELECTRONIC_BILLS[name.replace('credit-note-of-', '')] ?? frozenBill()
    const note = CREDIT_NOTES[name] ?? frozenBill()
    const rowsOf = ({ vat }: FrozenBill) =>
      vat.map(({ rate, exemption, disbursed, amountMinor }) => ({
        rate,
        exemption,
        disbursed,
        amountMinor,
      }))
    expect(note.totalGrossMinor).toBe(bill.totalGrossMinor - bill.prepaidMinor)
    if (bill.prepaidMinor === 0) expect(rowsOf(note)).toEqual(rowsOf(bill))
  })
  test('says why there is no VAT in the words of the paper', () => {
    expect(all(of('franchise'), 'ExemptionReason')).toEqual([
      'TVA non applicable, article 293 B du CGI',
    ])
  })
  test('names a seller without a VAT number by the SIREN', () => {
    expect(of('franchise')).toContain('<ram:ID schemeID="FC">900000001</ram:ID>')
    expect(of('invoice')).not.toContain('schemeID="FC"')
  })
  test('says when VAT falls due', () => {
    expect(all(of('invoice'), 'DueDateTypeCode')).toEqual(['72'])
    expect(all(of('vat-on-debits'), 'DueDateTypeCode')).toEqual(['5'])
  })
  test('cites the bill that a credit note corrects, and asks for no transfer', () => {
    const xml = of('credit-note')
    expect(all(xml, 'IssuerAssignedID')).toEqual(['2026-034'])
    expect(xml).toContain('<qdt:DateTimeString format="102">20260914</qdt:DateTimeString>')
    expect(xml).not.toContain('IBANID')
    expect(of('invoice')).toContain('IBANID')
  })
  test('names the deposits that a final bill deducts', () => {
    expect(all(of('final'), 'IssuerAssignedID')).toEqual(['2026-021', '2026-022'])
    expect(all(of('final'), 'TotalPrepaidAmount')).toEqual(['1200.00'])
    expect(all(of('final'), 'DuePayableAmount')).toEqual(['1920.00'])
  })
  test('takes off by a quantity below zero, as no price may be', () => {
    expect(all(of('discount'), 'ChargeAmount')).toEqual(['650.00', '100.00'])
    expect(all(of('discount'), 'BilledQuantity')).toEqual(['4', '-1'])
    expect(all(of('discount'), 'LineTotalAmount').slice(0, 2)).toEqual(['2600.00', '-100.00'])
  })
  test('tells where goods go, by the bill’s own address or by the client’s', () => {
    const shipped = (name: string) =>
      /<ram:ShipToTradeParty>.*?<\/ram:ShipToTradeParty>/.exec(of(name))?.[0] ?? ''
    expect(all(shipped('goods-delivered-elsewhere'), 'LineTwo')).toEqual(['12 rue X'])
    expect(all(shipped('goods-delivered-overseas'), 'PostcodeCode')).toEqual(['97400'])
    expect(all(of('goods-delivered-overseas'), 'CategoryCode')[0]).toBe('G')
    expect(all(shipped('goods-delivered-within-the-union'), 'CountryID')).toEqual(['BE'])
    expect(shipped('invoice')).toBe('')
  })
  test('tells where bills go in a note', () =>
    expect(all(of('client-billed-elsewhere'), 'Content')).toContain(
      'Facturation : Comptabilité, BP 12, 44000 Nantes',
    ))
  test('escapes what is markup, and drops what XML does not know', () => {
    const xml = of('odd-letters')
    expect(all(xml, 'Name')[0]).toBe('R&amp;D &lt;phase 1&gt;')
    expect(all(xml, 'Description')[0]).toBe('seconde ligne')
    expect(xml).toContain('BC &quot;12&quot; &amp; 13')
  })
  test('tells the VAT of a bill in another currency in euros too', () => {
    expect(of('foreign-currency')).toContain('<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode>')
    expect(of('foreign-currency')).toContain(
      '<ram:TaxTotalAmount currencyID="EUR">0.00</ram:TaxTotalAmount>',
    )
  })
  test.each([
    ['a client with a SIREN', {}, 'schemeID="0225">900000034<', 'B2B'],
    [
      'a client of the Union',
      { siren: '', vatNumber: 'DE123456788' },
      'schemeID="9930">DE123456788<',
      'B2BINT',
    ],
    [
      'a Swiss client',
      { siren: '', vatNumber: 'CHE123456788TVA' },
      'schemeID="9927">CHE123456788TVA<',
      'B2BINT',
    ],
    [
      'a British client',
      { siren: '', vatNumber: 'GB980780684' },
      'schemeID="9932">GB980780684<',
      'B2BINT',
    ],
    ['a client of Liechtenstein', { siren: '', vatNumber: 'LI54321' }, '9936">LI54321<', 'B2BINT'],
    [
      'a client of Monaco',
      { siren: '', vatNumber: 'FR53000004605' },
      'schemeID="9940">FR53000004605<',
      'B2BINT',
    ],
    [
      'a Norwegian client',
      { siren: '', vatNumber: 'NO923609016MVA' },
      'schemeID="0192">923609016<',
      'B2BINT',
    ],
    ['an association without SIREN', { siren: '' }, null, 'B2C'],
    ['a private client', { siren: '', professional: false }, null, 'B2C'],
  ])('%s is addressed by what it is known by', (_, changes, address, treatment) => {
    const xml = xmlOf({ buyer: { ...buyer, ...changes } })
    if (address) expect(xml).toContain(address)
    else expect(xml.match(/URIID/g)).toHaveLength(2)
    expect(all(xml, 'Content')).toContain(treatment)
  })
  test('there is none in a currency of three decimals', () => {
    expect(crossIndustryInvoice(frozenBill({ currency: 'TND' }))).toBeNull()
  })
  test('nor of VAT in another currency than the euro', () => {
    expect(crossIndustryInvoice(frozenBill({ currency: 'CHF' }))).toBeNull()
    expect(crossIndustryInvoice(frozenBill({ currency: 'CHF', totalVatMinor: 0 }))).not.toBeNull()
  })
  test('names what the seller must tell of the company', () => {
    expect(all(xmlOf({ seller }), 'Description')).toContain(
      'RCS Lyon · EURL au capital de 1\u00A0000,00\u00A0€',
    )
  })
})
