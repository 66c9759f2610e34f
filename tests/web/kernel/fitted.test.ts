import { describe, expect, test } from 'vitest'
import { fitColumns } from '#web/kernel/table/fitted.ts'

/** Columns of the bills. */
const bills: Parameters<typeof fitColumns>[0] = [
  { id: 'ref', width: '144px' },
  { id: 'client', names: true },
  { id: 'issueDate', width: '104px', leaves: 'opt-1' },
  { id: 'dueDate', width: '104px' },
  { id: 'state', width: 'clamp(168px, 22cqi, 264px)' },
  { id: 'totalHT', width: '116px', leaves: 'opt-1', align: 'fig' },
  { id: 'totalTTC', width: '122px', align: 'fig' },
]
const margin = 92
const at = (width: number, needs = {}, choice = {}) =>
  fitColumns(bills, { width, margin, actions: true }, needs, choice)
const idsAt = (...all: Parameters<typeof at>) => at(...all).columns.map(({ id }) => id)

describe('the columns of a list', () => {
  test.each(Array.from({ length: 81 }, (_, step) => 320 + step * 20))(
    'leave the one that says who 180 px at %i px',
    (width) => {
      const { columns, widths, actions } = at(width, { totalTTC: 140 })
      const taken = Object.values(widths).reduce((sum, one) => sum + Number.parseFloat(one), 0)
      const rest = width - margin - (actions ? 62 : 0) - taken
      const client = widths['client'] === undefined ? rest : Number.parseFloat(widths['client'])
      expect(columns.some(({ id }) => id === 'client')).toBe(true)
      if (width >= 320 + margin) expect(client).toBeGreaterThanOrEqual(180)
    },
  )

  test('leave by their rank, of one rank the last first: HT, then the day of issue', () => {
    const widest = idsAt(1400)
    expect(widest).toHaveLength(7)
    const left: string[] = []
    for (let width = 1400; width >= 400; width -= 1)
      for (const id of widest) if (!left.includes(id) && !idsAt(width).includes(id)) left.push(id)
    expect(left.slice(0, 2)).toEqual(['totalHT', 'issueDate'])
    expect(left).not.toContain('client')
    expect(left).not.toContain('totalTTC')
  })

  test('leave sooner where figures are wider', () => {
    const border = Array.from({ length: 900 }, (_, step) => 1400 - step).find(
      (width) => !idsAt(width).includes('totalHT'),
    )!
    expect(idsAt(border + 1)).toContain('totalHT')
    expect(idsAt(border + 1, { totalTTC: 124 })).not.toContain('totalHT')
  })

  test('give the name 180 px before other texts get an equal share', () => {
    const columns = [{ id: 'client', names: true as const }, { id: 'object' }]
    expect(fitColumns(columns, { width: margin + 320, margin, actions: false }).widths).toEqual({
      client: '180px',
    })
    expect(fitColumns(columns, { width: margin + 400, margin, actions: false }).widths).toEqual({
      client: '200px',
    })
  })

  test('give a long text the room that a short one beside it does not want', () => {
    const columns = [{ id: 'title', names: true as const }, { id: 'theme' }, { id: 'language' }]
    const widthsOf = (needs: Readonly<Record<string, number>>) =>
      fitColumns(columns, { width: margin + 600, margin, actions: false }, needs).widths
    expect(widthsOf({ title: 338, theme: 130, language: 90 })).toEqual({
      title: '352px',
      theme: '144px',
    })
    // The name has its room before another long one.
    expect(widthsOf({ title: 900, theme: 700, language: 90 })).toEqual({
      title: '280px',
      theme: '230px',
    })
    expect(widthsOf({ title: 210, theme: 700, language: 90 })).toMatchObject({ title: '210px' })
    expect(widthsOf({ title: 40, theme: 500, language: 90 })['title']).toBe('180px')
  })

  test('leave before texts are cut that say who or what, and stay otherwise', () => {
    const transactions: Parameters<typeof fitColumns>[0] = [
      { id: 'date' },
      { id: 'client', names: true },
      { id: 'object', names: true, leaves: 'opt-2' },
      { id: 'type', leaves: 'fact' },
      { id: 'status' },
      { id: 'vat', width: '104px', leaves: 'opt-1', align: 'fig' },
      { id: 'in', width: '112px', align: 'fig' },
    ]
    const fitted = (width: number, object: number) => {
      const needs = { date: 96, client: 190, object, type: 110, status: 107 }
      const { columns, widths } = fitColumns(transactions, { width, margin, actions: false }, needs)
      return [columns.map(({ id }) => id), Number.parseFloat(widths['object'] ?? '')] as const
    }
    const ids = transactions.map(({ id }) => id)
    const without = (...gone: string[]) => ids.filter((id) => !gone.includes(id))
    expect(fitted(1000, 160)).toEqual([ids, 166])
    expect(fitted(1000, 270)[0]).toEqual(without('type'))
    expect(fitted(1000, 270)[1]).toBeGreaterThanOrEqual(270)
    expect(fitted(880, 270)[0]).toEqual(without('type', 'vat'))
    expect(fitted(880, 270)[1]).toBeGreaterThanOrEqual(270)
    // A text without an end costs no more than one of 280 px, and no column that must stay.
    expect(fitted(1000, 2000)[0]).toEqual(without('type'))
    expect(fitted(720, 2000)[0]).toEqual(without('type', 'vat'))
  })

  test('give a long name its room before a column with a range', () => {
    expect(at(1047, { client: 176 }).widths['state']).toBe('230.34px')
    const { widths } = at(1047, { client: 250 })
    expect(Number.parseFloat(widths['state'] ?? '')).toBe(169)
  })

  test('follow the order, the absence and the width that the user chose', () => {
    const choice = { order: ['client', 'totalTTC', 'ref'], hidden: ['state', 'client'] }
    expect(idsAt(1900, {}, choice)).toEqual([
      'client',
      'totalTTC',
      'ref',
      'issueDate',
      'dueDate',
      'totalHT',
    ])
    expect(at(1900, {}, { widths: { ref: 300 } }).widths['ref']).toBe('300px')
    expect(at(1900, {}, { widths: { client: 90 } }).widths['client']).toBe('180px')
  })

  test('are all there before the page is measured', () => {
    expect(idsAt(0)).toHaveLength(7)
  })
})
