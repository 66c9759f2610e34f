import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'

/** The quote that a bill is made from; nothing for others, and for users who may not see quotes. */
export function QuoteLink({
  bill: { quoteId },
  before = '',
}: {
  bill: Pick<Bill, 'quoteId'>
  before?: string
}) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  if (quoteId === 0 || !can('perm_quote_menu')) return null
  return (
    <>
      {before}
      <Link className="link" to={paths.quote.to({ id: quoteId })}>
        {t('fact.ofQuote')}
      </Link>
    </>
  )
}
