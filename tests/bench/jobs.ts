import { setImmediate as nextTurn } from 'node:timers/promises'
import { jobsApi } from '#api/prospecting/jobs.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import type { JobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import type { JobCommands } from '#commands/prospecting/jobs.ts'
import {
  CONTRACT_TYPES,
  EXPERIENCE_BANDS,
  JOB_VIEWS,
  WORK_MODES,
} from '#domain/prospecting/search-criteria.values.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { jobWords } from '#domain/prospecting/job-filter.ts'
import { matcherOf } from '#domain/prospecting/matching.ts'
import { type JobDoc, jobs } from '#projections/prospecting/jobs.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { freelancers, judged, JUDGED_AT, labelledJobs } from '#tests/fixtures/labelled-jobs.ts'
import { readingServer } from './reading-server.ts'
import { type BenchResult, quantile, timed, sized } from './result.ts'

const JOBS = sized(200_000, 1_000)
const MATCHED = sized(10_000, 100)
const OWNERS = 10
const SAMPLES = sized(40, 1)
/** The longest that one list may take in the server. */
const LIMIT_MS = 20
/** The first calls build the index. */
const WARM_UP = sized(3, 1)
const USER = 'user-3'

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
const of = <T>(values: readonly T[], n: number): T => values[n % values.length] as T // there is at least one

/** A job made of a labelled one, with the words of two others below it. */
function jobOf(n: number): JobDoc['posting'] {
  const { posting } = of(labelledJobs, n)
  const more = [of(labelledJobs, n * 7 + 1), of(labelledJobs, n * 13 + 5)].map((one) => one.posting)
  return {
    ...posting,
    company: `Société ${n % 4_000}`,
    mode: of(WORK_MODES, n),
    contractType: of(CONTRACT_TYPES, n * 3),
    description:
      `${posting.description}\n${more.map((one) => `${one.title}. ${one.description}`).join('\n')}`.repeat(
        8,
      ),
    postedAt: JUDGED_AT - (n % 60) * DAY_MS,
  }
}

/** @param owner of each job in turn */
function document(n: number, owner: string): JobDoc {
  const posting = jobOf(n)
  const [saved, applied, skipped] = [n % 40 === 0, n % 90 === 0, n % 6 === 0]
  const closed = n % 15 === 0
  return {
    _id: newUlid(),
    owner,
    version: 1,
    creationDate: posting.postedAt,
    lastModificationDate: posting.postedAt,
    createdBy: owner,
    modifiedBy: owner,
    posting: { ...posting, description: posting.description.slice(0, 300) },
    origins: [{ key: 'un', name: 'Un', url: `https://un.example/${n}` }],
    saved,
    applied,
    skipped,
    decided: saved || applied || skipped || closed,
    closed,
    suggested: false,
    offerId: '',
    ...jobWords(posting),
    day: posting.postedAt,
  }
}

async function matching(): Promise<BenchResult[]> {
  const judgements = freelancers.map((freelancer) => {
    const matcher = matcherOf(freelancer.wanted)
    const order = labelledJobs
      .map(({ name, posting }) => ({ name, score: matcher.match(posting, JUDGED_AT).score }))
      .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    return {
      name: freelancer.name,
      ...judged(
        freelancer,
        order.map(({ name }) => name),
      ),
    }
  })
  const mean = (what: 'ndcg' | 'recall') =>
    rounded(judgements.reduce((sum, one) => sum + one[what], 0) / judgements.length)
  const against = judgements.map(({ name, ndcg }) => `${name} ${rounded(ndcg)}`).join('; ')
  const pairs = freelancers.length * labelledJobs.length
  const postings = Array.from({ length: MATCHED }, (_, n) => jobOf(n))
  const spent: number[] = []
  for (const { wanted } of freelancers)
    spent.push(
      await timed(() => {
        const matcher = matcherOf(wanted)
        for (const posting of postings) matcher.match(posting, JUDGED_AT)
      }),
    )
  return [
    {
      name: `nDCG of the first ten, ${pairs} labelled pairs`,
      value: mean('ndcg'),
      unit: '',
      atLeast: 0.93,
      against,
    },
    {
      name: `recall of the first ten, ${pairs} labelled pairs`,
      value: mean('recall'),
      unit: '',
      atLeast: 0.98,
    },
    {
      name: `${MATCHED} jobs matched against a profile, the slowest of ${freelancers.length}`,
      value: rounded(Math.max(...spent)),
      unit: 'ms',
      atMost: 1_000,
    },
  ]
}

