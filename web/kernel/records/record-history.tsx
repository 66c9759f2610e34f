import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldKind, type RecordType, referenceName } from '#contract/kernel/records.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { stateQuery } from '#web/kernel/history/history.queries.ts'
import { isNone } from '#web/kernel/ui/field-value.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { fieldAt, ownFields } from './record-type.ts'
import { RecordValue } from './record-value.tsx'

/** The users who created a record and changed it last. */
export function AuditLine({ row }: { row: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const line = (key: 'record.created' | 'record.modified', at: unknown, name: unknown) =>
    t(key, {
      date: instantText(language, Number(at)),
      name: `\u2068${String(name) || t('history.erased')}\u2069`,
    })
  return (
    <p className="mt-5 border-t border-line pt-3 text-xs text-ink-subtle">
      {line('record.created', row['creationDate'], row['createdBy'])}
      {row['lastModificationDate'] !== row['creationDate'] && (
        <span className="block">
          {line('record.modified', row['lastModificationDate'], row['modifiedBy'])}
        </span>
      )}
    </p>
  )
}

/** Kinds that do not fit on one line beside their label. */
const LONG: ReadonlySet<FieldKind> = new Set([
  'longText',
  'markdown',
  'richText',
  'address',
  'texts',
  'choices',
  'references',
])

/** The history of a record in its panel; a past state is a list of its fields. */
export function RecordHistory({
  type,
  id,
  acts,
}: {
  type: RecordType
  id: string
  /** Acts on a past state. */
  acts: (then: Readonly<Record<string, unknown>>) => ReactNode
}) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const [at, setAt] = useState<number>()
  const past = useQuery({ ...stateQuery(type.name, id, at), enabled: at !== undefined })
  const record = past.data?.record
  /** Adds the names of its references, as a list's row has them. */
  const named = (values: Readonly<Record<string, unknown>>) => {
    const nameOf = (id: unknown) => past.data?.names[plainText(id)] ?? ''
    const names = Object.keys(type.fields)
      .filter((key) => type.fields[key]?.references !== undefined)
      .map((key) => {
        const value = values[key]
        return [referenceName(key), Array.isArray(value) ? value.map(nameOf) : nameOf(value)]
      })
    return { ...values, ...Object.fromEntries(names) }
  }
  return (
    <div className="panel-bleed">
      {at !== undefined && (
        <div className="border-b border-line bg-warm-soft px-5 py-3 text-sm">
          <output className="block font-semibold">
            {t('history.reading', { date: instantText(language, at, 'long') })}
          </output>
          {record === null ? (
            <p className="mt-1 text-ink-muted">{t('history.absent')}</p>
          ) : (
            record && (
              <div className="mt-2">
                {ownFields(type, Object.keys(type.fields))
                  .filter((key) => !isNone(type.fields[key]?.kind ?? 'text', record[key]))
                  .map((key) =>
                    LONG.has(type.fields[key]?.kind ?? 'text') ? (
                      <div key={key} className="py-[5px]">
                        <span className="text-ink-muted">{fieldLabel(type, key)}</span>
                        <div className="mt-0.5">
                          <RecordValue type={type} row={named(record)} name={key} style="full" />
                        </div>
                      </div>
                    ) : (
                      <Leader key={key} label={fieldLabel(type, key)}>
                        <RecordValue type={type} row={named(record)} name={key} />
                      </Leader>
                    ),
                  )}
                {acts(record)}
              </div>
            )
          )}
          {past.isError && <Note tone="negative">{t('state.error.title')}</Note>}
        </div>
      )}
      <HistoryPanel
        entity={type.name}
        id={id}
        at={at}
        onAt={setAt}
        field={(path) => {
          const [name = '', part = ''] = path.split('.')
          return type.fields[name]?.fields?.[part] ?? fieldAt(type, name)
        }}
      />
    </div>
  )
}
