import { useTranslation } from 'react-i18next'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { PageSkeleton } from '#web/kernel/ui/states.tsx'
import { OfferBoard } from './offer-board.tsx'
import { late } from '#web/kernel/ui/late.tsx'

// The list needs the table and the records' rules, which the board does without.
const OfferList = late(async () => (await import('./offer-list.tsx')).OfferList)

/** Route `/admin/prospecting/offer`: offers as lanes of their states, or as a list. */
export function OffersScreen() {
  const { t } = useTranslation('prospecting')
  const [{ as }, set] = useUrlState({ as: '', page: '', sort: '' })
  const views = (
    <Segments
      label={t('board.views')}
      options={[
        { value: '', label: t('board.lanes') },
        { value: 'list', label: t('board.list') },
      ]}
      value={as === 'list' ? 'list' : ''}
      onChange={(to) => set({ as: to, page: '', sort: '' })}
    />
  )
  if (as !== 'list') return <OfferBoard views={views} />
  return <OfferList views={views} waiting={<PageSkeleton label={t('offer.title')} />} />
}
