import { noLogBook } from '#domain/operations/log-book.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobsApi } from '#api/prospecting/jobs.ts'
import { recordApi } from '#api/records.ts'
import { FetchFailed } from '#commands/kernel/fetch-text.ts'
import type { FranceTravail } from '#commands/prospecting/france-travail.ts'
import type { JobSources } from '#commands/prospecting/job-sources.ts'
import { jobCleaner } from '#commands/prospecting/clean-jobs.ts'
import { type JobHuntCommands, jobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import { jobCommands } from '#commands/prospecting/jobs.ts'
import { emptyPosting, type ReadJob } from '#commands/prospecting/postings.ts'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { userDecider } from '#domain/identity/user.ts'
import { derivedUuid, newUlid } from '#commands/kernel/ids.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { Publication } from '#domain/prospecting/publication.record.ts'
import { bills } from '#projections/billing/bills.ts'
import { users } from '#projections/identity/users.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { createFacts } from '#projections/facts.ts'
import { dueJobHunts, jobHunts } from '#projections/prospecting/job-hunts.ts'
import { subscriptions } from '#projections/subscription/subscriptions.ts'
import { applications } from '#projections/prospecting/applications.ts'
import { jobReadings, jobs } from '#projections/prospecting/jobs.ts'
import { recordProjections } from '#projections/records.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let now: number
let server: ContextServer
let hunts: JobHuntCommands
/** The public employment service; null where the installation has no account. */
let service: FranceTravail | null
const isClosed = async (page: string) => page.endsWith('/2')
let cleaner: ReturnType<typeof jobCleaner>
/** Answer of each address. */
let web: Map<string, readonly ReadJob[] | FetchFailed>
const asked: string[] = []
/**
 * Addresses that answer as a feed, and jobs' own pages; a page that is not here cannot be reached.
 */
const feeds = new Set<string>()
const pages = new Map<string, 'there' | 'gone'>()
const looked: string[] = []

const job = (
  title: string,
  more: Partial<ReadJob['posting']> = {},
  url = `https://a.example/${title}`,
): ReadJob => ({
  url,
  posting: {
    ...emptyPosting,
    title,
    company: 'Clinique des Trois Ponts',
    location: 'Lyon',
    postedAt: now,
    ...more,
  },
})
const sources: JobSources = {
  publicUrl: 'https://carnet.example',
  get franceTravail() {
    return service
  },
  async read(url) {
    asked.push(url.href)
    const found = web.get(url.href) ?? new FetchFailed('status 404')
    if (found instanceof FetchFailed) throw found
    return {
      jobs: found,
      isUnchanged: false,
      isWhole: !feeds.has(url.href),
      etag: '"1"',
      lastModified: '',
    }
  },
  async isGone(page) {
    looked.push(page.href)
    const answer = pages.get(page.href)
    if (answer === undefined) throw new FetchFailed('unreachable')
    return answer === 'gone'
  },
}

beforeEach(async () => {
  now = Date.UTC(2026, 10, 20, 9)
  web = new Map()
  service = null
  asked.length = 0
  feeds.clear()
  pages.clear()
  looked.length = 0
  server = await startContext(
    [
      ...recordProjections,
      applications,
      jobs,
      jobReadings,
      jobHunts,
      dueJobHunts,
      subscriptions,
      users,
      professionalInfos,
      projects,
      projectClients,
      bills,
    ],
    (api, { records, mail }) => {
      recordApi(api, records)
      const { handler } = api.deps
      const isSample = async (owner: string) => owner === 'user-3'
      const jobsOf = jobCommands({
        handler,
        records,
        sources,
        book: noLogBook,
        now: () => now,
        isSample,
      })
      const facts = createFacts(api.deps)
      hunts = jobHuntCommands({
        handler,
        facts,
        jobs: jobsOf,
        sources,
        sendMail: (id, draft, of) => mail.send(id, draft, null, of),
        now: () => now,
      })
      cleaner = jobCleaner({ handler, facts, clock: { now: () => now } })
      jobsApi(api, jobsOf, hunts, {
        publicUrl: new URL('https://carnet.example'),
        hasFranceTravail: false,
        mayTouch: async () => {},
      })
    },
    {},
    undefined,
    () => now,
  )
})
afterEach(() => server.stop())

const source = (name: string, found: readonly ReadJob[] | FetchFailed) => {
  web.set(`https://${name}.example/`, found)
  return server.ask('POST', '/jobSource/user-1', { name, url: `https://${name}.example/` })
}
const search = async () => (await server.ask('POST', '/jobs/user-1/search')).data
const list = async (view: string, more = ''): Promise<readonly JobRow[]> =>
  (await server.ask('GET', `/jobs/user-1?view=${view}${more}`)).data
const titles = async (view: string, more = '') => (await list(view, more)).map(({ title }) => title)
const counts = async (more = '') => (await server.ask('GET', `/jobs/user-1/counts${more}`)).data

describe('a search', () => {
  test('has a job of three sources once, with its three links', async () => {
    await source('un', [job('Audit', {}, 'https://un.example/1')])
    await source('deux', [job('AUDIT', { location: '69003 Lyon' }, 'https://deux.example/2')])
    await source('trois', [job('Audit ', {}, 'https://trois.example/3')])
    expect(await search()).toEqual({ found: 3, failed: 0, suggested: 1 })
    const [one, ...others] = await list('all')
    expect(others).toEqual([])
    expect(one?.sources.map(({ url }) => url).toSorted()).toEqual([
      'https://deux.example/2',
      'https://trois.example/3',
      'https://un.example/1',
    ])
  })

  test('goes on when a source fails, and says since when it does', async () => {
    await source('un', [job('Audit')])
    await source('deux', new FetchFailed('status 500'))
    expect(await search()).toMatchObject({ found: 1, failed: 1 })
    const { sources: told } = await counts()
    expect(told).toMatchObject([
      { name: 'un', error: '', found: 1 },
      { name: 'deux', error: 'status 500', readAt: 0 },
    ])
  })

  test('leaves alone a source that was just read, and one that failed, for longer each time', async () => {
    await source('deux', new FetchFailed('busy'))
    await search()
    await search()
    expect(asked).toHaveLength(1)
    now += 6 * 60_000
    await search()
    expect(asked).toHaveLength(2)
    now += 6 * 60_000
    await search()
    expect(asked).toHaveLength(2)
  })

  test('adds nothing twice, and takes a source’s change', async () => {
    await source('un', [job('Audit')])
    await search()
    now += DAY_MS
    web.set('https://un.example/', [job('Audit', { skills: ['RGAA'], postedAt: now - DAY_MS })])
    await search()
    expect(await list('all')).toMatchObject([{ title: 'Audit', skills: ['RGAA'] }])
  })

  test('finds what others publish here, but for sample data', async () => {
    for (const [owner, title] of [
      ['user-2', 'Relecture'],
      ['user-3', 'Exemple de la démonstration'],
      ['user-1', 'La mienne'],
    ] as const) {
      const draft = { title, description: 'Deux jours', contactEmail: 'quais@regie.example' }
      const { data } = await server.ask('POST', `/publication/${owner}`, draft, {
        authorization: `Bearer ${owner}`,
      })
      await server.handler.run(
        recordDecider(Publication),
        data.id,
        { type: 'Change', values: { status: 'published', datePosted: now } },
        { commandId: `publish ${title}`, owner, actor: { kind: 'process', id: 'test' } },
      )
    }
    await search()
    expect(await list('all')).toMatchObject([{ title: 'Relecture', sources: [{ name: 'Carnet' }] }])
    expect(await titles('created')).toEqual(['La mienne'])
  })
})

describe('the views', () => {
  beforeEach(async () => {
    await server.ask('POST', '/searchCriteria/user-1', {
      name: 'Lyon',
      titles: ['Audit'],
      skills: ['RGAA'],
      locations: ['Lyon'],
      matchThreshold: 70,
    })
    await source('un', [
      job('Audit', { skills: ['RGAA'] }),
      job('Vente', { skills: ['Caisse'], location: 'Lille' }),
      job('Audit ancien', { postedAt: now - 40 * DAY_MS }),
    ])
    await search()
  })

  test('suggest what is above the threshold, with its reasons', async () => {
    const [one, ...others] = await list('suggested')
    expect(others).toEqual([])
    expect(one).toMatchObject({
      title: 'Audit',
      reasons: { matched: ['RGAA'], missing: [], distanceKm: 0, age: 0 },
    })
    expect(await counts()).toMatchObject({ threshold: 70, suggested: 1, below: 1, all: 3 })
    expect(await titles('suggested', '&threshold=0')).toEqual(['Audit', 'Vente'])
    expect(await counts('?threshold=0')).toMatchObject({ suggested: 2, below: 0 })
  })

  test('are narrowed by words without accents and in any order, by mode and by contract', async () => {
    await source('deux', [
      job('Audit accessibilité', {
        company: 'Régie des Quais',
        mode: 'hybrid',
        contractType: 'freelance',
      }),
      job('Refonte', { company: 'Halles', mode: 'remotely', contractType: 'permanent' }),
    ])
    await search()
    for (const view of ['suggested', 'all']) {
      const narrowed = (by: string) => titles(view, `&threshold=0&${by}`)
      expect(await narrowed(`q=${encodeURIComponent('regie accessibilite')}`)).toEqual([
        'Audit accessibilité',
      ])
      expect(await narrowed('mode=remotely')).toEqual(['Refonte'])
      expect(await narrowed('contractType=freelance&q=halles')).toEqual([])
    }
    expect((await server.ask('GET', '/jobs/user-1?mode=nowhere')).status).toBe(400)
  })

  test('are narrowed by what a set of criteria may name, in each view', async () => {
    await source('deux', [
      job('Audit RGAA', {
        company: 'Régie des Quais',
        location: '69100 Villeurbanne',
        mode: 'hybrid',
        contractType: 'freelance',
        sector: 'health',
        skills: ['Accessibilité'],
        languages: ['Anglais'],
        years: 3,
        postedAt: now - 2 * DAY_MS,
      }),
      job('Refonte', {
        company: 'Halles',
        location: 'Grenoble',
        mode: 'remotely',
        contractType: 'permanent',
        sector: 'retail',
        description: 'Tester avec un lecteur d’écran.',
        years: 10,
        postedAt: now - 10 * DAY_MS,
      }),
      job('Caisse', {
        company: 'Quai',
        location: 'Trifouilly',
        mode: 'onSite',
        postedAt: now - 20 * DAY_MS,
      }),
    ])
    await search()
    const others = ['Audit ancien', 'Vente']
    for (const view of ['all', 'suggested']) {
      const narrowed = async (by: string) =>
        (await titles(view, `&threshold=0&${by}`))
          .filter((title) => !others.includes(title))
          .toSorted()
      expect(await narrowed('jobAge=3')).toEqual(['Audit', 'Audit RGAA'])
      expect(await narrowed('jobAge=14&contractTypes=permanent,freelance')).toEqual([
        'Audit RGAA',
        'Refonte',
      ])
      expect(await narrowed('workModes=hybrid&workModes=onSite')).toEqual(['Audit RGAA', 'Caisse'])
      expect(await narrowed('experience=3-5')).toEqual(['Audit RGAA'])
      expect(await narrowed('experience=10-99')).toEqual(['Refonte'])
      expect(await narrowed('sectors=health')).toEqual(['Audit RGAA'])
      expect(await narrowed('locations=Lyon&radius=10')).toEqual(['Audit', 'Audit RGAA'])
      expect(await narrowed('locations=Lyon&radius=exact')).toEqual(['Audit'])
      expect(await narrowed('locations=Lyon&radius=100')).toEqual([
        'Audit',
        'Audit RGAA',
        'Refonte',
      ])
      expect(await narrowed('locations=Trifouilly,Lyon&radius=0')).toEqual(['Audit', 'Caisse'])
      expect(await narrowed('skills=wcag')).toEqual(['Audit', 'Audit RGAA'])
      expect(await narrowed('skills=kubernetes,lecteur%20d%27%C3%A9cran')).toEqual(['Refonte'])
      expect(await narrowed('titles=Refonte,Quai')).toEqual(['Caisse', 'Refonte'])
      expect(await narrowed('languages=Anglais')).toEqual(['Audit RGAA'])
    }
    expect(
      (await server.ask('GET', '/jobs/user-1?view=all&skills=wcag&limit=1')).headers[
        'x-total-count'
      ],
    ).toBe('2')
    for (const wrong of ['radius=7', 'jobAge=2', 'experience=0-2', 'contractTypes=full'])
      expect((await server.ask('GET', `/jobs/user-1?${wrong}`)).status).toBe(400)
  })

  test('a job without a date is as old as its finding', async () => {
    await source('deux', [job('Sans date', { company: 'Halles', postedAt: 0 })])
    await search()
    now += 3 * DAY_MS
    expect(await list('all', '&q=halles')).toMatchObject([{ postedAt: 0, reasons: { age: 3 } }])
  })

  test('a skipped job never comes back, until that is undone', async () => {
    const [one] = await list('suggested')
    await server.ask('PUT', `/jobs/user-1/${one?.id}/skip`)
    now += DAY_MS
    await search()
    expect(await titles('suggested')).toEqual([])
    await server.ask('DELETE', `/jobs/user-1/${one?.id}/skip`)
    expect(await titles('suggested')).toEqual(['Audit'])
  })

  test('a saved job is among the saved', async () => {
    const [one] = await list('suggested')
    await server.ask('PUT', `/jobs/user-1/${one?.id}/save`)
    expect([await titles('saved'), await titles('suggested')]).toEqual([['Audit'], []])
  })

  test('an application is followed as an offer; undone, the untouched offer is gone too', async () => {
    const [one] = await list('suggested')
    await server.ask('PUT', `/jobs/user-1/${one?.id}/apply`)
    expect((await server.ask('GET', '/offer/user-1/all')).data).toMatchObject([
      {
        title: 'Audit',
        client: 'Clinique des Trois Ponts',
        state: 'Positionned',
        nextAction: 'Relancer la candidature',
        nextActionDate: Date.UTC(2026, 10, 27),
      },
    ])
    expect(await titles('applied')).toEqual(['Audit'])
    await server.ask('DELETE', `/jobs/user-1/${one?.id}/apply`)
    expect((await server.ask('GET', '/offer/user-1/all')).data).toEqual([])
    expect(await titles('suggested')).toEqual(['Audit'])
  })

  test('entered offers stand among all jobs, so that no view has more than all', async () => {
    const [one] = await list('suggested')
    await server.ask('PUT', `/jobs/user-1/${one?.id}/apply`)
    for (const title of ['Refonte', 'Formation']) {
      now += DAY_MS
      await server.ask('POST', '/offer/user-1', { title })
    }
    // The job that is followed as an offer stands once.
    const [formation, refonte, ...found] = await titles('all')
    expect([formation, refonte]).toEqual(['Formation', 'Refonte'])
    expect(found.toSorted()).toEqual(['Audit', 'Audit ancien', 'Vente'])
    expect(await titles('applied')).toEqual(['Audit'])
    expect(await counts()).toMatchObject({ all: 5, applied: 1, suggested: 0, below: 1 })
    expect(await titles('all', '&q=refonte')).toEqual(['Refonte'])
  })

  test('pages of found jobs and entered offers follow each other without gap or double', async () => {
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
      now += DAY_MS
      if ('BCF'.includes(title)) await server.ask('POST', '/offer/user-1', { title })
      else {
        await source(title.toLowerCase(), [job(title, { company: title })])
        await search()
      }
    }
    const whole = await titles('all')
    expect(whole.slice(0, 7)).toEqual(['G', 'F', 'E', 'D', 'C', 'B', 'A'])
    expect(whole).toHaveLength(10)
    for (const limit of [1, 2, 3, 5, 10]) {
      const pages: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const path = `/jobs/user-1?view=all&limit=${limit}${from}`
        const page: Awaited<ReturnType<typeof server.ask>> = await server.ask('GET', path)
        expect([path, page.status, page.headers['x-total-count']]).toEqual([path, 200, '10'])
        pages.push(...page.data.map(({ title }: JobRow) => title))
        cursor = page.headers['x-next-cursor']?.toString() ?? null
      }
      expect(pages).toEqual(whole)
    }
    for (const cursor of ['1', '0-zz', 'x--'])
      expect((await server.ask('GET', `/jobs/user-1?view=all&cursor=${cursor}`)).status).toBe(400)
  })

  test('are of one user: another has none', async () => {
    expect((await server.ask('GET', '/jobs/user-2?view=all')).data).toEqual([])
    const [one] = await list('all')
    expect((await server.ask('GET', `/jobs/user-2/${one?.id}`)).status).toBe(404)
  })
})

