import { describe, expect, test } from 'vitest'
import type { Refusal } from '#domain/kernel/errors.ts'
import type { TimeUnit } from '#domain/projects/time-unit.values.ts'
import {
  type Entry,
  type RecordMonth,
  timesheetDecider,
  timesheetEntity,
  type TimesheetEvent,
} from '#domain/timesheets/timesheet.ts'
import { contentOf } from '#domain/timesheets/approval.ts'
import { specification } from '../../kernel/decider-spec.ts'

const given = specification(timesheetDecider) // today is 2026-11-20
const A = 'project-a'
const B = 'project-b'
const DAY = '2026-11-02'

const days = (quantity: number, day = DAY, projectId = A): Entry => ({
  kind: 'work',
  projectId,
  day,
  quantity: quantity * 10_000,
})
const hours = (figure: number, day = DAY, projectId = A): Entry => ({
  ...days(0, day, projectId),
  hours: { quarters: figure * 4 },
})
const by =
  (unit: TimeUnit, dayQuarters = 28) =>
  (...activities: readonly Entry[]): RecordMonth => ({
    type: 'RecordMonth',
    month: '2026-11',
    activities,
    openProjects: new Map([A, B].map((id) => [id, { unit, dayQuarters }])),
    window: 'sliding',
  })
const atField = ({ fields }: Refusal, ...paths: readonly string[]) =>
  expect(fields.map(({ path }) => path)).toEqual(paths)
const recordedDays = (quantity: number): TimesheetEvent => ({
  type: 'TimesheetDaysRecorded',
  data: { kind: 'work', projectId: A, days: [{ day: DAY, quantity }] },
})
const recordedHours = (quarters: number, quantity: number, dayQuarters = 28): TimesheetEvent => ({
  type: 'TimesheetDaysRecorded',
  data: {
    kind: 'work',
    projectId: A,
    days: [{ day: DAY, quantity, hours: { quarters, dayQuarters } }],
  },
})

describe('a contract by halves of a day', () => {
  const record = by('halfDay')
  test('takes a half', () =>
    given()
      .when(record(days(0.5)))
      .yields(recordedDays(5_000)))
  test('takes a quarter, which its grid does not offer', () =>
    given()
      .when(record(days(0.25)))
      .yields(recordedDays(2_500)))
  test('refuses hours', () =>
    atField(
      given()
        .when(record(hours(3.5)))
        .refuses('TIMESHEET_BY_DAYS'),
      'activities.0.hours',
    ))
})

describe('a contract by quarters of a day', () => {
  const record = by('quarterDay')
  test.each([0.25, 0.5, 0.75, 1])('takes %d of a day', (part) =>
    given()
      .when(record(days(part)))
      .yields(recordedDays(part * 10_000)),
  )
  test.each([0, 0.2, 0.3, 0.125, 1.25, 2, -0.25])('refuses %d of a day', (part) =>
    atField(
      given()
        .when(record(days(part)))
        .refuses('TIMESHEET_BY_QUARTERS'),
      'activities.0.quantity',
    ),
  )
})

describe('a contract by the hour', () => {
  const record = by('hour')
  test('keeps the quarters of hours, and their days', () =>
    given()
      .when(record(hours(7.5)))
      .yields(recordedHours(30, 10_714)))
  test('counts a day by its own hours', () =>
    given()
      .when(by('hour', 32)(hours(8)))
      .yields(recordedHours(32, 10_000, 32)))
  test.each([0.25, 24])('takes %d hours', (figure) =>
    given()
      .when(record(hours(figure)))
      .yields(recordedHours(figure * 4, Math.round((figure / 7) * 10_000))),
  )
  test.each([0, 0.1, 24.25, -1])('refuses %d hours', (figure) =>
    atField(
      given()
        .when(record(hours(figure)))
        .refuses('TIMESHEET_BY_HOURS'),
      'activities.0.hours',
    ),
  )
  test('refuses days', () =>
    atField(
      given()
        .when(record(days(1)))
        .refuses('TIMESHEET_BY_HOURS'),
      'activities.0.hours',
    ))
  test('takes 24 hours of a date over all contracts', () =>
    given()
      .when(record(hours(12), hours(12, DAY, B)))
      .yields(recordedHours(48, 17_143), {
        type: 'TimesheetDaysRecorded',
        data: {
          kind: 'work',
          projectId: B,
          days: [{ day: DAY, quantity: 17_143, hours: { quarters: 48, dayQuarters: 28 } }],
        },
      }))
  test('refuses more than 24 hours of a date over all contracts', () =>
    atField(
      given()
        .when(record(hours(12), hours(12.25, DAY, B)))
        .refuses('TIMESHEET_MORE_THAN_24_HOURS'),
      'activities.0.hours',
      'activities.1.hours',
    ))
})

test('an absence is taken by quarters of a day', () => {
  const off = { kind: 'holiday', projectId: '', day: DAY } as const
  given()
    .when(by('halfDay')({ ...off, quantity: 2_500 }))
    .yields({
      type: 'TimesheetDaysRecorded',
      data: { kind: 'holiday', projectId: '', days: [{ day: DAY, quantity: 2_500 }] },
    })
  atField(
    given()
      .when(by('hour')({ ...off, quantity: 0, hours: { quarters: 4 } }))
      .refuses('TIMESHEET_BY_DAYS'),
    'activities.0.hours',
  )
})

describe('a contract whose unit changes', () => {
  test('leaves its days as they are', () =>
    given(recordedDays(5_000))
      .when(by('hour')(days(0.5)))
      .yields())
  test('leaves its hours as they are, whatever its day is now', () =>
    given(recordedHours(30, 10_714))
      .when(by('hour', 32)(hours(7.5)))
      .yields())
  test('takes what changes in the new unit', () =>
    given(recordedDays(5_000))
      .when(by('hour')(hours(3.5)))
      .yields(recordedHours(14, 5_000)))
  test('refuses the old unit for what changes', () =>
    given(recordedDays(5_000))
      .when(by('hour')(days(1)))
      .refuses('TIMESHEET_BY_HOURS'))
})

test('hours are shown as hours and as days', () =>
  expect(timesheetEntity.view(given(recordedHours(30, 10_714)).state())).toMatchObject({
    activities: [{ quantity: 1.0714, hours: 7.5, hoursPerDay: 7 }],
  }))

test('a client approves the hours that were entered', () => {
  const worked = [{ day: DAY, quantity: 10_714, hours: { quarters: 30, dayQuarters: 28 } }]
  expect(contentOf(A, worked)).toBe(`["${A}",["${DAY}","hours",30,28]]`)
  expect(contentOf(A, [{ day: DAY, quantity: 5_000 }])).toBe(`["${A}",["${DAY}",5000]]`)
})
