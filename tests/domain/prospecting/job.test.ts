import { describe, expect, test } from 'vitest'
import { jobDecider, type JobEvent, type Posting } from '#domain/prospecting/job.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const posting: Posting = {
  title: 'Audit',
  company: 'Régie des Quais',
  location: 'Lyon',
  mode: '',
  contractType: 'freelance',
  rate: { min: 0, max: 0, per: '', currency: 'EUR' },
  skills: [],
  languages: [],
  years: 0,
  description: '',
  postedAt: 0,
  closesAt: 0,
}
const origin = { key: 'un', name: 'Un', url: 'https://un.example/1' }
const given = specification(jobDecider)
const found: JobEvent = { type: 'JobFound', data: { posting, origin } }
const skipped: JobEvent = { type: 'JobMarked', data: { mark: 'skipped' } }
const cleaned: JobEvent = { type: 'JobCleaned', data: {} }
const find = { type: 'FindJob', posting, origin } as const

describe('finding a job', () => {
  test('happens once for one source', () => {
    given().when(find).yields(found)
    given(found).when(find).yields()
  })
  test('in another source adds its link', () => {
    const other = { key: 'deux', name: 'Deux', url: 'https://deux.example/2' }
    given(found)
      .when({ ...find, origin: other })
      .yields({ type: 'JobFoundElsewhere', data: { origin: other } })
  })
  test('takes the words of its first source, and of no other', () => {
    const changed = { ...posting, skills: ['RGAA'] }
    given(found)
      .when({ ...find, posting: changed })
      .yields({ type: 'JobChanged', data: { posting: changed } })
    const other = { key: 'deux', name: 'Deux', url: 'https://deux.example/2' }
    given(found, { type: 'JobFoundElsewhere', data: { origin: other } })
      .when({ ...find, posting: changed, origin: other })
      .yields()
  })
  test('after it was closed opens it again', () =>
    given(found, { type: 'JobClosed', data: {} })
      .when(find)
      .yields({ type: 'JobReopened', data: {} }))
  test('after one of its sources lost it finds it there again', () =>
    given(found, { type: 'JobLost', data: { key: 'un' } })
      .when(find)
      .yields({ type: 'JobFoundElsewhere', data: { origin } }))
  test('after it was cleaned away adds it again, unless it was skipped', () => {
    given(found, cleaned).when(find).yields(found)
    given(found, skipped, cleaned).when(find).yields()
  })
})

describe('a job that a source no longer has', () => {
  const other = { key: 'deux', name: 'Deux', url: 'https://deux.example/2' }
  const elsewhere: JobEvent = { type: 'JobFoundElsewhere', data: { origin: other } }
  const lost = (key: string): JobEvent => ({ type: 'JobLost', data: { key } })
  const closed: JobEvent = { type: 'JobClosed', data: {} }
  const lose = (key: string) => ({ type: 'LoseJob', key }) as const
  test('is closed with the last of its sources', () => {
    given(found, elsewhere).when(lose('un')).yields(lost('un'))
    given(found, elsewhere, lost('un')).when(lose('deux')).yields(lost('deux'), closed)
  })
  test('is told once for each source, and not for one that never had it', () => {
    given(found, lost('un'), closed).when(lose('un')).yields()
    given(found).when(lose('deux')).yields()
  })
})

describe('a mark', () => {
  test('is set once, and taken back once', () => {
    const mark = { type: 'MarkJob', mark: 'skipped' } as const
    given(found)
      .when({ ...mark, on: true })
      .yields(skipped)
    given(found, skipped)
      .when({ ...mark, on: true })
      .yields()
    given(found, skipped)
      .when({ ...mark, on: false })
      .yields({ type: 'JobUnmarked', data: { mark: 'skipped' } })
    given()
      .when({ ...mark, on: true })
      .refuses('NOT_FOUND')
  })
  test('keeps a saved job from being cleaned', () => {
    given(found).when({ type: 'CleanJob' }).yields(cleaned)
    given(found, { type: 'JobMarked', data: { mark: 'saved' } })
      .when({ type: 'CleanJob' })
      .yields()
  })
})

test('a job keeps one link for each source', () =>
  expect(
    given(found, {
      type: 'JobFoundElsewhere',
      data: { origin: { ...origin, url: 'https://un.example/new' } },
    }).state(),
  ).toMatchObject({ origins: [{ key: 'un', url: 'https://un.example/new' }] }))
