import { expect, test } from 'vitest'
import type { ImportField } from '#contract/cv/cv.schemas.ts'
import { acceptedOf, countsOf, fieldsOf, NO_CHOICES, rowsOf } from '#web/cv/import-choices.ts'

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
