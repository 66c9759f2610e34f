import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type BenchResult, median, quantile, sized } from './result.ts'
import { PROGRAM } from '#tests/kernel/product-process.ts'
import { ask, dataOf, type ServerProcess, signIn, startProcess } from './server.ts'
import type { VisitPlan, Visits } from './visitors.ts'

/**
 * Cost of visitors: signed-in reads at a fixed rate, alone and beside 2,000 cached public pages a
 * second. Quiet and loaded spells take turns, so that other programs of the machine slow both
 * alike.
 */
const PAGES_PER_S = 2_000
const READS_PER_S = 20
const SPELL_MS = sized(6_000, 300)
const ROUNDS = sized(5, 1)
const SLOWER = 0.2
const PAGES = [
  '/?lang=fr',
  '/?lang=en',
  '/prices?lang=fr',
  '/comparatif?lang=fr',
  '/blogs?lang=fr',
  '/cgu?lang=fr',
]

const visitors = (port: number, perS: number): Promise<Visits> =>
  new Promise((resolve, reject) => {
    const workerData: VisitPlan = { port, pages: PAGES, perS, forMs: SPELL_MS }
    const thread = new Worker(new URL('./visitors.ts', import.meta.url), { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
  })

const agent = new Agent({ keepAlive: true })
/** @returns milliseconds until the whole answer is there */
const timedRead = (port: number, url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    request(
      { agent, host: '127.0.0.1', port, path: url, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
        answer.resume().on('end', () => resolve(performance.now() - startedAt))
      },
    )
      .on('error', reject)
      .end()
  })

/** Reads as users do, one every 50 ms, over the pages that a morning opens. */
async function users(
  server: ServerProcess,
  token: string,
  urls: readonly string[],
): Promise<readonly number[]> {
  const spent: Promise<number>[] = []
  const until = performance.now() + SPELL_MS
  for (let n = 0; performance.now() < until; n++) {
    spent.push(timedRead(server.port, urls[n % urls.length] ?? '', token))
    await pause(1_000 / READS_PER_S)
  }
  return Promise.all(spent)
}

export async function run(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-bench-'))
  const server = await startProcess(PROGRAM, dataDir)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const profiles = dataOf<{ id: string }[]>(
      await ask(server.port, 'GET', `/api/professionalInfo/${userId}/all`, {
        authorization: `Bearer ${accessToken}`,
      }),
    )
    const profileId = profiles[0]?.id ?? ''
    const urls = [
      `/api/dashboard/${userId}/${profileId}`,
      `/api/bill/${userId}/all/${profileId}`,
      `/api/transaction/${userId}/${profileId}/50`,
      `/api/company/${userId}/all`,
      `/api/project/${userId}/all/${profileId}`,
    ]
    for (const url of urls) await timedRead(server.port, url, accessToken)
    for (const page of PAGES) await ask(server.port, 'GET', page)
    const alone: number[] = []
    const beside: number[] = []
    const shares: number[] = []
    let visits: Visits = { sent: 0, answered: 0, other: 0, bytes: 0 }
    for (let round = 0; round <= ROUNDS; round++) {
      const quiet = await users(server, accessToken, urls)
      const before = server.mainThreadMs()
      const [crowd, crowded] = await Promise.all([
        visitors(server.port, PAGES_PER_S),
        users(server, accessToken, urls),
      ])
      // The first round warms both up.
      if (round === 0) continue
      shares.push((server.mainThreadMs() - before) / SPELL_MS)
      alone.push(...quiet)
      beside.push(...crowded)
      visits = {
        sent: visits.sent + crowd.sent,
        answered: visits.answered + crowd.answered,
        other: visits.other + crowd.other,
        bytes: visits.bytes + crowd.bytes,
      }
    }
    const rounded = (value: number) => Math.round(value * 100) / 100
    const summary = (values: readonly number[]) =>
      `median ${rounded(median(values))} ms, p95 ${rounded(quantile(values, 0.95))} ms`
    return [
      {
        name: 'public pages answered a second',
        value: Math.round(visits.answered / ((ROUNDS * SPELL_MS) / 1_000)),
        unit: '1/s',
        atLeast: PAGES_PER_S * 0.95,
        against: `${visits.other} not answered by a page, ${Math.round(visits.bytes / visits.answered)} bytes each`,
      },
      {
        name: 'signed-in reads slower beside them, median',
        value: rounded(median(beside) / median(alone) - 1),
        unit: 'share',
        atMost: SLOWER,
        against: `alone ${summary(alone)}; beside ${summary(beside)}`,
      },
      {
        name: 'main thread at work beside them',
        value: rounded(median(shares)),
        unit: 'share of one core',
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
