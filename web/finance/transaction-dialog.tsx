import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toMinor, toRate } from '#contract/billing/billing-amounts.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import type { Transaction } from '#contract/finance/finance.schemas.ts'
import {
  goes,
  isNeutral,
  isSelfAssessed,
  NATURES,
  PAYMENT_METHODS,
  REGIONS,
  selfAssessed,
  TRANSACTION_TYPES,
  usualVatPercentAt,
  vatPercentsAt,
} from '#contract/finance/finance.values.ts'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FileField } from '#web/kernel/form/file-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField, PercentField } from '#web/kernel/form/number-field.tsx'
import { RowsField } from '#web/kernel/form/rows-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { ReferenceField } from '#web/kernel/records/record-fields.tsx'
import { useBusinessAddress } from '#web/kernel/data/session.tsx'
import { Entry, percentOf } from './entry.ts'
import { USUAL, useEntryHelp } from './use-entry-help.ts'

const NO_ROW = { base: null, amount: null, total: null }

/** A transaction by hand before anything is entered. */
const BLANK = {
  label: '',
  reference: '',
  organismId: 0,
  status: 'paid',
  documentDate: 0,
  bankAccountType: 'professional',
  paymentMethod: '',
  amountEUR: null,
  nature: 'service',
  region: 'FR',
  supplierOnDebits: false,
  foreignVat: false,
  deductibleShare: 100,
  attachmentIds: [],
} satisfies Partial<Entry>

/** @param rate the usual one of the place */
function valuesOf(
  row: Transaction | undefined,
  { operation, rate, currency }: Pick<Entry, 'operation' | 'currency'> & { rate: string },
): Entry {
  if (row === undefined)
    return {
      ...BLANK,
      details: [{ ...NO_ROW, rate }] as unknown as Entry['details'], // an empty field holds null
      operation,
      currency,
      type: USUAL[operation],
      paymentDate: today(),
      expectedPaymentDate: today(),
    }
  return {
    operation: row.operation,
    type: row.type,
    label: row.label,
    reference: row.reference,
    organismId: row.organismId,
    status: row.status,
    paymentDate: row.paymentDate || row.expectedPaymentDate,
    expectedPaymentDate: row.expectedPaymentDate || row.paymentDate,
    documentDate: row.documentDate,
    bankAccountType: row.bankAccountType,
    paymentMethod: row.paymentMethod,
    currency,
    details: isNeutral(row.type)
      ? [{ rate: '0', base: row.amountTTC, amount: 0, total: row.amountTTC }]
      : row.details.map(({ rate, base, amount }) => ({
          rate: String(rate),
          base,
          amount,
          total: Math.round((base + amount) * 100) / 100,
        })),
    amountEUR: row.currency === 'EUR' || row.amountEUR === 0 ? null : row.amountEUR,
    nature: row.nature,
    region: row.region,
    supplierOnDebits: row.supplierOnDebits,
    foreignVat: row.foreignVat,
    deductibleShare: row.deductibleShare,
    attachmentIds: [...row.attachmentIds],
  }
}

function bodyOf(
  { paymentDate, expectedPaymentDate, details, amountEUR, ...values }: Entry,
  row: Transaction | undefined,
) {
  return {
    ...values,
    ...(values.currency !== 'EUR' && { amountEUR: amountEUR ?? 0 }),
    details: details.map(({ rate, base, amount }) => ({ rate: percentOf(rate), base, amount })),
    paymentDate: values.status === 'paid' ? paymentDate : 0,
    expectedPaymentDate:
      values.status === 'unpaid' ? expectedPaymentDate : (row?.expectedPaymentDate ?? 0),
  }
}

/** Whether one of the values that are folded away says something. */
const isUnusual = ({
  currency,
  reference,
  documentDate,
  nature,
  region,
  deductibleShare,
  supplierOnDebits,
  foreignVat,
  paymentMethod,
}: Transaction): boolean =>
  currency !== 'EUR' ||
  reference !== '' ||
  documentDate !== 0 ||
  nature !== 'service' ||
  region !== 'FR' ||
  deductibleShare !== 100 ||
  supplierOnDebits ||
  foreignVat ||
  paymentMethod !== ''