const { signal } = new AbortController()

describe('suggestions', () => {
  const meta = (owner: string) => ({
    commandId: newUlid(),
    owner,
    actor: { kind: 'process', id: 'test' } as const,
  })
  const criteria = (more: object) =>
    server.ask('POST', '/searchCriteria/user-1', {
      name: 'Lyon',
      titles: ['Audit'],
      matchThreshold: 0,
      ...more,
    })

  test('at night are those of the criteria that are searched by themselves, each once', async () => {
    await criteria({ automaticSearch: true, matchThreshold: 60 })
    await criteria({ name: 'Vente', titles: ['Vente'] })
    await source('un', [job('Audit'), job('Vente', { company: 'Halles' })])
    expect(await hunts.round(meta('user-1'), signal)).toEqual({ found: 2, failed: 0, suggested: 1 })
    now += DAY_MS
    expect(await hunts.round(meta('user-1'), signal)).toMatchObject({ suggested: 0 })
  })

  test('are sent by mail where the criteria ask for it, once however often the night’s search runs', async () => {
    const anna = {
      userName: 'anna',
      firstName: 'Anna',
      lastName: '',
      mail: 'anna@carnet.example',
      roleIds: [],
    }
    await server.handler.run(
      userDecider,
      'user-1',
      { type: 'RegisterUser', ...anna },
      meta('user-1'),
    )
    await criteria({ automaticSearch: true, digest: true })
    await source('un', [job('Audit {{ref}} <b>')])
    const night = meta('user-1')
    await hunts.round(night, signal)
    await hunts.round(night, signal)
    const { events } = await server.store.readAll('0'.repeat(20), { limit: 1_000 })
    const asked = events.filter(({ type }) => type === 'EffectRequested')
    expect(asked).toMatchObject([
      {
        data: {
          payload: { recipients: ['anna@carnet.example'], subject: 'Vos suggestions d’emploi (1)' },
        },
      },
    ])
    const [mail] = asked.map(({ data }) => data as { payload: { body: string } })
    expect(mail?.payload.body).toContain('Audit ref &lt;b&gt;</a>')
    expect(mail?.payload.body).toContain('https://carnet.example/admin/prospecting/offer/all?open=')
  })

  test('run again with the same command suggest nothing more', async () => {
    await criteria({ automaticSearch: true })
    await source('un', [job('Audit')])
    const night = meta('user-1')
    await hunts.round(night, signal)
    expect(await hunts.round(night, signal)).toMatchObject({ suggested: 1 })
    const taken = (await server.store.readStream('jobHunt-user-1')).events.filter(
      ({ type }) => type === 'SuggestionsTaken',
    )
    expect(taken).toHaveLength(1)
  })

  test('are made for every user when an administrator runs the search; a dry run counts alone', async () => {
    await criteria({ automaticSearch: true })
    await source('un', [job('Audit')])
    const told: number[] = []
    const ended: string[] = []
    const run = (dryRun: boolean) =>
      hunts.runAll(
        {
          options: {},
          dryRun,
          meta: (key, owner = 'system') => ({
            ...meta(owner),
            commandId: derivedUuid('run', owner, key),
          }),
          tell: async ({ done, of }) => void told.push(done, of),
          signal,
        },
        async (owner) => ended.includes(owner),
      )
    expect(await run(true)).toEqual({ accounts: 1, found: 1, failed: 0 })
    expect(await list('all')).toEqual([])
    expect(await run(false)).toEqual({ accounts: 1, found: 1, failed: 0 })
    expect(await titles('suggested')).toEqual(['Audit'])
    expect(told).toEqual([0, 1, 0, 1])
  })

  test('without a plan are as many as an administrator gave, counted down by use', async () => {
    await criteria({})
    await source('un', [
      job('Audit'),
      job('Audit du quai', { company: 'Quai' }),
      job('Audit du port', { company: 'Port' }),
    ])
    expect(await counts()).toMatchObject({ freeSuggestions: null })
    await hunts.giveFree(2, meta('user-1'))
    expect(await counts()).toMatchObject({ freeSuggestions: 2 })
    expect(await search()).toMatchObject({ found: 3, suggested: 2 })
    expect(await counts()).toMatchObject({ freeSuggestions: 0, suggested: 2 })
    expect(await list('suggested')).toHaveLength(2)
    now += DAY_MS
    expect(await search()).toMatchObject({ suggested: 0 })
  })

  test('leave out a hidden company, until it is shown again', async () => {
    await criteria({})
    await source('un', [job('Audit')])
    await search()
    const [one] = await list('suggested')
    await server.ask('PUT', `/jobs/user-1/${one?.id}/hide-company`)
    expect(await titles('suggested')).toEqual([])
    expect(await counts()).toMatchObject({ hiddenCompanies: ['Clinique des Trois Ponts'] })
    const hidden = '/jobs/user-1/hidden-companies/'
    expect((await server.ask('DELETE', `${hidden}Ailleurs`)).status).toBe(404)
    await server.ask('DELETE', `${hidden}${encodeURIComponent('Clinique des Trois Ponts')}`)
    expect(await titles('suggested')).toEqual(['Audit'])
  })
})

