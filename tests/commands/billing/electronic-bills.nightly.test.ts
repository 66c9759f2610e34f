import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billDocument } from '#commands/billing/document/bill-document.ts'
import { facturXOf } from '#commands/billing/document/factur-x.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import { crossIndustryInvoice } from '#domain/billing/paper/cross-industry-invoice.ts'
import { CREDIT_NOTES, ELECTRONIC_BILLS } from '#tests/domain/billing/electronic-bills.ts'
import { buyer, frozenBill } from '#tests/domain/billing/frozen-bills.ts'
import { onPath, skipped } from '#tests/engines/local.ts'
import { renderBillPdf } from './render-bill-pdf.ts'

const bare = { logo: null, signature: null }
const BILLS = { ...ELECTRONIC_BILLS, ...CREDIT_NOTES }
const names = Object.keys(BILLS)
const billOf = (name: string) => BILLS[name] ?? frozenBill()

const judge =
  onPath('bill-rules') && onPath('java')
    ? {}
    : { missing: 'Mustang and the rules of EN 16931: no bill-rules or no java on the PATH' }
/**
 * The French list of rates has none of the other Member States. A bill of the one-stop shop goes to
 * a private client abroad, by no platform.
 */
const RATE_OF_ANOTHER_STATE = ['BR-FR warns: BR-FR-16_BT-152', 'BR-FR warns: BR-FR-16_BT-119']
/** A machine that is busy takes its time for one process and all files. */
const PATIENCE_MS = 480_000

describe.skipIf(skipped(judge))(
  'electronic bills, judged by Mustang, veraPDF, EN 16931 and BR-FR',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'carnet-bills-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const verdicts: { readonly file: string; readonly judge: string; readonly fault: string }[] = []
    /** Files that must be refused, by what is wrong with them. */
    const invoice = crossIndustryInvoice(frozenBill()) ?? ''
    const wrong: Readonly<Record<string, string | Uint8Array>> = {
      'wrong-total.xml': invoice.replace(
        '<ram:GrandTotalAmount>3120.00',
        '<ram:GrandTotalAmount>3121.00',
      ),
      'wrong-base.xml': invoice.replace('<ram:BasisAmount>2600.00', '<ram:BasisAmount>2500.00'),
      'no-indemnity.xml': invoice.replace('<ram:SubjectCode>PMT</ram:SubjectCode>', ''),
      'credit-of-nothing.xml': invoice.replace('>380<', '>381<'),
      'no-number.xml': invoice.replace('<ram:ID>2026-034</ram:ID>', ''),
      'nobody-known.xml': (crossIndustryInvoice(billOf('franchise')) ?? '').replaceAll(
        /<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/g,
        '',
      ),
      'wrong-allowance.xml': (crossIndustryInvoice(billOf('discounts')) ?? '').replace(
        /<ram:AllowanceTotalAmount>[^<]*/,
        '<ram:AllowanceTotalAmount>1.00',
      ),
      'undelivered.xml': (crossIndustryInvoice(billOf('goods-within-the-union')) ?? '').replace(
        /<ram:ShipToTradeParty>.*?<\/ram:ShipToTradeParty>/,
        '',
      ),
      'no-vat-in-euros.xml': (
        crossIndustryInvoice(billOf('vat-in-another-currency')) ?? ''
      ).replace('<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode>', ''),
      'undeclared.pdf': createTypesetter()(billDocument(frozenBill(), bare)),
      'draft.pdf': renderBillPdf(frozenBill({ ref: '' }), bare),
    }
    const faultsOf = (file: string, by?: string): readonly string[] =>
      verdicts
        .filter(
          (verdict) =>
            verdict.file === file && verdict.fault !== '' && (!by || verdict.judge === by),
        )
        .map(({ fault }) => fault)
    const wasJudged = (file: string): readonly string[] =>
      verdicts
        .filter((verdict) => verdict.file === file && verdict.fault === '')
        .map(({ judge: by }) => by)

    beforeAll(async () => {
      for (const name of names) {
        const pdf = renderBillPdf(billOf(name), bare)
        writeFileSync(path.join(folder, `${name}.pdf`), pdf)
        writeFileSync(path.join(folder, `${name}.xml`), facturXOf(pdf) ?? '')
      }
      writeFileSync(path.join(folder, 'unaddressed.xml'), crossIndustryInvoice(unaddressed) ?? '')
      for (const [file, content] of Object.entries(wrong))
        writeFileSync(path.join(folder, file), content)
      const { stdout } = await promisify(execFile)('bill-rules', [folder], {
        maxBuffer: 64 * 1024 * 1024,
        timeout: PATIENCE_MS,
      })
      for (const row of stdout.split('\n').filter((told) => told.includes('\t'))) {
        const [file = '', by = '', fault = ''] = row.split('\t')
        verdicts.push({ file, judge: by, fault })
      }
    }, PATIENCE_MS + 60_000)
    /**
     * A client abroad without a VAT number has no electronic address. A bill to that client goes by
     * no platform.
     */
    const unaddressed = frozenBill({ buyer: { ...buyer, siren: '', professional: false } })

    test.each(names)('%s is faultless', (name) => {
      expect(wasJudged(`${name}.pdf`)).toEqual(['Mustang'])
      expect(wasJudged(`${name}.xml`)).toEqual(['EN 16931', 'BR-FR'])
      const told = verdicts.filter(
        ({ file, fault }) => fault !== '' && file.replace(/\.(pdf|xml)$/, '') === name,
      )
      expect(told.map(({ judge: by, fault }) => `${by}: ${fault.split(' ')[0]}`)).toEqual(
        name.endsWith('one-stop-shop') ? RATE_OF_ANOTHER_STATE : [],
      )
    })
    test('a client without an electronic address lacks that alone', () => {
      expect(faultsOf('unaddressed.xml').map((fault) => fault.split(' ')[0])).toEqual([
        'BR-FR-12_BT-49',
      ])
    })
    test.each([
      ['wrong-total.xml', 'BR-CO-15'],
      ['wrong-base.xml', 'BR-S-08'],
      ['no-indemnity.xml', 'BR-FR-05_BT-22_PMT'],
      ['credit-of-nothing.xml', 'BR-FR-CO-05_BT-3'],
      ['no-number.xml', 'BR-02'],
      ['nobody-known.xml', 'BR-E-02'],
      ['wrong-allowance.xml', 'BR-CO-11'],
      ['undelivered.xml', 'BR-IC-12'],
      ['no-vat-in-euros.xml', 'BR-FR-CO-12_BT-5'],
    ])('%s is refused by %s', (file, rule) => {
      expect(faultsOf(file).map((fault) => fault.split(' ')[0])).toContain(rule)
    })
    test.each(['undeclared.pdf', 'draft.pdf'])('%s is refused', (file) => {
      expect(faultsOf(file, 'Mustang').length).toBeGreaterThan(0)
    })
  },
)
