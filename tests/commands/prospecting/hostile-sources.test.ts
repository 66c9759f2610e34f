import { noLogBook } from '#domain/operations/log-book.ts'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUlid } from '#commands/kernel/ids.ts'
import { type JobHuntCommands, jobHuntCommands } from '#commands/prospecting/job-hunts.ts'
import { jobSources } from '#commands/prospecting/job-sources.ts'
import { jobCommands } from '#commands/prospecting/jobs.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { createFacts } from '#projections/facts.ts'
import { jobReadings, jobs } from '#projections/prospecting/jobs.ts'
import { projections } from '#projections/all.ts'
import { recordApi } from '#api/records.ts'
import { type ContextServer, startContext } from '../../api/context-server.ts'

/**
 * Five sources of as many jobs each. Each also has a fifth of the next one's, so that these are
 * found twice.
 */
const SOURCES = 5
const EACH = 2_000
const SHARED = 400
const UNIQUE = SOURCES * (EACH - SHARED)
const TIMEOUT_MS = 3_000
const GROWTH_MB = 40
const PAGE_BYTES = 50_000_000

let now = Date.UTC(2026, 10, 20, 9)
let web: Server
let origin = ''
let server: ContextServer
let hunts: JobHuntCommands
/** Answer of each source at this time: usual is its list. */
const moods = new Map<
  number,
  'broken' | 'busy' | 'silent' | 'elsewhere' | 'huge' | 'bomb' | 'cut' | 'deep'
>()

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;/script&gt;<iframe src="javascript:alert(1)">',
  '\u202Egnp.exe\u0000',
  ']]><!-- -->',
]
const DATES = [
  '2026-11-18',
  'hier',
  '0000-00-00',
  '2999-01-01',
  '',
  'Thu, 19 Nov 2026 10:00:00 GMT',
  '1e400',
]

/**
 * Names a job by its number; a shared one has other case, accents and town's words in the second
 * source.
 */
function jobAt(source: number, n: number) {
  const isShared = n >= EACH - SHARED
  const number = isShared
    ? ((source + 1) % SOURCES) * EACH + (n - (EACH - SHARED))
    : source * EACH + n
  const title = `Mission été ${number}`
  return {
    title: isShared ? title.toUpperCase() : title,
    company: `Société ${number % 500}`,
    location: isShared ? '69003 Lyon' : 'Lyon',
    date: DATES[number % DATES.length] ?? '',
    text: `${HOSTILE[number % HOSTILE.length]} Texte ${number}`,
    url: `/${source}/job/${n}`,
  }
}

const page = (source: number): string => {
  const list = Array.from({ length: EACH }, (_, n) => jobAt(source, n)).map(
    ({ title, company, location, date, text, url }) => ({
      '@type': 'JobPosting',
      title,
      description: text,
      datePosted: date,
      validThrough: date === '' ? 42 : 'jamais',
      hiringOrganization: { name: company },
      jobLocation: { address: { addressLocality: location } },
      baseSalary: { value: { value: 'beaucoup', unitText: 'DAY' } },
      url,
    }),
  )
  return `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'JobPosting' }, ...list] }).replaceAll('</', '<\\/')}</script>`
}
const pages = Array.from({ length: SOURCES }, (_, source) => page(source))
const bomb = gzipSync(Buffer.alloc(PAGE_BYTES, ' '))
const block = Buffer.alloc(1_000_000, '<div>')

function answer(source: number, response: ServerResponse): void {
  switch (moods.get(source)) {
    case 'broken':
      return void response.writeHead(500).end('no')
    case 'busy':
      return void response.writeHead(429, { 'retry-after': '3600' }).end()
    case 'silent':
      return
    case 'elsewhere':
      return void response
        .writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' })
        .end()
    case 'bomb':
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    case 'cut':
      response
        .writeHead(200, { 'content-length': '1000000' })
        .write(pages[source]?.slice(0, 5_000) ?? '')
      return void response.socket?.destroy()
    case 'deep':
      return void response.writeHead(200).end(`<rss><channel>${'<item><b>'.repeat(100_000)}`)
    case 'huge': {
      response.writeHead(200, { 'content-type': 'text/html' })
      for (let sent = 0; sent < PAGE_BYTES; sent += block.length) response.write(block)
      return void response.end()
    }
    case undefined:
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pages[source])
  }
}

