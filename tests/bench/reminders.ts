import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchResult, median, quantile, timed, sized } from './result.ts'
import { PROGRAM } from '#tests/kernel/product-process.ts'
import { ask, dataOf, signIn, startProcess } from './server.ts'
import { draft, register, type Tenant } from './tenant.ts'

/**
 * Cost of reminders for users: signed-in reads at a fixed rate, alone and while 500 due reminders
 * are sent. Quiet and loaded spells take turns, so that other programs of the machine slow both
 * alike.
 */
const OWNERS = sized(10, 2)
const BILLS = sized(50, 2)
const DUE = OWNERS * BILLS
const ROUNDS = sized(3, 1)
const READS_PER_S = 20
const QUIET_MS = sized(10_000, 200)
const SLOWER = 0.2
/** Reminded on the day of the issue: the days to pay before they are due. */
const DAYS = 30
/** A spell without an end means that reminders do not go. */
const LONGEST_MS = 120_000

type Read = (url: string) => Promise<unknown>

/**
 * Reads as users do, one every 50 ms, over the pages that a morning opens. @returns milliseconds of
 * each
 */
async function users(
  read: Read,
  urls: readonly string[],
  goesOn: () => boolean,
): Promise<readonly number[]> {
  const spent: Promise<number>[] = []
  for (let n = 0; goesOn(); n++) {
    spent.push(timed(() => read(urls[n % urls.length] ?? '')))
    await pause(1_000 / READS_PER_S)
  }
  return Promise.all(spent)
}

/** Bills of every owner at once, due after the days of the law. */
const issued = (owners: readonly Tenant[]) =>
  Promise.all(
    owners.map(async (owner) => {
      const { call, userId, profileId } = owner
      for (let n = 0; n < BILLS; n++)
        dataOf(await call('PUT', `bill/${userId}/${profileId}/${await draft(owner)}/issue`, {}))
    }),
  )

const planned = (owners: readonly Tenant[], active: boolean) =>
  Promise.all(
    owners.map(async ({ call, userId, profileId }) =>
      dataOf(
        await call('PUT', `reminder/${userId}/${profileId}/plan`, {
          active,
          automatic: active,
          steps: [-DAYS],
        }),
      ),
    ),
  )

export async function run(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-bench-'))
  const server = await startProcess(PROGRAM, dataDir, undefined, { SUBSCRIPTIONS: 'off' })
  const sent = () =>
    readdirSync(path.join(dataDir, 'outbox')).filter((name) => name.endsWith('.sealed')).length
  try {
    const { userId, accessToken } = await signIn(server.port)
    const read: Read = async (url) =>
      dataOf(await ask(server.port, 'GET', url, { authorization: `Bearer ${accessToken}` }))
    const [profile] = (await read(`/api/professionalInfo/${userId}/all`)) as readonly {
      id: string
    }[]
    const urls = [
      `/api/dashboard/${userId}/${profile?.id}`,
      `/api/bill/${userId}/all/${profile?.id}`,
      `/api/transaction/${userId}/${profile?.id}/50`,
      `/api/company/${userId}/all`,
      `/api/project/${userId}/all/${profile?.id}`,
    ]
    const owners: Tenant[] = []
    for (let n = 0; n < OWNERS; n++) owners.push(await register(server.port, `owner${n}`))
    for (const { call, userId: owner, clientId } of owners)
      dataOf(
        await call('POST', `contact/${owner}`, {
          lastName: 'Ruche',
          email: 'compta@brumaire.example',
          companyId: clientId,
        }),
      )
    const alone: number[] = []
    const beside: number[] = []
    const spells: number[] = []
    const shares: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await issued(owners)
      const before = sent()
      let until = performance.now() + QUIET_MS
      const quiet = await users(read, urls, () => performance.now() < until)
      const worked = server.mainThreadMs()
      const startedAt = performance.now()
      until = startedAt + LONGEST_MS
      await planned(owners, true)
      const busy = await users(read, urls, () => sent() < before + DUE && performance.now() < until)
      const took = performance.now() - startedAt
      if (sent() !== before + DUE) throw new Error(`${sent() - before} of ${DUE} reminders went`)
      await planned(owners, false)
      // The first round warms both up.
      if (round === 0) continue
      alone.push(...quiet)
      beside.push(...busy)
      spells.push(took)
      shares.push((server.mainThreadMs() - worked) / took)
    }
    const rounded = (value: number) => Math.round(value * 100) / 100
    const summary = (values: readonly number[]) =>
      `median ${rounded(median(values))} ms, p95 ${rounded(quantile(values, 0.95))} ms`
    return [
      {
        name: `signed-in reads slower beside ${DUE} reminders that are due at once, median`,
        value: rounded(median(beside) / median(alone) - 1),
        unit: 'share',
        atMost: SLOWER,
        against: `alone ${summary(alone)}; beside ${summary(beside)}`,
      },
      {
        name: `${DUE} reminders that are due at once, all sent`,
        value: Math.round(median(spells) / 100) / 10,
        unit: 's',
      },
      {
        name: 'main thread at work beside them',
        value: rounded(median(shares)),
        unit: 'share of one core',
      },
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
