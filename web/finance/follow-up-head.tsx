import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { YearChoice } from './year-choice.tsx'

export type Tax = 'HT' | 'TTC'
const TAXES = ['HT', 'TTC'] as const

/** The choices above a view of what came and went, the year among them, and its export. */
export function FollowUpHead<By extends 'month' | 'quarter' | 'year'>({
  children,
  tax,
  onTax,
  by,
  periods,
  onBy,
  years,
  year,
  onYear,
  csv,
}: {
  /** Questions before the tax. */
  children?: ReactNode
  tax: Tax
  onTax: (tax: Tax) => void
  by: By
  periods: readonly By[]
  onBy: (by: By) => void
  years: readonly number[]
  year: number
  onYear: (year: number) => void
  csv: ReactNode
}) {
  const { t } = useTranslation('finance')
  const periodName = (one: 'month' | 'quarter' | 'year') => t(`followUp.of.${one}`)
  return (
    <Row ruled className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {children}
        <Segments
          label={t('followUp.tax')}
          options={TAXES.map((one) => ({ value: one, label: t(`followUp.${one}`) }))}
          value={tax}
          onChange={onTax}
        />
        <Segments
          label={t('followUp.by')}
          options={periods.map((one) => ({ value: one, label: periodName(one) }))}
          value={by}
          onChange={onBy}
        />
        {by !== 'year' && <YearChoice years={years} year={year} onChange={onYear} />}
        {csv !== null && <span className="ms-auto">{csv}</span>}
      </div>
    </Row>
  )
}