test('old jobs are cleaned away, and never one that was saved or applied for', async () => {
  await source('un', [
    job('Vieux'),
    job('Gardé', { company: 'Halles' }),
    job('Envoyé', { company: 'Quai' }),
  ])
  await search()
  const all = await list('all')
  const idOf = (title: string) => all.find((one) => one.title === title)?.id
  await server.ask('PUT', `/jobs/user-1/${idOf('Gardé')}/save`)
  await server.ask('PUT', `/jobs/user-1/${idOf('Envoyé')}/apply`)
  now += 59 * DAY_MS
  const by = (commandId: string) =>
    ({ commandId, actor: { kind: 'process', id: 'jobs-cleaner' } }) as const
  expect(await cleaner.clean(by('first'))).toMatchObject({ removed: 0 })
  expect(await list('all')).toHaveLength(3)
  now += 2 * DAY_MS
  expect(await cleaner.preview()).toMatchObject({ removed: 1, kept: 2 })
  await cleaner.clean(by('second'))
  expect((await titles('all')).toSorted()).toEqual(['Envoyé', 'Gardé'])
  // The source still has it: it does not come back.
  await search()
  expect(await list('all')).toHaveLength(2)
})

test('a saved job that the employment service no longer offers is marked as closed', async () => {
  const page = (id: string) => `https://candidat.francetravail.fr/offres/recherche/detail/${id}`
  await server.ask('POST', '/searchCriteria/user-1', { name: 'Lyon', titles: ['Audit'] })
  service = {
    search: async () => [job('Audit', {}, page('1')), job('Vente', {}, page('2'))],
    isClosed,
  }
  await search()
  const all = await list('all')
  for (const { id } of all) await server.ask('PUT', `/jobs/user-1/${id}/save`)
  await hunts.round(
    { commandId: newUlid(), owner: 'user-1', actor: { kind: 'process', id: 'test' } },
    signal,
  )
  expect(
    Object.fromEntries((await list('saved')).map(({ title, closed }) => [title, closed])),
  ).toEqual({
    Audit: false,
    Vente: true,
  })
})

