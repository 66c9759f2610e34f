import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import {
  goes,
  isNeutral,
  TRANSACTION_TYPES,
  vatPercentsAt,
} from '#contract/finance/finance.values.ts'
import type { Schedule, ScheduleDraft } from '#contract/schedules/schedules.contract.ts'
import {
  ACTIVITIES,
  AMOUNT_TYPES,
  BASES,
  INTERVALS,
  PERIOD_MODES,
} from '#contract/schedules/schedules.values.ts'
import { capitalised } from '#web/kernel/words/capitalised.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useBusinessAddress, useProfiles } from '#web/kernel/data/session.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField, NumberField, PercentField } from '#web/kernel/form/number-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { CheckField } from '#web/kernel/form/switch-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { ReferenceField } from '#web/kernel/records/record-fields.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { HowAmount } from './how-amount.tsx'
import { FAMILIES, type Family, previewQuery } from './schedules.queries.ts'

/** Booked by itself, proposed, or only reminded of. */
const WAYS = {
  automatic: { mode: 'automatic', option: 'autoInput' },
  validation: { mode: 'validation', option: 'autoInput' },
  reminder: { mode: 'validation', option: 'reminder' },
} as const
type Way = keyof typeof WAYS
const Entry = z.object({
  label: z.string().trim().min(1).max(200),
  operation: z.enum(['in', 'out']),
  type: z.enum(TRANSACTION_TYPES),
  organismId: z.union([z.string(), z.literal(0)]),
  amountType: z.enum(AMOUNT_TYPES),
  amount: z.number().min(0),
  rate: z.string(),
  percentage: z.number().min(0).max(100),
  base: z.enum(BASES),
  periodMode: z.enum(PERIOD_MODES),
  periodFrom: z.number().int(),
  periodTo: z.number().int(),
  lastDays: z.number().int().min(0).max(3660),
  interval: z.enum(INTERVALS),
  intervalCount: z.number().int().min(1).max(1000),
  startDate: z.number().int().min(1),
  expiryDate: z.number().int(),
  paymentDelay: z.number().int().min(0).max(365),
  way: z.enum(['automatic', 'validation', 'reminder']),
  activity: z.enum(ACTIVITIES),
  incomeTaxOption: z.boolean(),
  acreFrom: z.number().int(),
})
type Entry = z.infer<typeof Entry>

const wayOf = ({ mode, option }: Schedule): Way =>
  option === 'reminder' ? 'reminder' : mode === 'automatic' ? 'automatic' : 'validation'

/** A schedule before anything is entered. */
const BLANK = {
  label: '',
  operation: 'out',
  organismId: 0,
  amountType: 'fixed',
  amount: 0,
  rate: '0',
  percentage: 0,
  base: 'caHt',
  periodMode: 'delta',
  periodFrom: 0,
  periodTo: 0,
  lastDays: 0,
  interval: 'month',
  intervalCount: 1,
  expiryDate: 0,
  paymentDelay: 0,
  activity: 'bncSsi',
  incomeTaxOption: false,
  acreFrom: 0,
} as const

function valuesOf(row: Schedule | undefined, family: Family): Entry {
  const isCharge = family === 'charge'
  if (row === undefined)
    return {
      ...BLANK,
      type: isCharge ? 'charge' : 'subscription',
      startDate: today(),
      way: isCharge ? 'validation' : 'automatic',
    }
  return {
    ...(Object.fromEntries(
      Object.keys(BLANK).map((name) => [name, row[name as keyof typeof BLANK]]),
    ) as Omit<Entry, 'type' | 'startDate' | 'way'>), // entries forget keys
    rate: String(row.rate),
    type: row.type,
    startDate: row.startDate,
    way: wayOf(row),
  }
}

const bodyOf = ({ way, rate, ...values }: Entry) => ({
  ...values,
  // Contributions are paid to the Urssaf, unless another type was chosen.
  ...(values.amountType === 'contributions' &&
    values.type === 'charge' && { type: 'urssaf' as const }),
  ...WAYS[way],
  rate: isNeutral(values.type) ? 0 : Number(rate),
})

