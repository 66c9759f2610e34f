import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const MarkdownText = late(
  async () => (await import('#web/kernel/ui/markdown-text.tsx')).MarkdownText,
)

/** Text in Markdown, with its source and a preview. */
export function MarkdownField({ rows = 8, ...props }: FieldProps & { rows?: number }) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, { ...props, hint: true })
  const [view, setView] = useState<'write' | 'read'>('write')
  const text = typeof field.value === 'string' ? field.value : ''
  return (
    <FieldShell id={id} error={error} {...props} hint={props.hint ?? t('markdown.hint')}>
      <Segments
        className="mb-1.5"
        label={t('markdown.view', { name: props.label })}
        options={[
          { value: 'write', label: t('markdown.write') },
          { value: 'read', label: t('markdown.read') },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'write' ? (
        <textarea
          {...wiring}
          ref={field.ref}
          name={field.name}
          value={text}
          rows={rows}
          readOnly={props.readOnly}
          className="input"
          dir="auto"
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      ) : (
        <div id={id} className="input !h-auto py-2.5" style={{ minHeight: `${rows * 20 + 20}px` }}>
          {text.trim() === '' ? (
            <p className="text-ink-subtle">{t('markdown.empty')}</p>
          ) : (
            <MarkdownText text={text} />
          )}
        </div>
      )}
    </FieldShell>
  )
}
