import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import { paths } from '#web/screens.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'

/** Unpaid bills, the first due first; late ones in red with the number of days. */
export function Owed({ owed, currency }: { owed: Dashboard['owed']; currency: string }) {
  const { t } = useTranslation('dashboard')
  const { can } = useSession()
  const maySee = can('perm_billing_menu')
  const more = owed.count - owed.bills.length
  return (
    <section aria-labelledby="owed-title" className="xl:border-s xl:border-line xl:ps-8">
      <div className="flex min-h-[32px] items-center justify-between gap-4">
        <h2 id="owed-title" className="h2">
          {t('owed.title')}
        </h2>
        {maySee && (
          <Link className="link text-sm" to={paths.bills.to()}>
            {t('owed.all')}
          </Link>
        )}
      </div>
      {owed.count === 0 ? (
        <p className="mt-3 text-ink-muted">{t('owed.none')}</p>
      ) : (
        <>
          <ul className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            {owed.bills.map((bill) => (
              <li key={bill.id} className="col-span-2 grid grid-cols-subgrid py-[7px]">
                <span
                  className={`min-w-[58px] shrink-0 text-sm leading-[22px] ${bill.late ? 'font-medium text-negative' : 'text-ink-subtle'}`}
                >
                  <DayText at={bill.dueDate} />
                </span>
                <div className="min-w-0 grow">
                  <div className="leader">
                    {maySee ? (
                      <Link
                        dir="auto"
                        className="truncate hover:underline"
                        to={paths.bill.to({ id: bill.id })}
                        aria-label={t('owed.open', { ref: bill.ref, client: bill.client })}
                      >
                        <bdi>{bill.client}</bdi>
                      </Link>
                    ) : (
                      <bdi dir="auto" className="truncate">
                        {bill.client}
                      </bdi>
                    )}
                    <span className="num amt">
                      <Amount major={bill.outstanding} currency={bill.currency} />
                    </span>
                  </div>
                  {bill.late && (
                    <p className="text-xs text-negative">
                      {t('owed.late', { count: bill.daysLate })}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className="py-1 text-xs text-ink-subtle">{t('owed.more', { count: more })}</p>
          )}
          <div className="total mt-2 flex justify-between py-2 font-semibold">
            <span>{t('owed.total')}</span>
            <span className="num">
              <Amount major={owed.amount} currency={currency} />
            </span>
          </div>
        </>
      )}
    </section>
  )
}
