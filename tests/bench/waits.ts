import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { issue, MANY, writeManyBills } from './many-bills.ts'
import { type BenchResult, MEMORY, median, quantile, timed, sized } from './result.ts'
import { dataOf, type ServerProcess, startProcess } from './server.ts'
import { draft, register, signedIn, type Tenant } from './tenant.ts'

const BILLS = sized(50_000, 60)
const ROUNDS = sized(3, 1)
/** Another user's requests begin this often, answered or not. @unit milliseconds */
const EVERY_MS = 10
const QUIET_MS = sized(3_000, 100)
/** A short read is repeated for this long. @unit milliseconds */
const BUSY_MS = sized(1_500, 0)
const LONGEST_MS = 50
/** Bills that are issued in a round. */
const ISSUED = sized(20, 1)
/** Names of the other users. */
const OTHER = 'bea'
const FEW = 'anna'

const rounded = (value: number) => Math.round(10 * value) / 10

/** Reads an answer without keeping it. @returns its bytes */
function drained(port: number, url: string, headers: Readonly<Record<string, string>>) {
  return new Promise<number>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
      let bytes = 0
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.on('data', (piece: Buffer) => void (bytes += piece.byteLength))
      answer.on('end', () => resolve(bytes)).on('error', reject)
    })
    sent.on('error', reject).end()
  })
}

/** Waits of another user's lists that begin at a fixed rate. @unit milliseconds */
async function waits({ call, userId }: Tenant, goesOn: () => boolean): Promise<readonly number[]> {
  const list = () => call('GET', `company/${userId}/all`)
  const waiting: Promise<number>[] = []
  do {
    waiting.push(timed(async () => dataOf(await list())))
    await pause(EVERY_MS)
  } while (goesOn())
  return Promise.all(waiting)
}

type Heavy = {
  readonly name: string
  readonly accept: string
  /** Rounds after the first one; fewer for a read that takes long. */
  readonly rounds?: number
  readonly url: (userId: string, profileId: string) => string
}
const JSON_TYPE = 'application/json'
const HEAVY: readonly Heavy[] = [
  {
    name: 'CSV of all bills',
    accept: 'text/csv',
    url: (user, profile) => `bill/${user}/all/${profile}`,
  },
  { name: 'export of all own data', accept: '*/*', rounds: 1, url: (user) => `export/${user}` },
  { name: 'forecast', accept: JSON_TYPE, url: (user, profile) => `forecast/${user}/${profile}` },
  { name: 'dashboard', accept: JSON_TYPE, url: (user, profile) => `dashboard/${user}/${profile}` },
  { name: 'search', accept: JSON_TYPE, url: (user) => `search/${user}?q=brumaire` },
]

/** Issues bills of an account. @returns the median of one. @unit milliseconds */
async function issueOf(tenant: Tenant): Promise<number> {
  const spent: number[] = []
  for (let i = 0; i < ISSUED; i++) {
    const id = await draft(tenant)
    spent.push(await timed(() => issue(tenant, id)))
  }
  return median(spent)
}

/** Issues beside many numbers, as many times those beside few; both take turns. */
async function issues(port: number): Promise<BenchResult> {
  await register(port, FEW)
  const ratios: number[] = []
  const told: string[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const few = await issueOf(await signedIn(port, FEW))
    const many = await issueOf(await signedIn(port, MANY))
    // The first ones read the streams.
    if (round > 0) ratios.push(many / few)
    told.push(`${rounded(few)} and ${rounded(many)}`)
  }
  return {
    name: `Issue of a bill at ${BILLS} numbers of the year`,
    value: rounded(median(ratios)),
    unit: 'times that at a few',
    atMost: 1.3,
    against: `medians of ${ISSUED}: ${told.join(', ')} ms`,
  }
}

/**
 * The longest wait of another user's request beside each heavy read of an account with 50,000 open
 * bills.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-waits-'))
  let server: ServerProcess | null = null
  try {
    await writeManyBills(directory, BILLS)
    server = await startProcess('tests/bench/http-server.ts', directory, MEMORY)
    const { port } = server
    await register(port, OTHER)
    const alone = async () => {
      const other = await signedIn(port, OTHER)
      const end = performance.now() + QUIET_MS
      return waits(other, () => performance.now() < end)
    }
    await alone() // warm
    const quiet = await alone()
    const results: BenchResult[] = []
    for (const { name, accept, url, rounds = ROUNDS } of HEAVY) {
      const took: number[] = []
      const longest: number[] = []
      let bytes = 0
      for (let round = 0; round <= rounds; round++) {
        // Tokens last for minutes, so each round begins with new ones.
        const { userId, profileId, token } = await signedIn(port, MANY)
        const authorization = `Bearer ${token}`
        const other = await signedIn(port, OTHER)
        const address = `/api/${url(userId, profileId)}`
        const read = async () => {
          bytes = await drained(port, address, { authorization, accept })
        }
        let isOver = false
        const meanwhile = waits(other, () => !isOver)
        const end = performance.now() + BUSY_MS
        do took.push(await timed(read))
        while (performance.now() < end)
        isOver = true
        longest.push(Math.max(...(await meanwhile)))
      }
      const [first = Number.NaN, ...later] = took
      results.push({
        name: `Longest wait of another user beside the ${name} of ${BILLS} bills`,
        value: rounded(median(longest)),
        unit: 'ms',
        atMost: LONGEST_MS,
        against: `rounds of ${longest.map(rounded).join(', ')}; quiet p99 ${rounded(quantile(quiet, 0.99))}, longest ${rounded(Math.max(...quiet))}; ${rounded(median(later))} ms a read of ${bytes} bytes, the first ${rounded(first)}`,
      })
    }
    return [...results, await issues(port)]
  } finally {
    await server?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
