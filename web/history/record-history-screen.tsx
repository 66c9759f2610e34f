import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { HistoryOf } from '#contract/history/history.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { stateQuery } from '#web/kernel/history/history.queries.ts'
import { PastBand } from '#web/kernel/history/past.tsx'
import { placeOf } from '#web/kernel/shell/found-place.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { Note, PageHead, Row, Split } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedEntities, namedRecord, useEntityWords } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { RecordState } from './record-state.tsx'
import { RestoreButton } from './restore-button.tsx'
import { UnknownEntity } from './unknown-entity.tsx'

/**
 * Route `/admin/history/:entity/:id`: the history of any record, also of a removed one, and its
 * past states.
 */
export function RecordHistoryScreen() {
  const { entity = '', id = '' } = useParams()
  return namedEntities().includes(entity) ? (
    <RecordHistory entity={entity} id={id} />
  ) : (
    <UnknownEntity />
  )
}

function RecordHistory({ entity, id }: { entity: string; id: string }) {
  const { t } = useTranslation(['history', 'kernel', 'fields'])
  useEntityWords(entity)
  const { language } = usePreferences()
  const [{ at: word }, set] = useUrlState({ at: '' })
  const at = /^\d+$/.test(word) ? Number(word) : undefined
  const setAt = (to: number | undefined) => set({ at: to === undefined ? '' : String(to) })
  const now = useQuery(stateQuery(entity, id))
  const past = useQuery({ ...stateQuery(entity, id, at), enabled: at !== undefined })
  if (now.isError) return <ErrorState error={now.error} onRetry={now.refetch} />
  if (!now.data) return <Skeleton lines={10} />
  const { access, record, last, facts } = now.data
  const removedAt = record === null ? facts[0]?.at : undefined
  const read = at === undefined ? now.data : past.data
  const state = at === undefined ? (record ?? last) : read?.record
  return (
    <Split
      label={t('kernel:action.history')}
      side={<HistoryPanel entity={entity} id={id} at={at} onAt={setAt} />}
    >
      <RecordHead entity={entity} id={id} now={now.data} removedAt={removedAt} />
      {access && (
        <Row className="pb-4">
          <Note icon={<Eye size={16} className="text-info" />}>
            {t('record.opened', {
              name: access.userName,
              until: instantText(language, access.until),
              reason: access.reason,
            })}
          </Note>
        </Row>
      )}
      {at !== undefined && <PastBand at={at} onReturn={() => setAt(undefined)} />}
      <Row className="border-t border-line py-6">
        {removedAt !== undefined && at === undefined && <Note>{t('record.lastState')}</Note>}
        {at !== undefined && past.isPending ? (
          <Skeleton lines={6} />
        ) : read && state ? (
          <RecordState entity={entity} state={state} read={read} />
        ) : (
          <p className="text-ink-muted">
            {t(
              removedAt === undefined || at !== undefined
                ? 'kernel:history.absent'
                : 'record.empty',
            )}
          </p>
        )}
      </Row>
    </Split>
  )
}

/** The record's name, the day of its removal, and the way to its screen. */
function RecordHead({
  entity,
  id,
  now,
  removedAt,
}: {
  entity: string
  id: string
  now: HistoryOf
  /** Undefined while the record is there. */
  removedAt: number | undefined
}) {
  const { t } = useTranslation('history')
  const { language } = usePreferences()
  const { access, record, title } = now
  const place = record === null || access ? null : placeOf(foundOf(now))
  return (
    <PageHead
      title={namedRecord(entity, title)}
      sub={
        removedAt === undefined
          ? t('record.live')
          : t('record.removed', { date: instantText(language, removedAt) })
      }
      back={
        access
          ? { to: paths.logs.to(), label: t('record.audit') }
          : { to: paths.removed.to({ entity }), label: t('record.back') }
      }
      actions={
        place ? (
          <LinkButton to={place.to}>{t('record.open')}</LinkButton>
        ) : (
          record === null && !access && <RestoreButton entity={entity} id={id} />
        )
      }
    />
  )
}

/** Record that the palette would have found. */
const foundOf = ({ entity, id, title, record }: HistoryOf) => ({
  entity,
  id,
  title,
  detail: '',
  status: plainText(record?.['kind'] ?? record?.['status']),
})
