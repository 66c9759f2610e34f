import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Row } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'

/** Below a list: the way to its removed records, and so to their histories. */
export function RemovedLink({ entity }: { entity: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Row className="py-4 text-xs print:hidden">
      <Link className="link text-ink-subtle" to={paths.removed.to({ entity })}>
        {t('history.deleted')}
      </Link>
    </Row>
  )
}
