import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { Row } from '#web/kernel/ui/page.tsx'
import { today } from '#web/kernel/words/formats.ts'

/** Whether a bill may be the first of its profile: issued today, the first of its series. */
const mayBeFirst = (bill: Bill): boolean =>
  bill.type !== 'creditNote' && bill.issueDate === today() && /(?:^|\D)0*1$/.test(bill.ref)

/** The number of a profile's first bill, in large, on the day it is issued. */
export function FirstBill({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const issued = useQuery({
    queryKey: ['billing', 'issuedCount', bill.profileId],
    queryFn: () =>
      callPage(billRoutes.list, {
        params: { profileId: bill.profileId },
        query: { status: 'issued', limit: 1 },
      }),
    enabled: mayBeFirst(bill),
  })
  if (!mayBeFirst(bill) || issued.data?.total !== 1) return null
  return (
    <Row className="border-t border-line bg-surface-sunken py-7">
      <p
        className="num"
        style={{ font: '500 56px/60px var(--font-serif)', letterSpacing: '-.02em' }}
      >
        <bdi>{bill.ref}</bdi>
      </p>
      <p className="mt-2 text-md">{t('first.title')}</p>
      <p className="mt-0.5 text-sm text-ink-muted">{t('first.body')}</p>
    </Row>
  )
}