/** The VAT that the buyer of a purchase from abroad owes, and deducts; the price is without it. */
function SelfAssessed({
  row: { rate, base },
  currency,
}: {
  row: Entry['details'][number]
  currency: string
}) {
  const { t } = useTranslation('finance')
  const owed = selfAssessed({
    rate: toRate(Number(rate)) ?? 0,
    baseMinor: toMinor(base, currency) ?? 0,
  })
  return (
    <p className="flex flex-col gap-1 text-sm">
      <span className="font-medium">{t('entry.selfAssessed')}</span>
      <span className="text-ink-muted">
        <Amount minor={owed.amountMinor} currency={currency} /> {t('entry.owedAndDeducted')}
      </span>
    </p>
  )
}

const label = (field: string) => fieldLabel('transaction', field)
const options = <V extends string>(values: readonly V[], name: (value: V) => string) =>
  values.map((value) => ({ value, label: name(value) }))

/** A transaction by hand: one enters what one has of its amount, and the rest follows. */
export function TransactionDialog({
  row,
  operation = 'out',
  isPhoto = false,
  profileId,
  currency: usualCurrency,
  onClose,
}: {
  /** The transaction to change; a new one when absent. */
  row?: Transaction
  operation?: 'in' | 'out'
  /** A receipt that is photographed comes first. */
  isPhoto?: boolean
  profileId: string
  currency: string
  onClose: () => void
}) {
  const { t } = useTranslation(['finance', 'kernel'])
  const done = { invalidates: ['finance', 'documents'], onDone: onClose } as const
  const add = useWrite(financeRoutes.add, {
    ...done,
    done: (_, { body }) => ({ kind: 'added', name: plainText(body.label) }),
  })
  const change = useWrite(financeRoutes.change, {
    ...done,
    done: (_, { body }) => ({ kind: 'changed', name: plainText(body.label) }),
  })
  const address = useBusinessAddress(profileId)
  const usual = String(usualVatPercentAt(address, today()))
  const form = useCarnetForm({
    schema: Entry,
    values: useMemo(
      () => valuesOf(row, { operation, rate: usual, currency: usualCurrency }),
      [row, operation, usual, usualCurrency],
    ),
    save: async (entry) => {
      const body = bodyOf(entry, row)
      await (row
        ? change.mutateAsync({ body: { id: row.id, version: row.version, ...body } })
        : add.mutateAsync({ body: { profileId, ...body } }))
    },
  })
  const { methods } = form
  const isProposed = useEntryHelp(methods, row === undefined ? profileId : undefined)
  const [way, kind, region, foreignVat, currency] = methods.watch([
    'operation',
    'type',
    'region',
    'foreignVat',
    'currency',
  ])
  const isOut = way === 'out'
  const isPaid = methods.watch('status') === 'paid'
  const isUncharged = isSelfAssessed({ operation: way, kind, region, foreignVat })
  const rates = [
    ...new Set([
      ...vatPercentsAt(address, today()).map(String),
      '0',
      ...(row?.details.map(({ rate }) => String(rate)) ?? []),
    ]),
  ]
  const files = <FileField name="attachmentIds" label={label('attachmentIds')} several />
  return (
    <FormDialog
      form={form}
      wide
      onClose={onClose}
      title={t(row ? 'entry.change' : 'entry.add')}
      verb={t(row ? 'kernel:action.save' : 'kernel:action.add')}
    >
      {isPhoto && files}
      <FieldGrid>
        <SegmentField
          name="operation"
          label={label('operation')}
          options={options(['out', 'in'] as const, (value) =>
            t(value === 'in' ? 'entry.income' : 'entry.outcome'),
          )}
        />
        <SelectField
          name="type"
          label={label('type')}
          options={options(
            TRANSACTION_TYPES.filter((one) => one === kind || goes(way, one)),
            (value) => t(`transaction.option.type.${value}`),
          )}
          {...(isNeutral(kind) && { hint: t('entry.neutral') })}
        />
        <TextField name="label" label={label('label')} autoFocus={!isPhoto} />
        <ReferenceField
          name="organismId"
          label={label('organismId')}
          references="organism"
          names={row?.organism}
          {...(isProposed && { ok: t('entry.proposed') })}
        />
      </FieldGrid>
      <RowsField
        name="details"
        label={t('entry.amounts')}
        empty={{ ...NO_ROW, rate: usual }}
        max={isNeutral(kind) ? 1 : 10}
      >
        {(path) =>
          isNeutral(kind) ? (
            <MoneyField name={`${path}.total`} label={t('entry.sum')} currency={currency} />
          ) : (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              <RateField name={`${path}.rate`} rates={foreignVat ? null : rates} />
              <MoneyField name={`${path}.base`} label={label('amount')} currency={currency} />
              {isUncharged ? (
                <SelfAssessed row={methods.watch(path as 'details.0')} currency={currency} />
              ) : (
                <VatField name={`${path}.amount`} isForeign={foreignVat} currency={currency} />
              )}
              <MoneyField name={`${path}.total`} label={label('amountTTC')} currency={currency} />
            </div>
          )
        }
      </RowsField>
      {currency !== 'EUR' && (
        <MoneyField name="amountEUR" label={label('amountEUR')} currency="EUR" />
      )}
      <FieldGrid>
        <SegmentField
          name="status"
          label={t('entry.state')}
          options={options(['paid', 'unpaid'] as const, (value) =>
            t(value === 'paid' ? 'status.paid' : 'entry.toPay'),
          )}
        />
        <DayField
          key={isPaid ? 'paid' : 'expected'}
          name={isPaid ? 'paymentDate' : 'expectedPaymentDate'}
          label={label(isPaid ? 'paymentDate' : 'expectedPaymentDate')}
          required
        />
      </FieldGrid>
      {!isPhoto && files}
      <MoreFields row={row} isOut={isOut} />
    </FormDialog>
  )
}

