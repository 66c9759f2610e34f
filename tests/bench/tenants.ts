import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchResult, MEMORY, quantile, timed, sized } from './result.ts'
import { dataOf, startProcess } from './server.ts'
import { draft, register, signedIn, type Tenant } from './tenant.ts'

/**
 * Requests of the ordinary tenant that are measured, and bills it issues, quiet and beside the
 * other.
 */
const REQUESTS = sized(120, 6)
const ISSUES = sized(12, 1)
/** Time for the abuse to use up what it may send at once. @unit milliseconds */
const WARM_MS = sized(20_000, 500)
const FACTOR = 3
const GUESTS = ['mallory', 'oscar', 'trudy', 'chuck'] as const
/** Ten minutes in all. */
const GUEST_ROUNDS = 3
const GUEST_ROUND_MS = 200_000
const REST_MS = 20_000

/** @unit milliseconds, each request's */
type Waits = { readonly ordinary: readonly number[]; readonly issue: readonly number[] }
const KINDS = ['ordinary', 'issue'] as const
const p95 = (waits: readonly number[]) => quantile(waits, 0.95)

/** Waiting times of a working tenant: a list or a new contact, and the issue of a bill. */
async function measured(tenant: Tenant): Promise<Waits> {
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
  return { ordinary, issue }
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
  // Clients have processors of their own; here they share those of the product.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const output = text(child.stdout)
  await new Promise((resolve) => setTimeout(resolve, WARM_MS))
  return async () => {
    child.stdin.end()
    return Number(await output)
  }
}

/** Multiples of a tenant's quiet waits, beside the abuse. */
function besides(
  what: string,
  {
    quiet,
    beside,
    sent,
  }: { readonly quiet: Waits; readonly beside: readonly Waits[]; readonly sent: number },
): BenchResult[] {
  return KINDS.map((kind) => {
    const before = p95(quiet[kind])
    const all = p95(beside.flatMap((one) => one[kind]))
    const windows = beside.map((one) => Math.round(p95(one[kind])))
    return {
      name: `${kind === 'ordinary' ? 'Ordinary requests' : 'Issues'} of a tenant beside ${what}`,
      value: Math.round((10 * all) / before) / 10,
      unit: 'times the quiet p95',
      atMost: FACTOR,
      against: `p95 ${Math.round(before)} ms quiet, ${Math.round(all)} ms beside ${sent} requests of the other; one measurement after the other ${windows.join(', ')}`,
    }
  })
}

/**
 * Four tenants at full abuse for ten minutes, in a heap of 512 MB, and the start after them. Only
 * `CARNET_BENCH_GUESTS=1` takes the time.
 */
async function fourGuests(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-guests-'))
  const flags = [...MEMORY, '--max-old-space-size=512']
  const start = () =>
    startProcess('tests/bench/http-server.ts', directory, flags, { RATE_LIMIT: 'on' })
  try {
    const server = await start()
    const { port } = server
    for (const name of ['anna', ...GUESTS]) await register(port, name)
    const before = await signedIn(port, 'anna')
    await measured(before) // warm
    const quiet = await measured(before)
    const seen: Waits[] = []
    let [sent, memory] = [0, 0]
    // A sign-in lasts no longer than a round.
    for (let round = 0; round < GUEST_ROUNDS; round++) {
      const end = Date.now() + GUEST_ROUND_MS
      const anna = await signedIn(port, 'anna')
      const stops = await Promise.all(
        GUESTS.map(async (name) => {
          const guest = await signedIn(port, name)
          return abuse(port, guest, await draft(guest))
        }),
      )
      while (Date.now() < end) {
        // The pace of the measured tenant is limited too.
        await pause(REST_MS)
        seen.push(await measured(anna))
        memory = Math.max(memory, server.rssMb())
      }
      for (const stop of stops) sent += await stop()
    }
    await server.stop()
    const again = await start()
    await again.stop()
    return [
      ...besides('four at full abuse for ten minutes', { quiet, beside: seen, sent }),
      {
        name: 'Ready after ten minutes of four at full abuse',
        value: Math.round(again.readyMs),
        unit: 'ms',
        atMost: 2_000,
        against: `a heap of 512 MB; at most ${Math.round(memory)} MB resident`,
      },
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** One tenant at full abuse, and what another one waits meanwhile. */
export async function run(): Promise<BenchResult[]> {
  if (process.env['CARNET_BENCH_GUESTS'] === '1') return fourGuests()
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
    const beside = [await measured(anna)]
    const sent = await stop()
    return besides('one at full abuse', { quiet, beside, sent })
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
