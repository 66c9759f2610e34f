import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, FieldShell, useField } from './field.tsx'

const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** Formatted text. Its value is HTML, '' when empty; the server keeps of it what the editor can make. */
export function RichTextField(props: FieldProps) {
  // Its words are there before the editor is: one that has to wait is taken down by React and put up again.
  useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell id={id} error={error} labelled="group" {...props}>
      <Suspense fallback={<div className="input !h-[190px]" aria-busy="true" />}>
        <RichTextEditor
          id={id}
          labelledBy={`${id}-l`}
          describedBy={wiring['aria-describedby']}
          invalid={error !== undefined}
          required={props.required ?? false}
          readOnly={props.readOnly ?? false}
          value={typeof field.value === 'string' ? field.value : ''}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </Suspense>
    </FieldShell>
  )
}