/** VAT of a row; that of another country says so. */
const VatField = (props: { name: string; isForeign: boolean; currency: string }) => (
  <MoneyField
    name={props.name}
    label={label(props.isForeign ? 'foreignVat' : 'vat')}
    currency={props.currency}
  />
)

/** A rate of the place, or typed for that of another country: `rates` is null. */
function RateField({ name, rates }: { name: string; rates: readonly string[] | null }) {
  const { t } = useTranslation('finance')
  return rates === null ? (
    <TextField name={name} label={t('entry.rate')} ltr />
  ) : (
    <SelectField
      name={name}
      label={t('entry.rate')}
      options={options(rates, (rate) => t('entry.percent', { rate: Number(rate) }))}
    />
  )
}

/** Values that are folded away, since most transactions have the usual ones. */
function MoreFields({ row, isOut }: { row: Transaction | undefined; isOut: boolean }) {
  const { t } = useTranslation('finance')
  return (
    <details className="border-t border-line pt-3" open={row !== undefined && isUnusual(row)}>
      <summary className="w-fit cursor-pointer text-sm font-medium text-accent">
        {t('entry.more')}
      </summary>
      <div className="mt-4 grid gap-4">
        <FieldGrid>
          <TextField name="reference" label={label('reference')} />
          <DayField name="documentDate" label={label('documentDate')} />
          <CurrencyField name="currency" label={label('currency')} />
          <SelectField
            name="nature"
            label={label('nature')}
            options={options(NATURES, (value) => t(`transaction.option.nature.${value}`))}
          />
          <SelectField
            name="region"
            label={label('region')}
            options={options(REGIONS, (value) => t(`transaction.option.region.${value}`))}
          />
          <SelectField
            name="paymentMethod"
            label={label('paymentMethod')}
            none={t('entry.notTold')}
            options={options(PAYMENT_METHODS, (value) =>
              t(`transaction.option.paymentMethod.${value}`),
            )}
          />
          {isOut && <PercentField name="deductibleShare" label={label('deductibleShare')} />}
          <SelectField
            name="bankAccountType"
            label={label('bankAccountType')}
            options={options(['professional', 'personal'] as const, (value) =>
              t(`transaction.option.bankAccountType.${value}`),
            )}
          />
        </FieldGrid>
        {isOut && <CheckField name="supplierOnDebits" label={label('supplierOnDebits')} />}
        {isOut && (
          <CheckField name="foreignVat" label={label('foreignVat')} hint={t('entry.foreignVat')} />
        )}
      </div>
    </details>
  )
}
