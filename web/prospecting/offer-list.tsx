import type { ReactNode } from 'react'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { offerRecord } from './offer-record.tsx'
import { OfferSample } from './offer-sample.tsx'
import { OfferStatus } from '#web/kernel/ui/offer-status.tsx'

/** Offers as a list. @param views the choice between list and board */
export const OfferList = ({ views }: { views: ReactNode }) => (
  <RecordScreen
    {...offerRecord}
    sample={<OfferSample />}
    filter={{ bar: views, words: [], on: false, query: {} }}
    columns={(declared) =>
      declared.map((column) => {
        if (column.id === 'state')
          return {
            ...column,
            width: '168px',
            cell: (row) => <OfferStatus state={plainText(row['state'])} />,
          }
        if (column.id === 'client' || column.id === 'nextAction')
          return { ...column, leaves: 'opt-2' as const }
        return column.id === 'nextActionDate' ? { ...column, leaves: 'opt-1' as const } : column
      })
    }
    phone={(row) => ({
      end: Number(row['TjmHT']) > 0 && (
        <Amount major={Number(row['TjmHT'])} currency={plainText(row['currency'])} />
      ),
      status: <OfferStatus state={plainText(row['state'])} />,
      note: <bdi>{plainText(row['client'])}</bdi>,
    })}
  />
)
