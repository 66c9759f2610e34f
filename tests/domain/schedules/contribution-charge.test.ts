import { expect, test } from 'vitest'
import { rhythmOf } from '#domain/schedules/contribution-charge.ts'
import { type Recurrence, runsAfter } from '#domain/schedules/recurrence.ts'

const quarterly: Recurrence = { interval: 'month', count: 3, first: '2027-01-05', until: '' }
const TODAY = '2026-11-28'
const next = (recurrence: Recurrence, after = TODAY) => runsAfter(recurrence, after, 2)

test('another rhythm keeps the day of the month, and begins with the present period', () => {
  const monthly = rhythmOf(quarterly, 'monthly', { today: TODAY, startDate: '' })
  expect(next(monthly)).toEqual(['2026-12-05', '2027-01-05'])
  const again = rhythmOf(monthly, 'quarterly', { today: TODAY, startDate: TODAY })
  expect(next(again)).toEqual(['2027-01-05', '2027-04-05'])
})

test('the rhythm may change any number of times: its first day stays in the present year', () => {
  let recurrence = { ...quarterly, first: '2026-10-31' }
  for (let i = 0; i < 150; i++)
    recurrence = rhythmOf(recurrence, i % 2 === 0 ? 'monthly' : 'quarterly', {
      today: TODAY,
      startDate: '2026-01-01',
    })
  expect(recurrence.first).toBe('2026-01-31')
  expect(next(recurrence)).toEqual(['2027-01-31', '2027-04-30'])
})

test('a business of tomorrow begins after its first period', () => {
  const ahead = { today: TODAY, startDate: '2026-11-29' }
  expect(next(rhythmOf(quarterly, 'monthly', ahead))[0]).toBe('2026-12-01')
  expect(next(rhythmOf(quarterly, 'monthly', { ...ahead, startDate: '2028-04-10' }))).toEqual([
    '2028-05-01',
    '2028-06-01',
  ])
})
