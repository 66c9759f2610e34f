import { expect, test } from 'vitest'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'
import { readModelAnswer } from '#domain/cv/import/read-model-answer.ts'

const TEXT = `Prénom Exemple
Expérience professionnelle
Conceptrice, Atelier Brumaire	mars 2021 – aujourd’hui
- Recherche auprès des usagers
Langues
Anglais : courant
Divers
Permis B`
const byRules = readCvText(TEXT)
const read = (...fields: readonly object[]) => readModelAnswer(JSON.stringify({ fields }), byRules)
const MISSION =
  'Conceptrice, Atelier Brumaire mars 2021 – aujourd’hui - Recherche auprès des usagers'
const mission = (values: object, evidence = MISSION) => ({ section: 'mission', values, evidence })
const missionOf = (values: object, evidence?: string) =>
  read(mission(values, evidence))?.fields.find(({ section }) => section === 'mission')

test('a field stands on the lines that its passage quotes', () => {
  const values = {
    projectName: 'Conceptrice',
    client: 'Atelier Brumaire',
    startYear: 2021,
    startMonth: 3,
    isPresentMission: true,
    tasks: 'Recherche auprès des usagers',
  }
  expect(missionOf(values)).toEqual({
    id: 'f2',
    section: 'mission',
    values,
    evidence: TEXT.split('\n').slice(2, 4).join('\n'),
    confidence: 0.9,
    lines: [2, 3],
  })
})

test('a passage that the text does not say leaves the field to the rules', () => {
  const values = { projectName: 'Chirurgienne', client: 'Clinique' }
  expect(missionOf(values, 'Chirurgienne, Clinique')?.values).toMatchObject({
    client: 'Atelier Brumaire',
  })
})

test.each([
  ['an invented client', { client: 'Banque Imaginaire' }],
  ['another year', { startYear: 2019, startMonth: 3 }],
  ['another month', { startYear: 2021, startMonth: 4 }],
  ['an employment type that nothing names', { employmentType: 'permanent' }],
  ['words that stand elsewhere in the file', { location: 'Permis' }],
  ['a field that the item does not have', { salary: 'Conceptrice' }],
])('%s is left out, and the rest is to be looked at', (_, wrong) => {
  const found = missionOf({ projectName: 'Conceptrice', ...wrong })
  expect(found?.confidence).toBe(0.6)
  for (const [name, value] of Object.entries(wrong))
    if (name !== 'startYear' || value === 2019) expect(found?.values).not.toHaveProperty(name)
})

test('an item without its name is none', () =>
  expect(missionOf({ client: 'Atelier Brumaire' })?.values).toHaveProperty('projectName'))

test('lines that the model passes over stay with the rules, and what no one places is listed', () => {
  const found = read(mission({ projectName: 'Conceptrice' }, 'Conceptrice, Atelier Brumaire'))
  expect(found?.fields.map(({ section }) => section)).toEqual(['person', 'mission', 'language'])
  expect(found?.unplaced).toEqual(
    expect.arrayContaining(['Permis B', '- Recherche auprès des usagers']),
  )
})

test('what the rules could not place may find its place', () => {
  const found = read({ section: 'interest', values: { name: 'Permis B' }, evidence: 'Permis B' })
  expect(found?.fields).toEqual(
    expect.arrayContaining([expect.objectContaining({ section: 'interest' })]),
  )
  expect(found?.unplaced).not.toContain('Permis B')
})

test('a level needs words that say it', () => {
  const level = (evidence: string) =>
    read({ section: 'language', values: { name: 'Anglais', level: 6 }, evidence })?.fields.find(
      ({ section }) => section === 'language',
    )?.values['level']
  expect(level('Anglais : courant')).toBe(6)
})

test.each([
  ['no JSON', 'Voici le CV'],
  ['another shape', '{"items":[]}'],
])('%s is no answer', (_, answer) => expect(readModelAnswer(answer, byRules)).toBeNull())

test('a field of no shape does not spoil the others', () =>
  expect(
    read({ section: 'salary' }, mission({ projectName: 'Conceptrice' }))?.fields.find(
      ({ section }) => section === 'mission',
    )?.confidence,
  ).toBe(0.9))
