import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useMaybeSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'
import { Copyable } from './copyable.tsx'

/** The reference of a request, for support; who reads the logs is led to all that it did. */
export function RequestReference({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('kernel')
  const session = useMaybeSession()
  return (
    <span className={className}>
      {t('state.error.reference')} <Copyable text={id} />
      {session?.can('perm_access_logs_menu') && (
        <Link className="link ms-2" to={paths.logs.to({}, { view: 'story', correlation: id })}>
          {t('state.error.story')}
        </Link>
      )}
    </span>
  )
}
