import { describe, expect, test } from 'vitest'
import {
  checklist,
  type ChecklistInput,
  lastDueDate,
  missingFields,
} from '#domain/billing/checklist.ts'
import { emptyAddress } from '#domain/kernel/address.ts'
import { BILL, buyer, CLIENT, content, line, PROFILE, seller } from './builders.ts'

const good: ChecklistInput = {
  billId: BILL,
  type: 'invoice',
  content,
  seller,
  buyer,
  issueDate: '2026-11-20',
  today: '2026-11-20',
  lastIssueDate: '2026-11-19',
  month: null,
  original: null,
  creditFits: true,
}
const missing = (changes: Partial<ChecklistInput>) =>
  missingFields(checklist({ ...good, ...changes })).map((field) => `${field.path} ${field.code}`)
const sells = (changes: Partial<ChecklistInput['seller']>) =>
  missing({ seller: { ...seller, ...changes } })
const buys = (
  changes: Partial<NonNullable<ChecklistInput['buyer']>>,
  more: Partial<ChecklistInput> = {},
) => missing({ buyer: { ...buyer, ...changes }, ...more })
const says = (changes: Partial<ChecklistInput['content']>) =>
  missing({ content: { ...content, ...changes } })
const german = { address: { ...buyer.address, country: 'DE' }, siren: '', vatNumber: 'DE136695976' }
const withoutVat = { content: { ...content, includeVat: false } }

