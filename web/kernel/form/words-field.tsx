import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import type { FieldProps } from './field.tsx'
import { TextField } from './text-field.tsx'

/** One text in each of the product's languages. */
export function WordsField({ name, label, hint, readOnly = false }: FieldProps) {
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0 sm:col-span-2">
      <legend className="label">{label}</legend>
      {hint && <p className="mb-2 text-sm text-ink-muted">{hint}</p>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            name={`${name}.${language}`}
            label={languageName(language)}
            readOnly={readOnly}
          />
        ))}
      </div>
    </fieldset>
  )
}