// The words of choices begin small, as in a sentence.
const options = <V extends string>(all: readonly V[], name: (value: V) => string) =>
  all.map((value) => ({ value, label: capitalised(name(value)) }))

/** Recurring entry, with its coming runs before it is saved. */
export function ScheduleDialog({
  family,
  row,
  profileId,
  currency,
  onClose,
}: {
  family: Family
  /** The schedule to change; a new one when absent. */
  row?: Schedule
  profileId: string
  currency: string
  onClose: () => void
}) {
  const { t } = useTranslation(['schedules', 'finance', 'kernel'])
  const { routes } = FAMILIES[family]
  const done = {
    invalidates: ['schedules', 'waiting'],
    onDone: onClose,
  } as const
  const add = useWrite(routes.add, { ...done, done: t('done.added') })
  const change = useWrite(routes.change, {
    ...done,
    done: (_, { body }) => ({ kind: 'changed', name: plainText(body.label) }),
  })
  const form = useCarnetForm({
    schema: Entry,
    values: useMemo(() => valuesOf(row, family), [row, family]),
    save: (values) =>
      row
        ? change.mutateAsync({ body: { id: row.id, version: row.version, ...bodyOf(values) } })
        : add.mutateAsync({ body: { profileId, ...bodyOf(values) } }),
  })
  const { methods } = form
  const values = methods.watch()
  const { operation, amountType, interval } = values
  const isContributions = amountType === 'contributions'
  const label = (field: string) => fieldLabel(family, field)
  return (
    <FormDialog
      form={form}
      wide
      onClose={onClose}
      title={t(row ? `change.${family}` : `add.${family}`)}
      verb={t(row ? 'kernel:action.save' : 'kernel:action.add')}
    >
      <FieldGrid>
        <TextField name="label" label={label('label')} required autoFocus />
        <ReferenceField
          name="organismId"
          label={label('organismId')}
          references="organism"
          names={row?.organism}
        />
        {family === 'scheduledTransaction' && (
          <SegmentField
            name="operation"
            label={label('operation')}
            options={options(['out', 'in'] as const, (value) =>
              t(`charge.option.operation.${value}`),
            )}
          />
        )}
        <SelectField
          name="type"
          label={label('type')}
          options={options(
            TRANSACTION_TYPES.filter((one) => one === values.type || goes(operation, one)),
            (value) => t(`finance:transaction.option.type.${value}`),
          )}
        />
      </FieldGrid>
      <SegmentField
        name="amountType"
        label={label('amountType')}
        options={options(
          family === 'charge' ? AMOUNT_TYPES : (['fixed', 'calculated'] as const),
          (value) => t(`charge.option.amountType.${value}`),
        )}
      />
      <AmountFields {...{ family, values, profileId, currency }} />
      <FieldGrid>
        {interval !== 'once' && (
          <NumberField name="intervalCount" label={label('intervalCount')} digits={0} />
        )}
        <SelectField
          name="interval"
          label={label('interval')}
          options={options(isContributions ? (['month'] as const) : INTERVALS, (value) =>
            t(`unit.${value}`),
          )}
        />
        <DayField name="startDate" label={label('startDate')} required />
        {interval !== 'once' && <DayField name="expiryDate" label={label('expiryDate')} />}
      </FieldGrid>
      {!isContributions && (
        <FieldGrid>
          <SelectField
            name="way"
            label={label('mode')}
            options={options(['automatic', 'validation', 'reminder'] as const, (value) =>
              value === 'automatic' ? t(`way.automatic.${operation}`) : t(`way.${value}`),
            )}
          />
          <NumberField name="paymentDelay" label={label('paymentDelay')} digits={0} />
        </FieldGrid>
      )}
      <Preview
        family={family}
        draft={{ ...(row && { id: row.id }), profileId, currency, ...bodyOf(values) }}
        whole={Entry.safeParse({ ...values, label: values.label || '-' }).success}
      />
    </FormDialog>
  )
}

