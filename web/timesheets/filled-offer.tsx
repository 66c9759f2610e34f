import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Offer, useMonthNames } from '#web/billing/billable.queries.ts'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { Amount, TimeToBill } from '#web/kernel/ui/values.tsx'
import { firstDay } from '#web/kernel/words/year-month.ts'
import { useRowWords } from './row-words.ts'

/**
 * Under the totals once the last working day is filled: "Novembre : 19 jours, 11 400,00 € HT". One
 * stroke bills it.
 */
export function FilledOffer({
  offer,
  pending,
  onBill,
}: {
  offer: Offer
  pending: boolean
  onBill: () => void
}) {
  const { t } = useTranslation(['timesheets', 'kernel'])
  const words = useRowWords()
  const names = useMonthNames()
  const name = words.monthName(firstDay(offer))
  return (
    <Row
      margin={<CircleCheck size={18} className="ms-auto text-positive" />}
      className="border-t border-line-strong bg-positive-soft py-3.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>
          <strong className="inline-block font-semibold first-letter:uppercase">
            {t('filled.title', { month: name })}
          </strong>{' '}
          <span className="text-ink-muted">
            <TimeToBill {...offer} />
            {offer.amountMinor !== null && (
              <>
                {t('kernel:comma')}
                <Amount minor={offer.amountMinor} currency={offer.currency} /> {t('filled.net')}
              </>
            )}
          </span>
        </p>
        <Button
          variant="primary"
          pending={pending}
          className="max-md:grow"
          onClick={onBill}
          end={
            <span className="for-keys" aria-hidden="true">
              <Kbd>F</Kbd>
            </span>
          }
        >
          {names.bill(offer)}
        </Button>
      </div>
    </Row>
  )
}
