import { expect, test } from 'vitest'
import type { Posting } from '#domain/prospecting/job.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { MATCH_PARTS, matcherOf, MOST_POINTS, type Wanted } from '#domain/prospecting/matching.ts'

const NOW = Date.UTC(2026, 10, 20)
const wanted: Wanted = {
  titles: ['Designer produit'],
  skills: ['Accessibilité', 'Figma', 'Go'],
  locations: ['Lyon'],
  radius: 25,
  modes: ['hybrid', 'remotely'],
  contractTypes: ['freelance'],
  rate: 60_000,
  languages: ['Français'],
  sectors: ['health', 'public'],
  years: 8,
  jobAge: 30,
  hiddenCompanies: ['Girouette'],
}
const posting: Posting = {
  title: 'Product designer',
  company: 'Clinique des Trois Ponts',
  location: '69003 Lyon',
  mode: 'hybrid',
  contractType: 'freelance',
  sector: 'health',
  rate: { min: 60_000, max: 64_000, per: 'day', currency: 'EUR' },
  skills: ['Accessibility', 'Figma', 'Salesforce'],
  languages: ['French'],
  years: 5,
  description: 'Refonte d’un parcours. Django est un plus.',
  postedAt: NOW,
  closesAt: 0,
}
const match = (of: Partial<Posting> = {}, by: Partial<Wanted> = {}) =>
  matcherOf({ ...wanted, ...by }).match({ ...posting, ...of }, NOW)

test('all parts together are a hundred points', () =>
  expect(Object.values(MOST_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100))

test('a score is the sum of its points, and says what matched and what is missing', () => {
  const { score, points, matched, missing, distanceKm } = match()
  expect(score).toBe(MATCH_PARTS.reduce((sum, part) => sum + points[part], 0))
  expect([matched, missing, distanceKm]).toEqual([['Accessibilité', 'Figma'], ['Salesforce'], 0])
  expect(points).toMatchObject({ place: 15, rate: 15, language: 5, level: 5, sector: 5, age: 5 })
})

const nothing: Wanted = {
  ...wanted,
  titles: [],
  skills: [],
  locations: [],
  modes: [],
  contractTypes: [],
  rate: 0,
  languages: [],
  sectors: [],
  years: 0,
}

test('criteria and CV that say nothing give no score, and one word of them gives one', () => {
  expect(match({}, nothing)).toMatchObject({ compared: false, score: 0, matched: [], missing: [] })
  const { compared, score } = match({}, { ...nothing, skills: ['Figma'] })
  expect([compared, score > 0]).toEqual([true, true])
})

test('words of another language are the same skill', () => {
  expect(match({ skills: ['Barrierefreiheit'] }).missing).toEqual([])
  expect(match({ skills: ['Metallbau'] }).missing).toEqual(['Metallbau'])
})

test('a skill is a word of its own: Go is not in Django', () =>
  expect(match().matched).not.toContain('Go'))

test.each([
  ['farther than the radius', { location: 'Grenoble' }],
  ['paid less', { rate: { ...posting.rate, min: 0, max: 50_000 } }],
  ['older', { postedAt: NOW - 20 * DAY_MS }],
  ['for more years', { years: 16 }],
  ['in another language', { languages: ['Deutsch'] }],
  ['of another sector', { sector: 'banking' }],
])('a job %s has fewer points', (_, of) => expect(match(of).score).toBeLessThan(match().score))

test.each([
  ['of a hidden company', { company: 'GIROUETTE' }],
  ['of another contract', { contractType: 'permanent' }],
  ['older than asked', { postedAt: NOW - 31 * DAY_MS }],
] as const)('a job %s is excluded', (_, of) => {
  const matcher = matcherOf(wanted)
  expect(matcher.excludes(posting, NOW)).toBe(false)
  expect(matcher.excludes({ ...posting, ...of }, NOW)).toBe(true)
})

test('a job of as many days as are asked for is shown until that day ends', () => {
  const isExcluded = (ageMs: number) =>
    matcherOf(wanted).excludes({ ...posting, postedAt: NOW - ageMs }, NOW)
  expect([isExcluded(30 * DAY_MS), isExcluded(31 * DAY_MS - 1)]).toEqual([false, false])
  expect(isExcluded(31 * DAY_MS)).toBe(true)
})

test('a sector that no source names, or that nobody asks for, counts half', () => {
  const { sector: _, ...unsaid } = posting
  expect(matcherOf(wanted).match(unsaid, NOW).points.sector).toBe(3)
  expect(match({ sector: 'banking' }, { sectors: [] }).points.sector).toBe(3)
  expect(match({ sector: 'banking' }).points.sector).toBe(0)
})
