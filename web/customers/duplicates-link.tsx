import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#web/screens.ts'
import { duplicatesQuery, type MergedEntity } from './duplicates.queries.ts'

export const duplicatesPath = (entity: MergedEntity): string =>
  (entity === 'company' ? paths.companyDuplicates : paths.contactDuplicates).to()

/** Leads to records that were entered twice; nothing while there are none. */
export function DuplicatesLink({ entity }: { entity: MergedEntity }) {
  const { t } = useTranslation('customers')
  const found = useQuery({ ...duplicatesQuery(entity), meta: { refusal: 'silent' as const } })
  const { count = 0, merges = [], apart = [] } = found.data ?? {}
  if (count === 0 && merges.length + apart.length === 0) return null
  return (
    <Link className="link text-xs" to={duplicatesPath(entity)}>
      {count === 0 ? t('duplicates.merges') : t('duplicates.link', { count })}
    </Link>
  )
}
