import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordType } from '#contract/records.ts'
import { instantText } from '#web/kernel/words/formats.ts'
import { HistoryPanel, historyQuery } from '#web/kernel/history/history.tsx'
import { labelOf } from '#web/kernel/words/labels.ts'
import { Leader, Note } from '#web/kernel/ui/page.tsx'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { RecordValue } from './record-value.tsx'
import { translateKey } from '#web/kernel/words/translate-key.ts'

/** Who made a record and who changed it last. */
export function AuditLine({ row }: { row: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const line = (key: 'record.created' | 'record.modified', at: unknown, name: unknown) =>
    t(key, { date: instantText(language, Number(at)), name: `\u2068${String(name) || t('history.erased')}\u2069` })
  return (
    <p className="mt-5 border-t border-line pt-3 text-xs text-ink-subtle">
      {line('record.created', row['creationDate'], row['createdBy'])}
      {row['lastModificationDate'] !== row['creationDate'] && (
        <span className="block">{line('record.modified', row['lastModificationDate'], row['modifiedBy'])}</span>
      )}
    </p>
  )
}

/** The history of a record in its panel; a past state is shown as a list of its fields. */
export function RecordHistory({ type, id, words }: { type: RecordType; id: string; words: string }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  const [at, setAt] = useState<number>()
  const past = useQuery({ ...historyQuery(type.name, id, at), enabled: at !== undefined })
  const record = past.data?.record
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
                {Object.keys(type.fields)
                  .filter((key) => record[key] !== '' && record[key] !== null && record[key] !== undefined)
                  .map((key) => (
                    <Leader
                      key={key}
                      label={translateKey(words, `${type.name}.field.${key}`) ?? labelOf(type.name, key) ?? key}
                    >
                      <RecordValue type={type} row={record} name={key} words={words} />
                    </Leader>
                  ))}
              </div>
            )
          )}
          {past.isError && <Note tone="negative">{t('state.error.title')}</Note>}
        </div>
      )}
      <HistoryPanel
        entity={type.name}
        id={id}
        words={words}
        record={type.name}
        at={at}
        onAt={setAt}
        format={(field, value) => {
          const name = field.split('.')[0] ?? field
          if (!(name in type.fields) || name !== field || value === '' || value === null || value === undefined)
            return undefined
          return type.fields[name]?.kind === 'reference' ? undefined : (
            <RecordValue type={type} row={{ [name]: value }} name={name} words={words} />
          )
        }}
      />
    </div>
  )
}
