import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CV_LANGUAGES, type CvLanguage, type CvSection, TRANSLATED } from '#contract/cv.values.ts'
import type { RecordType } from '#contract/records.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { fieldLabel } from '#web/kernel/words/record-words.ts'

type Row = { language: string; field: string; text: string }

/** The item's texts in another language, one language at a time; what is missing is marked. */
export function Translations({ type, section, own }: { type: RecordType; section: CvSection; own: CvLanguage }) {
  const { t } = useTranslation('cv')
  const id = useId()
  const [language, setLanguage] = useState<CvLanguage | ''>('')
  const { field } = useController({ name: 'translations' })
  const { getValues } = useFormContext()
  useWatch()
  const rows = (field.value ?? []) as readonly Row[] // rows of the record's field
  const names = TRANSLATED[section]
  const others = CV_LANGUAGES.filter((one) => one !== own)
  const textIn = (one: string, name: string) =>
    rows.find((row) => row.language === one && row.field === name)?.text ?? ''
  const isWritten = (name: string) => {
    const value: unknown = getValues(name)
    return typeof value === 'string' && value.trim() !== ''
  }
  const written = names.filter(isWritten)
  const missingIn = (one: string) => written.filter((name) => textIn(one, name) === '').length
  const set = (name: string, text: string) => {
    const rest = rows.filter((row) => row.language !== language || row.field !== name)
    field.onChange(text === '' ? rest : [...rest, { language, field: name, text }])
  }
  return (
    <div className="border-t border-line pt-3">
      <label className="label" htmlFor={id}>
        {t('translation.title')}
      </label>
      <NativeSelect
        id={id}
        className="sm:max-w-[280px]"
        value={language}
        onChange={(event) => setLanguage(CV_LANGUAGES.find((one) => one === event.target.value) ?? '')}
      >
        <option value="">{t('translation.none')}</option>
        {others.map((one) => (
          <option key={one} value={one}>
            {missingIn(one) === 0
              ? t('translation.whole', { language: t(`inLanguage.${one}`) })
              : t('translation.missing', { language: t(`inLanguage.${one}`), count: missingIn(one) })}
          </option>
        ))}
      </NativeSelect>
      {language !== '' && (
        <div className="mt-3 grid gap-3">
          {written.map((name) => (
            <div key={name}>
              <label className="label" htmlFor={`${id}-${name}`}>
                {fieldLabel(type, name)}
                {textIn(language, name) === '' && (
                  <span className="ms-2 text-xs font-normal text-warning">{t('translation.absent')}</span>
                )}
              </label>
              <textarea
                id={`${id}-${name}`}
                className="input"
                rows={type.fields[name]?.kind === 'markdown' ? 5 : 1}
                lang={language}
                dir="auto"
                value={textIn(language, name)}
                onChange={(event) => set(name, event.target.value)}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
