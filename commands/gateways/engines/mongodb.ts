import { type Db, MongoClient } from 'mongodb'
import { databaseNamed, isAway } from './mongodb-errors.ts'
import { DatabaseUnavailable } from '#domain/kernel/ports/event-store.ts'

export type MongoOptions = {
  /** Time limit of one call, retries included. @unit ms, 10000 when absent */
  readonly timeout?: number
  /** Wait of a call for a server that is away. @unit ms, 1500 when absent */
  readonly patience?: number
}

export type Mongo = {
  readonly database: Db
  /** Runs `work`. @throws DatabaseUnavailable when the server is away, not the driver's error */
  readonly reaching: <T>(work: () => Promise<T>) => Promise<T>
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * A connection of one gateway. The server is not called yet.
 *
 * @param url `mongodb://…/database`; `carnet` when it names none
 */
export function connectMongo(
  url: string,
  appName: string,
  { timeout = 10_000, patience = 1_500 }: MongoOptions = {},
): Mongo {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    socketTimeoutMS: timeout,
    waitQueueTimeoutMS: timeout,
    heartbeatFrequencyMS: 2_000,
    maxPoolSize: 10,
    appName,
  })
  const database = client.db(databaseNamed(url))

  /**
   * A deadline of our own: mongodb 7.8 never answers a call on a connection that had ended before.
   */
  async function reaching<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    try {
      return await Promise.race([
        // A client of mongodb 7.8 whose first connection failed stays closed until `connect` is
        // called.
        client.connect().then(work),
        new Promise<never>(
          (_, reject) =>
            (timer = setTimeout(
              () => reject(new DatabaseUnavailable('MongoDB does not answer in time')),
              timeout,
            )),
        ),
      ])
    } catch (error) {
      if (isAway(error)) throw new DatabaseUnavailable('MongoDB does not answer', { cause: error })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    database,
    reaching,
    async ping() {
      await reaching(() => database.command({ ping: 1 }))
    },
    close: () => client.close(),
  }
}
