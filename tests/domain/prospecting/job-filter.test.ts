import { describe, expect, test } from 'vitest'
import { jobFilter, jobWords } from '#domain/prospecting/job-filter.ts'
import type { Posting } from '#domain/prospecting/job.ts'

const posting: Posting = {
  title: 'Développeuse ReactJS',
  company: 'Régie des Quais',
  location: '69003 Lyon',
  mode: 'remotely',
  contractType: 'freelance',
  rate: { min: 0, max: 0, per: 'day', currency: 'EUR' },
  skills: ['C#', 'C++'],
  languages: ['English'],
  years: 4,
  description: 'Apprentissage et automatique. La réactivité compte.',
  postedAt: 1_000,
  closesAt: 0,
}
const job = { posting, day: 1_000, ...jobWords(posting) }
const finds = (filter: Parameters<typeof jobFilter>[0]) => jobFilter(filter)(job, 2_000)

test('a job is found on its last day, and not an instant after it', () => {
  const dayMs = 86_400_000
  const foundAt = (now: number) => jobFilter({ jobAge: 30 })(job, now)
  expect(foundAt(1_000 + 30 * dayMs)).toBe(true)
  expect(foundAt(1_001 + 30 * dayMs)).toBe(false)
})

describe('one of several words', () => {
  test.each([
    ['a synonym', ['react']],
    ['another language', ['anglais']],
    ['signs that expressions use', ['c++']],
    ['all words of a term, wherever they stand', ['machine learning']],
    ['one of two', ['cobol', 'csharp']],
  ])('is found as %s', (_, skills) => expect(finds({ skills })).toBe(true))
  test.each([
    ['a part of a word', ['activ']],
    ['one word of a term', ['apprentissage profond']],
    ['what an expression would match', ['r.actjs']],
  ])('is not found as %s', (_, skills) => expect(finds({ skills })).toBe(false))
  test('of the title is not found in the description', () =>
    expect([finds({ titles: ['developpeur'] }), finds({ titles: ['apprentissage'] })]).toEqual([
      true,
      false,
    ]))
})

test('a place is found by its town or by its words, and a search by title, company and place', () => {
  expect([
    finds({ locations: ['Lyon'], radius: 0 }),
    finds({ locations: ['Paris'], radius: 5 }),
  ]).toEqual([true, false])
  expect([finds({ q: 'quais lyon' }), finds({ q: 'quais paris' })]).toEqual([true, false])
})
