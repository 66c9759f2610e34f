import { Slash } from 'lucide-react'
import { type CSSProperties, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTE_SIZE } from '#contract/kernel/records.ts'
import { type FieldProps, FieldShell, useField } from './field.tsx'

const PALETTE = Array.from({ length: PALETTE_SIZE }, (_, index) => index + 1)

/** A swatch of the palette by its number; 0 is none. Arrow keys move between them. */
export function ColourField(props: FieldProps) {
  const { t } = useTranslation('fields')
  const { field, error, id, wiring } = useField(props.name, props)
  const group = useId()
  const value = Number(field.value ?? 0)
  return (
    <FieldShell
      id={id}
      error={error}
      labelled="group"
      shows={(stored) => t(`colour.${Number(stored)}` as 'colour.1')}
      {...props}
    >
      <span
        role="radiogroup"
        aria-labelledby={`${id}-l`}
        aria-describedby={wiring['aria-describedby']}
        className="swatches"
      >
        {(props.required ? PALETTE : [0, ...PALETTE]).map((number, index) => (
          <label key={number} className="swatch" title={t(`colour.${number}` as 'colour.1')}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              name={group}
              checked={number === value}
              disabled={props.readOnly}
              aria-label={t(`colour.${number}` as 'colour.1')}
              onChange={() => field.onChange(number)}
              onBlur={field.onBlur}
            />
            {number === 0 ? (
              <span className="swatch-none" aria-hidden="true">
                <Slash size={14} />
              </span>
            ) : (
              <span
                style={{ '--c': `var(--swatch-${number})` } as CSSProperties}
                aria-hidden="true"
              />
            )}
          </label>
        ))}
      </span>
    </FieldShell>
  )
}
