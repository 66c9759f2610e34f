import { ApiProblem } from '#web/kernel/data/client.ts'
import type { ActivityDraft, TimesheetMonth } from '#contract/timesheets.schemas.ts'
import { activityOf, type Cells, cellsOf, type Change, type Quantity } from './month.ts'

type Server = Pick<TimesheetMonth, 'version' | 'activities'>
export type MonthPort = {
  /** @throws ApiProblem */
  readonly save: (activities: readonly ActivityDraft[], version: number) => Promise<{ readonly version: number }>
  /** The month as it stands, after someone else changed it. @throws ApiProblem */
  readonly load: () => Promise<Server>
  readonly now: () => number
}

export type CellState = 'saving' | 'saved' | 'error'
export type MonthState = {
  readonly ready: boolean
  /** What the server has, with what is typed on top. */
  readonly cells: Cells
  readonly states: ReadonlyMap<string, CellState>
  /** Why a cell was refused, in the user's language. */
  readonly refusals: ReadonlyMap<string, string>
  readonly phase: 'idle' | 'saving'
  /** Why nothing could be saved; what is typed stays and can be sent again. */
  readonly problem: Error | null
  readonly savedAt: number
  readonly pending: number
}

/** Typing is one write: the month goes when the hand rests. @unit milliseconds */
const REST_MS = 600
/** Acts that can be taken back, the last ones. */
const KEPT_ACTS = 100
/** Someone else may write between each of our tries. */
const TRIES = 5

/**
 * A month being typed: what is typed shows at once and is sent whole, one write at a time. When someone else wrote first, their
 * month is read and what was typed goes on top of it. What the server refuses stays in its cell, with the reason, and holds nothing else up.
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
  #timer: ReturnType<typeof setTimeout> | undefined
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

  /** What was read from the server; an answer older than what is known is left out. */
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
    for (const { key } of changes) if (!before.has(key)) before.set(key, this.#state.cells.get(key) ?? 0)
    if (last?.act !== act) this.#acts = [...this.#acts, { act, before }].slice(-KEPT_ACTS)
    this.#write(changes)
  }

  /** Takes back the last act that still changes something. @returns false when there is none */
  undo(): boolean {
    for (let last = this.#acts.pop(); last !== undefined; last = this.#acts.pop()) {
      const back = [...last.before]
        .map(([key, quantity]) => ({ key, quantity }))
        .filter(({ key, quantity }) => (this.#state.cells.get(key) ?? 0) !== quantity)
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
      // Typed and taken back before it was sent: there is nothing to send.
      if ((this.#server.get(key) ?? 0) === quantity && !this.#running) this.#typed.delete(key)
      else this.#typed.set(key, quantity)
    }
    this.#problem = null
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), REST_MS)
    this.#changed()
  }

  /** Sends again what could not be sent, and what was refused. */
  retry() {
    this.#refusals.clear()
    this.#problem = null
    return this.flush()
  }

  /** Gives up what was typed and not taken. */
  discard(keys: readonly string[] = [...this.#typed.keys()]) {
    for (const key of keys) {
      this.#typed.delete(key)
      this.#refusals.delete(key)
    }
    this.#problem = null
    this.#changed()
  }

  /** Sends what is typed, now. @returns when it is saved, or cannot be */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
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
        if (quantity === 0) after.delete(key)
        else after.set(key, quantity)
      }
      this.#changed()
      const order = [...after.keys()]
      try {
        const activities = [...after].flatMap(([key, quantity]) => (quantity === 0 ? [] : [activityOf(key, quantity)]))
        const { version } = await this.#port.save(activities, this.#version)
        if (version >= this.#version) {
          this.#server = after
          this.#version = version
        }
        for (const [key, quantity] of sent) {
          if (this.#typed.get(key) === quantity) this.#typed.delete(key)
          this.#saved.add(key)
        }
        this.#savedAt = this.#port.now()
        tries = 0
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 412 && ++tries < TRIES) await this.#reload()
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

  /** A refusal that names cells stays in them; any other stops all, until it is tried again. */
  #refused(error: unknown, order: readonly string[], sent: readonly string[]) {
    const fields = error instanceof ApiProblem && error.status >= 400 && error.status < 500 ? error.fields : []
    const named = fields.flatMap(({ path, message }) => {
      const index = /^activities\.(\d+)/.exec(path)?.[1]
      const key = index === undefined ? undefined : order[Number(index)]
      return key !== undefined && sent.includes(key) ? [{ key, message }] : []
    })
    // A day that was cleared is no longer among the activities: the refusal then names the whole.
    const cleared = fields
      .filter(({ path }) => path === 'activities')
      .flatMap(({ message }) => sent.filter((key) => this.#typed.get(key) === 0).map((key) => ({ key, message })))
    for (const { key, message } of [...named, ...cleared])
      if (!this.#refusals.has(key)) this.#refusals.set(key, message)
    if (named.length + cleared.length === 0) this.#problem = error instanceof Error ? error : new Error(String(error))
  }

  #snapshot(): MonthState {
    const cells = new Map(this.#server)
    const states = new Map<string, CellState>([...this.#saved].map((key) => [key, 'saved']))
    for (const [key, quantity] of this.#typed) {
      if (quantity === 0) cells.delete(key)
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
