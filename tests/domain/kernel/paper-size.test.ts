import { describe, expect, test } from 'vitest'
import { assertPaperFits, MOST_PAGES } from '#domain/kernel/paper-size.ts'
import { assertBillFits } from '#domain/billing/check-content.ts'

const LINES_A_PAGE = 50
const most = MOST_PAGES.cv * LINES_A_PAGE

describe('a paper', () => {
  test.each([
    ['letters', (lines: number) => 'a'.repeat(90 * lines)],
    ['line ends', (lines: number) => Array.from({ length: lines }, () => 'a').join('\n')],
  ])('fits on so many pages by its %s, and not with one line more', (_, textOf) => {
    const fits = (lines: number) => () =>
      assertPaperFits('cv', [{ path: 'tasks', text: textOf(lines) }], { lines: 0, path: 'all' })
    expect(fits(most)).not.toThrow()
    expect(fits(most + 1)).toThrow(
      expect.objectContaining({
        code: 'PAPER_TOO_LONG',
        details: { pages: MOST_PAGES.cv + 1, maxPages: MOST_PAGES.cv },
      }),
    )
  })
  test('names the field of the longest text', () => {
    const texts = [
      { path: 'summary', text: 'a' },
      { path: 'tasks', text: '\n'.repeat(most) },
    ]
    expect(() => assertPaperFits('cv', texts, { lines: 3, path: 'all' })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path: 'tasks' })] }),
    )
  })
  test('of a bill names its longest line', () => {
    const lines = [{ description: 'Conseil' }, { description: 'a\n'.repeat(1_500) }]
    const bill = { lines: [...lines, lines[1] ?? { description: '' }], header: '', footer: '' }
    expect(() => assertBillFits({ ...bill, lines })).not.toThrow()
    expect(() => assertBillFits(bill)).toThrow(
      expect.objectContaining({
        fields: [expect.objectContaining({ path: 'lines.1.description' })],
      }),
    )
  })
})
