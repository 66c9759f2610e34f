import { writeSync } from 'node:fs'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { OWNER } from '#tests/commands/kernel/events.ts'
import { journal } from './journal.ts'

/**
 * The process that is killed: `node writer.ts <file> <writers> <round>`. Every acknowledged command
 * is a line `stream commandId` on stdout. Each eighth writer writes to two streams at once.
 */
const [file = '', writers = '64', round = '0'] = process.argv.slice(2)
const STREAMS = 24

const handler = createHandler({ store: openSqliteEventStore(file), clock: Date, wake: () => {} })
const actor = { kind: 'user', id: OWNER, name: 'Atelier Quartz' } as const

/** Written before the next command begins; a reader that is slow is waited for. */
function tell(lines: string): void {
  for (;;)
    try {
      return void writeSync(1, lines)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
}

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n++) {
    const ids = [
      (writer * 7 + n) % STREAMS,
      ...(writer % 8 === 0 ? [(writer * 7 + n + 1) % STREAMS] : []),
    ]
    const commandId = `${round}-${writer}-${n}`
    const write = async (meta: CommandMeta) => {
      for (const id of ids) await handler.run(journal, String(id), { entries: 1 + (n % 3) }, meta)
    }
    await handler.together({ commandId, owner: OWNER, actor }, write)
    tell(ids.map((id) => `${id} ${commandId}\n`).join(''))
  }
}
await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)))
