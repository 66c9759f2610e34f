import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { billRoutes } from '#contract/billing.routes.ts'
import { callPage } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Amount, Code, DayText } from '#web/kernel/ui/values.tsx'
import { paths } from '#web/screens.ts'

/** Bills named here; the others are one link away. */
const SHOWN = 8

/** What is still to come: issued bills that are not paid, the first due first. */
export function ExpectedBills() {
  const { t } = useTranslation('finance')
  const { can, profileId } = useSession()
  const page = useQuery({
    queryKey: ['billing', 'bill', 'expected', profileId],
    queryFn: () =>
      callPage(billRoutes.list, {
        params: { profileId },
        query: { status: 'open', sort: 'dueDate', limit: SHOWN },
      }),
    enabled: profileId !== '' && can('perm_billing_menu'),
    meta: { failure: 'silent' },
  }).data
  if (page === undefined || page.total === 0) return null
  return (
    <Row margin={t('expected.title')} className="border-b border-line pt-4 pb-5">
      <section aria-label={t('expected.text')} className="max-w-[860px]">
        <p className="text-sm text-ink-muted">{t('expected.text')}</p>
        <ul className="mt-2">
          {page.rows.map((bill) => (
            <li key={bill.id} className="leader gap-x-3 py-1">
              <span
                className={`min-w-[72px] shrink-0 text-sm ${bill.state === 'late' ? 'font-medium text-negative' : 'text-ink-subtle'}`}
              >
                <DayText at={bill.dueDate} />
              </span>
              <Link dir="auto" className="truncate hover:underline" to={paths.bill.to({ id: bill.id })}>
                <bdi>{bill.client}</bdi>, <Code value={bill.ref} />
              </Link>
              <span className="num amt">
                <Amount major={bill.outstanding} currency={bill.currency} sign="always" />
              </span>
            </li>
          ))}
        </ul>
        {page.total > page.rows.length && (
          <Link className="link text-sm" to={paths.bills.to()}>
            {t('expected.all')}
          </Link>
        )}
      </section>
    </Row>
  )
}
