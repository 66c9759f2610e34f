import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchResult, quantile, sized } from './result.ts'
import { ask, dataOf, signIn, startProcess } from './server.ts'

const SAMPLES = sized(500, 5)
const WARM_UP = sized(200, 1)
/** A client base of a freelancer's size: the list is served whole. */
const LIST = 50

/**
 * From a POST to the list or record that shows it: the write, then the read at its position.
 *
 * @returns milliseconds of each sample
 */
export async function untilVisible(
  {
    port,
    userId,
    authorization,
  }: { readonly port: number; readonly userId: string; readonly authorization: string },
  {
    warmUp,
    samples,
    shownBy,
  }: { readonly warmUp: number; readonly samples: number; readonly shownBy: 'list' | 'record' },
): Promise<readonly number[]> {
  const spent: number[] = []
  for (let sample = 0; sample < warmUp + samples; sample++) {
    const startedAt = performance.now()
    const { id, position } = dataOf<{ id: string; position: string }>(
      await ask(
        port,
        'POST',
        `/api/contact/${userId}`,
        { authorization },
        JSON.stringify({ lastName: `Atelier ${sample}` }),
      ),
    )
    const path = shownBy === 'list' ? `all?limit=${LIST}&sort=-creationDate` : id
    const shown = dataOf<{ id: string } | { id: string }[]>(
      await ask(port, 'GET', `/api/contact/${userId}/${path}`, {
        authorization,
        'x-min-position': position,
      }),
    )
    const ms = performance.now() - startedAt
    if (![shown].flat().some((contact) => contact.id === id))
      throw new Error(`Contact ${id} is not shown`)
    if (sample >= warmUp) spent.push(ms)
  }
  return spent
}

/** For one user of the embedded product. */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-visible-'))
  const server = await startProcess('tests/kernel/product.ts', directory)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const spent = await untilVisible(
      { port: server.port, userId, authorization: `Bearer ${accessToken}` },
      { warmUp: WARM_UP, samples: SAMPLES, shownBy: 'list' },
    )
    const rounded = (share: number) => Math.round(quantile(spent, share) * 100) / 100
    const against = `${SAMPLES} contacts added and listed over HTTP, two calls each`
    return [
      {
        name: 'command → visible in the list, one user: p50',
        value: rounded(0.5),
        unit: 'ms',
        atMost: 5,
        against,
      },
      {
        name: 'command → visible in the list, one user: p99',
        value: rounded(0.99),
        unit: 'ms',
        atMost: 25,
        against,
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
