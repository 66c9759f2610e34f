import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useAmountText } from '#web/kernel/ui/values.tsx'
import { pdfOf } from './bill-files.ts'
import { checklistQuery } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { CorrectionText } from './correction-text.tsx'
import { PaperOf } from './paper.tsx'

/**
 * The paper as the client will see it. With `issue`, the last look before the bill is final (BI1).
 */
export function PaperDialog({
  bill,
  issue,
  onClose,
}: {
  bill: Bill
  issue: boolean
  onClose: () => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const list = useQuery(checklistQuery(bill))
  const run = useWrite(billRoutes.issue, {
    invalidates: TOUCHED,
    done: t(bill.type === 'creditNote' ? 'issue.doneCredit' : 'issue.done'),
    onDone: onClose,
  })
  const amount = useAmountText()
  const credit = bill.type === 'creditNote'
  // Without a day of service, the dialog says that it is the day of issue, and offers to enter
  // another.
  const dayAsked = list.data?.items.find(
    ({ code, asks }) => code === 'BILL_NEEDS_SERVICE_DATE' && asks,
  )
  const date = useWrite(billRoutes.change, { invalidates: TOUCHED })
  const issueNow = () =>
    run.mutate({
      params: { profileId: bill.profileId, id: bill.id },
      body: { version: bill.version },
    })
  useAction(
    issue
      ? {
          id: 'billing.issue',
          label: t('issue.action'),
          keys: 'Mod+Enter',
          run: issueNow,
          hidden: true,
        }
      : null,
  )
  return (
    <Dialog
      open
      wide="page"
      onClose={onClose}
      title={
        issue
          ? t(credit ? 'issue.titleCredit' : 'issue.title', {
              ref: list.data?.nextRef ?? '',
              amount: amount({ major: bill.totalTTC, currency: bill.currency }),
              client: `\u2068${bill.client}\u2069`,
            })
          : t('paper.preview')
      }
      foot={
        <>
          <Button icon={FileText} className="me-auto" onClick={() => void pdfOf(bill, 'open')}>
            {t('paper.openPdf')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t(issue ? 'kernel:action.cancel' : 'kernel:action.close')}
          </Button>
          {issue && (
            <Button
              variant="primary"
              pending={run.isPending}
              onClick={issueNow}
              end={
                <span className="for-keys" aria-hidden="true">
                  <Kbd>{t('issue.keys')}</Kbd>
                </span>
              }
            >
              {t('issue.action')}
            </Button>
          )}
        </>
      }
    >
      {issue && (
        <div className="mt-3">
          <Note tone="warm">{t('issue.consequence')}</Note>
        </div>
      )}
      {issue && dayAsked && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="grow">{t('issue.onIssueDay')}</p>
          {dayAsked.corrections
            .filter(({ name }) => name === 'period')
            .map((correction) => (
              <Button
                key={correction.name}
                size="sm"
                pending={date.isPending}
                onClick={() =>
                  date.mutate({
                    body: {
                      id: bill.id,
                      profileId: bill.profileId,
                      version: bill.version,
                      ...correction.changes,
                    },
                  })
                }
              >
                <CorrectionText correction={correction} />
              </Button>
            ))}
        </div>
      )}
      <section
        className="-mx-6 mt-4 bg-surface-sunken px-6 py-6 max-md:-mx-4 max-md:px-3"
        tabIndex={0}
        aria-label={t('paper.label')}
      >
        <PaperOf bill={bill} asIssued={issue} />
      </section>
    </Dialog>
  )
}
