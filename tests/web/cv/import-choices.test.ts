import { expect, test } from 'vitest'
import type { ImportField } from '#contract/cv/cv.schemas.ts'
import {
  acceptedOf,
  countsOf,
  fieldsOf,
  NO_CHOICES,
  rowsOf,
  unplacedOf,
  withPlaced,
  withSure,
  withValues,
} from '#web/cv/import-choices.ts'

const mission: ImportField = {
  id: 'f1',
  section: 'mission',
  values: {
    projectName: 'Conception',
    client: 'Atelier Brumaire',
    startYear: 2021,
    startMonth: 3,
    endYear: 2024,
  },
  evidence: 'Conception, Atelier Brumaire',
  confidence: 0.9,
  lines: [0],
  known: false,
}
const unsure: ImportField = {
  ...mission,
  id: 'f2',
  section: 'interest',
  values: { name: 'Aviron' },
  confidence: 0.5,
}
const known: ImportField = { ...unsure, id: 'f3', confidence: 0.9, known: true }

test('a month and its year are one row', () => {
  expect(rowsOf(mission)).toEqual([
    ['projectName'],
    ['client'],
    ['startYear', 'startMonth'],
    ['endYear'],
  ])
})

test('what is sure is kept, what is unsure waits, what the CV has already is left', () => {
  expect(countsOf([mission, unsure, known], NO_CHOICES)).toEqual({ kept: 4, open: 1, dropped: 1 })
  expect(acceptedOf([mission, unsure, known], NO_CHOICES).map(({ id }) => id)).toEqual(['f1'])
})

test('a row that is left out is not sent, and an item without its name is not sent at all', () => {
  const without = (row: string) =>
    acceptedOf([mission], { ...NO_CHOICES, verdicts: { [`f1.${row}`]: 'drop' } })
  expect(without('startYear')).toEqual([
    {
      id: 'f1',
      section: 'mission',
      values: { projectName: 'Conception', client: 'Atelier Brumaire', endYear: 2024 },
    },
  ])
  expect(without('projectName')).toEqual([])
})

test('corrected values and placed texts are kept', () => {
  const choices = {
    ...NO_CHOICES,
    changed: { f2: { name: 'Aviron de mer' } },
    placed: { u0: { section: 'interest' as const, values: { name: 'Permis B' } } },
  }
  expect(acceptedOf(fieldsOf({ fields: [unsure] }, choices), choices)).toEqual([
    { id: 'f2', section: 'interest', values: { name: 'Aviron de mer' } },
    { id: 'u0', section: 'interest', values: { name: 'Permis B' } },
  ])
})

test('all that is sure is kept at once, but not what is unsure or known', () => {
  const dropped = { ...NO_CHOICES, verdicts: { 'f1.client': 'drop' as const } }
  expect(Object.keys(withSure([mission, unsure, known], dropped).verdicts)).toEqual([
    'f1.client',
    'f1.projectName',
    'f1.startYear',
    'f1.endYear',
  ])
  expect(new Set(Object.values(withSure([mission], dropped).verdicts))).toEqual(new Set(['keep']))
})

test('a placed text names an item and is no longer without a place', () => {
  const found = { unplaced: ['Permis B', 'x'.repeat(120)] }
  const placed = withPlaced(NO_CHOICES, { id: 'u1', text: 'x'.repeat(120) }, 'interest')
  expect(unplacedOf(found, NO_CHOICES).map(({ id }) => id)).toEqual(['u0', 'u1'])
  expect(unplacedOf(found, placed)).toEqual([{ id: 'u0', text: 'Permis B' }])
  expect(placed.placed['u1']).toEqual({ section: 'interest', values: { name: 'x'.repeat(100) } })
})

test('a correction belongs to the field of the file, or to the placed text', () => {
  const values = { name: 'Permis C' }
  const placed = withPlaced(NO_CHOICES, { id: 'u0', text: 'Permis B' }, 'interest')
  expect(withValues(placed, 'u0', values)).toEqual({
    ...NO_CHOICES,
    placed: { u0: { section: 'interest', values } },
  })
  expect(withValues(placed, 'f2', values).changed).toEqual({ f2: values })
})