test('criteria are counted while they are typed, and saved ones do not matter', async () => {
  const count = async (criteria: object) =>
    (
      await server.ask(
        'GET',
        `/searchCriteria/user-1/count?criteria=${encodeURIComponent(JSON.stringify(criteria))}`,
      )
    ).data
  expect(await count({})).toEqual({ found: 0, of: 0 })
  await source('un', [
    job('Audit accessibilité', { skills: ['RGAA'], contractType: 'freelance' }),
    job('Vente', { company: 'Halles', skills: ['Prospection'], contractType: 'permanent' }),
    job('Caisse', { company: 'Quai', skills: ['Comptabilité'], contractType: 'permanent' }),
  ])
  await search()
  await server.ask('POST', '/searchCriteria/user-1', { name: 'Tout' })
  expect(await count({})).toEqual({ found: 3, of: 3 })
  expect(await count({ contractTypes: ['permanent'] })).toEqual({ found: 2, of: 3 })
  expect(await count({ titles: ['Audit'], skills: ['WCAG'], matchThreshold: 70 })).toEqual({
    found: 1,
    of: 3,
  })
  // A job for many years has fewer points for a band of few.
  await source('deux', [
    job('Direction', { company: 'Régie', sector: 'health', skills: ['Figma'], years: 20 }),
  ])
  await search()
  const asked = {
    titles: ['Direction'],
    skills: ['Figma'],
    locations: ['Lyon'],
    sectors: ['health'],
    matchThreshold: 90,
  }
  expect((await count({ ...asked, experience: '10-99' })).found).toBe(1)
  expect((await count({ ...asked, experience: '0-1' })).found).toBe(0)
  // So has one of another sector.
  expect((await count({ ...asked, experience: '10-99', sectors: ['banking'] })).found).toBe(0)
  const [first] = await list('all')
  await server.ask('PUT', `/jobs/user-1/${first?.id}/skip`)
  expect((await count({})).of).toBe(3)
  expect((await server.ask('GET', '/searchCriteria/user-1/count?criteria=%7B')).status).toBe(400)
  expect((await server.ask('GET', '/searchCriteria/user-2/count?criteria=%7B%7D')).data).toEqual({
    found: 0,
    of: 0,
  })
})

