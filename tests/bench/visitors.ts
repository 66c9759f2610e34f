import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type VisitPlan = {
  readonly port: number
  readonly pages: readonly string[]
  readonly perS: number
  /** @unit milliseconds */
  readonly forMs: number
}
export type Visits = {
  readonly sent: number
  /** By a page. */
  readonly answered: number
  readonly other: number
  readonly bytes: number
}

/** Runs in a thread of its own: visits at a fixed rate, whatever the answers take. */
const { port, pages, perS, forMs } = workerData as VisitPlan // from `public-load.ts`
const CONNECTIONS = 64
const TICK_MS = 1
/** Wait for answers after the last visit. */
const LATE_MS = 5_000

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
let [sent, answered, other, bytes] = [0, 0, 0, 0]

function visit(): void {
  const page = pages[sent++ % pages.length]
  request(
    { agent, host: '127.0.0.1', port, path: page, headers: { 'accept-encoding': 'br' } },
    (answer) => {
      if (answer.statusCode === 200) answered++
      else other++
      answer.on('data', (piece: Buffer) => void (bytes += piece.length))
    },
  )
    .on('error', () => void other++)
    .end()
}

const startedAt = performance.now()
const timer = setInterval(() => {
  const spent = performance.now() - startedAt
  const due = Math.floor((Math.min(spent, forMs) / 1_000) * perS)
  while (sent < due) visit()
  if (spent < forMs || (answered + other < sent && spent < forMs + LATE_MS)) return
  clearInterval(timer)
  agent.destroy()
  parentPort?.postMessage({ sent, answered, other, bytes } satisfies Visits)
}, TICK_MS)
