import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchResult, quantile } from './result.ts'
import { ask, dataOf, signIn, startProcess } from './server.ts'

const SAMPLES = 500
const WARM_UP = 200
/** A client base of a freelancer's size: the list is served whole. */
const LIST = 50

/** From a command's POST to the list that shows it, for one user: the write, and the read that waits for its position. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-visible-'))
  const server = await startProcess('tests/crash/product.ts', directory)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const authorization = `Bearer ${accessToken}`
    const spent: number[] = []
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample++) {
      const startedAt = performance.now()
      const { id, position } = dataOf<{ id: string; position: string }>(
        await ask(server.port, 'POST', `/api/contact/${userId}`, { authorization }, JSON.stringify({ lastName: `Atelier ${sample}` })),
      )
      const list = dataOf<{ id: string }[]>(
        await ask(server.port, 'GET', `/api/contact/${userId}/all?limit=${LIST}&sort=-creationDate`, { authorization, 'x-min-position': position }),
      )
      const ms = performance.now() - startedAt
      if (!list.some((contact) => contact.id === id)) throw new Error(`Contact ${id} is not in the list`)
      if (sample >= WARM_UP) spent.push(ms)
    }
    const rounded = (share: number) => Math.round(quantile(spent, share) * 100) / 100
    const against = `${SAMPLES} contacts added and listed over HTTP, two calls each`
    return [
      { name: 'command → visible in the list, one user: p50', value: rounded(0.5), unit: 'ms', atMost: 5, against },
      { name: 'command → visible in the list, one user: p99', value: rounded(0.99), unit: 'ms', atMost: 25, against },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