describe('the checklist', () => {
  test('lets a whole bill pass, and says what to open to mend each point', () => {
    const items = checklist(good)
    expect(items.filter((item) => !item.ok)).toEqual([])
    expect(items.find((item) => item.code === 'BILL_NEEDS_SELLER_IBAN')).toEqual({
      code: 'BILL_NEEDS_SELLER_IBAN',
      ok: true,
      entity: 'professionalInfo',
      entityId: PROFILE,
      path: 'bankNumber',
      details: {},
    })
    expect(items.find((item) => item.code === 'BILL_NEEDS_BUYER_SIREN')).toMatchObject({
      entity: 'company',
      entityId: CLIENT,
      path: 'siren',
    })
  })
  test.each([
    ['name', { name: '' }, 'professionalInfo.name BILL_NEEDS_SELLER_NAME'],
    [
      'address',
      { address: { ...seller.address, city: '' } },
      'professionalInfo.address BILL_NEEDS_SELLER_ADDRESS',
    ],
    ['SIREN', { siren: '' }, 'professionalInfo.siren BILL_NEEDS_SELLER_SIREN'],
    [
      'legal form',
      { legalStatus: '' },
      'professionalInfo.legalStatus BILL_NEEDS_SELLER_LEGAL_STATUS',
    ],
    ['VAT regime', { regime: '' as const }, 'professionalInfo.tvaRegime BILL_NEEDS_SELLER_REGIME'],
    ['VAT number', { vatNumber: '' }, 'professionalInfo.TvaNumber BILL_NEEDS_SELLER_VAT_NUMBER'],
    ['IBAN', { iban: '' }, 'professionalInfo.bankNumber BILL_NEEDS_SELLER_IBAN'],
  ])('asks for the seller’s %s', (_, changes, point) => expect(sells(changes)).toEqual([point]))
  test('asks a company for its register and capital, and a person for neither', () => {
    expect(sells({ legalStatus: 'SASU' })).toEqual([
      'professionalInfo.rcs BILL_NEEDS_SELLER_RCS',
      'professionalInfo.shareCapital BILL_NEEDS_SELLER_CAPITAL',
    ])
    expect(sells({ legalStatus: 'SASU', rcs: 'Paris', shareCapitalMinor: 100_000 })).toEqual([])
  })
  test('asks for a client, its address, and the SIREN of a French one', () => {
    expect(missing({ buyer: null })).toEqual(['clientId BILL_NEEDS_BUYER'])
    expect(buys({ address: emptyAddress })).toEqual(['company.address BILL_NEEDS_BUYER_ADDRESS'])
    expect(buys({ siren: '' })).toEqual(['company.siren BILL_NEEDS_BUYER_SIREN'])
  })
  test('F50: asks for the SIREN of an association, and lets its bill pass without', () => {
    const association = { ...buyer, siren: '', legalStatus: '' as const }
    const point = checklist({ ...good, buyer: association }).find(
      ({ code }) => code === 'BILL_NEEDS_BUYER_SIREN',
    )
    expect(point).toMatchObject({ ok: true, asks: true })
    expect(buys({ siren: '', legalStatus: '' })).toEqual([])
  })
  test('wants a postal code where the country has one', () => {
    const abroad = { siren: '', vatNumber: '', legalStatus: '' as const }
    const at = (country: string) =>
      buys({ ...abroad, address: { ...buyer.address, postalCode: '', country } }, withoutVat)
    expect(at('AE')).toEqual([])
    expect(at('HK')).toEqual([])
    expect(at('US')).toEqual(['company.address BILL_NEEDS_BUYER_ADDRESS'])
  })
  test('wants a number of the Union for reverse charge, not any number', () =>
    expect(buys({ ...german, vatNumber: 'CHE123456788' }, withoutVat)).toEqual([
      'company.TvaNumber BILL_NEEDS_BUYER_VAT_NUMBER',
    ]))
  test('wants no VAT and both VAT numbers of a client in the Union, and no SIREN', () => {
    expect(buys(german, withoutVat)).toEqual([])
    expect(buys({ ...german, vatNumber: '' }, withoutVat)).toEqual([
      'company.TvaNumber BILL_NEEDS_BUYER_VAT_NUMBER',
    ])
    expect(buys(german)).toEqual(['includeTva BILL_NEEDS_NO_VAT'])
    expect(buys(german, { ...withoutVat, seller: { ...seller, vatNumber: '' } })).toEqual([
      'professionalInfo.TvaNumber BILL_NEEDS_SELLER_VAT_NUMBER',
    ])
  })
  test('wants neither SIREN nor VAT number of a client outside the Union', () =>
    expect(
      buys({ address: { ...buyer.address, country: 'CH' }, siren: '', vatNumber: '' }, withoutVat),
    ).toEqual([]))
  test('asks where a client without SIREN and VAT number gets electronic mail, and goes on without an answer', () => {
    const isAsked = (changes: object) =>
      checklist({ ...good, buyer: { ...buyer, siren: '', professional: false, ...changes } })
        .filter(({ asks }) => asks)
        .map(({ code, ok }) => `${code} ${ok}`)
        .includes('BILL_NEEDS_BUYER_EMAIL true')
    expect(isAsked({ vatNumber: '', email: '' })).toBe(true)
    expect(isAsked({ vatNumber: '', email: 'elise@exemple.fr' })).toBe(false)
    expect(isAsked({ vatNumber: 'DE136695976' })).toBe(false)
  })
  test('wants no VAT in franchise, which comes before the rest', () => {
    const franchise = { seller: { ...seller, regime: 'franchise', vatNumber: '' } } as const
    expect(missing({ ...franchise, ...withoutVat })).toEqual([])
    expect(missing(franchise)).toEqual(['includeTva BILL_NEEDS_NO_VAT'])
    expect(buys({ ...german, vatNumber: '' }, { ...franchise, ...withoutVat })).toEqual([])
    expect(
      checklist({ ...good, ...franchise, ...withoutVat }).find(
        (item) => item.code === 'BILL_NEEDS_EXEMPTION_MENTION',
      ),
    ).toMatchObject({
      ok: true,
      details: { exemption: 'franchise' },
    })
  })
  test('wants VAT of a French client, at a rate in force', () => {
    expect(says({ includeVat: false })).toEqual(['includeTva BILL_NEEDS_VAT_RATE'])
    expect(says({ lines: [line(1, 100), line(1, 100, 1960)] })).toEqual([
      'lines.1.tva BILL_NEEDS_VAT_RATE',
    ])
  })
  test('wants lines with a description, a quantity and a price', () => {
    expect(says({ lines: [] })).toEqual(['lines BILL_NEEDS_LINES'])
    expect(says({ lines: [line(0, 100)] })).toEqual(['lines.0.quantity BILL_NEEDS_LINE_QUANTITY'])
    expect(says({ lines: [line(1, 0)] })).toEqual(['lines.0.unitPrice BILL_NEEDS_LINE_PRICE'])
    expect(says({ lines: [{ ...line(1, 100), description: '' }] })).toEqual([
      'lines.0.description BILL_NEEDS_LINE_DESCRIPTION',
    ])
  })
  test('takes lines that are offered or take something off, while the whole is owed', () => {
    expect(says({ lines: [line(1, 100), line(1, 0)] })).toEqual([])
    expect(says({ lines: [line(1, 1000), line(-1, 100)] })).toEqual([])
    expect(says({ lines: [line(1, 100), line(-1, 100)] })).toEqual([])
    expect(says({ lines: [line(1, 100), line(-1, 101)] })).toEqual(['lines BILL_NEEDS_LINE_PRICE'])
    const word = { ...line(100_000, 0), unitPriceFine: 3_500 }
    expect(says({ lines: [word] })).toEqual([])
  })
  test('takes a disbursement beside taxed lines, and no other line without VAT', () => {
    const untaxed = { ...line(1, 100), rate: 0 }
    expect(says({ lines: [line(1, 100), { ...untaxed, disbursed: true }] })).toEqual([])
    expect(says({ lines: [line(1, 100), untaxed] })).toEqual(['lines.1.tva BILL_NEEDS_VAT_RATE'])
  })
  test('wants the days of a month on one bill alone', () => {
    expect(missing({ month: { year: 2026, month: 10, billedBy: null } })).toEqual([])
    expect(missing({ month: { year: 2026, month: 10, billedBy: '2026-0023' } })).toEqual([
      'lines BILL_NEEDS_UNBILLED_DAYS',
    ])
  })
  describe('wants the date of the service', () => {
    const today = good.today
    const undated = { serviceStart: '', serviceEnd: '' }
    const point = (
      changes: Partial<ChecklistInput['content']>,
      more: Partial<ChecklistInput> = {},
    ) =>
      checklist({ ...good, content: { ...content, ...undated, ...changes }, ...more }).find(
        ({ code }) => code === 'BILL_NEEDS_SERVICE_DATE',
      )
    test('and is content with one of its days', () =>
      expect(point({ serviceEnd: '2026-10-31' })).toMatchObject({ ok: true }))
    test('before the issue of a month’s days, which can be dated in one stroke', () =>
      expect(point({}, { month: { year: 2026, month: 2, billedBy: null } })).toMatchObject({
        ok: false,
        corrections: [
          { name: 'period', changes: { serviceStart: '2026-02-01', serviceEnd: '2026-02-28' } },
        ],
      }))
    test('else asks for it, and no answer means the day of issue', () => {
      expect(point({})).toMatchObject({
        ok: true,
        asks: true,
        corrections: [
          { name: 'period' },
          { name: 'issueDay', changes: { serviceStart: today, serviceEnd: today } },
        ],
      })
      expect(says(undated)).toEqual([])
    })
    test('of an invoice alone', () => expect(point({}, { type: 'deposit' })).toBeUndefined())
  })
  test('wants the euro’s rate for VAT in another currency, with its day and source', () => {
    const exchange = { rate: 921_700, day: '2026-11-19', source: 'BCE' } as const
    expect(says({ currency: 'USD' })).toEqual(['exchangeRate BILL_NEEDS_EXCHANGE_RATE'])
    expect(says({ currency: 'USD', exchange: { ...exchange, source: '' } })).toEqual([
      'exchangeRate BILL_NEEDS_EXCHANGE_RATE',
    ])
    expect(says({ currency: 'USD', exchange })).toEqual([])
  })
  test('takes a formula for a penalty rate', () => {
    expect(says({ penaltyRate: 0 })).toEqual(['penaltyRate BILL_NEEDS_PENALTY_RATE'])
    expect(says({ penaltyRate: 0, penaltyBasis: 'ecb10' })).toEqual([])
  })
  test('wants reductions below what they reduce', () => {
    const amount = (value: number) => ({ kind: 'amount', value, reason: '' }) as const
    const [only] = content.lines
    if (!only) throw new Error('The sample has a line')
    expect(says({ lines: [{ ...only, discount: amount(100_001) }] })).toContain(
      'lines.0.discount BILL_NEEDS_DISCOUNT_BELOW',
    )
    expect(says({ lines: [{ ...only, discount: amount(100_000) }] })).toEqual([])
    expect(says({ discount: amount(100_001) })).toEqual(['discount BILL_NEEDS_DISCOUNT_BELOW'])
    expect(says({ discount: amount(100_000) })).toEqual([])
  })
  test('lets lines without VAT stand beside others where a reason is given', () => {
    const [only] = content.lines
    if (!only) throw new Error('The sample has a line')
    const lines = [only, { ...only, rate: 0 }]
    expect(says({ lines })).toEqual(['lines.1.tva BILL_NEEDS_VAT_RATE'])
    expect(says({ lines, vatReason: 'training' })).toEqual([])
    expect(says({ lines, vatReason: 'outOfScope' })).toEqual(['includeTva BILL_NEEDS_NO_VAT'])
  })
  test('wants an issue date of today or before, after the last of the series', () => {
    expect(missing({ issueDate: '2026-11-21' })).toEqual(['issueDate BILL_NEEDS_PAST_ISSUE_DATE'])
    expect(missing({ issueDate: '2026-11-19' })).toEqual([])
    expect(missing({ issueDate: '2026-11-18' })).toEqual(['issueDate BILL_NEEDS_ISSUE_ORDER'])
  })
  test('offers today for a chosen issue date while the series allows it', () => {
    const offered = (lastIssueDate: ChecklistInput['lastIssueDate']) =>
      checklist({
        ...good,
        content: { ...content, issueDate: '2026-11-21' },
        issueDate: '2026-11-21',
        lastIssueDate,
      }).find(({ code }) => code === 'BILL_NEEDS_PAST_ISSUE_DATE')?.corrections
    const today = [{ name: 'issueToday', changes: { issueDate: '' } }]
    expect(offered('2026-11-19')).toEqual(today)
    expect(offered('2026-11-20')).toEqual(today)
    expect(offered('2026-11-21')).toBeUndefined()
  })
  test('wants a due date between the issue and the longest term of the law', () => {
    expect(says({ dueDate: '2026-11-19' })).toEqual(['dueDate BILL_NEEDS_DUE_DATE'])
    expect(says({ dueDate: '2026-11-20' })).toEqual([])
    expect(says({ dueDate: lastDueDate('2026-11-20') })).toEqual([])
    expect(says({ dueDate: '2027-02-01' })).toEqual(['dueDate BILL_NEEDS_DUE_DATE_IN_TERM'])
    // 60 days; 45 days then the end of the month; the end of the month then 45 days.
    expect(['2026-01-31', '2026-11-20', '2026-11-01'].map(lastDueDate)).toEqual([
      '2026-04-01',
      '2027-01-31',
      '2027-01-14',
    ])
  })
  test('offers what follows from what is known as one stroke, and nothing where the point is met', () => {
    const offered = (changes: Partial<ChecklistInput>) =>
      checklist({ ...good, ...changes }).flatMap(({ code, ok, corrections = [] }) =>
        ok ? [] : corrections.map((one) => [code, 'changes' in one ? one.changes : one.numbers]),
      )
    expect(offered({})).toEqual([])
    expect(offered({ content: { ...content, penaltyRate: 0 } })).toEqual([
      ['BILL_NEEDS_PENALTY_RATE', { penaltyRate: 1215, includePenalty: true }],
    ])
    expect(offered({ seller: { ...seller, siren: '732829320', vatNumber: '' } })).toEqual([
      ['BILL_NEEDS_SELLER_VAT_NUMBER', { TvaNumber: 'FR44732829320' }],
    ])
    expect(offered({ buyer: { ...buyer, siren: '', siret: '73282932000074' } })).toEqual([
      ['BILL_NEEDS_BUYER_SIREN', { siren: '732829320' }],
    ])
    expect(
      offered({ issueDate: '2026-11-21', content: { ...content, issueDate: '2026-11-21' } }),
    ).toEqual([['BILL_NEEDS_PAST_ISSUE_DATE', { issueDate: '' }]])
    expect(offered({ content: { ...content, dueDate: '', paymentDays: 120 } })).toEqual([
      ['BILL_NEEDS_DUE_DATE_IN_TERM', { paymentDays: 30, dueDate: '' }],
      ['BILL_NEEDS_DUE_DATE_IN_TERM', { paymentDays: 60, dueDate: '' }],
    ])
    expect(offered(withoutVat)).toEqual([['BILL_NEEDS_VAT_RATE', { includeVat: true }]])
  })
  test('wants a penalty rate at the floor or above', () => {
    expect(says({ penaltyRate: 786 })).toEqual([])
    expect(says({ penaltyRate: 785 })).toEqual(['penaltyRate BILL_NEEDS_PENALTY_RATE'])
    expect(says({ includePenalty: false })).toEqual(['penaltyRate BILL_NEEDS_PENALTY_RATE'])
  })
  test('asks a credit note for what it gives back, and not for terms of payment', () => {
    const creditNote = {
      type: 'creditNote',
      content: { ...content, penaltyRate: 0, dueDate: '2020-01-01' },
      seller: { ...seller, iban: '' },
    } as const
    expect(missing(creditNote)).toEqual([])
    expect(missing({ ...creditNote, creditFits: false })).toEqual(['lines BILL_NEEDS_CREDIT_LEFT'])
  })
  test('takes the VAT of a credit note from the bill it corrects, whatever seller and client have become', () => {
    const since = {
      type: 'creditNote',
      seller: { ...seller, regime: 'franchise', vatNumber: '' },
      buyer: { ...buyer, ...german },
    } as const
    const original = {
      type: 'invoice' as const,
      seller: { ...seller, regime: 'normal' as const },
      buyer,
      issueDate: '2013-12-01',
    }
    const old = { ...content, lines: [line(1, 100, 1960)] }
    expect(missing({ ...since, content: old, original })).toEqual([])
    expect(
      missing({ ...since, content: old, original: { ...original, issueDate: '2026-11-01' } }),
    ).toEqual(['lines.0.tva BILL_NEEDS_VAT_RATE'])
    expect(missing({ ...since, content: old, original: null })).toContain(
      'includeTva BILL_NEEDS_NO_VAT',
    )
  })
})
