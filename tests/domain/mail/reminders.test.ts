import { describe, expect, test } from 'vitest'
import { goesByItself, reminderPlansDecider, stepsOn } from '#domain/mail/reminder-plan.ts'
import { remindersDecider } from '#domain/mail/reminders.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const PROFILE = 'profile-1'

describe('a plan of reminders', () => {
  const given = specification(reminderPlansDecider)
  const set = (more: object = {}) =>
    ({
      type: 'SetReminderPlan',
      profileId: PROFILE,
      active: true,
      automatic: false,
      steps: [7, -3, 7],
      ...more,
    }) as const
  const wasSet = (more: object = {}) =>
    ({
      type: 'ReminderPlanSet',
      data: {
        profileId: PROFILE,
        plan: { active: true, steps: [-3, 7], automaticFrom: '', ...more },
      },
    }) as const

  test('is off until it is set, with each step once and in order', () =>
    given().when(set()).yields(wasSet()))
  test('that is set as it is changes nothing', () => given(wasSet()).when(set()).yields())
  test.each([[[]], [[181]], [[-31]], [[1, 2, 3, 4, 5, 6, 7, 8, 9]]])(
    'refuses the steps %j',
    (steps) => {
      given().when(set({ steps })).refuses('REMINDER_STEPS_INVALID')
    },
  )
  test('lets reminders go by themselves from the day it is told to, and keeps that day', () => {
    const automatic = wasSet({ automaticFrom: '2026-11-20' })
    given()
      .when(set({ automatic: true }))
      .yields(automatic)
    given(automatic)
      .when(set({ automatic: true, steps: [7] }), {
        now: 0,
        today: '2026-12-01',
        actor: { kind: 'user', id: 'user-1' },
      })
      .yields(wasSet({ automaticFrom: '2026-11-20', steps: [7] }))
  })

  test('has the last step whose day has come, and the day of the next', () => {
    expect(stepsOn([-3, 0, 7], '2026-11-20', '2026-11-16')).toEqual({
      step: null,
      next: '2026-11-17',
    })
    expect(stepsOn([-3, 0, 7], '2026-11-20', '2026-11-20')).toEqual({ step: 0, next: '2026-11-27' })
    expect(stepsOn([-3, 0, 7], '2026-11-20', '2027-01-01')).toEqual({ step: 7, next: '' })
  })
  test('leaves to the user what was due before it let reminders go', () => {
    const plan = { active: true, steps: [7], automaticFrom: '2026-11-20' } as const
    expect(goesByItself(plan, '2026-11-13', 7)).toBe(true)
    expect(goesByItself(plan, '2026-11-12', 7)).toBe(false)
    expect(goesByItself({ ...plan, automaticFrom: '' }, '2026-11-13', 7)).toBe(false)
  })
})

describe('reminders of a bill', () => {
  const given = specification(remindersDecider)
  const propose = (step: number) => ({ type: 'ProposeReminder', profileId: PROFILE, step }) as const
  const proposed = (step: number) =>
    ({ type: 'ReminderProposed', data: { profileId: PROFILE, step } }) as const
  const stop = { type: 'StopReminders', profileId: PROFILE, reason: 'dispute' } as const
  const stopped = {
    type: 'RemindersStopped',
    data: { profileId: PROFILE, reason: 'dispute' },
  } as const

  test('are proposed once a step, and not for a step that was passed', () => {
    given().when(propose(7)).yields(proposed(7))
    given(proposed(7)).when(propose(7)).yields()
    given(proposed(7)).when(propose(0)).yields()
    given(proposed(7)).when(propose(15)).yields(proposed(15))
  })
  test('are skipped while they wait', () => {
    given(proposed(7))
      .when({ type: 'SkipReminder', step: 7 })
      .yields({ type: 'ReminderSkipped', data: { step: 7 } })
    given(proposed(15)).when({ type: 'SkipReminder', step: 7 }).refuses('REMINDER_NOT_WAITING')
  })
  test('are not proposed while a dispute stops them, and are after it', () => {
    given().when(stop).yields(stopped)
    given(stopped).when(stop).yields()
    given(stopped).when(propose(7)).yields()
    given(stopped).when({ type: 'ResumeReminders' }).yields({ type: 'RemindersResumed', data: {} })
    given(stopped, { type: 'RemindersResumed', data: {} }).when(propose(7)).yields(proposed(7))
  })
})