describe('a job is closed', () => {
  const closed = async () =>
    Object.fromEntries(
      (await list('all')).map(({ title, closed: isClosed }) => [title, isClosed] as const),
    )
  const night = () =>
    hunts.round(
      { commandId: newUlid(), owner: 'user-1', actor: { kind: 'process', id: 'test' } },
      signal,
    )
  const lists = (name: string, found: readonly ReadJob[]) =>
    web.set(`https://${name}.example/`, found)

  test('once no source lists it any more, and open again once one does', async () => {
    const audit = job('Audit', {}, 'https://un.example/1')
    await source('un', [audit, job('Refonte')])
    await source('deux', [job('Audit', {}, 'https://deux.example/2'), job('Vente')])
    await search()
    now += DAY_MS
    lists('un', [job('Refonte')])
    await search()
    expect(await closed()).toEqual({ Audit: false, Refonte: false, Vente: false })
    now += DAY_MS
    lists('deux', [job('Vente')])
    await search()
    expect(await closed()).toEqual({ Audit: true, Refonte: false, Vente: false })
    now += DAY_MS
    lists('un', [audit, job('Refonte')])
    await search()
    expect((await closed())['Audit']).toBe(false)
  })

  test('not by a source that fails, or lists nothing at all, or the newest alone', async () => {
    const old = now - 10 * DAY_MS
    await source('un', [job('Audit'), job('Refonte')])
    await source('flux', [job('Ancienne', { postedAt: old }), job('Retirée'), job('Nouvelle')])
    feeds.add('https://flux.example/')
    await search()
    now += DAY_MS
    web.set('https://un.example/', new FetchFailed('status 500'))
    lists('flux', [job('Nouvelle', { postedAt: now - DAY_MS - 1 })])
    await search()
    // An entry that is older than all that the feed still shows has aged, a newer one was taken
    // out.
    expect(await closed()).toEqual({
      Audit: false,
      Refonte: false,
      Ancienne: false,
      Retirée: true,
      Nouvelle: false,
    })
    now += 3 * DAY_MS
    lists('un', [])
    await search()
    expect((await closed())['Audit']).toBe(false)
  })

  test('when its own page is gone, where the user is interested in it; and it stays', async () => {
    const paste = async (name: string) => {
      web.set(`https://${name}.example/`, [
        job(name, { company: name }, `https://${name}.example/`),
      ])
      return (await server.ask('POST', '/jobs/user-1/paste', { url: `https://${name}.example/` }))
        .data.id
    }
    const ids = {
      parti: await paste('parti'),
      encore: await paste('encore'),
      loin: await paste('loin'),
    }
    await paste('autre')
    for (const id of Object.values(ids)) await server.ask('PUT', `/jobs/user-1/${id}/save`)
    pages.set('https://parti.example/', 'gone').set('https://encore.example/', 'there')
    await night()
    expect(looked.toSorted()).toEqual([
      'https://encore.example/',
      'https://loin.example/',
      'https://parti.example/',
    ])
    expect(await closed()).toEqual({ parti: true, encore: false, loin: false, autre: false })
    now += 70 * DAY_MS
    await cleaner.clean({ commandId: 'clean', actor: { kind: 'process', id: 'jobs-cleaner' } })
    expect((await titles('saved')).toSorted()).toEqual(['encore', 'loin', 'parti'])
  })

  test('when its publisher takes it back', async () => {
    const publication = {
      title: 'Régie',
      contactEmail: 'a@x.example',
      company: 'Quai',
      description: 'Mission',
    }
    const { id } = (await server.ask('POST', '/publication/user-2', publication)).data
    await server.handler.run(
      recordDecider(Publication),
      id,
      { type: 'Change', values: { status: 'published', datePosted: now } },
      { commandId: newUlid(), owner: 'user-2', actor: { kind: 'user', id: 'user-2' } },
    )
    await search()
    expect(await closed()).toEqual({ Régie: false })
    await server.ask('PUT', '/publication/user-2', { id, title: 'Régie' })
    await server.handler.run(
      recordDecider(Publication),
      id,
      { type: 'Change', values: { status: 'draft' } },
      { commandId: newUlid(), owner: 'user-2', actor: { kind: 'user', id: 'user-2' } },
    )
    await search()
    expect(await closed()).toEqual({ Régie: true })
  })
})

