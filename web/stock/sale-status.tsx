import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { Status } from '#web/kernel/ui/status.tsx'
import { Days } from '#web/kernel/ui/values.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

/** An amount of a product, 0 without one. @unit euros */
export const amountIn = (row: RecordRow, field: string) => Number(row[field] ?? 0)

/** Days since a thing was bought, null when it is sold or has no purchase date. */
export const ageOf = (row: RecordRow, now = today()): number | null =>
  row['sold'] || !row['purchaseDate']
    ? null
    : Math.max(0, Math.round((now - Number(row['purchaseDate'])) / DAY_MS))

/** Whether a product is sold, and else for how many days it has waited. */
export function SaleStatus({ row }: { row: RecordRow }) {
  const { t } = useTranslation('stock')
  const age = ageOf(row)
  return (
    <Status
      kind={row['sold'] ? 'collected' : 'draft'}
      fact={age === null ? undefined : <Days value={age} />}
    >
      {t(row['sold'] ? 'state.sold' : 'state.unsold')}
    </Status>
  )
}
