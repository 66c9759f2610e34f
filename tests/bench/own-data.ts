import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipOf } from '#api/kernel/zip.ts'
import { ownDataFiles } from '#api/identity/own-data/archive.ts'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { personalData } from '#domain/personal.ts'
import { memoryKeyring } from '#tests/doubles/keys.ts'
import { type BenchResult, timed, sized } from './result.ts'

const RECORDS = sized(50_000, 400)
const AT_ONCE = 200
const NOW = Date.UTC(2026, 10, 20, 9)
const [OWNER, OTHER] = ['01J00000000000000000000001', '01J00000000000000000000002'] as const
const contact = recordDecider(Contact)

/** Memory in use. @unit MiB */
const usedMemory = (): number => {
  const { heapUsed, arrayBuffers, external } = process.memoryUsage()
  return (heapUsed + Math.max(arrayBuffers, external)) / 1_048_576
}

/**
 * An export of 50,000 contacts whose fields are all encrypted. Each fifth contact of the log is
 * another user's.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-bench-own-data-'))
  const store = openSqliteEventStore(join(directory, 'events.sqlite'))
  const log = encrypting(store, { keyring: memoryKeyring(), personalData })
  const handler = createHandler({ store: log, clock: Date })
  try {
    const write = (n: number, owner: string) => {
      const values = {
        lastName: `Délicate ${n}`,
        firstName: 'Zoé',
        companyId: 0 as const,
        role: 'Directrice',
        email: `z${n}@carnet.example`,
        phone: '+33612345678',
      }
      const id = newUlid(NOW + n)
      const actor = { kind: 'user', id: owner } as const
      return handler.run(
        contact,
        id,
        { type: 'Add', values },
        { commandId: `${owner} ${n}`, owner, actor },
      )
    }
    for (let n = 0; n < RECORDS; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          await write(n + i, OWNER)
          if (i % 5 === 0) await write(n + i, OTHER)
        }),
      )
    globalThis.gc?.()
    const before = usedMemory()
    let bytes = 0
    /** Memory after each tenth of the way: flat where it does not grow with the records. */
    const samples: number[] = []
    let tenths = 0
    const files = ownDataFiles({
      log,
      documents: { read: async () => null },
      userId: OWNER,
      userName: 'zoe',
      timeZone: 'Europe/Paris',
      language: 'fr',
      now: NOW,
      onProgress(done) {
        if (done < (tenths + 1) / 10) return
        tenths = Math.floor(done * 10)
        globalThis.gc?.()
        samples.push(usedMemory() - before)
      },
    })
    const ms = await timed(async () => {
      for await (const part of zipOf(files)) bytes += part.byteLength
    })
    const most = Math.round(Math.max(...samples))
    const against = `${RECORDS} encrypted contacts, ${Math.round(bytes / 1_048_576)} MiB of ZIP`
    console.error(`  memory at each tenth: ${samples.map((one) => Math.round(one)).join(', ')} MiB`)
    return [
      {
        name: 'export-of-own-data',
        value: Math.round(ms / 100) / 10,
        unit: 's',
        atMost: 30,
        against,
      },
      { name: 'export-memory', value: most, unit: 'MiB', atMost: 64, against },
    ]
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
