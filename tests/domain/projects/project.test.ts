import { describe, expect, test } from 'vitest'
import {
  byPriority,
  isActive,
  isToRenew,
  isExpired,
  nextRenewal,
  noTerms,
  projectDecider,
  projectEntity,
  type ProjectCommand,
  type ProjectDraft,
  type ProjectEvent,
  type ProjectTerms,
} from '#domain/projects/project.ts'
import { specification } from '../../kernel/decider-spec.ts'

const given = specification(projectDecider)
const today = '2026-11-20'

const terms: ProjectTerms = {
  ...noTerms,
  clientId: 'client-1',
  priceMinor: 65_000,
  startDate: '2026-09-01',
  endDate: '2026-11-30',
  penaltyRate: 1_215,
  vatRate: 2_000,
}
const draft: ProjectDraft = {
  profileId: 'profile-1',
  ref: 'CT-2026-11',
  title: 'Audit',
  templates: [],
  isBillable: true,
  terms,
}
const add = (
  over: Partial<ProjectDraft> = {},
  some: Partial<ProjectTerms> = {},
): ProjectCommand => ({
  type: 'AddProject',
  draft: { ...draft, ...over, terms: { ...terms, ...some } },
})
const added = (some: Partial<ProjectTerms> = {}): ProjectEvent => ({
  type: 'ProjectAdded',
  data: {
    profileId: 'profile-1',
    ref: 'CT-2026-11',
    title: 'Audit',
    templates: [],
    terms: { ...terms, ...some },
  },
})
const own: ProjectEvent = {
  type: 'ProjectAdded',
  data: { profileId: 'profile-1', ref: 'CT-2026-01', title: '', templates: [], terms: null },
}

describe('a contract', () => {
  test('is added', () => given().when(add()).yields(added()))
  test('that is not billable drops client, price, currency, renewal, dates, deadline, penalty and VAT', () => {
    given()
      .when(add({ isBillable: false, ref: 'CT-2026-01', title: '' }))
      .yields(own)
    expect(projectEntity.view(given(own).state())).toMatchObject({
      isBillable: false,
      clientId: 0,
      priceHT: 0,
      currency: '',
      isRenewable: false,
      renewalPeriod: 0,
      startDate: 0,
      endDate: 0,
      paymentDeadline: 0,
      penaltyRate: 0,
      tva: 0,
    })
  })
  test('that is not renewable drops the period', () =>
    given()
      .when(add({}, { renewalPeriod: 90 }))
      .yields(added()))
  test('that is renewable has no end', () =>
    given()
      .when(add({}, { isRenewable: true, renewalPeriod: 90 }))
      .yields(added({ isRenewable: true, renewalPeriod: 90, endDate: '' })))
  test('that is renewable needs a period', () =>
    void given()
      .when(add({}, { isRenewable: true, renewalPeriod: 0 }))
      .refuses('PROJECT_RENEWAL_PERIOD_REQUIRED'))
  test('ends after it starts', () =>
    given()
      .when(add({}, { endDate: '2026-09-02' }))
      .yields(added({ endDate: '2026-09-02' })))
  test('does not end on the day it starts', () => {
    expect(
      given()
        .when(add({}, { endDate: '2026-09-01' }))
        .refuses('PROJECT_END_BEFORE_START').fields,
    ).toEqual([{ path: 'endDate', code: 'PROJECT_END_BEFORE_START' }])
  })
  test.each([1, 0])('has a day of an hour at least, or the usual ones: %s', (hoursPerDay) => {
    given().when(add({}, { hoursPerDay })).yields(added({ hoursPerDay }))
  })
  test('has no day of a quarter of an hour', () =>
    void given()
      .when(add({}, { hoursPerDay: 0.25 }))
      .refuses('PROJECT_HOURS_PER_DAY_TOO_FEW'))
  test('that is billable has a client', () =>
    void given()
      .when(add({}, { clientId: '' }))
      .refuses('PROJECT_CLIENT_REQUIRED'))
  test('added again alike is nothing, otherwise a conflict', () => {
    given(added()).when(add()).yields()
    given(added())
      .when(add({ title: 'Autre' }))
      .refuses('ID_ALREADY_USED')
  })
})

