import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Path, useForm, type UseFormReturn } from 'react-hook-form'
import { billRoutes } from '#contract/billing.routes.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { useKeptValues } from '#web/kernel/form/use-kept-values.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import { fieldRefusals, schemaResolver } from '#web/kernel/form/form-errors.ts'
import { TOUCHED } from './bills.queries.ts'
import { type DraftBody, DraftForm, formOf } from './draft-form.ts'

/** Pause in typing after which the draft is saved. @unit milliseconds */
const REST_MS = 1_200

type SaveState =
  | { readonly status: 'saved'; readonly at: number }
  | { readonly status: 'typing' }
  | { readonly status: 'saving' }
  /** A field is invalid and shows its own error. */
  | { readonly status: 'invalid' }
  | { readonly status: 'failed'; readonly error: Error }
  /** Another tab or user has changed or issued the draft: local changes can no longer be saved. */
  | { readonly status: 'overtaken'; readonly error: Error }

export type Draft = {
  readonly methods: UseFormReturn<DraftForm, unknown, DraftBody>
  readonly state: SaveState
  /** Saves unsaved changes. @returns true when everything is saved */
  readonly save: () => Promise<boolean>
  /** Replaces local changes by the server's draft. */
  readonly reload: () => Promise<void>
}

/** A draft that saves automatically: one write at a time, each with the version it was read at. */
export function useDraft(bill: Bill): Draft {
  const queries = useQueryClient()
  const methods = useForm<DraftForm, unknown, DraftBody>({
    resolver: schemaResolver(DraftForm),
    defaultValues: formOf(bill),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [state, setState] = useState<SaveState>({ status: 'saved', at: bill.lastModificationDate })
  const kept = useRef({ version: bill.version, text: JSON.stringify(formOf(bill)) })
  const running = useRef<Promise<boolean> | null>(null)
  const savedAt = useRef(bill.lastModificationDate)
  const stopWaiting = useRef(() => {})
  const { id, profileId } = bill
  const textNow = useCallback(() => JSON.stringify(methods.getValues()), [methods])

  const write = useCallback(async (): Promise<boolean> => {
    const text = textNow()
    const body = await new Promise<DraftBody | null>(
      (resolve) => void methods.handleSubmit(resolve, () => resolve(null))(),
    )
    if (body === null) {
      setState({ status: 'invalid' })
      return false
    }
    setState({ status: 'saving' })
    try {
      const { version } = await call(billRoutes.change, {
        body: {
          ...body,
          id,
          profileId,
          version: kept.current.version,
        },
      })
      kept.current = { version, text }
      savedAt.current = Date.now()
      setState(textNow() === text ? { status: 'saved', at: savedAt.current } : { status: 'typing' })
      void Promise.all(TOUCHED.map((context) => queries.invalidateQueries({ queryKey: [context] })))
      return true
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      const overtaken =
        error instanceof ApiProblem &&
        (error.status === 412 || (error.status === 409 && error.code !== 'BILL_CREDIT_NOTE_FIXED'))
      const fields = fieldRefusals(error, (path) => path.split('.')[0]! in methods.getValues())
      // `fieldRefusals` knows the form's paths
      for (const field of fields)
        methods.setError(field.path as Path<DraftForm>, { type: 'server', message: field.message })
      setState(overtaken ? { status: 'overtaken', error } : { status: 'failed', error })
      return false
    }
  }, [id, profileId, methods, queries, textNow])

  const save = useCallback(async (): Promise<boolean> => {
    stopWaiting.current()
    while (running.current) await running.current
    if (textNow() === kept.current.text) {
      setState((before) => (before.status === 'saved' ? before : { status: 'saved', at: savedAt.current }))
      return true
    }
    running.current = write().finally(() => {
      running.current = null
    })
    const saved = await running.current
    return saved && textNow() === kept.current.text ? true : saved ? save() : false
  }, [textNow, write])

  useEffect(() => {
    const subscription = methods.watch(() => {
      stopWaiting.current()
      if (textNow() === kept.current.text) {
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

  // Shows a change from elsewhere, if there is nothing unsaved here.
  useEffect(() => {
    if (running.current || bill.version <= kept.current.version || textNow() !== kept.current.text) return
    kept.current = { version: bill.version, text: JSON.stringify(formOf(bill)) }
    methods.reset(formOf(bill))
    setState({ status: 'saved', at: bill.lastModificationDate })
  }, [bill, methods, textNow, state])

  useKeptValues(methods)

  const reload = useCallback(async () => {
    stopWaiting.current()
    await queries.invalidateQueries({ queryKey: ['billing'] })
    const fresh = queries.getQueryData<Bill>(['billing', 'bill', 'one', id])
    if (!fresh) return
    kept.current = { version: fresh.version, text: JSON.stringify(formOf(fresh)) }
    methods.reset(formOf(fresh))
    setState({ status: 'saved', at: fresh.lastModificationDate })
  }, [queries, id, methods])

  return { methods, state, save, reload }
}
