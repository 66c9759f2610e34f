import { logHolds } from '#commands/kernel/log-holds.ts'
import { EXTERNAL_SEAL_FILE } from '#commands/operations/external-seal.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { LOG_MARK_FILE, logMarkIn } from './log-mark.ts'

/** The log lacks an event that shared read models, or files of the data directory, know. */
export class AnotherLog extends Error {
  override readonly name = 'AnotherLog'
}

/**
 * Compares the log with the newest event that was noted of it. The note is beside shared read
 * models, else in the data directory. An older log would give numbers of bills a second time.
 *
 * @throws AnotherLog · errors of the stores
 */
export async function assertSameLog(
  store: Pick<EventStore, 'readStream'>,
  { sharing }: Pick<ReadStore, 'sharing'>,
  dataDir: string,
): Promise<void> {
  const mark = await (sharing === null ? logMarkIn(dataDir) : sharing.marks.read())
  if (mark === null || (await logHolds(store, mark))) return
  const { stream, eventId, position } = mark
  const [holder, remedy] =
    sharing === null
      ? [
          `its ${LOG_MARK_FILE}`,
          `\`npm run give-up -- ${EXTERNAL_SEAL_FILE}\` says what is lost and begins with this log.`,
        ]
      : [
          'its read models',
          '`npm run rebuild -- all` makes the read models from this log: events behind its end are lost then.',
        ]
  throw new AnotherLog(
    `The log is older than ${holder}, or another one: event ${eventId} ` +
      `of ${stream} at position ${BigInt(position)} is not there. ` +
      'Numbers of bills would be given a second time. Restore the newer log. ' +
      `Without one, ${remedy}`,
  )
}
