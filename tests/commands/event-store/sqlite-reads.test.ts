import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sqliteReads } from '#commands/event-store/sqlite-reads.ts'
import { bodyOf, crcOf, SCHEMA } from '#commands/event-store/sqlite-row.ts'
import { event, streamNamed } from '#tests/commands/kernel/events.ts'

test.each(['forwards', 'backwards'] as const)(
  'a commit while a stream is read %s is in its events where it is in its revision',
  async (direction) => {
    const db = new Database(':memory:')
    db.exec(SCHEMA)
    const stream = streamNamed('bill')
    const body = bodyOf(event(0))
    const commit = () =>
      db
        .prepare(
          'INSERT INTO events (position, stream, revision, crc, body) VALUES (1, ?, 0, ?, ?)',
        )
        .run(stream, crcOf(1, stream, 0, body), body)
    const reads = sqliteReads(db, ':memory:', {
      head: () => 0,
      revision: () => {
        commit()
        return 0
      },
    })
    const { events, revision } = await reads.readStream(stream, { direction })
    expect([events.length, revision]).toEqual([1, 0])
    db.close()
  },
)
