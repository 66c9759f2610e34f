import clsx from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type PathValue,
  useForm,
  useFormContext,
  type UseFormReturn,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Button, type ButtonProps } from '#web/kernel/ui/button.tsx'
import { faultsOf, fieldRefusals, schemaResolver } from './form-errors.ts'
import { fieldAt, focusField, labelOf } from './field-place.ts'
import {
  ConflictChoice,
  ConflictsContext,
  type Conflicts,
  savedElsewhere,
  useConflicts,
} from './conflicts.tsx'
import { formIsReady } from './form-waits.ts'
import { useUnsavedGuard } from './guard.tsx'
import { useKeptValues } from './use-kept-values.ts'
import { SaveBar, useSaveKey } from './save-bar.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { merging } from '#web/kernel/data/queries.ts'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'

export type CarnetForm<I extends FieldValues = FieldValues, O = unknown> = {
  /** react-hook-form's own methods: `watch`, `setValue`, `control`… */
  readonly methods: UseFormReturn<I, unknown, O>
  /**
   * Waits for files being sent, validates, saves, maps refusals onto the fields. @returns true when
   * it is saved
   */
  readonly submit: () => Promise<boolean>
  /** The failure, apart from refused fields. */
  readonly problem: Error | null
  readonly pending: boolean
  /** Up to date before React renders again. */
  readonly isSaving: () => boolean
  readonly dirty: boolean
  /** Fields that were saved with another value meanwhile; saving waits for a choice. */
  readonly conflicts: Conflicts
}

/**
 * A form over a contract's schema. A field is checked when the user leaves it, then while typing.
 *
 * @param options.values the stored values; newer values from the server replace those that the user
 * has not changed
 * @param options.save rejects with the call's ApiProblem; its fields are shown at their inputs
 */
export function useCarnetForm<I extends FieldValues, O>(options: {
  schema: z.ZodType<O, I>
  values: I
  save: (values: O) => Promise<unknown>
}): CarnetForm<I, O> {
  const { schema, values, save } = options
  const [problem, setProblem] = useState<Error | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const methods = useForm<I, unknown, O>({
    resolver: schemaResolver(schema),
    values,
    defaultValues: values as DefaultValues<I>,
    resetOptions: { keepDirtyValues: true },
    mode: 'onTouched',
  })
  const { isSubmitting, isDirty } = methods.formState
  useKeptValues(methods)
  const conflicts = useConflicts(methods, values)
  const latest = useRef({ save, conflicts, values })
  latest.current = { save, conflicts, values }

  const saving = useRef(false)

  /** Saves; fields that others changed meanwhile are read first, and merged where they differ. */
  const saveOrMerge = useCallback(
    async (output: O): Promise<void> => {
      try {
        await merging(() => latest.current.save(output))
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'STALE_VERSION')) throw error
        // The write has read its context again; React renders the newer values.
        await latest.current.conflicts.refreshed()
        const merged = await schema.safeParseAsync(methods.getValues())
        if (latest.current.conflicts.count() > 0) throw error
        if (!merged.success) {
          notifyFailure(error)
          throw error
        }
        await latest.current.save(merged.data)
      }
    },
    [methods, schema],
  )

  /** Values that were saved, until they are read again; `before` is the text of the stored ones. */
  const saved = useRef<{ readonly typed: I; readonly before: string } | null>(null)
  /** Shows what the server made of saved values: it trims texts and sorts lists. */
  const showSaved = useCallback(
    (now: I) => {
      if (saved.current === null || JSON.stringify(now) === saved.current.before) return
      const { typed } = saved.current
      saved.current = null
      // the stored values are the form's own
      for (const { path, theirs } of savedElsewhere(typed, now, methods.getValues()))
        methods.resetField(path as Path<I>, { defaultValue: theirs as PathValue<I, Path<I>> })
    },
    [methods],
  )
  useEffect(() => showSaved(values), [showSaved, values])

  const submit = useCallback(async () => {
    let isSaved = false
    saving.current = true
    setProblem(null)
    setWaiting(true)
    const isReady = await formIsReady(methods.control)
    setWaiting(false)
    if (!isReady) {
      saving.current = false
      return false
    }
    if (latest.current.conflicts.count() > 0) {
      saving.current = false
      document.querySelector<HTMLElement>('[data-conflict]')?.focus()
      return false
    }
    await methods.handleSubmit(async (output) => {
      try {
        const typed = methods.getValues()
        const before = JSON.stringify(latest.current.values)
        await saveOrMerge(output)
        isSaved = true
        latest.current.conflicts.saved(typed)
        methods.reset(methods.getValues())
        saved.current = { typed, before }
        showSaved(latest.current.values)
      } catch (error) {
        const fields = fieldRefusals(
          error,
          (path) =>
            methods.getFieldState(path as Path<I>) !== undefined &&
            path.split('.')[0]! in methods.getValues(),
        )
        for (const [index, { path, message }] of fields.entries())
          methods.setError(
            path as Path<I>,
            { type: 'server', message },
            { shouldFocus: index === 0 },
          )
        // A sentence that is shown at its field is not repeated above the form.
        const problem = error instanceof Error ? error : new Error(String(error))
        // Conflicts have a note of their own.
        if (latest.current.conflicts.count() > 0) return
        if (!fields.some(({ message }) => message === problem.message)) setProblem(problem)
      }
    })()
    saving.current = false
    return isSaved
  }, [methods, saveOrMerge, showSaved])

  return {
    methods,
    submit,
    problem,
    pending: isSubmitting || isWaiting,
    isSaving: () => saving.current,
    dirty: isDirty,
    conflicts,
  }
}

