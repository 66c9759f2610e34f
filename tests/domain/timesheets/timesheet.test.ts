import { describe, expect, test } from 'vitest'
import {
  type Activity,
  HALF_DAY,
  partsOfTimesheetId,
  type RecordMonth,
  timesheetDecider,
  timesheetEntity,
  type TimesheetEvent,
  timesheetId,
  WHOLE_DAY,
} from '#domain/timesheets/timesheet.ts'
import { specification } from '../../kernel/decider-spec.ts'

const given = specification(timesheetDecider) // today is 2026-11-20
const A = 'project-a'
const B = 'project-b'

const work = (day: string, quantity = WHOLE_DAY, projectId = A): Activity => ({
  kind: 'work',
  projectId,
  day,
  quantity,
})
const off = (day: string, kind: Activity['kind'] = 'holiday'): Activity => ({
  kind,
  projectId: '',
  day,
  quantity: WHOLE_DAY,
})
const record = (...activities: readonly Activity[]): RecordMonth => ({
  type: 'RecordMonth',
  month: '2026-11',
  activities,
  openProjects: new Map([A, B].map((id) => [id, { unit: 'halfDay', dayQuarters: 28 }])),
  window: 'sliding',
})
const recorded = (...days: readonly string[]): TimesheetEvent => ({
  type: 'TimesheetDaysRecorded',
  data: { kind: 'work', projectId: A, days: days.map((day) => ({ day, quantity: WHOLE_DAY })) },
})

describe('recording a month', () => {
  test('tells the days set, a line at a time', () =>
    given()
      .when(
        record(
          work('2026-11-03'),
          work('2026-11-02'),
          work('2026-11-02', HALF_DAY, B),
          off('2026-11-04'),
        ),
      )
      .yields(
        {
          type: 'TimesheetDaysRecorded',
          data: {
            kind: 'work',
            projectId: A,
            days: [
              { day: '2026-11-02', quantity: WHOLE_DAY },
              { day: '2026-11-03', quantity: WHOLE_DAY },
            ],
          },
        },
        {
          type: 'TimesheetDaysRecorded',
          data: { kind: 'work', projectId: B, days: [{ day: '2026-11-02', quantity: HALF_DAY }] },
        },
        {
          type: 'TimesheetDaysRecorded',
          data: {
            kind: 'holiday',
            projectId: '',
            days: [{ day: '2026-11-04', quantity: WHOLE_DAY }],
          },
        },
      ))
  test('tells only what changed', () =>
    given(recorded('2026-11-02', '2026-11-03'))
      .when(record(work('2026-11-02'), work('2026-11-03', HALF_DAY)))
      .yields({
        type: 'TimesheetDaysRecorded',
        data: { kind: 'work', projectId: A, days: [{ day: '2026-11-03', quantity: HALF_DAY }] },
      }))
  test('clears what is left out', () =>
    given(recorded('2026-11-02', '2026-11-03'))
      .when(record(work('2026-11-02')))
      .yields({
        type: 'TimesheetDaysCleared',
        data: { kind: 'work', projectId: A, days: ['2026-11-03'] },
      }))
  test('as it stands is nothing', () =>
    given(recorded('2026-11-02'))
      .when(record(work('2026-11-02')))
      .yields())
  test('takes a week-end, a public holiday and more than a day on one date', () =>
    expect(
      given()
        .when(record(work('2026-11-21'), work('2026-11-11'), work('2026-11-11', WHOLE_DAY, B)))
        .happens(),
    ).toHaveLength(2))
})

describe('a duplicate activity', () => {
  test('is refused and points to the line that is there', () => {
    const refused = given()
      .when(record(work('2026-11-02'), work('2026-11-03'), work('2026-11-02', HALF_DAY)))
      .refuses('TIMESHEET_DUPLICATE_ACTIVITY', { day: '2026-11-02' })
    expect(refused.fields.map(({ path, code }) => [path, code])).toEqual([
      ['activities.2', 'TIMESHEET_DUPLICATE_ACTIVITY'],
      ['activities.0', 'TIMESHEET_EXISTING_ACTIVITY'],
    ])
  })
  test('is the same kind on the same day too', () =>
    void given()
      .when(record(off('2026-11-02'), off('2026-11-02')))
      .refuses('TIMESHEET_DUPLICATE_ACTIVITY'))
  test('is not another contract or another kind on that day', () =>
    expect(
      given()
        .when(
          record(
            work('2026-11-02', HALF_DAY),
            work('2026-11-02', HALF_DAY, B),
            off('2026-11-02', 'sick'),
          ),
        )
        .happens(),
    ).toHaveLength(3))
})

