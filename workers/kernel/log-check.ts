import { existsSync } from 'node:fs'
import path from 'node:path'
import { type CheckBeside, checkBeside } from '#commands/event-store/sqlite-check.ts'

type Place = {
  readonly DATA_DIR: string
  readonly EVENTSTORE_URL?: string | undefined
  readonly MONGODB_URL?: string | undefined
}

/** The embedded log's file. */
export const logFile = ({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): string =>
  path.join(DATA_DIR, 'events.sqlite')

/**
 * Begins the check of the embedded log before it is opened. It takes about as long as the loading
 * of the product's modules.
 *
 * @returns null where there is no log, or where it is checked before read models on a server follow
 */
export function checkAhead(place: Place): CheckBeside | null {
  const isBeside = place.EVENTSTORE_URL === undefined && place.MONGODB_URL === undefined
  return isBeside && existsSync(logFile(place)) ? checkBeside(logFile(place)) : null
}
