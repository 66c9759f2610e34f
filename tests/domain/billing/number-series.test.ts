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
  test('is one a profile, year and kind, and credit notes are told by their prefix', () => {
    expect(
      new Set([
        seriesId('p', 2026, 'invoice'),
        seriesId('p', 2026, 'creditNote'),
        seriesId('p', 2027, 'invoice'),
        seriesId('q', 2026, 'invoice'),
      ]).size,
    ).toBe(4)
    expect([
      formatRef(PATTERNS.invoice, 2026, 1),
      formatRef(PATTERNS.creditNote, 2026, 12),
      formatRef(PATTERNS.invoice, 2026, 12_345),
    ]).toEqual(['2026-0001', 'AV2026-0012', '2026-12345'])
  })
})