describe('the sliding 90 days', () => {
  const month = (activities: readonly Activity[], text: string): RecordMonth => ({
    ...record(...activities),
    month: text,
  })
  test('take the 90th day back and ahead', () => {
    expect(
      given()
        .when(month([work('2026-08-22')], '2026-08'))
        .happens(),
    ).toHaveLength(1)
    expect(
      given()
        .when(month([work('2027-02-18')], '2027-02'))
        .happens(),
    ).toHaveLength(1)
  })
  test('refuse the 91st, naming the window', () => {
    given()
      .when(month([work('2026-08-21')], '2026-08'))
      .refuses('TIMESHEET_OUTSIDE_90_DAYS', {
        day: '2026-08-21',
        from: '2026-08-22',
        to: '2027-02-18',
      })
    given()
      .when(month([work('2027-02-19')], '2027-02'))
      .refuses('TIMESHEET_OUTSIDE_90_DAYS')
  })
  test('refuse to clear an older day', () =>
    void given(recorded('2026-08-21'))
      .when(month([], '2026-08'))
      .refuses('TIMESHEET_OUTSIDE_90_DAYS'))
  test('leave alone what is not touched', () =>
    expect(
      given(recorded('2026-08-21'))
        .when(month([work('2026-08-21'), work('2026-08-24')], '2026-08'))
        .happens(),
    ).toHaveLength(1))
  test('do not hold for imported days', () =>
    expect(
      given()
        .when({ ...month([work('2025-11-03')], '2025-11'), window: 'any' })
        .happens(),
    ).toHaveLength(1))
})

describe('an activity', () => {
  test('of work names a contract', () =>
    void given()
      .when(record(work('2026-11-02', WHOLE_DAY, '')))
      .refuses('TIMESHEET_PROJECT_REQUIRED'))
  test('that is not work names none', () =>
    void given()
      .when(record({ ...off('2026-11-02'), projectId: A }))
      .refuses('TIMESHEET_PROJECT_NOT_ALLOWED'))
  test('names an open contract of this profile', () =>
    void given()
      .when(record(work('2026-11-02', WHOLE_DAY, 'elsewhere')))
      .refuses('TIMESHEET_PROJECT_UNKNOWN'))
  test('stays when its contract is closed since', () =>
    expect(
      given(recorded('2026-11-02'))
        .when({ ...record(work('2026-11-02'), off('2026-11-03')), openProjects: new Map() })
        .happens(),
    ).toHaveLength(1))
  test('is in its month', () =>
    void given()
      .when(record(work('2026-12-01')))
      .refuses('TIMESHEET_DAY_OUTSIDE_MONTH'))
})

test('a month reads in the order of its days', () => {
  expect(
    timesheetEntity.view(
      given(recorded('2026-11-03', '2026-11-02'), {
        type: 'TimesheetDaysRecorded',
        data: { kind: 'sick', projectId: '', days: [{ day: '2026-11-02', quantity: HALF_DAY }] },
      }).state(),
    ),
  ).toEqual({
    approvals: [],
    activities: [
      {
        id: '2026-11-02.project-a',
        projectId: A,
        kind: 'work',
        day: Date.UTC(2026, 10, 2),
        quantity: 1,
      },
      {
        id: '2026-11-02.sick',
        projectId: 0,
        kind: 'sick',
        day: Date.UTC(2026, 10, 2),
        quantity: 0.5,
      },
      {
        id: '2026-11-03.project-a',
        projectId: A,
        kind: 'work',
        day: Date.UTC(2026, 10, 3),
        quantity: 1,
      },
    ],
  })
})

test('an id tells its profile and month', () => {
  expect(timesheetId('01JD', 2026, 2)).toBe('01JD.2026-02')
  expect(partsOfTimesheetId('01JD.2026-02')).toEqual({ profileId: '01JD', year: 2026, month: 2 })
  expect(partsOfTimesheetId('01JD')).toBeNull()
})
