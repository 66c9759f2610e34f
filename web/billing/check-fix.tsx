import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Checklist } from '#contract/billing/billing.schemas.ts'
import { paths } from '#web/screens.ts'

/** The way to mend a point of a checklist: a field of the draft, or the screen of the cause. */
export function CheckFix({
  item,
  onFix,
}: {
  item: Pick<Checklist['items'][number], 'entity' | 'entityId' | 'path'>
  onFix: (path: string) => void
}) {
  const { t } = useTranslation('billing')
  const className = 'link shrink-0 self-start text-sm font-medium'
  if (item.entity === 'bill')
    return (
      <button type="button" className={className} onClick={() => onFix(item.path)}>
        {t('check.fix')}
      </button>
    )
  return (
    <Link
      className={className}
      to={
        item.entity === 'company'
          ? paths.companies.to({}, { open: item.entityId, view: 'form' })
          : paths.profiles.to({}, { open: item.entityId })
      }
    >
      {t('check.fix')}
    </Link>
  )
}