test('a pasted page becomes a job, and one without a job is refused', async () => {
  web.set('https://page.example/', [job('Audit')])
  web.set('https://vide.example/', [])
  const added = await server.ask('POST', '/jobs/user-1/paste', { url: 'https://page.example/' })
  expect(added.status).toBe(200)
  expect((await server.ask('GET', `/jobs/user-1/${added.data.id}`)).data).toMatchObject({
    title: 'Audit',
  })
  expect(
    await server.ask('POST', '/jobs/user-1/paste', { url: 'https://vide.example/' }),
  ).toMatchObject({
    status: 422,
    code: 'JOB_PAGE_EMPTY',
  })
  expect(
    await server.ask('POST', '/jobs/user-1/paste', { url: 'https://loin.example/' }),
  ).toMatchObject({
    code: 'JOB_PAGE_UNREADABLE',
  })
})

describe('a pasted text', () => {
  const TEXT =
    'Audit RGAA\nRégie des Quais · Lyon\nFreelance, 550 € par jour.\nCompétences : RGAA, React'
  const reading = (text: string) => server.ask('POST', '/jobs/user-1/text/reading', { text })
  const add = (more: object = {}) =>
    server.ask('POST', '/jobs/user-1/text', { title: 'Audit RGAA', ...more })

  test('is read into fields with their passages, and nothing is saved', async () => {
    expect((await reading(TEXT)).data).toMatchObject({
      title: 'Audit RGAA',
      company: 'Régie des Quais',
      location: 'Lyon',
      contractType: 'freelance',
      rate: { min: 550, max: 550, per: 'day', currency: 'EUR' },
      skills: ['RGAA', 'React'],
      passages: { company: 'Régie des Quais · Lyon', rate: 'Freelance, 550 € par jour.' },
    })
    expect(await titles('all')).toEqual([])
  })

  test('without a letter, or of more than 100,000, is refused naming the text', async () => {
    for (const text of [' ', 'a'.repeat(100_001)])
      expect(await reading(text)).toMatchObject({ status: 400, fields: [{ path: 'text' }] })
    expect((await reading('a'.repeat(100_000))).status).toBe(200)
  })

  test('proposes no value that adding refuses', async () => {
    const { data } = await reading(
      'Audit RGAA\n99 ans d’expérience.\nCompétences : React\nhttps://jean:secret@jobs.example/7',
    )
    expect(data).toMatchObject({ title: 'Audit RGAA', years: 0, skills: ['React'], url: '' })
    expect(Object.keys(data.passages).toSorted()).toEqual(['skills', 'title'])
    const { passages: _, rate: __, ...read } = data
    expect((await add(read)).status).toBe(200)
  })

  test('of a job that was posted tomorrow is taken, for another zone; a day later is refused', async () => {
    const day = (days: number) => Math.floor(now / DAY_MS + days) * DAY_MS
    expect((await add({ postedAt: day(1) })).status).toBe(200)
    expect(await add({ postedAt: day(2) })).toMatchObject({
      status: 422,
      fields: [{ path: 'postedAt' }],
    })
  })

  test('becomes a job as the user confirmed it, with its match and without a page', async () => {
    await server.ask('POST', '/skill/user-1', { name: 'RGAA' })
    const { data } = await add({
      company: 'Régie',
      location: 'Lyon',
      skills: ['RGAA', 'React'],
      rate: { min: 600, max: 500, per: 'day' },
      description: TEXT,
    })
    expect((await server.ask('GET', `/jobs/user-1/${data.id}`)).data).toMatchObject({
      about: 'job',
      company: 'Régie',
      rate: { min: 500, max: 600, per: 'day', currency: 'EUR' },
      sources: [{ name: '', url: '' }],
      reasons: { matched: ['RGAA'], missing: ['React'] },
      description: TEXT,
    })
    expect(await titles('suggested')).toEqual(['Audit RGAA'])
  })

  test('pasted twice is one job, and two texts without a company are two', async () => {
    await add({ description: 'a' })
    await add({ description: 'a' })
    await add({ description: 'b' })
    expect(await titles('all')).toEqual(['Audit RGAA', 'Audit RGAA'])
  })

  test.each([
    ['title', { title: '' }],
    ['rate.per', { rate: { min: 1, max: 1, per: 'week' } }],
    ['rate.min', { rate: { min: -1, max: 1, per: 'day' } }],
    ['years', { years: 61 }],
    ['url', { url: 'javascript:alert(1)' }],
    ['skills.0', { skills: [''] }],
  ])('with a wrong %s is refused naming it', async (path, more) => {
    const { status, fields } = await add(more)
    expect({ status, path: fields?.[0]?.path }).toEqual({
      status: path === 'url' ? 422 : 400,
      path,
    })
    expect(await titles('all')).toEqual([])
  })
})