/**
 * The form's element. Put `FormProblem`, fields and a `SubmitButton` in it. `guard` asks before the
 * user leaves with changes (on by default). `page` names a word of the query string whose change
 * counts as leaving too. `verb` names saving where it is not called so.
 */
export function Form<I extends FieldValues, O>({
  form,
  children,
  guard = true,
  page,
  verb,
  className,
  id,
}: {
  form: CarnetForm<I, O>
  children: ReactNode
  guard?: boolean
  page?: string
  verb?: string
  className?: string
  id?: string
}) {
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(element)
  // Focuses the field that asks for it.
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return (
    <FormProvider {...form.methods}>
      <ConflictsContext value={form.conflicts}>
        <form
          ref={element}
          id={id}
          noValidate
          // Room for each field's error.
          className={clsx('note-space', className)}
          onSubmit={(event) => {
            event.preventDefault()
            // A form in a panel or dialog must not submit the form around it.
            event.stopPropagation()
            void form.submit()
          }}
        >
          {children}
          {guard && <SaveBar form={form} element={element} />}
        </form>
      </ConflictsContext>
      {guard && <FormGuard form={form} page={page} verb={verb} />}
    </FormProvider>
  )
}

/**
 * Asks before the user leaves a form with changes. For forms that are not always on screen; `Form`
 * has its own.
 */
export const FormGuard = ({
  form: { dirty, isSaving, submit },
  page,
  verb,
}: {
  form: Pick<CarnetForm, 'dirty' | 'isSaving' | 'submit'>
  page?: string | undefined
  verb?: string | undefined
}) => useUnsavedGuard({ dirty, isSaving, save: submit, param: page, verb })

/** Why saving failed, and the fields that are wrong; at the form's top or foot. */
export function FormProblem({ form }: { form: Pick<CarnetForm, 'problem'> }) {
  const text = useProblemText()
  return (
    <>
      {form.problem && (
        <div role="alert">
          <Note tone="negative" icon={<FaultIcon />}>
            {text(form.problem)}
          </Note>
        </div>
      )}
      <ConflictNote />
      <WrongFields />
    </>
  )
}

const FaultIcon = () => <CircleAlert size={16} className="text-negative" />

/** Says that others saved fields that are being changed here; each field has the choice. */
export function ConflictNote() {
  const { t } = useTranslation('kernel')
  const all = use(ConflictsContext)?.all ?? []
  if (all.length === 0) return null
  const unplaced = all.filter(({ path }) => fieldAt(path) === null)
  return (
    <div role="alert">
      <Note tone="warm" icon={<FaultIcon />}>
        <p className="font-medium">{t('form.conflict.title', { count: all.length })}</p>
        {unplaced.map(({ path }) => (
          <ConflictChoice key={path} path={path} />
        ))}
      </Note>
    </div>
  )
}

/** The wrong fields after an attempt to save, each with a way to it; one has the focus already. */
function WrongFields() {
  const { t } = useTranslation('kernel')
  // Absent where the summary stands outside of its form.
  const methods = useFormContext() as UseFormReturn | null
  if (!methods?.formState.isSubmitted) return null
  const faults = faultsOf(methods.formState.errors)
  const places = faults.map(({ path }) => fieldAt(path))
  if (faults.length < 2 && places.every(Boolean)) return null
  return (
    <Note tone="negative" icon={<FaultIcon />}>
      <p className="font-medium">{t('form.wrong', { count: faults.length })}</p>
      <ul className="mt-1">
        {faults.map(({ path, message }, index) => {
          const place = places[index]
          return (
            <li key={path}>
              {place ? (
                <button type="button" className="link" onClick={() => focusField(place)}>
                  {labelOf(place)}
                </button>
              ) : (
                message
              )}
              {place && ` – ${message}`}
            </li>
          )
        })}
      </ul>
    </Note>
  )
}

/** Saves. `form` is an id when the button is outside the form (a panel's foot). */
export function SubmitButton({
  form,
  children,
  outside,
  ...rest
}: Omit<ButtonProps, 'form' | 'type'> & { form: Pick<CarnetForm, 'pending'>; outside?: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Button
      variant="primary"
      {...rest}
      type="submit"
      pending={form.pending}
      {...(outside !== undefined && { form: outside })}
    >
      {children ?? t('action.save')}
    </Button>
  )
}

/** Two columns at most; four for short fields. One on a phone. */
export const FieldGrid = ({
  children,
  columns = 2,
}: {
  children: ReactNode
  columns?: 1 | 2 | 3 | 4
}) => (
  <div
    className={`grid grid-cols-1 gap-x-5 gap-y-4 ${columns === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : columns === 3 ? 'sm:grid-cols-2 lg:grid-cols-3' : columns === 2 ? 'sm:grid-cols-2' : ''}`}
  >
    {children}
  </div>
)
