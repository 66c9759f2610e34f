import { useEffect, useMemo } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import type { z } from 'zod'
import { type CarnetForm, useCarnetForm } from '#web/kernel/form/form.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { forgetTyped, storeTyped, typedAt } from './welcome-memory.ts'

/**
 * A step's form. Typed values stay in the tab until they are saved: going back, skipping or
 * reloading loses nothing.
 * @param options.saved values of the server; typed values stand on top of them
 */
export function useStepForm<I extends FieldValues, O>(options: {
  step: string
  schema: z.ZodType<O, I>
  saved: I
  save: (values: O) => Promise<unknown>
  onSaved: () => void
}): CarnetForm<I, O> {
  const { step, schema, saved, save, onSaved } = options
  const { me } = useSession()
  const text = JSON.stringify(saved)
  const values = useMemo(() => JSON.parse(text) as I, [text]) // the text is of such values
  const form = useCarnetForm<I, O>({
    schema,
    values,
    save: async (output) => {
      await save(output)
      forgetTyped(me.id, step)
      onSaved()
    },
  })
  const { methods } = form
  useEffect(() => {
    // only `storeTyped` writes it
    for (const [name, value] of Object.entries(typedAt(me.id, step) ?? {}))
      methods.setValue(name as Path<I>, value as PathValue<I, Path<I>>, { shouldDirty: true })
  }, [methods, me.id, step])
  useEffect(
    () =>
      methods.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values: typed, isDirty }) => isDirty && storeTyped(me.id, step, typed),
      }),
    [methods, me.id, step],
  )
  return form
}
