import { describe, expect, test } from 'vitest'
import {
  formatRef,
  isRef,
  PATTERNS,
  seriesDecider,
  type SeriesEvent,
  seriesId,
} from '#domain/billing/number-series.ts'
import { example } from '#tests/fixtures/finance-examples.ts'
import { specification } from '../../kernel/decider-spec.ts'

const given = specification(seriesDecider)
const allotted = (number: number, issueDate: string, billId = `bill-${number}`): SeriesEvent => ({
  type: 'NumberAllotted',
  data: { billId, number, issueDate },
})
const allot = (billId: string, issueDate: string) =>
  ({ type: 'Allot', billId, issuanceId: `of ${billId}`, issueDate }) as const
const waive = (billId: string) => ({ type: 'Waive', billId, issuanceId: `of ${billId}` }) as const
const waived = (billId: string): SeriesEvent => ({
  type: 'NumberWaived',
  data: { billId, issuanceId: `of ${billId}` },
})

const issuer = { owner: 'user-1', profileId: 'p', siren: '732829320' }
const opening = { pattern: 'F-{YYYY}-{0000}', after: 41, issueDate: '', reason: 'Autre outil' }
const opened = { type: 'SeriesOpened', data: opening } as const

describe('a series that is taken over', () => {
  test('goes on after the last number of another tool, in its pattern', () => {
    given().when({ type: 'Configure', opening }).yields(opened)
    given(opened)
      .when(allot('b', '2026-11-02'))
      .yields(allotted(42, '2026-11-02', 'b'))
  })
  test('is set again before its first number, and no more afterwards', () => {
    const again = { ...opening, after: 50 }
    given(opened)
      .when({ type: 'Configure', opening: again })
      .yields({ type: 'SeriesOpened', data: again })
    given(opened, allotted(42, '2026-11-02'))
      .when({ type: 'Configure', opening: again })
      .refuses('SERIES_IN_USE')
  })
  test('wants a reason, and a pattern with a year and a counter', () => {
    given()
      .when({ type: 'Configure', opening: { ...opening, reason: '' } })
      .refuses('SERIES_REASON_NEEDED')
    for (const pattern of ['F-{0000}', '{YYYY}-', 'F {YYYY}-{0000}', `${'F'.repeat(30)}{YYYY}-{0}`])
      given()
        .when({ type: 'Configure', opening: { ...opening, pattern } })
        .refuses('SERIES_PATTERN_INVALID')
    given()
      .when({ type: 'Configure', opening: { ...opening, pattern: '{YY}/{00}' } })
      .yields({ type: 'SeriesOpened', data: { ...opening, pattern: '{YY}/{00}' } })
  })
  test('continues older numbers unless it has numbers of its own', () => {
    given().when({ type: 'Continue', opening }).yields(opened)
    given(allotted(1, '2026-11-02')).when({ type: 'Continue', opening }).yields()
    given(opened)
      .when({ type: 'Continue', opening: { ...opening, after: 3 } })
      .yields()
  })
})

describe('a series of numbers', () => {
  test('goes as in example NUM-01', () => {
    const { input, expected } = example('NUM-01')
    const last = Number(input.last.slice(-4))
    let events = Array.from({ length: last }, (_, i) => allotted(i + 1, '2026-12-01'))
    const issue = (bill: string, day: string) => {
      const [event] = given(...events)
        .when(allot(bill, day))
        .happens()
      if (event?.type !== 'NumberAllotted') throw new Error('A new bill takes a number')
      events = [...events, event]
      return formatRef(input.pattern, Number(day.slice(0, 4)), event.data.number)
    }
    expect(issue('B', '2026-12-30')).toBe(expected.B)
    expect(issue('C', '2026-12-31')).toBe(expected.C)
    expect(Array.from({ length: 50 }, (_, i) => issue(`concurrent-${i}`, '2026-12-31'))).toEqual(
      Array.from({ length: 50 }, (_, i) => `F2026-00${45 + i}`),
    )
    events = []
    expect(issue('D', '2027-01-02')).toBe(expected.D)
    for (const ref of expected.rejectedNumbers)
      expect(isRef(ref === '36-character string' ? 'F'.repeat(36) : ref)).toBe(false)
    expect(isRef('F'.repeat(35))).toBe(true)
  })
  test('gives a bill its number once', () =>
    given(allotted(1, '2026-11-02'), allotted(2, '2026-11-03'))
      .when(allot('bill-1', '2026-11-05'))
      .yields())
  test('takes the day of the last number and not the day before', () => {
    given(allotted(1, '2026-11-02'))
      .when(allot('b', '2026-11-02'))
      .yields(allotted(2, '2026-11-02', 'b'))
    given(allotted(1, '2026-11-02'))
      .when(allot('b', '2026-11-01'))
      .refuses('BILL_BACK_DATED', { last: '2026-11-02' })
  })
  test('gives no number to an attempt that was given up, and the same one to the next', () => {
    given(allotted(1, '2026-11-02')).when(waive('b')).yields(waived('b'))
    given(allotted(1, '2026-11-02'), waived('b')).when(waive('b')).yields()
    given(waived('b')).when(allot('b', '2026-11-02')).refuses('BILL_ISSUANCE_ABANDONED')
    given(waived('b'))
      .when(allot('c', '2026-11-02'))
      .yields(allotted(1, '2026-11-02', 'c'))
    given(allotted(1, '2026-11-02'), waived('b'))
      .when({ ...allot('b', '2026-11-02'), issuanceId: 'again' })
      .yields(allotted(2, '2026-11-02', 'b'))
  })
  test('keeps the number of an attempt that is given up too late', () =>
    given(allotted(1, '2026-11-02', 'b'))
      .when(waive('b'))
      .yields())
  test('is one a SIREN, year and kind, whatever the profile, and credit notes are told by their prefix', () => {
    expect(
      new Set([
        seriesId(issuer, 2026, 'invoice'),
        seriesId(issuer, 2026, 'creditNote'),
        seriesId(issuer, 2027, 'invoice'),
        seriesId(issuer, 2026, 'invoice', 'F'),
        seriesId({ ...issuer, siren: '' }, 2026, 'invoice'),
        seriesId({ ...issuer, owner: 'user-2' }, 2026, 'invoice'),
      ]).size,
    ).toBe(6)
    expect(seriesId({ ...issuer, profileId: 'q' }, 2026, 'invoice')).toBe(
      seriesId(issuer, 2026, 'invoice'),
    )
    expect([
      formatRef(PATTERNS.invoice, 2026, 1),
      formatRef(PATTERNS.creditNote, 2026, 12),
      formatRef(PATTERNS.invoice, 2026, 12_345),
    ]).toEqual(['2026-0001', 'AV2026-0012', '2026-12345'])
  })
})
