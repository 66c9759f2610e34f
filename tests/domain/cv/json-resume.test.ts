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

test('facts that the account refuses find no place, and the head is cut to what it takes', () => {
  const basics = {
    name: 'Jean Exemple',
    phone: 'sur demande',
    location: { city: 'a'.repeat(121), postalCode: '75001' },
    label: `${'b'.repeat(199)}🎨`,
    profiles: [{ url: `https://${'c'.repeat(985)}.fr/a` }, { url: 'https://carnet.example/b' }],
  }
  const reading = readJsonResume(JSON.stringify({ basics }))
  expect(reading?.fields.map(({ values }) => values)).toEqual([
    { firstName: 'Jean', lastName: 'Exemple' },
    { postalCode: '75001' },
    { title: 'b'.repeat(199) },
    { links: `https://${'c'.repeat(985)}.fr/a` },
  ])
  expect(reading?.unplaced).toEqual(['sur demande'])
  const valid = readJsonResume(
    JSON.stringify({ basics: { phone: '06 12 34 56 78', location: { city: 'a'.repeat(120) } } }),
  )
  expect(valid?.fields.map(({ values }) => values)).toEqual([
    { phone: '+33612345678' },
    { city: 'a'.repeat(120) },
  ])
})
