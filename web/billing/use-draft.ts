import { useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { useKeptValues } from '#web/kernel/form/use-kept-values.ts'
import { telling } from '#web/kernel/data/queries.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import {
  type Conflict,
  type ConflictChoices,
  conflictsBetween,
  savedElsewhere,
} from '#web/kernel/form/conflicts.tsx'
import { useSettled } from '#web/kernel/data/settled.tsx'
import { fieldRefusals, lateResolver } from '#web/kernel/form/form-errors.ts'
import { TOUCHED } from './bills.queries.ts'
import { type DraftForm, formOf } from './draft-form.ts'
import type { DraftBody } from './draft-form.schemas.ts'

/** Pause in typing after which the draft is saved. @unit milliseconds */
const REST_MS = 1_200

/**
 * Pause after which a draft that found no server is saved again, doubled each time. @unit
 * milliseconds
 */
const AGAIN_MS = 3_000
const AGAIN_MOST_MS = 15_000

/** Whether the server was not there: its answer will be another one later. */
const isAway = (error: Error): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 502)

type SaveState =
  | { readonly status: 'saved'; readonly at: number }
  | { readonly status: 'typing' }
  | { readonly status: 'saving' }
  /** A field is invalid and shows its own error. */
  | { readonly status: 'invalid' }
  | { readonly status: 'failed'; readonly error: Error }
  /** Another tab or user saved fields that are being changed here: each waits for a choice. */
  | { readonly status: 'conflict' }
  /** Another tab or user has changed or issued the draft: local changes can no longer be saved. */
  | { readonly status: 'overtaken'; readonly error: Error }

export type SavedDraft<F extends FieldValues, B> = {
  readonly methods: UseFormReturn<F, unknown, B>
  readonly state: SaveState
  /** Saves unsaved changes. @returns true when everything is saved */
  readonly save: () => Promise<boolean>
  /** Replaces local changes by the server's draft. */
  readonly reload: () => Promise<void>
  readonly conflicts: ConflictChoices
}

/**
 * Description of a draft: its form, its writing, and its reading. The same object at every render.
 */
type DraftSpec<R, F extends FieldValues, B> = {
  /** Loads the schema, which no user needs before the first key. */
  readonly schema: () => Promise<z.ZodType<B, F>>
  readonly formOf: (record: R) => F
  readonly write: (
    body: B & Pick<Drafted, 'id' | 'profileId' | 'version'>,
  ) => Promise<{ readonly version: number }>
  readonly touched: readonly string[]
  /** The query of one, without its id. */
  readonly one: readonly string[]
  /** Codes of a conflict that another value mends. */
  readonly mended: readonly string[]
}
type Drafted = {
  readonly id: string
  readonly profileId: string
  readonly version: number
  readonly lastModificationDate: number
}

export type Draft = SavedDraft<DraftForm, DraftBody>
const BILL: DraftSpec<Bill, DraftForm, DraftBody> = {
  schema: async () => (await import('./draft-form.schemas.ts')).DraftForm,
  formOf,
  write: (body) => call(billRoutes.change, { body }),
  touched: TOUCHED,
  one: ['billing', 'bill', 'one'],
  mended: ['BILL_CREDIT_NOTE_FIXED'],
}
export const useDraft = (bill: Bill): Draft => useSavedDraft(bill, BILL)

/** Loads a schema before the first check, and before a network can be lost. */
function useLoadedSoon(schema: () => Promise<unknown>): void {
  const isSettled = useSettled()
  useEffect(() => {
    if (isSettled) void schema().catch(() => undefined)
  }, [isSettled, schema])
}

