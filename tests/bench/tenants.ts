import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type BenchResult, MEMORY, quantile, timed, sized } from './result.ts'
import { dataOf, startProcess } from './server.ts'
import { draft, register, type Tenant } from './tenant.ts'

/**
 * Requests of the ordinary tenant that are measured, and bills it issues, quiet and beside the
 * other.
 */
const REQUESTS = sized(120, 6)
const ISSUES = sized(12, 1)
/** Time for the abuse to use up what it may send at once. @unit milliseconds */
const WARM_MS = sized(20_000, 500)
const FACTOR = 3

/**
 * Waiting times of a working tenant: a list or a new contact, and the issue of a bill. @unit
 * milliseconds, p95
 */
async function measured(
  tenant: Tenant,
): Promise<{ readonly ordinary: number; readonly issue: number }> {
  const { call, userId, profileId } = tenant
  const ordinary: number[] = []
  for (let i = 0; i < REQUESTS; i++)
    ordinary.push(
      await timed(async () =>
        dataOf(
          i % 3 === 0
            ? await call('POST', `contact/${userId}`, { lastName: `Contact ${i}` })
            : await call('GET', `company/${userId}/all`),
        ),
      ),
    )
  const issue: number[] = []
  for (let i = 0; i < ISSUES; i++) {
    const id = await draft(tenant)
    issue.push(
      await timed(async () =>
        dataOf(await call('PUT', `bill/${userId}/${profileId}/${id}/issue`, {})),
      ),
    )
  }
  return { ordinary: quantile(ordinary, 0.95), issue: quantile(issue, 0.95) }
}

/**
 * Another process sends it all: what it takes is not taken from the one that measures. @returns
 * ends it
 */
async function abuse(
  port: number,
  { userId, profileId, token }: Tenant,
  billId: string,
): Promise<() => Promise<number>> {
  const file = path.join(import.meta.dirname, 'abuse.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { ...process.env, ABUSE: JSON.stringify({ port, userId, profileId, token, billId }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  await new Promise((resolve) => setTimeout(resolve, WARM_MS))
  return async () => {
    child.stdin.end()
    return Number(await output)
  }
}

/** One tenant at full abuse, and what another one waits meanwhile. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-tenants-'))
  const server = await startProcess('tests/bench/http-server.ts', directory, MEMORY, {
    RATE_LIMIT: 'on',
  })
  try {
    const [anna, mallory] = [
      await register(server.port, 'anna'),
      await register(server.port, 'mallory'),
    ]
    await measured(anna) // warm
    const quiet = await measured(anna)
    const stop = await abuse(server.port, mallory, await draft(mallory))
    const beside = await measured(anna)
    const sent = await stop()
    const against = (before: number, after: number) =>
      `p95 ${Math.round(before)} ms quiet, ${Math.round(after)} ms beside ${sent} requests of the other`
    return [
      {
        name: 'Ordinary requests of a tenant beside one at full abuse',
        value: Math.round((10 * beside.ordinary) / quiet.ordinary) / 10,
        unit: 'times the quiet p95',
        atMost: FACTOR,
        against: against(quiet.ordinary, beside.ordinary),
      },
      {
        name: 'Issues of a tenant beside one at full abuse',
        value: Math.round((10 * beside.issue) / quiet.issue) / 10,
        unit: 'times the quiet p95',
        atMost: FACTOR,
        against: against(quiet.issue, beside.issue),
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
