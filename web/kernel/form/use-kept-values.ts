import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { currentUserId } from '#web/kernel/data/client.ts'
import { keepUnsaved, takeUnsaved } from '#web/kernel/data/unsaved.ts'

/**
 * Keeps what was typed when the session ends, and writes it into the form once the user is back.
 */
export function useKeptValues<I extends FieldValues, O>(methods: UseFormReturn<I, unknown, O>) {
  useEffect(() => {
    let dirty: object = {}
    // Read from `formState`, it would draw the whole form again at the first key.
    const unsubscribe = methods.subscribe({
      formState: { dirtyFields: true },
      callback: ({ dirtyFields = {} }) => void (dirty = dirtyFields),
    })
    const unsaved = takeUnsaved(currentUserId(), methods.getValues())
    // The form's own values, as they were kept.
    for (const [name, value] of Object.entries(unsaved))
      methods.setValue(name as Path<I>, value as PathValue<I, Path<I>>, {
        shouldDirty: true,
        shouldTouch: true,
      })
    const stop = keepUnsaved({
      user: currentUserId(),
      values: () => methods.getValues(),
      changed() {
        const values = Object.entries(methods.getValues()).filter(([name]) => name in dirty)
        return values.length === 0 ? null : Object.fromEntries(values)
      },
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [methods])
}
