import { CircleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Button, type ButtonProps } from '#web/kernel/ui/button.tsx'
import { fieldRefusals, schemaResolver } from './form-errors.ts'
import { formIsReady } from './form-waits.ts'
import { useUnsavedGuard } from './guard.tsx'
import { useKeptValues } from './use-kept-values.ts'
import { SaveBar, useSaveKey } from './save-bar.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
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

  const saving = useRef(false)

  const submit = useCallback(async () => {
    let saved = false
    saving.current = true
    setProblem(null)
    setWaiting(true)
    const isReady = await formIsReady(methods.control)
    setWaiting(false)
    if (!isReady) {
      saving.current = false
      return false
    }
    await methods.handleSubmit(async (output) => {
      try {
        await save(output)
        saved = true
        methods.reset(methods.getValues())
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
        if (!fields.some(({ message }) => message === problem.message)) setProblem(problem)
      }
    })()
    saving.current = false
    return saved
  }, [methods, save])

  return {
    methods,
    submit,
    problem,
    pending: isSubmitting || isWaiting,
    isSaving: () => saving.current,
    dirty: isDirty,
  }
}

/**
 * The form's element. Put `FormProblem`, fields and a `SubmitButton` in it. `guard` asks before the
 * user leaves with changes (on by default). `page` names a word of the query string whose change
 * counts as leaving too.
 */
export function Form<I extends FieldValues, O>({
  form,
  children,
  guard = true,
  page,
  className,
  id,
}: {
  form: CarnetForm<I, O>
  children: ReactNode
  guard?: boolean
  page?: string
  className?: string
  id?: string
}) {
  const element = useRef<HTMLFormElement>(null)
  useSaveKey(element)
  // Focuses the field that asks for it.
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return (
    <FormProvider {...form.methods}>
      <form
        ref={element}
        id={id}
        noValidate
        className={className}
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
      {guard && <FormGuard form={form} {...(page !== undefined && { page })} />}
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
}: {
  form: Pick<CarnetForm, 'dirty' | 'isSaving' | 'submit'>
  page?: string
}) => useUnsavedGuard({ dirty, isSaving, save: submit, param: page })

/** Why saving failed; at the form's top or foot. */
export function FormProblem({ form }: { form: Pick<CarnetForm, 'problem'> }) {
  const text = useProblemText()
  if (!form.problem) return null
  return (
    <div role="alert">
      <Note
        tone="negative"
        icon={
          <CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" className="text-negative" />
        }
      >
        {text(form.problem)}
      </Note>
    </div>
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
    className={`grid gap-x-5 gap-y-4 ${columns === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : columns === 3 ? 'sm:grid-cols-2 lg:grid-cols-3' : columns === 2 ? 'sm:grid-cols-2' : ''}`}
  >
    {children}
  </div>
)
