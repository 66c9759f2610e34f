import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { ImageField } from '#web/kernel/form/image-field.tsx'

const Picture = z.object({ content: z.string().nullable() })

/**
 * One picture, saved as soon as it is chosen or taken away. What the server finds in the bytes is said at the field.
 * @param props.kept the picture as the server has it, a data URL
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
  /** Whose face it is. */
  portrait?: string
  kept: string | null
  maxBytes: number
  save: (content: string | null) => Promise<unknown>
  className?: string
}) {
  const form = useCarnetForm({ schema: Picture, values: { content: kept }, save: ({ content }) => save(content) })
  const { methods, submit } = form
  useEffect(() => {
    const watching = methods.watch(({ content }, { type }) => {
      if (type !== 'change') return
      // Taking a refused picture away leaves what is kept: there is nothing to send.
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
