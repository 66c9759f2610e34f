import { randomUUID } from 'node:crypto'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { Claim, ProjectionRun } from './projection-run.ts'

/**
 * A claim lasts this long, and is renewed while the work lasts: one write of many documents may
 * take longer.
 */
const CLAIM_MS = 5_000
const RENEWED_MS = CLAIM_MS / 4
/**
 * Time until a process looks again at a group that it left to another one, which may have ended.
 */
const REVISIT_MS = 500
/**
 * Groups far behind that one process works on at a time: it reads and folds one while another is
 * written.
 */
const SIDE_BY_SIDE = 2

/**
 * Division of late projections among processes. Without claims all of them would fold the same
 * events, and all but one would lose the race to write. A claim is advice: every write is compared
 * and set all the same.
 */
export function createClaims({
  readStore,
  clock,
  checkpoints,
  shared,
  wake,
}: {
  readonly readStore: ReadStore
  readonly clock: Clock
  readonly checkpoints: Checkpoints
  readonly shared: boolean
  readonly wake: (group: string) => void
}) {
  const holder = randomUUID()
  /**
   * Groups far behind that this process works on, and those that wait until it has ended one of
   * them.
   */
  const working = new Set<string>()
  const deferred = new Set<string>()
  /** Groups that were left to another process a moment ago. */
  const revisited = new Set<string>()

  /**
   * Claims a projection that is far behind. It is left alone when another process has claimed it,
   * or when this one has enough.
   */
  async function claim(run: ProjectionRun): Promise<void> {
    if (!shared || run.claim) return
    const { group } = run.runner
    const take = () => readStore.claims.take(run.target.key, holder, clock.now(), CLAIM_MS)
    if (working.size >= SIDE_BY_SIDE && !working.has(group)) deferred.add(group)
    else {
      working.add(group)
      if (await take()) {
        const claim: Claim = {
          // On a slow server, one renewal may outlast the next.
          timer: setInterval(() => {
            claim.renewed = Promise.all([claim.renewed, take().catch(() => {})])
          }, RENEWED_MS).unref(),
          renewed: Promise.resolve(),
        }
        run.claim = claim
        return checkpoints.refresh(run) // the holder before may have moved it
      }
    }
    run.folded = null
    run.state = 'left'
  }

  return {
    claim,
    /**
     * Whether a group was far behind a moment ago, so that its projections are claimed before any
     * event is read.
     */
    isRevisited: (group: string): boolean => revisited.has(group),

    /** Gives back a group's claims, and wakes the groups that waited for it. */
    async release(group: string, runs: readonly ProjectionRun[]): Promise<void> {
      await Promise.all(
        runs.map(async ({ target, claim: heldClaim }) => {
          if (heldClaim === null) return
          clearInterval(heldClaim.timer)
          await heldClaim.renewed // a renewal that arrives after the release would claim it again
          // A claim that cannot be released runs out.
          await readStore.claims.release(target.key, holder).catch(() => {})
        }),
      )
      if (!working.delete(group)) return
      for (const other of deferred) wake(other)
      deferred.clear()
    },

    /** Wakes a group that was left to another process, after a while. */
    revisit(group: string): void {
      if (revisited.has(group)) return
      revisited.add(group)
      setTimeout(() => {
        revisited.delete(group)
        wake(group)
      }, REVISIT_MS).unref()
    },
  }
}
