import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { personalData } from '#domain/personal.ts'
import { memoryKeyring } from '#tests/doubles/keys.ts'
import { type BenchResult, median, timed, sized } from './result.ts'

const WRITERS = 16
const EACH = 20
const ROUNDS = sized(40, 1)
const WARM_UP = sized(5, 1)
const MOST_SLOWER = 10
const contact = recordDecider(Contact)
const values = {
  lastName: 'Délicate',
  firstName: 'Zoé',
  companyId: 0 as const,
  role: 'Directrice',
  email: 'z@carnet.example',
  phone: '+33612345678',
}

/**
 * A log, and how long a round of writing contacts and of reading them takes on it. @unit
 * milliseconds
 */
function measured(store: EventStore, name: string) {
  const handler = createHandler({ store, clock: Date })
  const ownerOf = (writer: number) =>
    `01J00000000000000000000${name}${String(writer).padStart(2, '0')}`
  const streamOf = (round: number, writer: number, n: number) =>
    `${String(round).padStart(4, '0')}${String(writer).padStart(10, '0')}${String(n).padStart(12, '0')}`
  const byAll = (work: (writer: number, n: number) => Promise<unknown>) =>
    timed(() =>
      Promise.all(
        Array.from({ length: WRITERS }, async (_, writer) => {
          for (let n = 0; n < EACH; n++) await work(writer, n)
        }),
      ),
    )
  return {
    written: (round: number) =>
      byAll((writer, n) => {
        const owner = ownerOf(writer)
        const commandId = `${round}-${writer}-${n}`
        const actor = { kind: 'user', id: owner } as const
        return handler.run(
          contact,
          streamOf(round, writer, n),
          { type: 'Add', values },
          { commandId, owner, actor },
        )
      }),
    read: (round: number) =>
      byAll((writer, n) => store.readStream(`${contact.category}-${streamOf(round, writer, n)}`)),
  }
}

/**
 * Contacts, all of whose fields are personal, on two logs that take turns: one encrypts them, the
 * other does not.
 */
export async function run(): Promise<BenchResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'carnet-bench-personal-'))
  const plainLog = openSqliteEventStore(join(directory, 'plain.sqlite'))
  const encryptedLog = openSqliteEventStore(join(directory, 'encrypted.sqlite'))
  const logs = {
    plain: measured(plainLog, 'P'),
    encrypted: measured(encrypting(encryptedLog, { keyring: memoryKeyring(), personalData }), 'E'),
  }
  const spent = {
    plain: { written: [], read: [] },
    encrypted: { written: [], read: [] },
  } as Record<'plain' | 'encrypted', { written: number[]; read: number[] }>
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const name of round % 2 === 0
      ? (['plain', 'encrypted'] as const)
      : (['encrypted', 'plain'] as const)) {
      const took = { written: await logs[name].written(round), read: await logs[name].read(round) }
      if (round < WARM_UP) continue
      spent[name].written.push(took.written)
      spent[name].read.push(took.read)
    }
  await Promise.all([plainLog.close(), encryptedLog.close()])
  rmSync(directory, { recursive: true, force: true })

  const slower = (of: 'written' | 'read') =>
    Math.round((median(spent.encrypted[of]) / median(spent.plain[of]) - 1) * 1_000) / 10
  const perSecond = (of: 'written' | 'read') =>
    (['plain', 'encrypted'] as const)
      .map(
        (name) =>
          `${Math.round((WRITERS * EACH * 1_000) / median(spent[name][of]))} a second ${name}`,
      )
      .join(', ')
  return [
    {
      name: 'commands that write personal data, encrypted beside plain',
      value: slower('written'),
      unit: '% slower',
      atMost: MOST_SLOWER,
      against: `${perSecond('written')}; medians of ${ROUNDS} rounds in turn, ${WRITERS} writers, each record with a key of its own`,
    },
    {
      name: 'reading streams of personal data, encrypted beside plain',
      value: slower('read'),
      unit: '% slower',
      against: `${perSecond('read')}; streams of one event of ${Object.keys(values).length} fields. Screens read read models, which hold what was read once`,
    },
  ]
}
