import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fold } from '#domain/kernel/decider.ts'
import { type RecordedEvent, START } from '#domain/kernel/event.ts'
import { scanSqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { verifyEntries } from '#commands/kernel/verify.ts'
import { randoms, repeated, SEED } from '#tests/kernel/nightly.ts'
import { type Entry, journal } from './journal.ts'

/** With those of the whole product: 30 a day, 1,000 a night. */
const KILLS = repeated({ daily: 27, nightly: 970 })
/** A log of so many kills is read whole after each of them. */
const KILLS_PER_LOG = 9
const WRITERS = 64
const random = randoms(SEED)
const writer = new URL('./writer.ts', import.meta.url).pathname

/**
 * Writes until it is killed, a random moment after its first acknowledgement. @returns every
 * acknowledged command: `stream commandId`
 */
async function writeUntilKilled(file: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, file, String(WRITERS), String(round)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', (bytes: Buffer) => void (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => void (errors += bytes.toString()))
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  await pause(random() * 250)
  child.kill('SIGKILL')
  await closed
  expect(errors).toBe('')
  const lines = out.split('\n')
  lines.pop() // empty, or cut short by the kill
  return lines
}

const LOGS = Array.from({ length: Math.ceil(KILLS / KILLS_PER_LOG) }, (_, n) => ({
  log: n + 1,
  kills: Math.min(KILLS_PER_LOG, KILLS - n * KILLS_PER_LOG),
}))

test.each(LOGS)(
  `log $log: after $kills kills with ${WRITERS} writers, seed ${SEED}, every acknowledged command is there once and every chain holds`,
  async ({ kills }) => {
    const directory = mkdtempSync(join(tmpdir(), 'carnet-crash-'))
    const file = join(directory, 'events.sqlite')
    const acknowledged = new Set<string>()
    for (let round = 0; round < kills; round++) {
      for (const line of await writeUntilKilled(file, round)) acknowledged.add(line)

      const store = openSqliteEventStore(file)
      const streams = new Map<string, RecordedEvent[]>()
      for (let after = START, atHead = false; !atHead; ) {
        const slice = await store.readAll(after, { limit: 5_000 })
        for (const event of slice.events)
          streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
        after = slice.next
        atHead = slice.atHead
      }
      await store.close()

      const written = new Map<string, number[]>()
      for (const [stream, events] of streams) {
        expect(events.map((event) => event.revision)).toEqual(events.map((_, i) => i))
        // The journal's evolve refuses a number out of turn.
        expect(fold(journal, events as readonly (RecordedEvent & Entry)[])).toBe(events.length)
        for (const { meta, revision } of events) {
          const command = `${stream.slice(journal.category.length + 1)} ${meta.commandId}`
          written.set(command, [...(written.get(command) ?? []), revision])
        }
      }
      // A command that writes to two streams wrote to both or to none.
      const streamsOf = Map.groupBy(written.keys(), (command) => command.split(' ')[1] ?? '')
      for (const [commandId, names] of streamsOf)
        expect(names.length, commandId).toBe(Number(commandId.split('-')[1]) % 8 === 0 ? 2 : 1)
      const lost = [...acknowledged].filter((command) => !written.has(command))
      expect(lost, `lost after kill ${round + 1}`).toEqual([])
      for (const [command, revisions] of written) {
        const entries = 1 + (Number(command.slice(command.lastIndexOf('-') + 1)) % 3)
        expect(revisions.length, command).toBe(entries) // whole, and once
        // side by side; there is at least one
        expect(revisions.at(-1)! - revisions[0]!).toBe(entries - 1)
      }
    }
    const report = await verifyEntries(scanSqliteLog(file), { gapless: true })
    expect(report.damages).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(kills * WRITERS)
    rmSync(directory, { recursive: true, force: true })
  },
  180_000,
)
