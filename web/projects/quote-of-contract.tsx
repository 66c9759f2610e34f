import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { paths } from '#web/screens.ts'

/** The accepted quote that a contract is made from; nothing for any other contract. */
export function QuoteOfContract({
  contract: { id, profileId },
}: {
  contract: Pick<Project, 'id' | 'profileId'>
}) {
  const { t } = useTranslation('projects')
  const { can } = useSession()
  const found = useQuery({
    queryKey: ['quotes', 'quote', 'ofContract', id],
    queryFn: () =>
      call(quoteRoutes.list, { params: { profileId }, query: { projectId: id, limit: 1 } }),
    enabled: can('perm_quote_menu'),
    meta: { refusal: 'silent' },
  })
  const [quote] = found.data ?? []
  if (quote === undefined) return null
  return (
    <>
      {' '}
      <Link className="link" to={paths.quote.to({ id: quote.id })}>
        {t('page.ofQuote', { ref: quote.ref })}
      </Link>
    </>
  )
}
