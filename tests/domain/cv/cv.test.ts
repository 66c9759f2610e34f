import { expect, test } from 'vitest'
import { type CvContent, cvDecider, usualCv } from '#domain/cv/cv.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(cvDecider)
const arranged = { type: 'CvArranged', data: { changes: { title: 'Conceptrice' } } } as const
const content: CvContent = {
  facts: usualCv,
  person: { name: 'A. B.', lines: [], photo: null },
  items: [],
}
const keep = { type: 'KeepCvVersion', name: '', content, restores: 0 } as const
const kept = (number: number) =>
  ({ type: 'CvVersionKept', data: { number, name: '', content, restores: 0 } }) as const
const dropped = { type: 'CvDropped', data: {} } as const

test('a change keeps what differs', () =>
  given(arranged)
    .when({ type: 'ArrangeCv', changes: { title: 'Conceptrice', summary: 'En une phrase' } })
    .yields({ type: 'CvArranged', data: { changes: { summary: 'En une phrase' } } }))
test('a change that changes nothing is no fact', () =>
  given(arranged)
    .when({ type: 'ArrangeCv', changes: { title: 'Conceptrice' } })
    .yields())
test('a variant is added once; its id stands for no other', () => {
  const add = {
    type: 'AddCv',
    facts: { ...usualCv, title: 'Conceptrice' },
    given: { title: 'Conceptrice' },
  } as const
  given().when(add).yields(arranged)
  given(arranged, { type: 'CvArranged', data: { changes: { title: 'Après' } } })
    .when(add)
    .yields()
  given(arranged)
    .when({ ...add, given: { title: 'Autre' } })
    .refuses('ID_ALREADY_USED')
  given(arranged, dropped).when(add).refuses('ID_ALREADY_USED')
})
test('versions are counted from 1', () => {
  given(arranged).when(keep).yields(kept(1))
  given(arranged, kept(1)).when(keep).yields(kept(2))
})
test('a version that was kept is restored as a new one', () =>
  given(arranged, kept(1))
    .when({ ...keep, restores: 1 })
    .yields({ type: 'CvVersionKept', data: { ...kept(2).data, restores: 1 } }))
test('a version that was never kept is not restored', () =>
  given(arranged, kept(1))
    .when({ ...keep, restores: 2 })
    .refuses('CV_VERSION_UNKNOWN'))
test('a sending names a kept version', () => {
  const sent = { number: 1, to: 'Atelier Brumaire', on: '2026-11-20' }
  given(arranged, kept(1))
    .when({ type: 'NoteCvSent', ...sent })
    .yields({ type: 'CvSent', data: sent })
  given(arranged, kept(1))
    .when({ type: 'NoteCvSent', ...sent, number: 2 })
    .refuses('CV_VERSION_UNKNOWN')
})
test('a cleared CV begins anew, also its versions; one that never began has nothing to clear', () => {
  const cleared = { type: 'CvCleared', data: {} } as const
  given(arranged, kept(1)).when({ type: 'ClearCv' }).yields(cleared)
  given().when({ type: 'ClearCv' }).yields()
  given(arranged, kept(1), cleared, arranged).when(keep).yields(kept(1))
  given(arranged, kept(1), cleared)
    .when({ type: 'NoteCvSent', number: 1, to: 'Atelier Brumaire', on: '2026-11-20' })
    .refuses('CV_VERSION_UNKNOWN')
})
test('a removed variant is not changed', () => {
  given(arranged).when({ type: 'RemoveCv' }).yields(dropped)
  given(arranged, dropped)
    .when({ type: 'ArrangeCv', changes: { title: 'Autre' } })
    .refuses('NOT_FOUND')
  given(arranged, dropped).when({ type: 'RemoveCv' }).yields()
  expect(given(arranged, dropped).state().status).toBe('removed')
})
