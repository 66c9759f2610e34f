import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { ImageField } from '#web/kernel/form/image-field.tsx'

const Picture = z.object({ content: z.string().nullable() })

/**
 * One picture, saved as soon as it is chosen or removed. The server's refusal is shown at the
 * field. @param props.kept the server's picture, a data URL
 */
export function PictureForm({
  label,
  kept,
  maxBytes,
  save,
  className,
  portrait,
}: {
  label: string
  /** Name of the person shown. */
  portrait?: string
  kept: string | null
  maxBytes: number
  save: (content: string | null) => Promise<unknown>
  className?: string
}) {
  const form = useCarnetForm({
    schema: Picture,
    values: { content: kept },
    save: ({ content }) => save(content),
  })
  const { methods, submit } = form
  useEffect(() => {
    const watching = methods.watch(({ content }, { type }) => {
      if (type !== 'change') return
      // Removing a refused picture restores the saved one: nothing has to be sent.
      if (content === kept) methods.clearErrors()
      else void submit()
    })
    return () => watching.unsubscribe()
  }, [methods, submit, kept])
  return (
    <FormProvider {...methods}>
      <ImageField
        name="content"
        label={label}
        maxBytes={maxBytes}
        {...(className && { className })}
        {...(portrait !== undefined && { portrait })}
      />
    </FormProvider>
  )
}
