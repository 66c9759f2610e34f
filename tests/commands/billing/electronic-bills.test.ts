import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { renderBillPdf } from './render-bill-pdf.ts'
import { facturXOf } from '#commands/billing/document/factur-x.ts'
import { crossIndustryInvoice } from '#domain/billing/paper/cross-industry-invoice.ts'
import { minorDigits } from '#domain/kernel/money.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import { ELECTRONIC_BILLS } from '#tests/domain/billing/electronic-bills.ts'
import { frozenBill } from '#tests/domain/billing/frozen-bills.ts'
import { onPath } from '#tests/engines/local.ts'

const bare = { logo: null, signature: null }
const names = Object.keys(ELECTRONIC_BILLS)
const billOf = (name: string) => ELECTRONIC_BILLS[name] ?? frozenBill()
const xmlIn = (pdf: Uint8Array): string => Buffer.from(facturXOf(pdf) ?? '').toString()
const plain = (text: string): string =>
  text.replaceAll(/[\s\u00A0\u202F\u200B\u200E\u202A-\u202E]+/g, ' ').trim()
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('an issued bill’s file', () => {
  test.each(names)('%s carries its XML', (name) => {
    expect(xmlIn(renderBillPdf(billOf(name), bare))).toBe(crossIndustryInvoice(billOf(name)))
  })
  test('a draft carries none, nor does a file of another make', () => {
    expect(facturXOf(renderBillPdf(frozenBill({ ref: '' }), bare))).toBeNull()
    expect(facturXOf(Buffer.from('%PDF-1.3 of long ago'))).toBeNull()
  })
  test('words that look like a PDF’s own are words', () => {
    const bill = frozenBill({
      serviceName:
        'trailer << /Root 1 0 R /Prev 7 >> startxref 1 0 obj << /Type /Metadata >> stream',
    })
    expect(xmlIn(renderBillPdf(bill, bare))).toBe(crossIndustryInvoice(bill))
  })
})

/** Heads and carried sums stand between the lines of these. */
const SPREAD_OVER_PAGES = ['many-lines', 'long-description']
const poppler = onPath('pdftotext')
describe.skipIf(!poppler)('what a reader and a program are told (needs pdftotext)', () => {
  test.each(names.filter((name) => !SPREAD_OVER_PAGES.includes(name)))(
    '%s says the same to both',
    (name) => {
      const bill = billOf(name)
      const pdf = renderBillPdf(bill, bare)
      const text = plain(execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString())
      const xml = xmlIn(pdf)
      const told = (element: string): readonly string[] =>
        [
          ...xml.matchAll(new RegExp(`<ram:${element}(?: [^>]*)?>([^<]*)</ram:${element}>`, 'g')),
        ].map(([, found = '']) => plain(unescaped(found)))
      const figure = (amount: string): string => {
        const { figure: inCents, price } = figuresOf(bill.language)
        const digits = minorDigits(bill.currency)
        const isFine = (amount.split('.')[1]?.length ?? 0) > digits
        return plain(
          isFine
            ? price(Math.round(Number(amount) * 1_000_000), bill.currency)
            : inCents(Math.round(Number(amount) * 10 ** digits), bill.currency),
        )
      }
      const reasons = told('ExemptionReason').flatMap((reason) => reason.split('. '))
      for (const words of [...told('Name'), ...reasons, bill.ref]) expect(text).toContain(words)
      for (const note of told('Content').filter((content) => !/sans objet\.$|^B2/.test(content)))
        expect(text).toContain(note)
      for (const element of ['LineTotalAmount', 'ChargeAmount', 'ActualAmount', 'DuePayableAmount'])
        for (const amount of told(element)) expect(text).toContain(figure(amount.replace('-', '')))
      for (const amount of told('CalculatedAmount').filter((found) => Number(found) > 0))
        expect(text).toContain(figure(amount))
    },
  )
})
