import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { MATCHER_VERSION, matcherOf } from '#domain/prospecting/matching.ts'
import { freelancers, judged, JUDGED_AT, labelledJobs } from '#tests/fixtures/labelled-jobs.ts'

const judgements = freelancers.map((freelancer) => {
  const matcher = matcherOf(freelancer.wanted)
  const scored = labelledJobs.map(({ name, posting }) => ({
    name,
    score: matcher.match(posting, JUDGED_AT).score,
  }))
  const order = scored
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
  return { name: freelancer.name, scored, order, ...judged(freelancer, order) }
})
const mean = (of: 'ndcg' | 'recall') =>
  judgements.reduce((sum, one) => sum + one[of], 0) / judgements.length

test('at least 300 pairs are labelled, for freelancers of six languages', () => {
  expect(freelancers.length * labelledJobs.length).toBeGreaterThanOrEqual(300)
  expect(new Set(freelancers.map(({ name }) => name.slice(0, 2)))).toEqual(
    new Set(['fr', 'en', 'de', 'es', 'it', 'ar']),
  )
})

test('the best jobs come first, whatever their language', () => {
  expect(mean('ndcg')).toBeGreaterThanOrEqual(0.93)
  expect(mean('recall')).toBeGreaterThanOrEqual(0.98)
  for (const { name, ndcg } of judgements) expect(ndcg, name).toBeGreaterThanOrEqual(0.85)
})

test('scores are those of the version: a changed rule counts it up', () => {
  const scores = judgements.map(({ name, scored }) => [
    name,
    scored.map((one) => `${one.name} ${one.score}`),
  ])
  const digest = createHash('sha256').update(JSON.stringify(scores)).digest('hex').slice(0, 16)
  expect([MATCHER_VERSION, digest]).toEqual([5, '0beebb86d9a5b97b'])
})
