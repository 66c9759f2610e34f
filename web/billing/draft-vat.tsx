import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FRANCHISE_MENTION, OPERATIONS, VAT_REASONS } from '#contract/billing/bill.values.ts'
import { AddressFields } from '#web/kernel/form/address-fields.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import type { DraftForm } from './draft-form.ts'

const FIELDS = [
  'operation',
  'vatReason',
  'includeTva',
  'pricesTTC',
  'deliveryAddress',
  'exchangeRate',
  'exchangeDate',
  'exchangeSource',
] as const

/**
 * The VAT of a draft, folded to one line that says it. It opens by itself where the usual sale
 * ends: goods, an amount in another currency, or a wrong field.
 */
export function DraftVat({ franchise }: { franchise: boolean }) {
  const { t } = useTranslation('billing')
  const label = useLabels('bill')
  const [operation, vatReason, includeTva, pricesTTC, currency] = useWatch<
    DraftForm,
    ['operation', 'vatReason', 'includeTva', 'pricesTTC', 'currency']
  >({ name: ['operation', 'vatReason', 'includeTva', 'pricesTTC', 'currency'] })
  const { errors } = useFormState<DraftForm>({ name: [...FIELDS] })
  const isUsual = operation === 'services' && (currency === 'EUR' || !includeTva)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOpen = (wanted ?? !isUsual) || FIELDS.some((name) => name in errors)
  const parts = [
    optionLabel('bill', 'operation', operation),
    franchise && !includeTva ? FRANCHISE_MENTION : t(includeTva ? 'draft.withVat' : 'draft.noVat'),
    ...(vatReason === '' ? [] : [optionLabel('bill', 'vatReason', vatReason)]),
    ...(includeTva && pricesTTC ? [label('pricesTTC')] : []),
  ]
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setWanted(open)}
    >
      <summary>
        <ChevronDown size={15} />
        <span className="min-w-0">{parts.join(' · ')}</span>
      </summary>
      <div className="pt-4">
        <VatFields franchise={franchise} />
      </div>
    </details>
  )
}

/**
 * Nature of the sale, its VAT exemption, the way prices are typed, and the euro's rate of another
 * currency.
 */
function VatFields({ franchise }: { franchise: boolean }) {
  const { t } = useTranslation('billing')
  const label = useLabels('bill')
  const [operation, includeTva, currency] = useWatch<
    DraftForm,
    ['operation', 'includeTva', 'currency']
  >({
    name: ['operation', 'includeTva', 'currency'],
  })
  return (
    <>
      <FieldGrid columns={4}>
        <SelectField
          name="operation"
          label={label('operation')}
          className="sm:col-span-2"
          options={OPERATIONS.map((value) => ({
            value,
            label: optionLabel('bill', 'operation', value),
          }))}
        />
        {!franchise && (
          <SelectField
            name="vatReason"
            label={label('vatReason')}
            className="sm:col-span-2"
            none={t('draft.vatByClient')}
            options={VAT_REASONS.map((value) => ({
              value,
              label: optionLabel('bill', 'vatReason', value),
            }))}
          />
        )}
        {franchise && !includeTva ? (
          <p className="self-center text-sm text-ink-muted sm:col-span-2" lang="fr">
            {FRANCHISE_MENTION}
          </p>
        ) : (
          <SwitchField name="includeTva" label={t('draft.vat')} className="md:pt-[30px]" />
        )}
        {includeTva && (
          <SwitchField name="pricesTTC" label={label('pricesTTC')} className="md:pt-[30px]" />
        )}
      </FieldGrid>
      {operation !== 'services' && (
        <fieldset className="mt-5" aria-describedby="delivery-hint">
          <legend className="text-sm font-semibold">{label('deliveryAddress')}</legend>
          <p id="delivery-hint" className="mb-3 text-sm text-ink-muted">
            {t('draft.deliveryHint')}
          </p>
          <AddressFields name="deliveryAddress" />
        </fieldset>
      )}
      {includeTva && currency !== 'EUR' && (
        <div className="mt-5">
          <FieldGrid columns={3}>
            <NumberField
              name="exchangeRate"
              label={t('draft.exchangeRate', { currency })}
              digits={6}
              zeroIsEmpty
              unit="€"
              hint={t('draft.exchangeHint')}
            />
            <DayField name="exchangeDate" label={label('exchangeDate')} />
            <TextField
              name="exchangeSource"
              label={label('exchangeSource')}
              placeholder={t('draft.exchangeExample')}
            />
          </FieldGrid>
        </div>
      )}
    </>
  )
}
