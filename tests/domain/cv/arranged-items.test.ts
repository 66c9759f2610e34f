import { expect, test } from 'vitest'
import { arranged, type CvItem, inLanguage, shownItems } from '#domain/cv/cv.values.ts'
import { timelineNotes } from '#domain/cv/timeline.values.ts'

const mission = (id: string, values: CvItem['values']): CvItem => ({
  section: 'mission',
  id,
  values: { projectName: id, isPresentMission: false, endYear: 0, endMonth: 0, ...values },
})
const old = mission('old', { startYear: 2019, startMonth: 2, endYear: 2020, endMonth: 6 })
const late = mission('late', { startYear: 2022, startMonth: 1, endYear: 2022, endMonth: 12 })
const present = mission('present', { startYear: 2021, startMonth: 5, isPresentMission: true })
const entry = { section: 'mission', hidden: false, wording: {} } as const
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test('what goes on comes first, then the newest', () =>
  expect(ids(arranged('mission', [old, late, present], []))).toEqual(['present', 'late', 'old']))
test('placed items keep their order, and an item added since stands before them', () =>
  expect(
    ids(
      arranged(
        'mission',
        [old, late, present],
        [
          { ...entry, id: 'old' },
          { ...entry, id: 'late' },
        ],
      ),
    ),
  ).toEqual(['present', 'old', 'late']))
test('an item that is named twice is shown once, as its first entry says', () => {
  const entries = [
    { ...entry, id: 'old', wording: { projectName: 'Autrement' } },
    { ...entry, id: 'old', hidden: true },
  ]
  expect(shownItems([old], entries).map(({ values }) => values['projectName'])).toEqual([
    'Autrement',
  ])
})
test('a hidden item is not shown, and a variant has its own words', () => {
  const entries = [
    { ...entry, id: 'old', hidden: true },
    { ...entry, id: 'late', wording: { projectName: 'Autrement' } },
  ]
  expect(shownItems([old, late], entries).map(({ values }) => values['projectName'])).toEqual([
    'Autrement',
  ])
})
test('an item removed since is shown by the words that a variant kept of it', () => {
  const entries = [
    { ...entry, id: 'gone', wording: { projectName: 'Gardé' } },
    { ...entry, id: 'lost' },
  ]
  expect(ids(shownItems([], entries))).toEqual(['gone'])
})
test('texts of another language are missing until they are written', () => {
  const item = mission('m', {
    tasks: 'Audit',
    translations: [{ language: 'en', field: 'tasks', text: 'Audits' }],
  })
  expect(inLanguage(item, 'en', 'fr')).toMatchObject({
    values: { tasks: 'Audits' },
    missing: ['projectName'],
  })
  expect(inLanguage(item, 'fr', 'fr').missing).toEqual([])
})

const november2026 = 2026 * 12 + 10
test('missions of the same time are pointed at, and a change within a month is not', () => {
  expect(timelineNotes([present, late], november2026)).toEqual([
    { kind: 'overlap', id: 'late', other: 'present', months: 12 },
  ])
  const next = mission('next', { startYear: 2020, startMonth: 6, endYear: 2021, endMonth: 5 })
  expect(timelineNotes([old, next], november2026)).toEqual([])
})
test('a gap of three months is pointed at, and one of two is not', () => {
  const after = (startMonth: number) =>
    mission('after', { startYear: 2020, startMonth, endYear: 2020, endMonth: 12 })
  expect(timelineNotes([old, after(10)], november2026)).toEqual([
    { kind: 'gap', id: 'after', months: 3 },
  ])
  expect(timelineNotes([old, after(9)], november2026)).toEqual([])
})
test('an end before the start is pointed at', () =>
  expect(timelineNotes([mission('m', { startYear: 2021, endYear: 2020 })], november2026)).toEqual([
    { kind: 'reversed', id: 'm' },
  ]))
