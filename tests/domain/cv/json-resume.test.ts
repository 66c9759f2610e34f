import { expect, test } from 'vitest'
import { type CvContent, usualCv } from '#domain/cv/cv.ts'
import type { CvItem } from '#domain/cv/cv.values.ts'
import { readJsonResume } from '#domain/cv/import/read-json-resume.ts'
import { jsonResumeOf } from '#domain/cv/json-resume.ts'

const item = (section: CvItem['section'], values: CvItem['values']): CvItem => ({
  section,
  id: section,
  values,
})

test('what JSON Resume has no field for comes back too', () => {
  const items = [
    item('mission', {
      projectName: 'Refonte',
      client: 'Atelier Brumaire',
      employmentType: 'freelance',
      startYear: 2024,
      startMonth: 3,
      isPresentMission: true,
    }),
    item('skill', { name: 'Figma', type: 'tool', level: 4 }),
    item('certification', {
      title: 'AWS',
      displayTitle: 'AWS, en bref',
      organism: 'Cadran',
      from: 'Atelier',
      startYear: 2023,
      expiration: Date.UTC(2028, 4, 1),
    }),
    item('training', { title: 'Sécurité', organism: 'Cadran', year: 2022, month: 4, hours: 14 }),
  ]
  const content: CvContent = {
    facts: usualCv,
    person: { name: 'A. B.', lines: [], photo: null },
    items,
  }
  const reading = readJsonResume(JSON.stringify(jsonResumeOf(content, 'fr')))
  const read = new Map(reading?.fields.map(({ section, values }) => [section, values]))
  for (const { section, values } of items) expect(read.get(section)).toEqual(values)
})

test('values that no item takes are left out', () => {
  const reading = readJsonResume(
    JSON.stringify({
      work: [{ position: 'Conceptrice', employmentType: 'anything' }],
      skills: [{ name: 'Figma', type: 5 }],
      certificates: [{ name: 'AWS', noExpiry: 'yes', expiration: 1e300 }],
    }),
  )
  expect(reading?.fields.map(({ values }) => values)).toEqual([
    { projectName: 'Conceptrice' },
    { title: 'AWS' },
    { name: 'Figma' },
  ])
})
