import { useTranslation } from 'react-i18next'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const RichTextEditor = late(async () => (await import('./rich-text-editor.tsx')).RichTextEditor)

/**
 * Formatted text. Its value is HTML, '' when empty; the server keeps only the editor's elements.
 */
export function RichTextField(props: FieldProps) {
  // Loaded before the editor: a suspended editor would be unmounted and mounted again.
  useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, props)
  return (
    <FieldShell
      id={id}
      error={error}
      labelled="group"
      shows={(stored) =>
        new DOMParser().parseFromString(plainText(stored), 'text/html').body.textContent
      }
      {...props}
    >
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
        waiting={<div className="input !h-[190px]" aria-busy="true" />}
      />
    </FieldShell>
  )
}