/** Fields of an amount, by its kind. */
function AmountFields({
  family,
  values: { amountType, periodMode, rate: chosenRate, type, way },
  profileId,
  currency,
}: {
  family: Family
  values: Entry
  profileId: string
  currency: string
}) {
  const { t } = useTranslation('schedules')
  const label = (field: string) => fieldLabel(family, field)
  /** The activity that the profile names: contributions follow it. */
  const ofProfile = useProfiles().data?.find(({ id }) => id === profileId)?.activity ?? ''
  const address = useBusinessAddress(profileId)
  if (amountType === 'fixed')
    return (
      <FieldGrid>
        <MoneyField
          name="amount"
          label={label('amount')}
          currency={currency}
          {...(way === 'reminder' && { hint: t('hint.reminder') })}
        />
        {!isNeutral(type) && (
          <SelectField
            name="rate"
            label={label('rate')}
            options={options(
              [...new Set(['0', ...vatPercentsAt(address, today()).map(String), chosenRate])],
              (rate) => t('rate', { rate: Number(rate) }),
            )}
          />
        )}
      </FieldGrid>
    )
  if (amountType === 'calculated')
    return (
      <FieldGrid>
        <PercentField name="percentage" label={label('percentage')} />
        <SelectField
          name="base"
          label={label('base')}
          options={options(BASES, (value) => t(`charge.option.base.${value}`))}
        />
        <SelectField
          name="periodMode"
          label={label('periodMode')}
          options={options(PERIOD_MODES, (value) => t(`charge.option.periodMode.${value}`))}
        />
        {periodMode === 'lastDays' && (
          <NumberField name="lastDays" label={label('lastDays')} digits={0} />
        )}
        {periodMode === 'specificInterval' && (
          <>
            <DayField name="periodFrom" label={label('periodFrom')} />
            <DayField name="periodTo" label={label('periodTo')} />
          </>
        )}
      </FieldGrid>
    )
  return (
    <>
      {!ofProfile && (
        <>
          <FieldGrid>
            <SelectField
              name="activity"
              label={label('activity')}
              options={options(ACTIVITIES, (value) => t(`charge.option.activity.${value}`))}
            />
            <DayField name="acreFrom" label={label('acreFrom')} hint={t('hint.acre')} />
          </FieldGrid>
          <CheckField name="incomeTaxOption" label={label('incomeTaxOption')} />
        </>
      )}
      <p className="hint">
        {ofProfile && `${t(`charge.option.activity.${ofProfile}`)}. `}
        {t(ofProfile ? 'hint.ofProfile' : 'hint.byProfile')}{' '}
        <Link className="link" to={paths.profiles.to({}, { open: profileId })}>
          {t('hint.openProfile')}
        </Link>
      </p>
    </>
  )
}

/** The next five runs, and how the amount of the first would be made as of today. */
function Preview({
  family,
  draft,
  whole,
}: {
  family: Family
  draft: ScheduleDraft
  whole: boolean
}) {
  const { t } = useTranslation('schedules')
  // Neither the label nor the organism changes a run.
  const text = useDeferredValue(JSON.stringify({ ...draft, label: '-', organismId: 0 }))
  // parsed from the text above
  const runs = useQuery({
    ...previewQuery(family, JSON.parse(text) as ScheduleDraft),
    enabled: whole,
  }).data
  const [first] = runs ?? []
  const { amountType = 'fixed', base = 'caHt', currency = 'EUR' } = draft
  return (
    <section
      className="border-t border-line pt-3"
      aria-label={t('preview.title')}
      aria-live="polite"
    >
      <h3 className="label">{t('preview.title')}</h3>
      {runs?.length === 0 && <p className="text-ink-muted">{t('preview.none')}</p>}
      <ol className="m-0 flex list-none flex-wrap gap-x-5 gap-y-1 p-0">
        {runs?.map((run) => (
          <li key={run.due}>
            <DayText at={run.due} />
            {amountType === 'fixed' && run.amount > 0 && (
              <span className="ms-2 text-ink-muted">
                <Amount major={run.amount} currency={currency} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {first && amountType !== 'fixed' && (
        <div className="mt-3">
          <p className="text-sm text-ink-muted">{t('preview.asOfToday')}</p>
          <HowAmount row={{ amountType, base, currency }} run={first} />
        </div>
      )}
    </section>
  )
}
