import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import { franceTravail } from '#commands/prospecting/france-travail.ts'
import { offer, startFranceTravail } from '#tests/doubles/france-travail.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const { signal } = new AbortController()
const query = { words: ['accessibilité'], days: 10 }
let service: Awaited<ReturnType<typeof startFranceTravail>>
let now = NOW

beforeEach(async () => {
  now = NOW
  service = await startFranceTravail([
    offer('191ABC', {
      codeNAF: '84.11Z',
      secteurActiviteLibelle: 'Administration publique générale',
    }),
    offer('192DEF', {
      salaire: {},
      typeContrat: 'LIB',
      secteurActiviteLibelle: 'Conseil en systèmes informatiques',
    }),
    offer('193GHI'),
  ])
})
afterEach(() => service.close())
const adapter = (more: object = {}) =>
  franceTravail({ ...service.options, now: () => now, ...more })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof FetchFailed ? error.reason : String(error)),
  )

describe('a search', () => {
  test('is asked with the words, the age that the service knows, and a token for many searches', async () => {
    const jobs = adapter()
    const [first, second, third] = await jobs.search(query, signal)
    await jobs.search({ words: [], days: 90 }, signal)
    expect(first).toMatchObject({
      url: 'https://candidat.francetravail.fr/offres/recherche/detail/191ABC',
      posting: {
        title: 'Consultant accessibilité (H/F)',
        company: 'Régie des Quais',
        location: '69 - LYON 03',
        mode: 'hybrid',
        contractType: 'permanent',
        rate: { min: 250_000, max: 300_000, per: 'month' },
        skills: ['RGAA'],
        languages: ['Anglais'],
        years: 3,
        sector: 'public',
      },
    })
    expect(second?.posting.sector).toBe('consulting')
    expect(third?.posting).not.toHaveProperty('sector')
    expect(second?.posting).toMatchObject({ contractType: 'freelance', rate: { per: '' } })
    expect(service.asked.filter((path) => path === '/token')).toHaveLength(1)
    const [asked, wide] = service.asked
      .slice(1)
      .map((path) => new URL(path, 'http://x').searchParams)
    expect([asked?.get('motsCles'), asked?.get('publieeDepuis')]).toEqual(['accessibilité', '14'])
    expect([wide?.get('motsCles'), wide?.get('publieeDepuis')]).toEqual([null, '31'])
  })

  test('reads a partial answer on to its end, and no farther than three parts', async () => {
    await service.close()
    service = await startFranceTravail(Array.from({ length: 200 }, (_, i) => offer(String(i))))
    expect(await adapter().search(query, signal)).toHaveLength(200)
    await service.close()
    service = await startFranceTravail(Array.from({ length: 900 }, (_, i) => offer(String(i))))
    expect(await adapter().search(query, signal)).toHaveLength(450)
  })

  test('without a result is empty', async () => {
    await service.close()
    service = await startFranceTravail([])
    expect(await adapter().search(query, signal)).toEqual([])
  })

  test('leaves out an offer that cannot be read, and keeps the others', async () => {
    await service.close()
    service = await startFranceTravail([offer('1', { intitule: '' }), offer('2')])
    expect(await adapter().search(query, signal)).toHaveLength(1)
  })

  test('takes a new token when the old one has ended, or was taken back', async () => {
    const jobs = adapter()
    await jobs.search(query, signal)
    now += 1_500_000
    await jobs.search(query, signal)
    service.revoke()
    expect(await jobs.search(query, signal)).toHaveLength(3)
    expect(service.asked.filter((path) => path === '/token')).toHaveLength(3)
  })

  test.each([
    ['busy', { status: 429, headers: { 'retry-after': '1' } }],
    ['status 500', { status: 500, body: '<h1>Erreur</h1>' }],
    ['status 400', { status: 400, body: '{"message":"motsCles"}' }],
    ['garbage', { status: 200, body: '{"resultats":' }],
    ['garbage', { status: 200, body: '{"offres":[]}' }],
  ])('that fails says why: %s', async (reason, fault) => {
    service.failNext(fault)
    expect(await failure(adapter().search(query, signal))).toBe(reason)
  })

  test('with wrong credentials is refused, and without the service unreachable', async () => {
    expect(await failure(adapter({ clientSecret: 'other' }).search(query, signal))).toBe(
      'status 400',
    )
    expect(await failure(adapter({ tokenUrl: 'http://127.0.0.1:1/' }).search(query, signal))).toBe(
      'unreachable',
    )
  })
})

test('an offer that the service no longer has is closed', async () => {
  const jobs = adapter()
  const page = (id: string) => `https://candidat.francetravail.fr/offres/recherche/detail/${id}`
  expect(await jobs.isClosed(page('191ABC'), signal)).toBe(false)
  expect(await jobs.isClosed(page('999ZZZ'), signal)).toBe(true)
})