describe('a follow-up', () => {
  const offers = async () => (await server.ask('GET', '/offer/user-1/all')).data
  const applied = async (days?: number) => {
    await server.handler.run(
      userDecider,
      'user-1',
      {
        type: 'RegisterUser',
        userName: 'anna',
        firstName: 'Anna',
        lastName: 'Lindqvist',
        mail: 'anna@example.org',
        roleIds: [],
      },
      { commandId: newUlid(), owner: 'user-1', actor: { kind: 'user', id: 'user-1' } },
    )
    if (days !== undefined)
      await server.handler.run(
        userDecider,
        'user-1',
        { type: 'ChangeParameters', changes: { followUpDays: days } },
        { commandId: newUlid(), owner: 'user-1', actor: { kind: 'user', id: 'user-1' } },
      )
    const { id } = (await server.ask('POST', '/jobs/user-1/text', { title: 'Audit' })).data
    await server.ask('PUT', `/jobs/user-1/${id}/apply`)
  }

  test('is due after the days of the account', async () => {
    await applied(3)
    expect(await offers()).toMatchObject([{ nextActionDate: Date.UTC(2026, 10, 23) }])
  })
  test('is not set where the account wants none', async () => {
    await applied(0)
    expect(await offers()).toMatchObject([{ nextAction: '', nextActionDate: 0 }])
  })
})
