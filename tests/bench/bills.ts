import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchResult, MEMORY, median, quantile, timed } from './result.ts'
import { dataOf, startProcess } from './server.ts'
import { draft, register, type Tenant } from './tenant.ts'

const CLIENTS = 16
/** Bills of each of them. */
const BILLS = 10
const WARM = 20
const REQUESTS = 60
const COLD_MS = 400
const A_SECOND = 50
/** What other users may wait for meanwhile, times the quiet figure. */
const FACTOR = 2

async function issue({ call, userId, profileId }: Tenant, id: string): Promise<void> {
  dataOf(await call('PUT', `bill/${userId}/${profileId}/${id}/issue`, {}))
}

async function fetched({ call, userId, profileId }: Tenant, id: string): Promise<void> {
  const paper = await call('GET', `bill/${userId}/${profileId}/${id}/pdf`)
  if (!paper.body.startsWith('%PDF')) throw new Error(`No paper: ${paper.status} ${paper.body.slice(0, 200)}`)
}

async function whole(tenant: Tenant): Promise<void> {
  const id = await draft(tenant)
  await issue(tenant, id)
  await fetched(tenant, id)
}

/** Lists of a user who has nothing to do with it. @unit milliseconds, p95 */
async function others({ call, userId }: Tenant, go: () => boolean): Promise<number> {
  const waited: number[] = []
  while (go() || waited.length < REQUESTS)
    waited.push(await timed(async () => dataOf(await call('GET', `company/${userId}/all`))))
  return quantile(waited, 0.95)
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
    const quiet = await others(bystander, () => false)
    let isOver = false
    const meanwhile = others(bystander, () => !isOver)
    const took = await timed(() =>
      Promise.all(
        clients.map(async (client) => {
          for (let i = 0; i < BILLS; i++) await whole(client)
        }),
      ),
    )
    isOver = true
    const beside = await meanwhile
    return [
      { name: 'First bill of a process, issued', value: Math.round(cold), unit: 'ms', atMost: COLD_MS },
      { name: 'Bill issued by a process that has issued some', value: Math.round(median(warm)), unit: 'ms' },
      {
        name: `Bills drafted, issued and fetched by ${CLIENTS} clients at once`,
        value: Math.round((10_000 * CLIENTS * BILLS) / took) / 10,
        unit: 'a second',
        atLeast: A_SECOND,
      },
      {
        name: 'Lists of another user meanwhile',
        value: Math.round((10 * beside) / quiet) / 10,
        unit: 'times the quiet p95',
        atMost: FACTOR,
        against: `p95 ${Math.round(quiet)} ms quiet, ${Math.round(beside)} ms beside`,
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