beforeAll(async () => {
  web = createServer((request, response) => {
    const source = Number(/^\/(\d)\/$/.exec(request.url ?? '')?.[1] ?? -1)
    response.on('error', () => {}) // the reader hangs up on pages that are too large
    if (source >= 0) answer(source, response)
    else response.writeHead(404).end()
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const at = web.address()
  origin = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  server = await startContext(
    projections,
    (api, { records, mail }) => {
      recordApi(api, records)
      const { handler } = api.deps
      const sources = jobSources({
        now: () => now,
        publicUrl: 'https://carnet.example',
        loopback: true,
        pauseMs: 0,
        timeoutMs: TIMEOUT_MS,
      })
      hunts = jobHuntCommands({
        handler,
        facts: createFacts(api.deps),
        jobs: jobCommands({ handler, records, sources, book: noLogBook, now: () => now }),
        sources,
        sendMail: (id, draft, of) => mail.send(id, draft, null, of),
        now: () => now,
      })
    },
    {},
    undefined,
    () => now,
  )
  for (let source = 0; source < SOURCES; source++)
    await server.ask('POST', '/jobSource/user-1', {
      name: `Source ${source}`,
      url: `${origin}/${source}/`,
    })
}, 60_000)
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await server.stop()
})

const night = async () => {
  now += DAY_MS
  const meta = {
    commandId: newUlid(),
    owner: 'user-1',
    actor: { kind: 'process', id: 'test' },
  } as const
  return hunts.round(meta, new AbortController().signal)
}
const found = async () =>
  (await (await server.readModels.of(jobs)).find({ filter: { where: { owner: 'user-1' } } })).items
const written = async () => Number(await server.store.head())
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapMb = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

test('10,000 jobs of five sources, however hostile, are there once, and none is lost', {
  timeout: 240_000,
}, async () => {
  // The first night every source but one fails in its own way: that one is read all the same.
  for (const [source, mood] of (['broken', 'busy', 'silent', 'elsewhere'] as const).entries())
    moods.set(source, mood)
  expect(await night()).toMatchObject({ found: EACH, failed: 4 })
  const readings = await (await server.readModels.of(jobReadings)).find({
    filter: { where: { owner: 'user-1' } },
  })
  expect(readings.items.map(({ error }) => error).toSorted()).toEqual([
    '',
    'busy',
    'private',
    'slow',
    'status 500',
  ])

  // The next night all answer.
  moods.clear()
  expect(await night()).toMatchObject({ found: SOURCES * EACH, failed: 0 })
  const all = await found()
  expect(all).toHaveLength(UNIQUE)
  expect(new Set(all.map(({ posting }) => posting.title.toLowerCase())).size).toBe(UNIQUE)
  expect(all.filter(({ origins }) => origins.length === 2)).toHaveLength(SOURCES * SHARED)
  for (const { posting, closed } of all) {
    expect(closed).toBe(false)
    expect(posting.postedAt).toBeLessThanOrEqual(now)
    expect(`${posting.title} ${posting.company} ${posting.description}`).not.toMatch(
      /<script|<img|<iframe|\u202E|\0/,
    )
  }

  // Nights without news write only the reading of the sources. Nights of hostile pages keep no
  // memory.
  const before = await written()
  await night()
  expect((await written()) - before).toBeLessThan(30)
  const heap = heapMb()
  for (const mood of ['huge', 'bomb', 'cut', 'deep', 'huge', 'bomb'] as const) {
    for (let source = 0; source < SOURCES; source++) moods.set(source, mood)
    // After failures a source is left alone for longer: each night is a day later.
    await night()
  }
  expect(heapMb() - heap).toBeLessThan(GROWTH_MB)
  expect((await found()).filter(({ closed }) => !closed)).toHaveLength(UNIQUE)
})
