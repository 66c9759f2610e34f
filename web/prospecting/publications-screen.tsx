import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Publication } from '#contract/records.ts'
import { columnsOf } from '#web/kernel/records/record-columns.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel } from '#web/kernel/words/record-words.ts'
import { PublicationStatus } from './publication-status.tsx'

const PublicationActs = lazy(async () => ({ default: (await import('./publication-acts.tsx')).PublicationActs }))

/** Route `/admin/prospecting/offer/publications`: jobs that the user offers. */
export function PublicationsScreen() {
  const { t } = useTranslation('prospecting')
  return (
    <RecordScreen
      type={Publication}
      // The buttons below the form publish it.
      hidden={['status', 'datePosted']}
      omits={(values) => [
        ...(values['start'] === 'date' ? [] : ['startDate']),
        values['applicationReception'] === 'externalSite' ? 'contactEmail' : 'jobUrl',
      ]}
      extra={(row) => (
        <Suspense fallback={null}>
          <PublicationActs row={row} />
        </Suspense>
      )}
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
          slips={[{ title: t('posting.sample'), note: 'Lyon', end: <PublicationStatus status="draft" /> }]}
        />
      }
    />
  )
}
