import { useTranslation } from 'react-i18next'
import { Publication } from '#contract/kernel/records.ts'
import { columnsOf } from '#web/kernel/records/record-columns.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { PublicationStatus } from './publication-status.tsx'
import { late } from '#web/kernel/ui/late.tsx'

const EveryonePublications = late(
  async () => (await import('./everyone-publications.tsx')).EveryonePublications,
)
const PublicationActs = late(async () => (await import('./publication-acts.tsx')).PublicationActs)

/**
 * Route `/admin/prospecting/offer/publications`: jobs that the user offers, for administrators
 * those of all.
 */
export function PublicationsScreen() {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const [{ of }, set] = useUrlState({ of: '', page: '', sort: '' })
  const views = can('perm_offer_other_manage') && (
    <Segments
      label={t('posting.views')}
      options={[
        { value: '', label: t('posting.mine') },
        { value: 'everyone', label: t('posting.everyone') },
      ]}
      value={of === 'everyone' ? 'everyone' : ''}
      onChange={(to) => set({ of: to, page: '', sort: '' })}
    />
  )
  if (views && of === 'everyone')
    return (
      <EveryonePublications
        views={views}
        waiting={<PageSkeleton label={t('posting.everyone')} />}
      />
    )
  return (
    <RecordScreen
      type={Publication}
      {...(views && { filter: { bar: views, words: [], on: false, query: {} } })}
      // The buttons below the form publish it.
      hidden={['status', 'datePosted']}
      omits={(values) => [
        ...(values['start'] === 'date' ? [] : ['startDate']),
        values['applicationReception'] === 'externalSite' ? 'contactEmail' : 'jobUrl',
      ]}
      extra={(row) => <PublicationActs row={row} />}
      columns={(declared) => [
        ...declared,
        {
          id: 'status',
          head: fieldLabel('publication', 'status'),
          cell: (row) => <PublicationStatus status={plainText(row['status'])} />,
          sort: (row) => plainText(row['status']),
          width: '148px',
        },
        ...columnsOf(Publication, ['datePosted']),
      ]}
      phone={(row) => ({
        status: <PublicationStatus status={plainText(row['status'])} />,
        note: <bdi>{plainText(row['location'])}</bdi>,
      })}
      sample={
        <SampleSlips
          slips={[
            { title: t('posting.sample'), note: 'Lyon', end: <PublicationStatus status="draft" /> },
          ]}
        />
      }
    />
  )
}