/** A draft that saves automatically: one write at a time, each with the version it was read at. */
export function useSavedDraft<R extends Drafted, F extends FieldValues, B>(
  record: R,
  spec: DraftSpec<R, F, B>,
): SavedDraft<F, B> {
  const { schema, formOf: read, write: put, touched, one, mended } = spec
  const queries = useQueryClient()
  useLoadedSoon(schema)
  const methods = useForm<F, unknown, B>({
    resolver: lateResolver(schema),
    defaultValues: read(record) as never, // a whole form is its own default
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [state, setState] = useState<SaveState>({
    status: 'saved',
    at: record.lastModificationDate,
  })
  const stored = useRef({ version: record.version, text: JSON.stringify(read(record)) })
  const running = useRef<Promise<boolean> | null>(null)
  const savedAt = useRef(record.lastModificationDate)
  const [reread, rereading] = useRereading(touched)
  const stopWaiting = useRef(() => {})
  const { id, profileId } = record
  const textNow = useCallback(() => JSON.stringify(methods.getValues()), [methods])

  const keep = useCallback((next: Stored) => void (stored.current = next), [])
  const { found, setFound, merge, readAnew } = useMerging(methods, stored, keep, spec, id)

  const write = useCallback(
    async (isQuiet: boolean): Promise<boolean> => {
      if (found.current.length > 0) {
        setState({ status: 'conflict' })
        return false
      }
      const text = textNow()
      const body = await new Promise<B | null>(
        (resolve) => void methods.handleSubmit(resolve, () => resolve(null))(),
      )
      if (body === null) {
        setState({ status: 'invalid' })
        return false
      }
      if (!isQuiet) setState({ status: 'saving' })
      try {
        const sent = put({ ...body, id, profileId, version: stored.current.version })
        const { version } = await (isQuiet ? sent : telling(sent))
        stored.current = { version, text }
        savedAt.current = Date.now()
        setState(
          textNow() === text ? { status: 'saved', at: savedAt.current } : { status: 'typing' },
        )
        reread()
        return true
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        if (error instanceof ApiProblem && error.status === 412) {
          const waiting = await readAnew(stored.current.version)
          // Merged, it is saved again with the newer version.
          if (waiting === 0) return true
          if (waiting !== null) {
            setState({ status: 'conflict' })
            return false
          }
        }
        setState(failedState(error, mended, methods))
        return false
      }
    },
    [id, profileId, methods, textNow, put, reread, mended, found, readAnew],
  )

  /** @param isQuiet the failure before stays in sight meanwhile */
  const attempt = useCallback(
    async (isQuiet: boolean): Promise<boolean> => {
      for (;;) {
        stopWaiting.current()
        while (running.current) await running.current
        if (textNow() === stored.current.text) {
          setState((before) =>
            before.status === 'saved' ? before : { status: 'saved', at: savedAt.current },
          )
          return true
        }
        running.current = write(isQuiet).finally(() => {
          running.current = null
        })
        if (!(await running.current)) return false
        if (textNow() === stored.current.text) return true
      }
    },
    [textNow, write],
  )
  // Later acts name the version that was saved.
  const save = useCallback(async () => {
    const isSaved = await attempt(false)
    await rereading.current
    return isSaved
  }, [attempt, rereading])

  useSavedAtRest({ methods, stored, running, savedAt, stopWaiting, textNow, setState, save })
  useSavedAgain(state, attempt)

  // Shows a change from elsewhere, beside what is unsaved here.
  useEffect(() => {
    if (running.current || record.version <= stored.current.version) return
    if (textNow() !== stored.current.text) {
      if (merge(record) > 0) setState({ status: 'conflict' })
      return
    }
    stored.current = { version: record.version, text: JSON.stringify(read(record)) }
    methods.reset(read(record))
    setState({ status: 'saved', at: record.lastModificationDate })
  }, [record, read, methods, textNow, state, merge])

  useKeptValues(methods)

  const reload = useCallback(async () => {
    stopWaiting.current()
    await queries.invalidateQueries({ queryKey: one.slice(0, 1) })
    const fresh = queries.getQueryData<R>([...one, id])
    if (!fresh) return
    stored.current = { version: fresh.version, text: JSON.stringify(read(fresh)) }
    setFound([])
    methods.reset(read(fresh))
    setState({ status: 'saved', at: fresh.lastModificationDate })
  }, [queries, id, methods, one, read, setFound])

  const all = found.current
  // The fields are drawn again only where these change.
  const conflicts = useMemo(
    () => choicesOf(found, all, setFound, methods, save),
    [found, all, setFound, methods, save],
  )
  return { methods, state, save, reload, conflicts }
}

/** Saves typed changes after a pause. */
function useSavedAtRest<F extends FieldValues, B>({
  methods,
  stored,
  running,
  savedAt,
  stopWaiting,
  textNow,
  setState,
  save,
}: {
  methods: UseFormReturn<F, unknown, B>
  stored: RefObject<Stored>
  running: RefObject<Promise<boolean> | null>
  savedAt: RefObject<number>
  stopWaiting: RefObject<() => void>
  textNow: () => string
  setState: Dispatch<SetStateAction<SaveState>>
  save: () => Promise<boolean>
}): void {
  useEffect(() => {
    const subscription = methods.watch(() => {
      stopWaiting.current()
      if (textNow() === stored.current.text) {
        // The user typed the saved value again.
        if (!running.current)
          setState((before) =>
            before.status === 'saved' || before.status === 'overtaken'
              ? before
              : { status: 'saved', at: savedAt.current },
          )
        return
      }
      setState((before) =>
        before.status === 'overtaken' || before.status === 'saving' ? before : { status: 'typing' },
      )
      stopWaiting.current = afterRest(REST_MS, () => void save())
    })
    return () => {
      subscription.unsubscribe()
      stopWaiting.current()
    }
  }, [methods, stored, running, savedAt, stopWaiting, textNow, setState, save])
}

/** Reads what a write has changed. @returns its begin, and the last reading */
function useRereading(touched: readonly string[]) {
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const begin = useCallback(() => {
    last.current = Promise.all(
      touched.map((context) => queries.invalidateQueries({ queryKey: [context] })),
    )
  }, [queries, touched])
  return [begin, last] as const
}

/**
 * Saves a draft that found no server, until it is there again: the user need not come back. It does
 * not wait once the network is back.
 */
function useSavedAgain(state: SaveState, attempt: (isQuiet: boolean) => Promise<boolean>): void {
  const tries = useRef(0)
  useEffect(() => {
    if (state.status === 'saved') tries.current = 0
    if (state.status !== 'failed' || !isAway(state.error)) return
    const pause = Math.min(AGAIN_MS * 2 ** tries.current, AGAIN_MOST_MS)
    tries.current += 1
    const again = () => void attempt(true)
    const stop = afterRest(pause, again)
    window.addEventListener('online', again)
    return () => {
      stop()
      window.removeEventListener('online', again)
    }
  }, [state, attempt])
}

/** The state after a write that failed. Refused fields show their own message. */
function failedState<F extends FieldValues, B>(
  error: Error,
  mended: readonly string[],
  methods: UseFormReturn<F, unknown, B>,
): SaveState {
  const overtaken =
    error instanceof ApiProblem &&
    (error.status === 412 || (error.status === 409 && !mended.includes(error.code)))
  const fields = fieldRefusals(error, (path) => path.split('.')[0]! in methods.getValues())
  // `fieldRefusals` knows the form's paths
  for (const field of fields)
    methods.setError(field.path as Path<F>, { type: 'server', message: field.message })
  return { status: overtaken ? 'overtaken' : 'failed', error }
}

/** The choices for fields in conflict; after the last one the draft is saved. */
function choicesOf<F extends FieldValues, B>(
  found: RefObject<readonly Conflict[]>,
  all: readonly Conflict[],
  setFound: (next: readonly Conflict[]) => void,
  methods: UseFormReturn<F, unknown, B>,
  save: () => Promise<boolean>,
): ConflictChoices {
  const choose = (path: string, take: boolean) => {
    const chosen = found.current.find((one) => one.path === path)
    setFound(found.current.filter((one) => one.path !== path))
    if (take && chosen) setField(methods, chosen)
    if (found.current.length === 0) void save()
  }
  return {
    all,
    keepMine: (path) => choose(path, false),
    takeTheirs: (path) => choose(path, true),
  }
}

function setField<F extends FieldValues, B>(
  methods: UseFormReturn<F, unknown, B>,
  { path, theirs }: Conflict,
): void {
  // the stored values are the form's own
  methods.setValue(path as Path<F>, theirs as PathValue<F, Path<F>>, { shouldValidate: true })
}

type Stored = { version: number; text: string }

/** Merges values that others saved into the typed ones, and keeps the fields that both changed. */
function useMerging<R extends Drafted, F extends FieldValues, B>(
  methods: UseFormReturn<F, unknown, B>,
  stored: RefObject<Stored>,
  keep: (next: Stored) => void,
  { formOf: read, one }: DraftSpec<R, F, B>,
  id: string,
) {
  const queries = useQueryClient()
  const found = useRef<readonly Conflict[]>([])
  const [, draw] = useState(0)
  const setFound = useCallback((next: readonly Conflict[]) => {
    found.current = next
    draw((times) => times + 1)
  }, [])
  /** @returns number of fields that wait for a choice */
  const merge = useCallback(
    (fresh: R): number => {
      const [before, after] = [JSON.parse(stored.current.text) as F, read(fresh)]
      const typed = methods.getValues()
      keep({ version: fresh.version, text: JSON.stringify(after) })
      setFound(conflictsBetween(before, after, typed, found.current))
      for (const one of savedElsewhere(before, after, typed))
        if (!found.current.some(({ path }) => path === one.path)) setField(methods, one)
      return found.current.length
    },
    [methods, stored, keep, read, setFound],
  )
  /** @returns number of fields that wait for a choice; null where there is nothing newer */
  const readAnew = useCallback(
    async (version: number): Promise<number | null> => {
      await queries.invalidateQueries({ queryKey: one.slice(0, 1) })
      const fresh = queries.getQueryData<R>([...one, id])
      return fresh && fresh.version > version ? merge(fresh) : null
    },
    [queries, one, id, merge],
  )
  return { found, setFound, merge, readAnew }
}
