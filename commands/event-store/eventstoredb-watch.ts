import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client'
import { setTimeout as pause } from 'node:timers/promises'
import { type Position, positionOf } from '#domain/kernel/event.ts'
import { Silence } from './eventstoredb-errors.ts'
import { isOurs, positionIn } from './eventstoredb-event.ts'

export type FeedOptions = {
  readonly head: () => Promise<Position>
  readonly credentials: () => { readonly username: string; readonly password: string }
  readonly onGrown: (upTo: Position) => void
  /** Longest lag of the feed behind an expected position. @unit ms */
  readonly stall: number
  /** @unit ms */
  readonly longestPause: number
  readonly random: () => number
}

const PAUSE_MS = 100

/**
 * One subscription to the whole log, until it is closed. It reconnects by itself, with growing
 * pauses while the server is away, and continues from its last position.
 */
export class Feed {
  readonly #client: EventStoreDBClient
  readonly #options: FeedOptions
  readonly #stopped = new AbortController()
  #reached: Position | null = null
  #breakOff: ((error: Error) => void) | null = null
  #expected: { readonly position: Position; readonly timer: NodeJS.Timeout } | null = null

  constructor(client: EventStoreDBClient, options: FeedOptions) {
    this.#client = client
    this.#options = options
    void this.#run()
  }

  /**
   * The log holds this position. A feed that does not bring it in time is dead, even on a live
   * connection.
   */
  expect(position: Position): void {
    if (this.#expected || !this.#breakOff || (this.#reached !== null && this.#reached >= position))
      return
    const timer = setTimeout(() => {
      this.#expected = null
      if (this.#reached === null || this.#reached < position)
        this.#breakOff?.(new Silence('the subscription lags'))
    }, this.#options.stall)
    timer.unref()
    this.#expected = { position, timer }
  }

  stop(): void {
    this.#stopped.abort()
    clearTimeout(this.#expected?.timer)
    this.#breakOff?.(new Error('stopped'))
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    let failed = 0
    while (!signal.aborted) {
      try {
        if (this.#reached === null) {
          this.#reached = await this.#options.head()
          if (signal.aborted) return
          // events written while the server was away
          if (failed > 0) this.#options.onGrown(this.#reached)
        }
        await this.#follow(this.#reached, () => void (failed = 0))
      } catch {
        // away, silent or ended: reconnect from the last position
      }
      const longest = Math.min(PAUSE_MS * 2 ** failed++, this.#options.longestPause)
      await pause(longest * (0.5 + this.#options.random() / 2), undefined, {
        signal,
        ref: false,
      }).catch(() => {})
    }
  }

  /** Resolves or rejects when the subscription ends. */
  #follow(from: Position, onAlive: () => void): Promise<void> {
    const commit = BigInt(from)
    return new Promise((resolve, reject) => {
      const subscription: AllStreamSubscription = this.#client.subscribeToAll({
        fromPosition: commit === 0n ? 'start' : { commit, prepare: commit },
        credentials: this.#options.credentials(),
        filter: excludeSystemEvents({
          checkpointReached: (_, position) => this.#reach(positionOf(position.commit)),
        }),
      })
      this.#breakOff = (error) => {
        this.#breakOff = null
        subscription.unsubscribe().catch(() => {}) // the call was never sent
        reject(error)
      }
      subscription.on('confirmation', onAlive)
      subscription.on('data', ({ event }) => {
        if (!event || !this.#breakOff) return
        const position = positionIn(event)
        this.#reach(position)
        if (isOurs(event)) this.#options.onGrown(position)
      })
      subscription.on('error', reject)
      subscription.on('end', resolve)
      subscription.on('close', resolve)
    }).finally(() => (this.#breakOff = null)) as Promise<void>
  }

  #reach(position: Position): void {
    if (this.#reached === null || position > this.#reached) this.#reached = position
    if (this.#expected && position >= this.#expected.position) {
      clearTimeout(this.#expected.timer)
      this.#expected = null
    }
  }
}