describe('changing a contract', () => {
  test('tells what differs', () =>
    given(added())
      .when({
        type: 'ChangeProject',
        changes: { title: 'Audit', terms: { priceMinor: 70_000, vatRate: 2_000 } },
      })
      .yields({ type: 'ProjectChanged', data: { changes: { terms: { priceMinor: 70_000 } } } }))
  test('to not billable drops its terms', () =>
    given(added())
      .when({ type: 'ChangeProject', changes: { isBillable: false, terms: { priceMinor: 1 } } })
      .yields({ type: 'ProjectChanged', data: { changes: { terms: null } } }))
  test('of one not billable ignores terms', () =>
    given(own)
      .when({ type: 'ChangeProject', changes: { terms: { priceMinor: 1 } } })
      .yields())
  test('to billable asks for a client', () =>
    void given(own)
      .when({ type: 'ChangeProject', changes: { isBillable: true } })
      .refuses('PROJECT_CLIENT_REQUIRED'))
  test('to renewable clears the end', () =>
    given(added())
      .when({ type: 'ChangeProject', changes: { terms: { isRenewable: true, renewalPeriod: 30 } } })
      .yields({
        type: 'ProjectChanged',
        data: { changes: { terms: { isRenewable: true, renewalPeriod: 30, endDate: '' } } },
      }))
  test('to another profile is refused', () =>
    void given(added())
      .when({ type: 'ChangeProject', changes: { profileId: 'profile-2' } })
      .refuses('PROJECT_PROFILE_FIXED'))
})

describe('archiving and removing', () => {
  test('an archived contract can be brought back', () => {
    given(added()).when({ type: 'ArchiveProject' }).yields({ type: 'ProjectArchived', data: {} })
    given(added(), { type: 'ProjectArchived', data: {} }).when({ type: 'ArchiveProject' }).yields()
    given(added(), { type: 'ProjectArchived', data: {} })
      .when({ type: 'RestoreProject' })
      .yields({ type: 'ProjectRestored', data: {} })
  })
  test('one is removed', () =>
    given(added()).when({ type: 'RemoveProject' }).yields({ type: 'ProjectRemoved', data: {} }))
})

describe('where a contract stands', () => {
  const at = (some: Partial<ProjectTerms>, archived = false) => ({
    terms: { ...terms, ...some },
    archived,
  })
  test('it runs until the end of its last day', () => {
    expect(isActive(at({ endDate: today }), today)).toBe(true)
    expect(isActive(at({ endDate: '2026-11-19' }), today)).toBe(false)
    expect([
      isExpired(at({ endDate: today }), today),
      isExpired(at({ endDate: '2026-11-19' }), today),
    ]).toEqual([false, true])
  })
  test('it does not run without a start, or archived', () =>
    expect([isActive(at({ startDate: '' }), today), isActive(at({}, true), today)]).toEqual([
      false,
      false,
    ]))
  test('it renews whole periods after its start, today included', () => {
    const renewable = { ...terms, isRenewable: true, endDate: '' as const, renewalPeriod: 40 }
    expect(nextRenewal(renewable, '2026-10-10')).toBe('2026-10-11')
    expect(nextRenewal(renewable, '2026-10-11')).toBe('2026-10-11')
    expect(nextRenewal(renewable, '2026-10-12')).toBe('2026-11-20')
    expect(nextRenewal(renewable, '2026-08-01')).toBe('2026-10-11')
    expect(nextRenewal(terms, today)).toBe('')
  })
  test('something is to be decided two weeks before its end or its renewal', () => {
    expect(isToRenew(at({ endDate: '2026-12-04' }), today)).toBe(true)
    expect(isToRenew(at({ endDate: '2026-12-05' }), today)).toBe(false)
    expect(isToRenew(at({ endDate: '2026-11-19' }), today)).toBe(false)
    expect(isToRenew(at({ endDate: '2026-12-04' }, true), today)).toBe(false)
    const renewable = { isRenewable: true, endDate: '', renewalPeriod: 40 } as const
    expect(isToRenew(at(renewable), '2026-09-27')).toBe(true)
    expect(isToRenew(at(renewable), '2026-09-26')).toBe(false)
    expect(isToRenew({ terms: null, archived: false }, today)).toBe(false)
  })
  test('active billable come first, then inactive billable, then the rest, each by the latest start', () => {
    const list = [
      { name: 'own', terms: null, archived: false },
      { name: 'past, older', ...at({ startDate: '2025-01-01', endDate: '2025-06-01' }) },
      { name: 'active, older', ...at({ startDate: '2026-09-01' }) },
      { name: 'past, later', ...at({ startDate: '2026-01-01', endDate: '2026-06-01' }) },
      { name: 'active, later', ...at({ startDate: '2026-10-01' }) },
    ]
    expect(list.toSorted(byPriority(today)).map(({ name }) => name)).toEqual([
      'active, later',
      'active, older',
      'past, later',
      'past, older',
      'own',
    ])
  })
})
