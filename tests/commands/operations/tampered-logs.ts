import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEventStoreDb } from '#commands/event-store/eventstoredb.ts'
import { COLUMNS, bodyOf, crcOf } from '#commands/event-store/sqlite-row.ts'
import { scanSqliteLog, verifySqliteLog } from '#commands/event-store/sqlite-scan.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { type VerifyReport, type ExternalSeal, verifyLog } from '#commands/kernel/verify.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { EventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'

/** A log that can be changed without its store's knowledge. */
export type TamperedLog = {
  readonly store: EventStore
  /**
   * Replaces the log's events, as an attacker who knows the store would. In SQLite, positions stay
   * without a gap and checksums stay right.
   */
  tamper(change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]): Promise<void>
  /** As `npm run verify` does. */
  verify(witnesses?: readonly ExternalSeal[]): Promise<VerifyReport>
  dispose(): Promise<void>
}

export async function sqliteLog(): Promise<TamperedLog> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-tampered-'))
  const file = path.join(directory, 'events.sqlite')
  const store = openSqliteEventStore(file)
  return {
    store,
    async tamper(change) {
      await store.close()
      const changed = change(
        [...scanSqliteLog(file)].flatMap((entry) => ('event' in entry ? entry.event : [])),
      )
      const db = new Database(file)
      const insert = db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`)
      db.transaction(() => {
        db.exec('DELETE FROM events')
        for (const [i, event] of changed.entries()) {
          const body = bodyOf(event)
          insert.run(
            i + 1,
            event.stream,
            event.revision,
            crcOf(i + 1, event.stream, event.revision, body),
            body,
          )
        }
      })()
      db.close()
    },
    verify: (witnesses) => verifySqliteLog(file, witnesses),
    async dispose() {
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const parsed = (json: Uint8Array) => JSON.parse(new TextDecoder().decode(json))

export async function eventStoreDbLog(): Promise<TamperedLog> {
  const double = await new EventStoreDouble().start()
  const store = openEventStoreDb(double.url)
  return {
    store,
    async tamper(change) {
      double.log.tamper((events) => {
        const byId = new Map(events.map((event) => [event.id, event]))
        const ours = events.filter(({ stream }) => !stream.startsWith('$'))
        const theirs = events.filter(({ stream }) => stream.startsWith('$'))
        const changed = change(
          ours.map(({ id, type, data, metadata, stream, revision, position }) => ({
            id,
            type,
            data: parsed(data),
            meta: parsed(metadata),
            stream,
            revision,
            position: String(position),
          })),
        )
        // tampering makes no new ids
        const places = changed
          .map(({ id }) => byId.get(id)!.position)
          .sort((a, b) => (a < b ? -1 : 1))
        const others = changed.map((event, i) => ({
          ...byId.get(event.id)!, // the same
          data: bytes(event.data),
          metadata: bytes(event.meta),
          revision: event.revision,
          position: places[i]!, // one each
        }))
        return [...others, ...theirs].sort((a, b) => (a.position < b.position ? -1 : 1))
      })
    },
    verify: (witnesses) => verifyLog(store, { witnesses: witnesses ?? [] }),
    async dispose() {
      await store.close()
      double.stop()
    },
  }
}
