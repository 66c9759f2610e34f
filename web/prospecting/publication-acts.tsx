import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Inbox, Megaphone, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { JobApplication, type RecordRow } from '#contract/kernel/records.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { recordSummaryQuery } from '#web/kernel/records/records.queries.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { namedRecord } from '#web/kernel/words/record-words.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { paths } from '#web/screens.ts'

/** Publishes a job or takes it back, and leads to its page and its applications. */
export function PublicationActs({ row }: { row: RecordRow }) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const isPublished = row['status'] === 'published'
  const write = useWrite(isPublished ? prospectingRoutes.unpublish : prospectingRoutes.publish, {
    invalidates: ['prospecting', 'history'],
    done: { kind: 'changed', name: namedRecord('publication', plainText(row['title'])) },
  })
  const received = useQuery(recordSummaryQuery(JobApplication, { publicationId: row.id }))
  const count = received.data?.count ?? 0
  return (
    <p className="mt-5 flex flex-wrap gap-3">
      {can('perm_offer_update') && (
        <Button
          variant={isPublished ? 'plain' : 'primary'}
          icon={isPublished ? Undo2 : Megaphone}
          pending={write.isPending}
          onClick={() => write.mutate({ params: { id: row.id }, body: {} })}
        >
          {t(isPublished ? 'posting.unpublish' : 'posting.publish')}
        </Button>
      )}
      {isPublished && (
        <a className="btn" href={`/jobs/${row.id}`} target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {t('posting.page')}
        </a>
      )}
      {count > 0 && (
        <LinkButton icon={Inbox} to={paths.jobApplications.to({}, { publicationId: row.id })}>
          {t('posting.applications', { count })}
        </LinkButton>
      )}
    </p>
  )
}
