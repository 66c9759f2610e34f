import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Leader, Row } from '#web/kernel/ui/page.tsx'
import { Skeleton } from '#web/kernel/ui/states.tsx'
import { Amount, DayText, Iban, None, Siren, Siret } from '#web/kernel/ui/values.tsx'

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

/** A profile as it was: read, never written. */
export function ProfilePast({
  record,
  pending,
}: {
  record: Readonly<Record<string, unknown>> | null | undefined
  pending: boolean
}) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels('professionalInfo')
  if (pending) return <Skeleton lines={8} />
  if (!record) return <Row className="py-8 text-ink-muted">{t('kernel:history.absent')}</Row>
  const shown = (field: (typeof FIELDS)[number]): ReactNode => {
    const value = record[field] as string | number | Readonly<Record<string, string>> | null | undefined // the wire's values, by their field
    if (value === undefined || value === null || value === '' || value === 0) return <None />
    switch (field) {
      case 'siren':
        return <Siren value={value as string} />
      case 'siret':
        return <Siret value={value as string} />
      case 'bankNumber':
        return <Iban value={value as string} />
      case 'shareCapital':
        return <Amount major={Number(value)} />
      case 'startDate':
      case 'tvaRegimeFrom':
        return <DayText at={Number(value)} style="long" />
      case 'address': {
        const { street, postalCode, city } = value as Readonly<Record<string, string>> // an address
        return <bdi>{[street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</bdi>
      }
      case 'accountType':
      case 'tvaRegime':
      case 'tvaPeriodicity':
      case 'tvaTaxeType':
        return String(t(`option.${field}.${value as string}` as never)) // the value is data
      case 'name':
      case 'commercialName':
      case 'legalStatus':
      case 'rcs':
      case 'website':
      case 'bankName':
      case 'currency':
      case 'TvaNumber':
        return <bdi>{value as string}</bdi>
    }
  }
  return (
    <Row className="py-6">
      <div className="max-w-[640px]">
        {FIELDS.map((field) => (
          <Leader key={field} label={label(field)}>
            {shown(field)}
          </Leader>
        ))}
      </div>
    </Row>
  )
}
