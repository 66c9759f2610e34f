import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CV_LANGUAGES, type CvLanguage } from '#contract/cv/cv.values.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'

type Row = { readonly language: string; readonly field: string; readonly text: string }
/** A field of prose. `rows`: lines of its box. */
export type Translated = { readonly name: string; readonly label: string; readonly rows: number }

/** The texts of a form in another language, one language at a time; what is missing is marked. */
export function Translations({ fields, own }: { fields: readonly Translated[]; own: CvLanguage }) {
  const { t } = useTranslation('cv')
  const id = useId()
  const [language, setLanguage] = useState<CvLanguage | ''>('')
  const { field } = useController({ name: 'translations' })
  const { getValues } = useFormContext()
  useWatch()
  const rows = (field.value ?? []) as readonly Row[] // rows of the form's field
  const others = CV_LANGUAGES.filter((one) => one !== own)
  const textIn = (one: string, name: string) =>
    rows.find((row) => row.language === one && row.field === name)?.text ?? ''
  const isWritten = ({ name }: Translated) => {
    const value: unknown = getValues(name)
    return typeof value === 'string' && value.trim() !== ''
  }
  const written = fields.filter(isWritten)
  const missingIn = (one: string) => written.filter(({ name }) => textIn(one, name) === '').length
  const set = (name: string, text: string) => {
    const rest = rows.filter((row) => row.language !== language || row.field !== name)
    field.onChange(text === '' ? rest : [...rest, { language, field: name, text }])
  }
  return (
    <div className="border-t border-line pt-3">
      <label className="label" htmlFor={id}>
        {t('translation.title')}
      </label>
      <div className="sm:max-w-[280px]">
        <NativeSelect
          id={id}
          value={language}
          onChange={(event) =>
            setLanguage(CV_LANGUAGES.find((one) => one === event.target.value) ?? '')
          }
        >
          <option value="">{t('translation.none')}</option>
          {others.map((one) => (
            <option key={one} value={one}>
              {missingIn(one) === 0
                ? t('translation.whole', { language: t(`inLanguage.${one}`) })
                : t('translation.missing', {
                    language: t(`inLanguage.${one}`),
                    count: missingIn(one),
                  })}
            </option>
          ))}
        </NativeSelect>
      </div>
      {language !== '' && (
        <div className="mt-3 grid gap-3">
          {written.map(({ name, label, rows: height }) => (
            <div key={name}>
              <label className="label" htmlFor={`${id}-${name}`}>
                {label}
                {textIn(language, name) === '' && (
                  <span className="ms-2 text-xs font-normal text-warning">
                    {t('translation.absent')}
                  </span>
                )}
              </label>
              <textarea
                id={`${id}-${name}`}
                className="input"
                rows={height}
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
