import { useTranslation } from 'react-i18next'
import type { JobRow } from '#contract/prospecting/prospecting.schemas.ts'
import { useAmountText } from '#web/kernel/ui/values.tsx'

/** Pay of a job, with its period; nothing where it has none. */
export function JobRate({ job: { rate } }: { job: JobRow }) {
  const { t } = useTranslation('prospecting')
  const amount = useAmountText()
  if (rate.per === '' || rate.max === 0) return null
  const text = (major: number) => amount({ major, currency: rate.currency })
  const figures =
    rate.min === rate.max || rate.min === 0
      ? text(rate.max)
      : `${text(rate.min)} – ${text(rate.max)}`
  return <span className="num">{`${figures} / ${t(`hunt.per.${rate.per}`)}`}</span>
}
