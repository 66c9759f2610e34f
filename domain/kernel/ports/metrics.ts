/**
 * End of a command. `unchanged`: there was nothing to do. `refused`: by a rule. `stale`: the
 * caller's version was not the last. `conflict`: other writers were faster each time.
 * `unavailable`: the store did not answer. `failed`: a bug.
 */
export type CommandOutcome =
  | 'done'
  | 'unchanged'
  | 'refused'
  | 'stale'
  | 'conflict'
  | 'unavailable'
  | 'failed'
/**
 * End of an append. `replayed`: the store held it already. `stale`: the stream is at another
 * revision. `unknown`: it may have been written.
 */
export type AppendOutcome = 'written' | 'replayed' | 'stale' | 'unknown' | 'unavailable' | 'failed'

/**
 * Figures for monitoring (Prometheus). Names are those of the code (commands, projections, topics,
 * lists): never a text. @unit seconds
 */
export type Metrics = {
  /** @returns a function that answers the seconds since its creation */
  stopwatch(): () => number
  /** `command`: its category and type, as `bill.IssueBill`. */
  commandEnded(command: string, outcome: CommandOutcome, seconds: number): void
  /** A command is decided again. */
  commandRetried(because: 'stale' | 'unknown'): void
  /** @param owner of the events, for the few users that write most */
  appended(outcome: AppendOutcome, events: number, seconds: number, owner?: string): void
  /** `raced`: another worker was faster, and the batch is read again. */
  batchFolded(
    projection: string,
    outcome: 'written' | 'raced',
    events: number,
    seconds: number,
  ): void
  /** A projection met an event it cannot fold. */
  projectionStopped(projection: string): void
  rung(topic: string): void
  jobEnded(topic: string, outcome: 'done' | 'more' | 'failed', seconds: number): void
  workEnded(list: string, outcome: 'done' | 'failed', seconds: number): void
  /**
   * `refused`: the service works, but refuses this call. `rests`: it was not called, as it failed
   * too often before.
   */
  gatewayCalled(
    gateway: string,
    outcome: 'done' | 'refused' | 'failed' | 'rests',
    seconds: number,
  ): void
  /** Names a cache of this process. @param size answers its entries when figures are read */
  cacheOpened(cache: string, size: () => number): void
}

const nothing = (): void => {}
export const unmeasured: Metrics = {
  stopwatch: () => () => 0,
  commandEnded: nothing,
  commandRetried: nothing,
  appended: nothing,
  batchFolded: nothing,
  projectionStopped: nothing,
  rung: nothing,
  jobEnded: nothing,
  workEnded: nothing,
  gatewayCalled: nothing,
  cacheOpened: nothing,
}
