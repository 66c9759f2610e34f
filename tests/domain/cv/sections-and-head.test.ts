import { expect, test } from 'vitest'
import { linksIn } from '#domain/cv/cv-links.ts'
import { CV_SECTIONS, headInLanguage, placedSections, shownSections } from '#domain/cv/cv.values.ts'

test('sections that nobody placed stand in the usual order', () =>
  expect(shownSections([])).toEqual(CV_SECTIONS))

test('placed sections come first, hidden ones are left out, and a section that is named twice stands once', () => {
  const placed = [
    { section: 'study', hidden: false },
    { section: 'skill', hidden: true },
    { section: 'study', hidden: true },
  ] as const
  expect(shownSections(placed)).toEqual([
    'study',
    'mission',
    'certification',
    'training',
    'language',
    'interest',
  ])
  expect(placedSections(placed).map(({ section }) => section)).toHaveLength(CV_SECTIONS.length)
})

test('a head is told in the language asked for, and what it lacks there is named', () => {
  const head = {
    title: 'Conceptrice',
    summary: 'Des services lisibles.',
    language: 'fr',
    translations: [{ language: 'en', field: 'title', text: 'Designer' }],
  } as const
  expect(headInLanguage(head, 'fr')).toEqual({
    title: 'Conceptrice',
    summary: 'Des services lisibles.',
    missing: [],
  })
  expect(headInLanguage(head, 'en')).toEqual({
    title: 'Designer',
    summary: 'Des services lisibles.',
    missing: ['summary'],
  })
  // A head without a summary lacks none.
  expect(headInLanguage({ ...head, summary: '' }, 'de').missing).toEqual(['title'])
})

test.each([
  ['https://www.fontanel.example/', 'fontanel.example', 'https://www.fontanel.example/'],
  ['fontanel.example/travaux', 'fontanel.example/travaux', 'https://fontanel.example/travaux'],
  ['@fontanel', '@fontanel', ''],
  ['javascript:alert(1)', 'javascript:alert(1)', ''],
  ['Un portfolio. À voir', 'Un portfolio. À voir', ''],
])('the line %s is shown as %s and leads to %s', (line, text, url) =>
  expect(linksIn(line)).toEqual([{ text, url }]),
)

test('links stand one a line; empty lines are none', () =>
  expect(linksIn('a.example\n\n b.example ')).toHaveLength(2))
