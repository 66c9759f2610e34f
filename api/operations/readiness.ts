import { setTimeout as pause } from 'node:timers/promises'
import { projections } from '#projections/all.ts'
import type { Lag } from '#projections/kernel/lag.ts'
import type { ProjectionStatus, Projector } from '#projections/kernel/catch-up.ts'

/** The state of one engine. */
type EngineHealth = { readonly name: string; readonly ok: boolean; readonly detail: string }

/**
 * An engine, how its health is asked, and whether the product still takes commands and answers
 * without it.
 */
export type EngineProbe = {
  readonly name: string
  readonly ask: () => Promise<EngineHealth>
  /** False when absent. */
  readonly mayBeAway?: () => boolean
}

/** The event that a stopped projection waits for. */
type Waiting = {
  readonly eventId: string
  readonly position: string
  readonly tries: number
  /** When the event is retried. @unit epoch milliseconds */
  readonly nextTryAt: number
  /** Why it cannot be folded; shown to administrators only. */
  readonly message?: string
}

/** The state of one read model; `unknown` while its checkpoint cannot be read. */
type ProjectionHealth = {
  readonly name: string
  readonly ok: boolean
  readonly state: ProjectionStatus['state'] | 'unknown'
  readonly position: string | null
  readonly lag: Lag | null
  readonly detail: string
  readonly waitsFor?: Waiting
}

export type Readiness = {
  readonly ready: boolean
  readonly engines: readonly EngineHealth[]
  readonly projections: readonly ProjectionHealth[]
}

/** An engine that does not answer within this time counts as away. */
const PATIENCE_MS = 2_000

const inTime = async <T>(work: Promise<T>, otherwise: () => T): Promise<T> => {
  const aborter = new AbortController()
  try {
    return await Promise.race([
      work,
      pause(PATIENCE_MS, undefined, { signal: aborter.signal, ref: false }).then(otherwise),
    ])
  } finally {
    aborter.abort()
  }
}

const countOf = ({ events, more }: Lag): string =>
  `${events}${more ? '+' : ''} event${events === 1 ? '' : 's'} behind`

function healthOf({
  name,
  state,
  replaces,
  position,
  lag,
  failure,
}: ProjectionStatus): ProjectionHealth {
  const detail = lag.events === 0 ? state : `${state}, ${countOf(lag)}`
  const ok = state === 'live' || replaces
  if (failure === null) return { name, ok, state, position, lag, detail }
  const { eventId, position: at, tries, nextTryAt, message } = failure
  return {
    name,
    ok: false,
    state,
    position,
    lag,
    detail: `${detail}: waits for event ${eventId}`,
    waitsFor: { eventId, position: at, tries, nextTryAt, message },
  }
}

/**
 * Asks every engine and measures every lag; parallel requests share one answer.
 *
 * A process is ready when it can answer. A read model that never served keeps it from that. A late
 * one does not: it is a figure with an alert. Routes that read a stopped one say so.
 */
export function createReadiness({
  engines,
  projector,
  names = projections.map(({ name }) => name),
}: {
  readonly engines: readonly EngineProbe[]
  readonly projector: Pick<Projector, 'status'>
  /** Names of projections; all when absent. */
  readonly names?: readonly string[]
}): () => Promise<Readiness> {
  /** As they were last seen, so that a slow answer does not hide how they stand. */
  let seen: readonly ProjectionHealth[] | null = null
  const unknown = (): readonly ProjectionHealth[] =>
    seen ??
    names.map((name) => ({
      name,
      ok: false,
      state: 'unknown',
      position: null,
      lag: null,
      detail: 'its checkpoint cannot be read',
    }))

  async function look(): Promise<Readiness> {
    const [answers, folded] = await Promise.all([
      Promise.all(
        engines.map(({ name, ask }) =>
          inTime(ask(), () => ({
            name,
            ok: false,
            detail: `does not answer within ${PATIENCE_MS / 1_000} s`,
          })),
        ),
      ),
      inTime(
        projector.status().then(({ projections: standing }) => {
          seen = standing.map(healthOf)
          return seen
        }, unknown),
        unknown,
      ),
    ])
    const ready =
      answers.every(({ ok }, i) => ok || engines[i]?.mayBeAway?.()) &&
      folded.every(({ state, ok }) => ok || state !== 'building')
    return { ready, engines: answers, projections: folded }
  }

  let looking: Promise<Readiness> | null = null
  return () =>
    (looking ??= look().finally(() => {
      looking = null
    }))
}
