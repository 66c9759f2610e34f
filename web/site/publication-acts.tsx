import { ExternalLink, Megaphone, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RecordRow } from '#contract/kernel/records.ts'
import { siteRoutes } from '#contract/site/site.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { publicationState } from './publication-state.tsx'

const ROUTES = {
  blog: { publish: siteRoutes.publish, unpublish: siteRoutes.unpublish },
  content: { publish: siteRoutes.publishPage, unpublish: siteRoutes.unpublishPage },
} as const

/** Publishes an article or a page or takes it back, and leads to its page. */
export function PublicationActs({
  of,
  row,
  href,
  publishable,
}: {
  of: keyof typeof ROUTES
  row: RecordRow
  href: string
  /** Whether there is something that readers do not see yet. */
  publishable: boolean
}) {
  const { t } = useTranslation('site')
  const { can } = useSession()
  const state = publicationState(Number(row['publishDate']))
  const options = {
    invalidates: ['site', 'history'],
    done: { kind: 'changed' as const, name: namedRecord(of, plainText(row['title'])) },
  }
  const publish = useWrite(ROUTES[of].publish, options)
  const unpublish = useWrite(ROUTES[of].unpublish, options)
  const may = can('perm_blogs_manage')
  return (
    <>
      {state === 'published' && (
        <a className="btn" href={href} target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {t('act.page')}
        </a>
      )}
      {may && state !== 'draft' && (
        <Button
          icon={Undo2}
          pending={unpublish.isPending}
          onClick={() =>
            unpublish.mutate({ params: { id: row.id }, body: { version: row.version } })
          }
        >
          {t('act.unpublish')}
        </Button>
      )}
      {may && publishable && (
        <Button
          variant="primary"
          icon={Megaphone}
          pending={publish.isPending}
          onClick={() => publish.mutate({ params: { id: row.id }, body: { version: row.version } })}
        >
          {t('act.publish')}
        </Button>
      )}
    </>
  )
}
