import { useTranslation } from 'react-i18next'
import { BANK_REFERENCE_LENGTH, PAYMENT_METHODS } from '#contract/billing/bill.values.ts'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { fieldLabel, optionLabel, useEntityWords } from '#web/kernel/words/record-words.ts'

/** Means of a payment, and the bank's words for it; both may stay empty. */
export function PaymentMeansFields({ reference = true }: { reference?: boolean }) {
  const { t } = useTranslation(['billing', 'kernel'])
  useEntityWords('bill')
  return (
    <>
      <SelectField
        name="method"
        label={fieldLabel('bill', 'payments.method')}
        none={t('payment.methodNone')}
        options={PAYMENT_METHODS.map((value) => ({
          value,
          label: optionLabel('bill', 'payments.method', value),
        }))}
      />
      {reference && (
        <TextField
          name="bankReference"
          label={fieldLabel('bill', 'payments.bankReference')}
          hint={t('payment.referenceHint')}
          maxLength={BANK_REFERENCE_LENGTH}
        />
      )}
    </>
  )
}
