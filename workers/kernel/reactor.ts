import type { CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { type Backoff, RETRIES, waitAfter } from '#domain/kernel/backoff.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Cause } from '#domain/kernel/decider.ts'
import type { JobOutcome } from '#domain/kernel/ports/job-queue.ts'
import type { Log } from '#domain/kernel/ports/log.ts'
import { FRENCH_ZONE, MINUTE_MS } from '#domain/kernel/time.ts'
import { type Metrics, unmeasured } from '#domain/kernel/ports/metrics.ts'
import { type LogBook, logLines, noLogBook } from '#domain/operations/log-book.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import {
  type DueOn,
  hasCome,
  type Todo,
  type TodoList,
  ZONES_AHEAD_MS,
} from '#projections/kernel/todo-list.ts'
import { noSetbacks, type Setbacks } from './setbacks.ts'

/** Queue topic whose keys are the names of todo lists. */
export const WORK = 'work'
const PAGE = 100
const QUARTER_MS = 15 * MINUTE_MS
const SLICE_MS = 2_000
/** The most rows in which owners take turns. An owner with more due rows is served page by page. */
const MOST_IN_TURNS = 5_000
/** Work that waits for another service is retried with growing pauses, up to ten minutes. */
const TRIES: Backoff = { ...RETRIES, longestMs: 600_000 }

/**
 * A reactor or a timer: a todo list, and how one of its rows is performed. A rebuild repeats no
 * work: finished work has no row.
 */
export type Reactor<T extends Todo = Todo> = {
  readonly projection: TodoList<T>
  /** The cause that the history shows; `process` when absent. */
  readonly because?: Cause
  /**
   * Sends the command, or makes the attempt, whose event removes the row. It may run twice for the
   * same work, also in two processes. `meta.commandId` is the same each time, so that a second
   * command changes nothing.
   */
  perform(work: T, meta: CommandMeta, signal: AbortSignal): Promise<unknown>
  /**
   * The day that a row is due on, which begins where its owner is; null for an instant. Absent for
   * lists of instants.
   */
  readonly dueOn?: (work: Pick<Todo, 'dueAt'>) => DueOn | null
  /**
   * Rows performed at once, for work that waits for other services; 1 when absent. Owners then take
   * turns.
   */
  readonly atOnce?: number
}

const line = logLines('Scheduler', { WORK_DONE: 'Info', WORK_FAILED: 'Error' })

/**
 * Answer of `perform` when an attempt is not possible now. The work is repeated later, neither done
 * nor failed.
 */
export const LATER = 'later'

type FailedWork = {
  readonly list: string
  readonly id: string
  readonly message: string
  readonly tries: number
  readonly nextTryAt: number
}

export interface ReactorRunner {
  readonly lists: readonly string[]
  /**
   * Performs the due rows of a list. Failed work does not throw: it is retried after 1 s, 2 s … 10
   * min.
   */
  perform(list: string, signal?: AbortSignal): Promise<JobOutcome>
  /** Work whose last attempt failed. */
  failed(): readonly FailedWork[]
  /**
   * Ends the wait of a list's failed work in this process; the caller wakes the list. @returns how
   * much there is
   */
  retry(list: string): number
}

type Attempt = {
  readonly list: string
  readonly id: string
  readonly tries: number
  readonly triedAt: number
  readonly nextTryAt: number
  readonly message: string | null
}

