import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/kernel/records.ts'
import { FieldValue } from '#web/kernel/ui/field-value.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'

const FIELDS = [
  'name',
  'commercialName',
  'legalStatus',
  'siren',
  'siret',
  'rcs',
  'shareCapital',
  'address',
  'website',
  'startDate',
  'activity',
  'incomeTaxOption',
  'acreFrom',
  'urssafPeriodicity',
  'firstPeriodFrom',
  'bankName',
  'bankNumber',
  'accountType',
  'currency',
  'tvaRegime',
  'tvaRegimeFrom',
  'TvaNumber',
  'tvaPeriodicity',
  'tvaTaxeType',
] as const

/** A past state of a profile, read-only. */
export function ProfilePast({
  record,
  kinds,
  currency,
  pending,
}: {
  record: Readonly<Record<string, unknown>> | null | undefined
  kinds: Readonly<Record<string, FieldKind>>
  currency: string
  pending: boolean
}) {
  const { t } = useTranslation(['profile', 'kernel', 'fields'])
  const label = useLabels('professionalInfo')
  if (pending) return <Skeleton lines={8} />
  if (!record) return <Row className="py-8 text-ink-muted">{t('kernel:history.absent')}</Row>
  return (
    <Row className="py-6">
      <div className="max-w-[640px]">
        {FIELDS.map((field) => (
          <Leader key={field} label={label(field)}>
            <FieldValue
              kind={kinds[field] ?? 'text'}
              value={record[field]}
              currency={currency}
              option={(value) => optionLabel('professionalInfo', field, value)}
              style="full"
            />
          </Leader>
        ))}
      </div>
    </Row>
  )
}
