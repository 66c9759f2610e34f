import { writeSync } from 'node:fs'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { OWNER } from '#tests/commands/kernel/events.ts'
import { journal } from './journal.ts'

/**
 * The process that is killed: `node writer.ts <file> <writers> <round>`. Every acknowledged command
 * is a line `stream commandId` on stdout.
 */
const [file = '', writers = '64', round = '0'] = process.argv.slice(2)
const STREAMS = 24

const handler = createHandler({ store: openSqliteEventStore(file), clock: Date, wake: () => {} })
const actor = { kind: 'user', id: OWNER, name: 'Atelier Quartz' } as const

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const id = String((writer * 7 + n) % STREAMS)
    const commandId = `${round}-${writer}-${n}`
    await handler.run(journal, id, { entries: 1 + (n % 3) }, { commandId, owner: OWNER, actor })
    writeSync(1, `${id} ${commandId}\n`)
  }
}
await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)))
