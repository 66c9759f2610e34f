import autocannon from 'autocannon'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BenchResult, median, sized } from './result.ts'
import { signIn, startProcess } from './server.ts'

const CONNECTIONS = sized(64, 4)
const ROUNDS = sized(7, 1)
/** @unit seconds */
const WARM_UP = sized(3, 1)
const EACH = sized(2, 1)
const CONTACT = {
  lastName: 'Comptabilité',
  role: 'Règlement des factures',
  email: 'compta@lampadaire.example',
}

type Measured = { readonly perSecond: number; readonly p50: number; readonly p99: number }

/**
 * POST a contact, durable when answered, beside the same server answering a constant to the same
 * POST, taking turns.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-http-'))
  const server = await startProcess('tests/bench/http-server.ts', directory)
  try {
    const { userId, accessToken } = await signIn(server.port)
    const fire = async (route: string, duration: number): Promise<Measured> => {
      const fired = await autocannon({
        url: `http://127.0.0.1:${server.port}/api/${route}/${userId}`,
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(CONTACT),
        connections: CONNECTIONS,
        duration,
      })
      if (fired.non2xx > 0 || fired.errors > 0)
        throw new Error(
          `${route}: ${fired.non2xx} answers were no 200, ${fired.errors} calls failed`,
        )
      return {
        perSecond: fired['2xx'] / fired.duration,
        p50: fired.latency.p50,
        p99: fired.latency.p99,
      }
    }
    const [commands, constants]: [Measured[], Measured[]] = [[], []]
    for (const route of ['constant', 'contact']) await fire(route, WARM_UP)
    for (let round = 0; round < ROUNDS; round++) {
      const order =
        round % 2 === 0 ? (['contact', 'constant'] as const) : (['constant', 'contact'] as const)
      for (const route of order)
        (route === 'contact' ? commands : constants).push(await fire(route, EACH))
    }
    const rate = (measured: readonly Measured[]) =>
      Math.round(median(measured.map((one) => one.perSecond)))
    // as many of one as of the other
    const shares = commands.map(
      (command, i) => (100 * command.perSecond) / (constants[i]?.perSecond ?? 0),
    )
    const command = commands.toSorted((a, b) => a.p99 - b.p99)[Math.floor(ROUNDS / 2)]
    return [
      {
        name: `HTTP command (POST a contact, token checked), ${CONNECTIONS} connections`,
        value: Math.round(median(shares) * 10) / 10,
        unit: '% of a constant answered to the same validated POST',
        atLeast: 30,
        against: `constant: ${rate(constants)}/s; command: ${rate(commands)}/s, p50 ${command?.p50} ms, p99 ${command?.p99} ms; median of ${ROUNDS} rounds in turn`,
      },
    ]
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
