import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchResult, MEMORY, median, quantile, timed, sized } from './result.ts'
import { dataOf, startProcess } from './server.ts'
import { draft, register, type Tenant } from './tenant.ts'

const CLIENTS = sized(16, 2)
/** Bills of each of them in a round. */
const BILLS = sized(10, 1)
const ROUNDS = sized(5, 1)
const WARM = sized(20, 1)
/** Requests of another user in a second. */
const READS_PER_S = 20
const QUIET_MS = sized(3_000, 200)
const COLD_MS = 400
const A_SECOND = 50
/** Longest wait of other users meanwhile, times the quiet figure. */
const FACTOR = 2

async function issue({ call, userId, profileId }: Tenant, id: string): Promise<void> {
  dataOf(await call('PUT', `bill/${userId}/${profileId}/${id}/issue`, {}))
}

async function fetched({ call, userId, profileId }: Tenant, id: string): Promise<void> {
  const paper = await call('GET', `bill/${userId}/${profileId}/${id}/pdf`)
  if (!paper.body.startsWith('%PDF'))
    throw new Error(`No paper: ${paper.status} ${paper.body.slice(0, 200)}`)
}

async function whole(tenant: Tenant): Promise<void> {
  const id = await draft(tenant)
  await issue(tenant, id)
  await fetched(tenant, id)
}

/** Lists of a user who has nothing to do with it, at a fixed rate. @returns milliseconds of each */
async function others({ call, userId }: Tenant, goesOn: () => boolean): Promise<readonly number[]> {
  const waited: Promise<number>[] = []
  while (goesOn()) {
    waited.push(timed(async () => dataOf(await call('GET', `company/${userId}/all`))))
    await pause(1_000 / READS_PER_S)
  }
  return Promise.all(waited)
}

/** A first bill of a process, the next ones, and bills of many clients at once. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-bills-'))
  const server = await startProcess('tests/bench/http-server.ts', directory, MEMORY)
  try {
    const bystander = await register(server.port, 'bea')
    const clients: Tenant[] = []
    for (let i = 0; i < CLIENTS; i++) clients.push(await register(server.port, `client${i}`))
    const [first] = clients
    if (!first) throw new Error('No client')
    const id = await draft(first)
    const cold = await timed(() => issue(first, id))
    const warm: number[] = []
    for (let i = 0; i < WARM; i++) {
      const next = await draft(first)
      warm.push(await timed(() => issue(first, next)))
    }
    const quiet: number[] = []
    const beside: number[] = []
    const speeds: number[] = []
    const computed: number[] = []
    // Quiet and busy spells take turns, so that other programs of the machine slow both alike.
    for (let round = 0; round < ROUNDS; round++) {
      const until = performance.now() + QUIET_MS
      quiet.push(...(await others(bystander, () => performance.now() < until)))
      let isOver = false
      const meanwhile = others(bystander, () => !isOver)
      const before = server.mainThreadMs()
      const took = await timed(() =>
        Promise.all(
          clients.map(async (client) => {
            for (let i = 0; i < BILLS; i++) await whole(client)
          }),
        ),
      )
      computed.push((server.mainThreadMs() - before) / (CLIENTS * BILLS))
      isOver = true
      beside.push(...(await meanwhile))
      speeds.push((1_000 * CLIENTS * BILLS) / took)
    }
    const [alone, busy] = [quantile(quiet, 0.95), quantile(beside, 0.95)]
    const rounded = (value: number) => Math.round(10 * value) / 10
    return [
      {
        name: 'First bill of a process, issued',
        value: Math.round(cold),
        unit: 'ms',
        atMost: COLD_MS,
      },
      {
        name: 'Bill issued by a process that has issued some',
        value: Math.round(median(warm)),
        unit: 'ms',
      },
      {
        name: `Bills drafted, issued and fetched by ${CLIENTS} clients at once`,
        value: rounded(median(speeds)),
        unit: 'a second',
        atLeast: A_SECOND,
        against: `rounds of ${speeds.map(rounded).join(', ')}`,
      },
      { name: 'Main thread for one of them', value: rounded(median(computed)), unit: 'ms' },
      {
        name: 'Lists of another user meanwhile',
        value: rounded(busy / alone),
        unit: 'times the quiet p95',
        atMost: FACTOR,
        against: `p95 ${rounded(alone)} ms quiet, ${rounded(busy)} ms beside`,
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
