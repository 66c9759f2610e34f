import { useTranslation } from 'react-i18next'
import { Status } from '#web/kernel/ui/status.tsx'
import { Instant } from '#web/kernel/ui/values.tsx'

/** Draft without a date, scheduled until the date has come, published from then on. */
export type PublicationState = 'draft' | 'scheduled' | 'published'
export const publicationState = (publishDate: number): PublicationState =>
  publishDate === 0 ? 'draft' : publishDate > Date.now() ? 'scheduled' : 'published'

const KINDS = { draft: 'draft', scheduled: 'wait', published: 'collected' } as const

/** Whether readers see an article or a page, and from when on. */
export function PublicationStatus({
  publishDate,
  note,
}: {
  publishDate: number
  note?: string | undefined
}) {
  const { t } = useTranslation('site')
  const state = publicationState(publishDate)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Status kind={KINDS[state]}>{t(`state.${state}`)}</Status>
      {publishDate > 0 && (
        <span className="text-xs text-ink-subtle">
          <Instant at={publishDate} />
        </span>
      )}
      {note !== undefined && <span className="text-xs text-ink-subtle">{note}</span>}
    </span>
  )
}
