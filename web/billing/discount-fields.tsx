import { X } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { MoneyField, PercentField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { currencySymbol } from '#web/kernel/words/formats.ts'
import type { DraftForm } from './draft-form.ts'

/**
 * Reduction of a line or of the whole bill: a percentage or an amount, and its reason.
 *
 * @param props.of `lines.0.`, or empty for the bill
 * @param props.onEnter they are used: emptied for another figure, they stay
 */
export function DiscountFields({
  of,
  label,
  onEnter,
  onRemove,
}: {
  of: `lines.${number}.` | ''
  label: string
  onEnter: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('billing')
  const { setValue } = useFormContext<DraftForm>()
  // The names are those of the form's own fields.
  const [kind, currency] = useWatch<DraftForm, ['discountKind', 'currency']>({
    name: [`${of}discountKind` as 'discountKind', 'currency'],
  })
  const value = { name: `${of}discount`, label: t('discount.value'), zeroIsEmpty: true }
  return (
    // Hears that one of its fields is used.
    <div role="presentation" onFocus={onEnter}>
      <fieldset className="flex flex-wrap items-end gap-x-3 gap-y-2" aria-label={label}>
        <span className="self-center text-sm text-ink-muted max-md:w-full">{label}</span>
        <SegmentField
          name={`${of}discountKind`}
          label={t('discount.kind')}
          className="[&>.label]:sr-only"
          options={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: currencySymbol(currency) },
          ]}
        />
        {kind === 'amount' ? (
          <MoneyField {...value} currency={currency} className="w-[130px] [&>.label]:sr-only" />
        ) : (
          <PercentField {...value} className="w-[110px] [&>.label]:sr-only" />
        )}
        <TextField
          name={`${of}discountReason`}
          label={t('discount.reason')}
          placeholder={t('discount.reason')}
          className="min-w-[160px] flex-1 [&>.label]:sr-only"
        />
        <IconButton
          icon={X}
          size={16}
          label={t('discount.remove')}
          className="!size-7 self-center"
          onClick={() => {
            setValue(`${of}discount` as 'discount', 0, { shouldDirty: true, shouldValidate: true })
            setValue(`${of}discountReason` as 'discountReason', '', { shouldDirty: true })
            onRemove()
          }}
        />
      </fieldset>
    </div>
  )
}
