import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { useKeptValues } from '#web/kernel/form/use-kept-values.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import { fieldRefusals, schemaResolver } from '#web/kernel/form/form-errors.ts'
import { TOUCHED } from './bills.queries.ts'
import { type DraftBody, DraftForm, formOf } from './draft-form.ts'

/** Pause in typing after which the draft is saved. @unit milliseconds */
const REST_MS = 1_200

/**
 * Pause after which a draft that found no server is saved again, doubled each time. @unit
 * milliseconds
 */
const AGAIN_MS = 3_000
const AGAIN_MOST_MS = 60_000

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
  /** Another tab or user has changed or issued the draft: local changes can no longer be saved. */
  | { readonly status: 'overtaken'; readonly error: Error }

export type SavedDraft<F extends FieldValues, B> = {
  readonly methods: UseFormReturn<F, unknown, B>
  readonly state: SaveState
  /** Saves unsaved changes. @returns true when everything is saved */
  readonly save: () => Promise<boolean>
  /** Replaces local changes by the server's draft. */
  readonly reload: () => Promise<void>
}

/**
 * Description of a draft: its form, its writing, and its reading. The same object at every render.
 */
type DraftSpec<R, F extends FieldValues, B> = {
  readonly schema: z.ZodType<B, F>
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
  schema: DraftForm,
  formOf,
  write: (body) => call(billRoutes.change, { body }),
  touched: TOUCHED,
  one: ['billing', 'bill', 'one'],
  mended: ['BILL_CREDIT_NOTE_FIXED'],
}
export const useDraft = (bill: Bill): Draft => useSavedDraft(bill, BILL)

/** A draft that saves automatically: one write at a time, each with the version it was read at. */
export function useSavedDraft<R extends Drafted, F extends FieldValues, B>(
  record: R,
  spec: DraftSpec<R, F, B>,
): SavedDraft<F, B> {
  const { schema, formOf: read, write: put, touched, one, mended } = spec
  const queries = useQueryClient()
  const methods = useForm<F, unknown, B>({
    resolver: schemaResolver(schema),
    // a whole form is its own default
    defaultValues: read(record) as never,
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
  const stopWaiting = useRef(() => {})
  const { id, profileId } = record
  const textNow = useCallback(() => JSON.stringify(methods.getValues()), [methods])

  const write = useCallback(
    async (isQuiet: boolean): Promise<boolean> => {
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
        const { version } = await put({ ...body, id, profileId, version: stored.current.version })
        stored.current = { version, text }
        savedAt.current = Date.now()
        setState(
          textNow() === text ? { status: 'saved', at: savedAt.current } : { status: 'typing' },
        )
        void Promise.all(
          touched.map((context) => queries.invalidateQueries({ queryKey: [context] })),
        )
        return true
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        const overtaken =
          error instanceof ApiProblem &&
          (error.status === 412 || (error.status === 409 && !mended.includes(error.code)))
        const fields = fieldRefusals(error, (path) => path.split('.')[0]! in methods.getValues())
        // `fieldRefusals` knows the form's paths
        for (const field of fields)
          methods.setError(field.path as Path<F>, { type: 'server', message: field.message })
        setState(overtaken ? { status: 'overtaken', error } : { status: 'failed', error })
        return false
      }
    },
    [id, profileId, methods, queries, textNow, put, touched, mended],
  )

  /** @param isQuiet the failure before stays in sight meanwhile */
  const attempt = useCallback(
    async (isQuiet: boolean): Promise<boolean> => {
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
      const saved = await running.current
      return saved && textNow() === stored.current.text ? true : saved ? attempt(isQuiet) : false
    },
    [textNow, write],
  )
  const save = useCallback(() => attempt(false), [attempt])

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
  }, [methods, save, textNow])

  // Saves what found no server, until it is there again: the user need not come back to it.
  const tries = useRef(0)
  useEffect(() => {
    if (state.status === 'saved') tries.current = 0
    if (state.status !== 'failed' || !isAway(state.error)) return
    const pause = Math.min(AGAIN_MS * 2 ** tries.current, AGAIN_MOST_MS)
    tries.current += 1
    return afterRest(pause, () => void attempt(true))
  }, [state, attempt])

  // Shows a change from elsewhere, if there is nothing unsaved here.
  useEffect(() => {
    if (
      running.current ||
      record.version <= stored.current.version ||
      textNow() !== stored.current.text
    )
      return
    stored.current = { version: record.version, text: JSON.stringify(read(record)) }
    methods.reset(read(record))
    setState({ status: 'saved', at: record.lastModificationDate })
  }, [record, read, methods, textNow, state])

  useKeptValues(methods)

  const reload = useCallback(async () => {
    stopWaiting.current()
    await queries.invalidateQueries({ queryKey: one.slice(0, 1) })
    const fresh = queries.getQueryData<R>([...one, id])
    if (!fresh) return
    stored.current = { version: fresh.version, text: JSON.stringify(read(fresh)) }
    methods.reset(read(fresh))
    setState({ status: 'saved', at: fresh.lastModificationDate })
  }, [queries, id, methods, one, read])

  return { methods, state, save, reload }
}
