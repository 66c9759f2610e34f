import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { vatNumberOf } from '#contract/kernel/identifiers.ts'

/** Fills an empty French VAT number from the SIREN as it is typed. Draws nothing. */
export function VatFromSiren() {
  const { setValue, getValues, formState } = useFormContext<Record<string, unknown>>()
  const siren = useWatch<Record<string, unknown>>({ name: 'siren' })
  const isTyped = formState.dirtyFields['siren'] === true
  useEffect(() => {
    if (
      isTyped &&
      typeof siren === 'string' &&
      /^\d{9}$/.test(siren) &&
      getValues('TvaNumber') === ''
    )
      setValue('TvaNumber', vatNumberOf(siren), { shouldDirty: true, shouldValidate: true })
  }, [siren, isTyped, setValue, getValues])
  return null
}
