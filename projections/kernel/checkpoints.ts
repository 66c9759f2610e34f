import { RETRIES } from '#domain/kernel/backoff.ts'
import { type Clock, stillLasts } from '#domain/kernel/ports/clock.ts'
import { START, type Position } from '#domain/kernel/event.ts'
import type { Checkpoint, ProjectionFailure, ReadStore } from '#domain/kernel/ports/read-store.ts'
import type { ProjectionRun, Runner, Target } from './projection-run.ts'

/**
 * A process trusts its own checkpoint for this long, if no other process had moved it the last
 * time. This saves one read for every command.
 */
const REMEMBERED_MS = 2_000

const isWaiting = ({ nextTryAt }: ProjectionFailure, now: number): boolean =>
  stillLasts(nextTryAt, RETRIES.longestMs, now)

/** The checkpoints of read models, and the newest position that this process has seen of each. */
export type Checkpoints = ReturnType<typeof createCheckpoints>

export function createCheckpoints({
  readStore,
  clock,
}: {
  readonly readStore: ReadStore
  readonly clock: Clock
}) {
  const positions = new Map<string, Position>()
  const listeners = new Set<() => void>()

  const positionOf = (key: string): Position => positions.get(key) ?? START

  /** Notes that a collection can be read up to a position. */
  function noteReached(key: string, position: Position): void {
    if (position <= positionOf(key)) return
    positions.set(key, position)
    for (const listener of listeners) listener()
  }

  async function load(key: string): Promise<Checkpoint> {
    const checkpoint = await readStore.checkpoints.load(key)
    noteReached(key, checkpoint.position)
    return checkpoint
  }

  /** Begins to bring a projection up to date, at its checkpoint. */
  async function openRun(runner: Runner, target: Target, now: number): Promise<ProjectionRun> {
    const { remembered, uncontended } = target
    target.remembered = null
    const recalled =
      remembered !== null && uncontended && stillLasts(remembered.until, REMEMBERED_MS, now)
    const { position, failure } = recalled
      ? { position: remembered.position, failure: null }
      : await load(target.key)
    target.uncontended = remembered?.position === position
    const state = failure && isWaiting(failure, now) ? 'stopped' : 'behind'
    return {
      runner,
      target,
      position,
      read: position,
      folded: null,
      claim: null,
      failure,
      recalled,
      state,
    }
  }

  /**
   * Reads the checkpoint again. When another process has moved it, what was folded meanwhile is
   * dropped.
   */
  async function refresh(run: ProjectionRun): Promise<void> {
    const { position, failure } = await load(run.target.key)
    run.target.uncontended = run.recalled = false
    if (position !== run.position) {
      run.folded = null
      run.position = run.read = position
    }
    run.failure = failure
    if (failure && isWaiting(failure, clock.now())) run.state = 'stopped'
  }

  /** Keeps the checkpoint that a call leaves, for the next call. */
  function remember({ target, position, failure, state }: ProjectionRun): void {
    if (failure === null && (state === 'behind' || state === 'at head'))
      target.remembered = { position, until: clock.now() + REMEMBERED_MS }
  }

  const standings = new Map<string, { readonly until: number; readonly isStopped: boolean }>()
  /** Whether a collection waits for an event that it cannot fold. Remembered for 2 s. */
  async function isStopped(key: string): Promise<boolean> {
    const now = clock.now()
    const seen = standings.get(key)
    if (seen !== undefined && stillLasts(seen.until, REMEMBERED_MS, now)) return seen.isStopped
    const { failure } = await load(key)
    standings.set(key, { until: now + REMEMBERED_MS, isStopped: failure !== null })
    return failure !== null
  }

  return {
    isStopped,
    positionOf,
    noteReached,
    load,
    openRun,
    refresh,
    remember,
    /** Forgets the positions that were seen, as the store has gone back. */
    forgetSeen: () => positions.clear(),
    /** Calls the listener whenever a newer position is seen. @returns ends it */
    onReached(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
