import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'
import { LinkDialog } from './link-dialog.tsx'
import { useQuote } from './quotes.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

const QuoteDraftPage = late(async () => (await import('./quote-draft-page.tsx')).QuoteDraftPage)
const QuotePage = late(async () => (await import('./quote-page.tsx')).QuotePage)

/** One quote: an editor while it is a draft that the user may write, else its paper. */
export function QuoteScreen() {
  const { t } = useTranslation(['quotes', 'kernel'])
  const { id = '' } = useParams()
  const mayWrite = useSession().can('perm_quote_update')
  const quote = useQuote(id)
  // A draft that is sent becomes another page, and its link is still shown.
  const [link, setLink] = useState('')
  if (quote.isPending) return <PageSkeleton label={t('quote.title')} />
  if (quote.isError && !quote.data) {
    if (quote.error instanceof ApiProblem && quote.error.status === 404)
      return (
        <>
          <PageHead
            title={t('quote.title')}
            back={{ to: paths.quotes.to(), label: t('back') }}
            ruled
          />
          <EmptyState
            title={t('gone.title')}
            body={t('gone.body')}
            action={<LinkButton to={paths.quotes.to()}>{t('back')}</LinkButton>}
          />
        </>
      )
    return <ErrorState error={quote.error} onRetry={quote.refetch} />
  }
  return (
    <Awaiting waiting={<PageSkeleton label={t('quote.title')} />}>
      {quote.data.status === 'draft' && mayWrite ? (
        <QuoteDraftPage key={id} quote={quote.data} onLink={setLink} />
      ) : (
        <QuotePage key={id} quote={quote.data} onLink={setLink} />
      )}
      {link !== '' && <LinkDialog link={link} onClose={() => setLink('')} />}
    </Awaiting>
  )
}
