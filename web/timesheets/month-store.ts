import { ApiProblem } from '#web/kernel/data/client.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import type { ActivityDraft, TimesheetMonth } from '#contract/timesheets/timesheets.contract.ts'
import { activityOf, type Cells, cellsOf, type Change } from './month.ts'
import { isNone, isSame, type Quantity } from './quantity.ts'

type Server = Pick<TimesheetMonth, 'version' | 'activities'>
export type MonthPort = {
  /** @throws ApiProblem */
  readonly save: (
    activities: readonly ActivityDraft[],
    version: number,
  ) => Promise<{ readonly version: number }>
  /** The present month, after another user or tab changed it. @throws ApiProblem */
  readonly load: () => Promise<Server>
  readonly now: () => number
}

export type CellState = 'saving' | 'saved' | 'error'
export type MonthState = {
  readonly ready: boolean
  /** The server's cells, with typed ones on top. */
  readonly cells: Cells
  readonly states: ReadonlyMap<string, CellState>
  /** Why a cell was refused, in the user's language. */
  readonly refusals: ReadonlyMap<string, string>
  readonly phase: 'idle' | 'saving'
  /** Why saving failed; typed values stay and can be sent again. */
  readonly problem: Error | null
  readonly savedAt: number
  readonly pending: number
}

/** Pause in typing after which the month is sent, in one write. @unit milliseconds */
const REST_MS = 600
/** Pause before a write without an answer is sent again; it doubles. @unit milliseconds */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000
/** Acts that can be taken back, the last ones. */
const KEPT_ACTS = 100
/** Tries of a write, since another user or tab may write between them. */
const TRIES = 5

/**
 * A month being edited. Typed values show at once and are sent together, one write at a time. After
 * a conflict, the other version is read and the typed values are applied to it. A refused cell
 * shows the reason and does not hold up the others.
 */
export class MonthStore {
  readonly #port: MonthPort
  #server: Cells = new Map()
  #version = 0
  #ready = false
  #typed = new Map<string, Quantity>()
  #refusals = new Map<string, string>()
  #saved = new Set<string>()
  #problem: Error | null = null
  #savedAt = 0
  #stopWaiting = () => {}
  #pause = FIRST_PAUSE_MS
  #running: Promise<void> | null = null
  #state: MonthState
  readonly #listeners = new Set<() => void>()
  #acts: { readonly act: object; readonly before: Map<string, Quantity> }[] = []

