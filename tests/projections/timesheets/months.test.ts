import { describe, test } from 'vitest'
import { timesheetMonths } from '#projections/timesheets/months.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from '../kernel/projection-spec.ts'

describe('months of the timesheet', () => {
  const given = spec(timesheetMonths)
  const work = (projectId: string, ...days: readonly [day: string, quantity: number][]) =>
    recorded('timesheet-p1.2026-11', 'TimesheetDaysRecorded', {
      kind: 'work',
      projectId,
      days: days.map(([day, quantity]) => ({ day, quantity })),
    })
  test('hold their days and what each contract was worked', () =>
    given(
      work('a', ['2026-11-02', 10_000], ['2026-11-03', 5_000]),
      work('b', ['2026-11-03', 5_000]),
      recorded('timesheet-p1.2026-11', 'TimesheetDaysRecorded', {
        kind: 'holiday',
        projectId: '',
        days: [{ day: '2026-11-04', quantity: 10_000 }],
      }),
    ).gives({
      _id: 'p1.2026-11',
      profileId: 'p1',
      year: 2026,
      month: 11,
      version: 3,
      worked: [
        { projectId: 'a', quantity: 15_000 },
        { projectId: 'b', quantity: 5_000 },
      ],
    }))
  test('replace a day that is set again, and lose one that is cleared', () =>
    given(
      work('a', ['2026-11-02', 10_000], ['2026-11-03', 10_000]),
      work('a', ['2026-11-02', 5_000]),
      recorded('timesheet-p1.2026-11', 'TimesheetDaysCleared', {
        kind: 'work',
        projectId: 'a',
        days: ['2026-11-03'],
      }),
    ).gives({
      _id: 'p1.2026-11',
      lines: [{ kind: 'work', projectId: 'a', days: [{ day: '2026-11-02', quantity: 5_000 }] }],
      worked: [{ projectId: 'a', quantity: 5_000 }],
    }))
  test('lose a line with its last day', () =>
    given(
      work('a', ['2026-11-02', 10_000]),
      recorded('timesheet-p1.2026-11', 'TimesheetDaysCleared', {
        kind: 'work',
        projectId: 'a',
        days: ['2026-11-02'],
      }),
    ).gives({
      _id: 'p1.2026-11',
      lines: [],
      worked: [],
    }))
})