export function createReactorRunner({
  readModels,
  clock,
  log,
  workLists,
  metrics = unmeasured,
  book = noLogBook,
  setbacks = noSetbacks,
  timeZoneOf = async () => FRENCH_ZONE,
}: {
  readonly readModels: ReadModels
  readonly clock: Clock
  readonly log: Log
  readonly workLists: readonly Reactor[]
  readonly metrics?: Metrics
  readonly book?: Pick<LogBook, 'write'>
  /** Messages between processes about failing work. */
  readonly setbacks?: Setbacks
  /** Zone of an owner, whose days begin there. */
  readonly timeZoneOf?: (owner: string) => Promise<string>
}): ReactorRunner {
  const byName = new Map(workLists.map((list) => [list.projection.name, list]))
  /**
   * By command id. Includes work that succeeded: its row stays until the projection has caught up.
   */
  const attempts = new Map<string, Attempt>()
  /** By list: the quarter of an hour in which rows of zones ahead were last looked at. */
  const lookedAhead = new Map<string, number>()
  /** By list: the requested retries that its failed work here has followed. */
  const followed = new Map<string, number>()

  /** If the clock was set back, the wait is over. */
  const rests = (attempt: Attempt | undefined, now: number): boolean =>
    attempt !== undefined && now >= attempt.triedAt && now < attempt.nextTryAt

  const failedIn = (list: string) =>
    [...attempts].filter(([, one]) => one.list === list && one.message !== null)

  function endWaits(list: string): number {
    const failed = failedIn(list)
    for (const [commandId, one] of failed) attempts.set(commandId, { ...one, nextTryAt: 0 })
    return failed.length
  }

  /** Ends the waits of failed work if a retry was requested since, wherever it was. */
  async function followRetries(list: string): Promise<void> {
    if (failedIn(list).length === 0) return void followed.delete(list)
    const { retries } = await setbacks.of(list)
    const before = followed.get(list)
    followed.set(list, retries)
    if (before !== undefined && retries > before) endWaits(list)
  }

  /** Tells other processes when work of the list begins to fail, and when none does any more. */
  async function tellSetbacks(list: string): Promise<void> {
    const fails = failedIn(list).length > 0
    try {
      const setback = await setbacks.of(list)
      if (fails && !followed.has(list)) followed.set(list, setback.retries)
      if (fails !== setback.fails) await setbacks.tell(list, fails)
    } catch (error) {
      log.warn(
        { err: error, list },
        'It could not be told whether work fails; the next pass tells it',
      )
    }
  }

  /**
   * The due rows of a list: the longest due first, or owners in turn.
   *
   * @param mayTry whether a row is tried now: one that rests takes no turn
   */
  async function* dueIn(
    list: Reactor,
    now: number,
    mayTry: (work: Todo) => boolean,
    zoneOf: (owner: string) => Promise<string>,
  ): AsyncGenerator<Todo> {
    const collection = await readModels.of(list.projection)
    const turns: Todo[] = []
    // Days begin at whole quarters of an hour, so that one look in each is enough.
    const quarter = Math.floor(now / QUARTER_MS)
    const isAhead = list.dueOn !== undefined && lookedAhead.get(list.projection.name) !== quarter
    lookedAhead.set(list.projection.name, quarter)
    const until = isAhead ? now + ZONES_AHEAD_MS : now
    const isDue = async (work: Todo): Promise<boolean> => {
      const on = list.dueOn?.(work) ?? null
      return on === null ? work.dueAt <= now : hasCome(on, now, await zoneOf(work.owner))
    }
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await collection.find({
        filter: { where: { dueAt: { $lte: until } } },
        sort: [['dueAt', 1]],
        limit: PAGE,
        ...(cursor && { cursor }),
      })
      cursor = page.next
      const tried: Todo[] = []
      for (const work of page.items) if ((await isDue(work)) && mayTry(work)) tried.push(work)
      if (list.atOnce === undefined) yield* tried
      else if (turns.push(...tried) >= MOST_IN_TURNS) break
    }
    yield* inTurns(turns)
  }

  /** @returns whether the work was done */
  async function attempt(
    list: Reactor,
    work: Todo,
    commandId: string,
    { signal, timeZone }: { readonly signal: AbortSignal; readonly timeZone: string },
  ): Promise<boolean> {
    const { name } = list.projection
    const triedAt = clock.now()
    const elapsed = metrics.stopwatch()
    const tries = (attempts.get(commandId)?.tries ?? 0) + 1
    const retryMs = waitAfter(tries, TRIES)
    const tried = { list: name, id: work._id, tries, triedAt, nextTryAt: triedAt + retryMs }
    const { owner, cause: causationId, correlationId } = work
    const meta: CommandMeta = {
      commandId,
      owner,
      actor: { kind: 'process', id: name },
      cause: list.because ?? 'process',
      causationId,
      correlationId,
      timeZone,
    }
    const details = { list: name, work: work._id, commandId, correlationId, tries }
    try {
      const outcome = await list.perform(work, meta, signal)
      attempts.set(commandId, { ...tried, message: null })
      if (outcome === LATER) return false
      metrics.workEnded(name, 'done', elapsed())
      log.debug(details, 'Work was done')
      return true
    } catch (error) {
      attempts.set(commandId, {
        ...tried,
        message: error instanceof Error ? error.message : String(error),
      })
      metrics.workEnded(name, 'failed', elapsed())
      log.error({ err: error, ...details, retryMs }, 'Work failed and is tried again')
      book.write(
        line('WORK_FAILED', { details: { list: name }, correlationId: details.correlationId }),
      )
      return false
    }
  }

  return {
    lists: [...byName.keys()],
    async perform(name, signal = new AbortController().signal) {
      const list = byName.get(name)
      if (!list) throw new Error(`There is no todo list ${name}`)
      await followRetries(name)
      const startedAt = clock.now()
      const outOfTime = () => signal.aborted || Math.abs(clock.now() - startedAt) >= SLICE_MS
      const seen = new Set<string>()
      const running = new Set<Promise<unknown>>()
      const since = performance.now()
      let done = 0
      let more = false
      const idOf = (work: Todo) => derivedUuid(name, work._id, work.cause, work.dueAt)
      const mayTry = (work: Todo) => {
        seen.add(idOf(work))
        return !rests(attempts.get(idOf(work)), clock.now())
      }
      const zones = new Map<string, Promise<string>>()
      const zoneOf = (owner: string): Promise<string> => {
        const zone = zones.get(owner) ?? timeZoneOf(owner)
        zones.set(owner, zone)
        return zone
      }
      for await (const work of dueIn(list, startedAt, mayTry, zoneOf)) {
        more = outOfTime()
        if (more) break
        const timeZone = await zoneOf(work.owner)
        const trying = attempt(list, work, idOf(work), { signal, timeZone }).then((isDone) => {
          running.delete(trying)
          if (isDone) done++
        })
        running.add(trying)
        if (running.size >= (list.atOnce ?? 1)) await Promise.race(running)
      }
      await Promise.all(running)
      if (done > 0)
        book.write(
          line('WORK_DONE', {
            details: { list: name, done },
            durationMs: Math.round(performance.now() - since),
          }),
        )
      if (more) return 'more'
      for (const [commandId, { list: of }] of attempts)
        if (of === name && !seen.has(commandId)) attempts.delete(commandId)
      await tellSetbacks(name)
      return 'done'
    },
    retry: endWaits,
    failed: () =>
      [...attempts.values()].flatMap(({ list, id, message, tries, nextTryAt }) =>
        message === null ? [] : [{ list, id, message, tries, nextTryAt }],
      ),
  }
}

/** Each owner's first row, then each owner's second, and so on. */
function inTurns(works: readonly Todo[]): readonly Todo[] {
  const rounds: Todo[][] = []
  const taken = new Map<string, number>()
  for (const work of works) {
    const round = taken.get(work.owner) ?? 0
    taken.set(work.owner, round + 1)
    ;(rounds[round] ??= []).push(work)
  }
  return rounds.flat()
}
