import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, FieldShell, useField } from './field.tsx'

/**
 * One of a few named levels from 1 up; 0 is none. The steps up to it are filled, with its name
 * beside.
 */
export function LevelField({ names, ...props }: FieldProps & { names: readonly string[] }) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, props)
  const group = useId()
  const value = Number(field.value ?? 0)
  const levels = names.map((name, index) => ({ level: index + 1, name }))
  return (
    <FieldShell
      id={id}
      error={error}
      labelled="group"
      shows={(stored) => names[Number(stored) - 1] ?? t('level.none')}
      {...props}
    >
      <span className="flex min-h-[var(--field)] items-center gap-3">
        <span
          role="radiogroup"
          aria-labelledby={`${id}-l`}
          aria-describedby={wiring['aria-describedby']}
          className="steps-of-level"
        >
          {(props.required ? levels : [{ level: 0, name: t('level.none') }, ...levels]).map(
            ({ level, name }, index) => (
              <label
                key={level}
                title={name}
                data-on={level > 0 && level <= value}
                data-none={level === 0 || undefined}
              >
                <input
                  ref={index === 0 ? field.ref : undefined}
                  type="radio"
                  name={group}
                  checked={level === value}
                  disabled={props.readOnly}
                  aria-label={name}
                  onChange={() => field.onChange(level)}
                  onBlur={field.onBlur}
                />
              </label>
            ),
          )}
        </span>
        <span className={value > 0 ? '' : 'text-ink-subtle'} aria-hidden="true">
          {names[value - 1] ?? t('level.none')}
        </span>
      </span>
    </FieldShell>
  )
}
