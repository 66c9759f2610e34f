import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#web/kernel/ui/button.tsx'
import { Amount, TimeToBill } from '#web/kernel/ui/values.tsx'
import { type Offer, useMonthNames } from './billable.queries.ts'

/**
 * "Facturer novembre, 19 jours, 11 400,00 €". @param brief without the amount, where space is short
 */
export function MonthButton({
  offer,
  brief = false,
  ...button
}: { offer: Offer; brief?: boolean } & Pick<ButtonProps, 'variant' | 'onClick' | 'pending'>) {
  const { t } = useTranslation('kernel')
  const names = useMonthNames()
  return (
    <Button icon={ReceiptText} {...button}>
      <span className="[&_.cents]:text-inherit">
        {names.bill(offer)}
        <span className="max-md:hidden">
          {t('comma')}
          <TimeToBill {...offer} />
          {!brief && offer.amountMinor !== null && (
            <>
              {t('comma')}
              <Amount minor={offer.amountMinor} currency={offer.currency} />
            </>
          )}
        </span>
      </span>
    </Button>
  )
}
