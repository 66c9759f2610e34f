import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { PageHead } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import type { ReadFirst } from '#web/kernel/shell/first-page.ts'
import { EmptyState, ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { billQuery, useBill } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

// Editor and paper are rarely both needed, so each is loaded on its own.
const DraftPage = late(async () => (await import('./draft-page.tsx')).DraftPage)
const IssuedPage = late(async () => (await import('./issued-page.tsx')).IssuedPage)

export const readFirst: ReadFirst = (queries, { profileId, can, params: { id = '' } }) => [
  queries.prefetchQuery(billQuery(id, [profileId])),
  ...(can('perm_professional_info_menu') ? [queries.prefetchQuery(profilesQuery())] : []),
]
/** The parts by the bill's status, for a first page. */
export const parts = { draft: DraftPage, issued: IssuedPage }

/** One bill: an editor while it is a draft that the user may write, else its paper. */
export function BillScreen() {
  const { t } = useTranslation(['billing', 'kernel'])
  const { id = '' } = useParams()
  const [{ at }] = useUrlState({ at: '' })
  const mayWrite = useSession().can('perm_billing_update')
  const bill = useBill(id)
  if (bill.isPending) return <PageSkeleton label={t('bill.title')} />
  if (bill.isError && !bill.data) {
    if (bill.error instanceof ApiProblem && bill.error.status === 404)
      return (
        <>
          <PageHead
            title={t('bill.title')}
            back={{ to: paths.bills.to(), label: t('back') }}
            ruled
          />
          <EmptyState
            title={t('gone.title')}
            body={t('gone.body')}
            action={<LinkButton to={paths.bills.to()}>{t('back')}</LinkButton>}
          />
        </>
      )
    return <ErrorState error={bill.error} onRetry={bill.refetch} />
  }
  if (bill.data.state === 'issuing') return <Issuing bill={bill.data} />
  const isEdited = bill.data.status === 'draft' && at === '' && mayWrite
  const Page = isEdited ? DraftPage : IssuedPage
  return <Page key={id} bill={bill.data} waiting={<PageSkeleton label={t('bill.title')} />} />
}

/**
 * Frozen, but without a number: its issue was interrupted. Issuing again finishes it, and does
 * nothing twice.
 */
function Issuing({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { can } = useSession()
  const finish = useWrite(billRoutes.issue, { invalidates: TOUCHED, done: t('issue.done') })
  return (
    <>
      <PageHead
        title={t('draft.title', { client: bill.client })}
        chip={
          <Status kind="wait" as="tag">
            {t('state.issuing')}
          </Status>
        }
        back={{ to: paths.bills.to(), label: t('back') }}
        ruled
      />
      <EmptyState
        title={t('issuing.title')}
        body={t('issuing.body')}
        action={
          can('perm_billing_update') && (
            <Button
              variant="primary"
              icon={RotateCw}
              pending={finish.isPending}
              onClick={() =>
                finish.mutate({ params: { profileId: bill.profileId, id: bill.id }, body: {} })
              }
            >
              {t('issuing.finish')}
            </Button>
          )
        }
      />
    </>
  )
}
