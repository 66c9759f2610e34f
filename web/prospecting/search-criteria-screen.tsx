import { useTranslation } from 'react-i18next'
import { SearchCriteria } from '#contract/kernel/records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const CriteriaCount = late(async () => (await import('./criteria-count.tsx')).CriteriaCount)
const CriteriaFromText = late(
  async () => (await import('./criteria-from-text.tsx')).CriteriaFromText,
)
const PlaceSearch = late(async () => (await import('./place-search.tsx')).PlaceSearch)

/** Route `/admin/prospecting/offer/search-criteria`: what the user looks for. */
export function SearchCriteriaScreen() {
  const { t } = useTranslation('prospecting')
  return (
    <RecordScreen
      type={SearchCriteria}
      columns={(declared) =>
        declared.map((column) =>
          column.id === 'automaticSearch' ? { ...column, width: '176px' } : column,
        )
      }
      formHead={() => (
        <Awaiting waiting={<div className="h-[62px]" />}>
          <CriteriaFromText />
          <PlaceSearch />
          <CriteriaCount />
        </Awaiting>
      )}
      phone={(row) => ({
        note: <bdi>{Array.isArray(row['titles']) ? row['titles'].join(', ') : ''}</bdi>,
        end: `${Number(row['matchThreshold'])} %`,
      })}
      sample={
        <SampleSlips slips={[{ title: t('criteria.sample'), note: 'Lyon, 25 km', end: '70 %' }]} />
      }
    />
  )
}
