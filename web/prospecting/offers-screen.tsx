import { useTranslation } from 'react-i18next'
import { Offer, type RecordRow } from '#contract/records.ts'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { ContractLink } from './contract-link.tsx'
import { OfferBoard } from './offer-board.tsx'
import { OfferStatus } from './offer-status.tsx'

/** Fields that no form asks for: the contract is made from the offer. */
const HIDDEN = ['projectId'] as const

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
  const record = {
    type: Offer,
    hidden: HIDDEN,
    extra: (row: RecordRow) => <ContractLink offer={row} />,
    sample: <Sample />,
  }
  if (as !== 'list') return <OfferBoard record={record} views={views} />
  return (
    <RecordScreen
      {...record}
      filter={{ bar: views, words: [], on: false, query: {} }}
      columns={(declared) =>
        declared.map((column) => {
          if (column.id === 'state')
            return { ...column, width: '168px', cell: (row) => <OfferStatus state={plainText(row['state'])} /> }
          if (column.id === 'client' || column.id === 'nextAction') return { ...column, leaves: 'opt-2' as const }
          return column.id === 'nextActionDate' ? { ...column, leaves: 'opt-1' as const } : column
        })
      }
      phone={(row) => ({
        end: Number(row['TjmHT']) > 0 && <Amount major={Number(row['TjmHT'])} currency={plainText(row['currency'])} />,
        status: <OfferStatus state={plainText(row['state'])} />,
        note: <bdi>{plainText(row['client'])}</bdi>,
      })}
    />
  )
}

function Sample() {
  const { t } = useTranslation('prospecting')
  return (
    <SampleSlips
      slips={[
        { title: t('sample.title'), note: optionLabel(Offer, 'state', 'firstContact'), end: <Amount minor={60_000} /> },
      ]}
    />
  )
}
