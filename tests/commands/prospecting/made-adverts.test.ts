import { expect, test } from 'vitest'
import { jobsOfFeed, jobsOfPage } from '#commands/prospecting/postings.ts'
import { placeIn } from '#domain/prospecting/places.ts'
import { madeAdverts, writtenAdvert } from '#tests/fixtures/adverts.ts'

const NOW = Date.UTC(2026, 10, 20)
const BASE = new URL('https://jobs.example/')

test('pay, place and mode of 300 adverts in six languages are right in 99 %', () => {
  const adverts = madeAdverts()
  const missed = { rate: [] as string[], town: [] as string[], mode: [] as string[] }
  for (const advert of adverts) {
    const written = writtenAdvert(advert)
    const [job] = jobsOfFeed(written, BASE, NOW) ?? jobsOfPage(written, BASE, NOW)
    const { rate, location, mode } = job?.posting ?? { rate: null, location: '', mode: '' }
    const { expected } = advert
    const miss = (of: keyof typeof missed, read: unknown, wanted: unknown) =>
      missed[of].push(
        `${advert.name}: ${JSON.stringify(read)} for ${JSON.stringify(wanted)} in ${advert.description}`,
      )
    const wanted = expected.rate && {
      ...expected.rate,
      min: Math.round(expected.rate.min * 100),
      max: Math.round(expected.rate.max * 100),
    }
    const isPaid = rate !== null && rate.per !== ''
    const isSame =
      wanted === null
        ? !isPaid
        : isPaid &&
          (['min', 'max', 'per', 'currency'] as const).every((key) => rate[key] === wanted[key])
    if (!isSame) miss('rate', rate, wanted)
    const town = placeIn(location)?.name ?? ''
    if (town !== expected.town) miss('town', location, expected.town)
    if (mode !== expected.mode) miss('mode', mode, expected.mode)
  }
  expect(adverts).toHaveLength(300)
  for (const [of, all] of Object.entries(missed))
    expect(all.length, `${of}\n${all.join('\n')}`).toBeLessThanOrEqual(3)
})
