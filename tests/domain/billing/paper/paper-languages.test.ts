import { describe, expect, test } from 'vitest'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import { PAPER_LANGUAGES } from '#domain/billing/paper/paper-language.values.ts'
import { filled, PAPER_WORDS } from '#domain/billing/paper/paper-words.ts'
import { paperOf } from '#domain/billing/paper/paper.ts'
import { frozenBill, line } from '../frozen-bills.ts'

const plain = (text: string): string => text.replaceAll('\u00A0', ' ')

describe('a paper in the client’s language', () => {
  test.each([
    ['fr', '1 234 567,89 €', '12,15 %', '0,125', '1er octobre 2026'],
    ['en', '€1,234,567.89', '12.15%', '0.125', '1 October 2026'],
    ['es', '1.234.567,89 €', '12,15 %', '0,125', '1 de octubre de 2026'],
    ['de', '1.234.567,89 €', '12,15 %', '0,125', '1. Oktober 2026'],
    ['it', '1.234.567,89 €', '12,15 %', '0,125', '1º ottobre 2026'],
    ['ar', '1,234,567.89 €', '12.15 %', '0.125', '1 أكتوبر 2026'],
  ] as const)('%s writes figures and days its way', (language, amount, rate, quantity, day) => {
    const figures = figuresOf(language)
    expect(plain(figures.amount(123_456_789, 'EUR'))).toBe(amount)
    expect(plain(figures.rate(1215))).toBe(rate)
    expect(figures.quantity(1250)).toBe(quantity)
    expect(plain(figures.day('2026-10-01'))).toBe(day)
  })
  test('tells a period by its first and last day, or the one', () => {
    const { period } = figuresOf('en')
    expect(plain(period('2026-09-14', '2026-09-17'))).toBe('14 September 2026 – 17 September 2026')
    expect(plain(period('2026-09-14', '2026-09-14'))).toBe('14 September 2026')
    expect(plain(period('', '2026-09-14'))).toBe('14 September 2026')
    expect(period('', '')).toBe('')
  })
  test('keeps amounts below zero and other currencies apart', () => {
    expect(figuresOf('en').amount(-500, 'EUR')).toBe('\u2212€5.00')
    expect(plain(figuresOf('en').amount(500, 'CHF'))).toBe('CHF 5.00')
    expect(plain(figuresOf('de').amount(500, 'CHF'))).toBe('5,00 CHF')
  })
  test('keeps what the law wants written in French', () => {
    const paper = paperOf(frozenBill({ language: 'de' }))
    expect(paper.title).toBe('Rechnung')
    expect(paper.facts).toContain('Prestation de services')
    expect(paper.terms).toContain('Pénalités de retard')
    expect(plain(paper.totals[1]?.label ?? '')).toBe('USt 20 %')
    expect(plain(paper.lines[0]?.quantity ?? '')).toBe('4 Tage')
  })
  test('keeps the order of figures and of names that read the other way', () => {
    const marked = (text: string) => plain(text).replaceAll('\u200E', '|')
    const paper = (language: 'ar' | 'fr', reason: string) =>
      paperOf(
        frozenBill({
          language,
          vat: [
            { rate: 2000, baseMinor: 10_000, amountMinor: 2000, exemption: null },
            { rate: 1000, baseMinor: 5000, amountMinor: 500, exemption: null },
          ],
          allowances: [2000, 1000].map((rate) => ({
            rate,
            minor: 500,
            baseMinor: 10_000,
            percent: 500,
            reason,
          })),
          lines: [{ ...line('عمل', 1, 10_000), discount: { minor: 990, percent: 0, reason } }],
        }),
      )
    const arabic = paper('ar', 'Fidélité')
    expect(arabic.totals.map(({ label }) => marked(label))).toEqual([
      'مجموع البنود دون ضريبة',
      '||Fidélité| (|5 %|)|، بنسبة |20 %|',
      '||Fidélité| (|5 %|)|، بنسبة |10 %|',
      'الإجمالي دون ضريبة',
      'ضريبة القيمة المضافة |20 %| على |100.00 €|',
      'ضريبة القيمة المضافة |10 %| على |50.00 €|',
    ])
    expect(marked(paper('ar', 'خصم الوفاء').totals[1]?.label ?? '')).toBe(
      'خصم الوفاء (|5 %|)، بنسبة |20 %|',
    )
    expect(marked(paper('fr', 'خصم').totals[1]?.label ?? '')).toBe('||خصم| (5 %)|, au taux de 20 %')
    const french = paper('fr', 'Fidélité')
    expect(JSON.stringify(french)).not.toContain('\u200E')
    expect(marked(french.lines[0]?.discount ?? '')).toBe('Fidélité : \u22129,90 €')
  })
  test.each([
    [1, '1 يوم'],
    [4, '4 أيام'],
    [12, '12 يومًا'],
  ])('counts %i days in Arabic', (days, text) => {
    expect(
      plain(
        paperOf(frozenBill({ language: 'ar', lines: [line('عمل', days, 100)] })).lines[0]
          ?.quantity ?? '',
      ),
    ).toBe(text)
  })
  test.each(PAPER_LANGUAGES)('%s names the same values as French in each text', (language) => {
    const names = (words: unknown): unknown =>
      typeof words === 'string'
        ? [...words.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
        : Object.fromEntries(Object.entries(words ?? {}).map(([key, value]) => [key, names(value)]))
    const { manyDays: _, ...words } = PAPER_WORDS[language]
    expect(names(words)).toEqual(names(PAPER_WORDS.fr))
  })
  test('a value that is not there leaves nothing', () => {
    expect(filled('{a} und {b}', { a: 'x' })).toBe('x und ')
  })
})