  constructor(port: MonthPort) {
    this.#port = port
    this.#state = this.#snapshot()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly getState = () => this.#state

  /** The server's month; an answer older than the known version is ignored. */
  receive({ version, activities }: Server) {
    if (this.#ready && version < this.#version) return
    this.#server = cellsOf(activities)
    this.#version = version
    this.#ready = true
    this.#changed()
  }

  /** @param act what the changes are part of: those of one act are taken back together */
  set(changes: readonly Change[], act: object = {}) {
    if (changes.length === 0) return
    const last = this.#acts.at(-1)
    const before = last?.act === act ? last.before : new Map<string, Quantity>()
    for (const { key } of changes)
      if (!before.has(key)) before.set(key, this.#state.cells.get(key) ?? 0)
    if (last?.act !== act) this.#acts = [...this.#acts, { act, before }].slice(-KEPT_ACTS)
    this.#write(changes)
  }

  /** Takes back the last act that still changes something. @returns false when there is none */
  undo(): boolean {
    for (let last = this.#acts.pop(); last !== undefined; last = this.#acts.pop()) {
      const back = [...last.before]
        .map(([key, quantity]) => ({ key, quantity }))
        .filter(({ key, quantity }) => !isSame(this.#state.cells.get(key) ?? 0, quantity))
      if (back.length > 0) {
        this.#write(back)
        return true
      }
    }
    return false
  }

  #write(changes: readonly Change[]) {
    for (const { key, quantity } of changes) {
      this.#refusals.delete(key)
      this.#saved.delete(key)
      // Typed and undone before it was sent: nothing has to be sent.
      if (isSame(this.#server.get(key) ?? 0, quantity) && !this.#running) this.#typed.delete(key)
      else this.#typed.set(key, quantity)
    }
    this.#problem = null
    this.#stopWaiting()
    this.#stopWaiting = afterRest(REST_MS, () => void this.flush())
    this.#changed()
  }

  /** Sends unsent and refused values again. */
  retry() {
    this.#refusals.clear()
    this.#problem = null
    this.#changed()
    return this.flush()
  }

  /** Discards typed values that are not saved. */
  discard(keys: readonly string[] = [...this.#typed.keys()]) {
    for (const key of keys) {
      this.#typed.delete(key)
      this.#refusals.delete(key)
    }
    this.#problem = null
    this.#changed()
  }

  /** Sends typed values now. @returns when they are saved, or saving failed */
  flush(): Promise<void> {
    this.#stopWaiting()
    if (!this.#running && this.#toSend().length === 0) return Promise.resolve()
    this.#running ??= this.#send().finally(() => {
      this.#running = null
      this.#changed()
    })
    return this.#running
  }

  #toSend = () => [...this.#typed].filter(([key]) => !this.#refusals.has(key))

  async #send() {
    for (let tries = 0; this.#ready && !this.#problem; ) {
      const sent = this.#toSend()
      if (sent.length === 0) return
      const after = new Map(this.#server)
      for (const [key, quantity] of sent) {
        if (isNone(quantity)) after.delete(key)
        else after.set(key, quantity)
      }
      this.#changed()
      const order = [...after.keys()]
      try {
        const activities = [...after].flatMap(([key, quantity]) =>
          isNone(quantity) ? [] : [activityOf(key, quantity)],
        )
        const { version } = await this.#port.save(activities, this.#version)
        if (version >= this.#version) {
          this.#server = after
          this.#version = version
        }
        for (const [key, quantity] of sent) {
          if (isSame(this.#typed.get(key) ?? 0, quantity)) this.#typed.delete(key)
          this.#saved.add(key)
        }
        this.#savedAt = this.#port.now()
        this.#pause = FIRST_PAUSE_MS
        tries = 0
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 412 && ++tries < TRIES)
          await this.#reload()
        else
          this.#refused(
            error,
            order,
            sent.map(([key]) => key),
          ) // prettier-ignore
      }
      this.#changed()
    }
  }

  async #reload() {
    try {
      this.receive(await this.#port.load())
    } catch (error) {
      this.#problem = error instanceof Error ? error : new Error(String(error))
    }
  }

  /** A refusal of some cells is shown in them. Any other stops all writes until a retry. */
  #refused(error: unknown, order: readonly string[], sent: readonly string[]) {
    const fields =
      error instanceof ApiProblem && error.status >= 400 && error.status < 500 ? error.fields : []
    const named = fields.flatMap(({ path, message }) => {
      const index = /^activities\.(\d+)/.exec(path)?.[1]
      const key = index === undefined ? undefined : order[Number(index)]
      return key !== undefined && sent.includes(key) ? [{ key, message }] : []
    })
    // A cleared day is not among the activities, so that its refusal names the whole month.
    const cleared = fields
      .filter(({ path }) => path === 'activities')
      .flatMap(({ message }) =>
        sent.filter((key) => isNone(this.#typed.get(key) ?? 1)).map((key) => ({ key, message })),
      )
    for (const { key, message } of [...named, ...cleared])
      if (!this.#refusals.has(key)) this.#refusals.set(key, message)
    if (named.length + cleared.length > 0) return
    this.#problem = error instanceof Error ? error : new Error(String(error))
    // No answer, or a server that is away: what is typed is sent again by itself.
    if (!(error instanceof ApiProblem) || (error.status > 0 && error.status < 500)) return
    this.#stopWaiting()
    this.#stopWaiting = afterRest(this.#pause, () => void this.retry())
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
  }

  #snapshot(): MonthState {
    const cells = new Map(this.#server)
    const states = new Map<string, CellState>([...this.#saved].map((key) => [key, 'saved']))
    for (const [key, quantity] of this.#typed) {
      if (isNone(quantity)) cells.delete(key)
      else cells.set(key, quantity)
      states.set(key, this.#problem || this.#refusals.has(key) ? 'error' : 'saving')
    }
    return {
      ready: this.#ready,
      cells,
      states,
      refusals: new Map(this.#refusals),
      phase: this.#running || (this.#toSend().length > 0 && !this.#problem) ? 'saving' : 'idle',
      problem: this.#problem,
      savedAt: this.#savedAt,
      pending: this.#typed.size,
    }
  }

  #changed() {
    this.#state = this.#snapshot()
    for (const listener of this.#listeners) listener()
  }
}
