import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import type { PastedReading } from '#contract/prospecting/prospecting.schemas.ts'
import {
  CONTRACT_TYPES,
  RATE_PERIODS,
  WORK_MODES,
} from '#contract/prospecting/search-criteria.values.ts'
import { Publication } from '#contract/kernel/records.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { TextsField } from '#web/kernel/form/texts-field.tsx'
import { RecordField } from '#web/kernel/records/record-fields.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { LeaveButton } from '#web/kernel/ui/dialog.tsx'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'

const Amount = z
  .number()
  .nullable()
  .transform((amount) => amount ?? 0)
const Confirmed = z.object({
  title: z.string().trim().min(1).max(200),
  company: z.string().trim().max(200),
  location: z.string().trim().max(200),
  mode: z.enum(['', ...WORK_MODES]),
  contractType: z.enum(['', ...CONTRACT_TYPES]),
  rate: z.object({ min: Amount, max: Amount, per: z.enum(RATE_PERIODS), currency: z.string() }),
  sector: z.string(),
  skills: z.array(z.string()),
  languages: z.array(z.string()),
  years: Amount,
  postedAt: z.int(),
  url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]),
  description: z.string().max(8000),
})

/** Fields that a pasted text was read into, each with its passage, for the user to confirm. */
export function PastedJobDialog({
  read,
  onClose,
  onAdded,
  onBack,
}: {
  read: PastedReading
  onClose: () => void
  onAdded: (id: string) => void
  onBack: () => void
}) {
  const { t } = useTranslation(['prospecting', 'fields'])
  const write = useWrite(prospectingRoutes.addJobText, {
    invalidates: ['prospecting'],
    onDone: ({ id }) => onAdded(id),
  })
  const values = useMemo(() => {
    const { passages: _, rate, ...fields } = read
    return {
      ...fields,
      mode: fields.mode as z.input<typeof Confirmed>['mode'], // a value of the contract's own list
      contractType: fields.contractType as z.input<typeof Confirmed>['contractType'], // likewise
      rate: { ...rate, per: rate.per === '' ? ('day' as const) : rate.per },
    }
  }, [read])
  const form = useCarnetForm({
    schema: Confirmed,
    values,
    save: ({ rate, ...job }) =>
      write.mutateAsync({
        body: { ...job, ...(rate.max + rate.min > 0 && { rate }) },
      }),
  })
  /** Label and passage of a field, which has its words where publications have theirs. */
  const field = (name: string, label = fieldLabel('publication', name)) => {
    const passage = read.passages[name]
    return {
      name,
      label,
      ...(passage && {
        hint: <bdi className="whitespace-pre-line">{t('pasted.passage', { text: passage })}</bdi>,
      }),
    }
  }
  // The pasted text itself stays on the way back.
  const Back = form.dirty ? LeaveButton : Button
  const choices = (kind: string, among: readonly string[]) =>
    among.map((value) => ({ value, label: optionLabel('publication', kind, value) }))
  return (
    <FormDialog
      // Nothing of the pasted text is saved yet.
      form={{ ...form, dirty: true }}
      onClose={onClose}
      title={t('hunt.paste')}
      body={t('pasted.confirm')}
      verb={t('pasted.add')}
      wide
      head={
        <Back size="sm" variant="quiet" icon={ArrowLeft} points onClick={onBack}>
          {t('pasted.back')}
        </Back>
      }
    >
      <TextField {...field('title')} required autoFocus />
      <FieldGrid>
        <TextField {...field('company')} />
        <TextField {...field('location')} />
        <SelectField
          {...field('mode', fieldLabel('publication', 'workLocationType'))}
          none={t('pasted.unsaid')}
          options={choices('workLocationType', WORK_MODES)}
        />
        <SelectField
          {...field('contractType')}
          none={t('pasted.unsaid')}
          options={choices('contractType', CONTRACT_TYPES)}
        />
      </FieldGrid>
      <FieldGrid columns={4}>
        <NumberField {...field('rate', t('pasted.min'))} name="rate.min" zeroIsEmpty />
        <NumberField name="rate.max" label={t('pasted.max')} zeroIsEmpty />
        <SelectField
          name="rate.per"
          label={fieldLabel('publication', 'budgetPeriod')}
          options={choices('budgetPeriod', RATE_PERIODS)}
        />
        <CurrencyField name="rate.currency" label={fieldLabel('publication', 'currency')} />
      </FieldGrid>
      <TextsField {...field('skills')} max={30} />
      <FieldGrid>
        <TextsField {...field('languages', fieldLabel('searchCriteria', 'languages'))} max={30} />
        <NumberField {...field('years', t('pasted.years'))} digits={0} zeroIsEmpty />
        <DayField {...field('postedAt', fieldLabel('publication', 'datePosted'))} />
        <TextField {...field('url', t('pasted.url'))} type="url" />
        <RecordField type={Publication} name="sector" field={Publication.fields.sector} />
      </FieldGrid>
      <TextArea name="description" label={t('pasted.label')} rows={6} />
    </FormDialog>
  )
}