/** Every filter of the list alone, and those together that leave most jobs to check. */
const filters: Readonly<Record<string, string>> = {
  none: '',
  'none, 200 a page': 'limit=200',
  'q, one word of many jobs': 'q=designer',
  'q, two words of few jobs': 'q=soci%C3%A9t%C3%A9%2012',
  ...Object.fromEntries(WORK_MODES.map((mode) => [`mode ${mode}`, `mode=${mode}`])),
  ...Object.fromEntries(
    CONTRACT_TYPES.map((type) => [`contractType ${type}`, `contractType=${type}`]),
  ),
  titles: 'titles=designer,d%C3%A9veloppeur',
  skills: 'skills=react,figma',
  languages: 'languages=anglais',
  'locations, known': 'locations=Lyon&radius=50',
  'locations, everywhere': 'locations=Lyon,Paris,Berlin,Madrid&radius=100',
  'locations, unknown': 'locations=Atlantide',
  workModes: 'workModes=hybrid,remotely',
  contractTypes: `contractTypes=${CONTRACT_TYPES.slice(1).join()}`,
  sectors: 'sectors=health,banking',
  ...Object.fromEntries(
    EXPERIENCE_BANDS.map((band) => [`experience ${band}`, `experience=${band}`]),
  ),
  'jobAge 1': 'jobAge=1',
  'jobAge 30': 'jobAge=30',
  'experience + workModes': 'experience=3-5&workModes=hybrid,remotely',
  'experience + workModes + contractTypes + jobAge': `experience=3-5&workModes=hybrid,remotely&contractTypes=${CONTRACT_TYPES.slice(1).join()}&jobAge=30`,
  'workModes + contractTypes, 200 a page': `workModes=hybrid,remotely&contractTypes=${CONTRACT_TYPES.slice(1).join()}&limit=200`,
  'sectors + jobAge': 'jobAge=7&sectors=health,banking',
  'q + mode + contractType': 'q=audit&mode=remotely&contractType=freelance',
  'q + workModes + jobAge': 'q=designer&workModes=hybrid,remotely&jobAge=30',
  'titles + skills + languages + locations':
    'titles=designer,d%C3%A9veloppeur&skills=react,figma&languages=anglais&locations=Atlantide,Lyon&radius=100',
  'skills + workModes + experience': 'skills=react,figma&workModes=hybrid,remotely&experience=3-5',
}
const VIEWS = JOB_VIEWS.filter((view) => view !== 'created' && view !== 'suggested')

/** The list of one user's jobs, through the server's routes. @param owners who share the jobs */
async function lists(owners: number): Promise<BenchResult[]> {
  const readStore = sqliteReadStore()
  const collection = readStore.collection<JobDoc>('jobs')
  const docs = Array.from({ length: JOBS }, (_, n) =>
    document(n, owners === 1 ? USER : `user-${n % owners}`),
  )
  await collection.apply(
    docs.map((doc, n) => ({ id: doc._id, ifPos: null, doc: { ...doc, _pos: positionOf(n + 1) } })),
  )
  await collection.ensureIndexes(jobs.indexes)
  const app = await readingServer({
    readStore,
    userId: USER,
    now: JUDGED_AT,
    contexts: (api) =>
      // Commands are needed for writing alone.
      jobsApi(api, {} as JobCommands, {} as JobHuntCommands, {
        publicUrl: new URL('https://carnet.example'),
        hasFranceTravail: false,
        mayTouch: async () => {},
      }),
  })
  /**
   * Duration of a list, and its processor time, which other programs of the machine do not
   * lengthen.
   */
  const once = async (query: string): Promise<{ readonly ms: number; readonly workMs: number }> => {
    let status = 0
    await nextTurn()
    const before = process.threadCpuUsage()
    const ms = await timed(
      async () =>
        ({ statusCode: status } = await app.inject({ url: `/api/jobs/${USER}?${query}` })),
    )
    const { user, system } = process.threadCpuUsage(before)
    if (status !== 200) throw new Error(`${query} answered ${status}`)
    return { ms, workMs: (user + system) / 1_000 }
  }
  const measured = VIEWS.flatMap((view) =>
    Object.entries(filters).map(([name, query]) => ({
      view,
      name,
      query: `view=${view}&${query}`,
      spent: [] as number[],
      worked: [] as number[],
    })),
  )
  for (let sample = 0; sample < WARM_UP; sample++)
    for (const { query } of measured) await once(query)
  globalThis.gc?.()
  for (let sample = 0; sample < SAMPLES; sample++)
    for (const { query, spent, worked } of measured) {
      const { ms, workMs } = await once(query)
      spent.push(ms)
      worked.push(workMs)
    }
  const jobsOf = `${JOBS} jobs of ${owners === 1 ? 'one user' : `${owners} users`}`
  const each = measured
    .filter(({ view }) => view === 'all')
    .map(
      ({ name, spent, worked }): BenchResult => ({
        name: `list of jobs, ${name}, ${jobsOf}: p95`,
        value: rounded(quantile(spent, 0.95)),
        unit: 'ms',
        atMost: LIMIT_MS,
        against: `median ${rounded(quantile(spent, 0.5))} ms; p95 of the processor's time ${rounded(quantile(worked, 0.95))} ms`,
      }),
    )
  // Results of a word filter are cached, so filters that no request had before are measured too.
  const fresh: number[] = []
  const worked: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { ms, workMs } = await once(`view=all&skills=react,figma,neuf${sample}`)
    fresh.push(ms)
    worked.push(workMs)
  }
  const newFilters: BenchResult = {
    name: `list of jobs, skills that were not asked before, ${jobsOf}: p95`,
    value: rounded(quantile(fresh, 0.95)),
    unit: 'ms',
    atMost: LIMIT_MS,
    against: `median ${rounded(quantile(fresh, 0.5))} ms; p95 of the processor's time ${rounded(quantile(worked, 0.95))} ms`,
  }
  const { ms: first } = await once('view=suggested')
  const again: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) again.push((await once('view=suggested')).ms)
  await app.close()
  const suggestions: BenchResult = {
    name: `suggestions among ${MATCHED} of ${jobsOf}, read again as after each key of a triage: p95`,
    value: rounded(quantile(again, 0.95)),
    unit: 'ms',
    against: `the first time ${rounded(first)} ms`,
  }
  const list: BenchResult = {
    name: `list of jobs, every filter in ${VIEWS.length} views, ${jobsOf}: p95`,
    value: rounded(
      quantile(
        measured.flatMap(({ spent }) => spent),
        0.95,
      ),
    ),
    unit: 'ms',
    atMost: LIMIT_MS,
  }
  return [list, ...each, newFilters, suggestions]
}

/** Quality and speed of matching jobs, and speed of listing them. */
export async function run(): Promise<BenchResult[]> {
  return [...(await matching()), ...(await lists(OWNERS)), ...(await lists(1))]
}
