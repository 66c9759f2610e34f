import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timesheetRoutes, type ApprovalMail } from '#contract/timesheets/timesheets.contract.ts'
import { download } from '#web/kernel/data/files.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { firstDay, type YearMonth } from '#web/kernel/words/year-month.ts'
import { MailDialog } from '#web/mail/mail-form.tsx'
import { MailFrom, useSendingWords } from '#web/mail/mail-words.tsx'
import { APPROVED, approvalMailQuery } from './approvals.queries.ts'
import { useRowWords } from './row-words.ts'

type MonthMail = {
  profileId: string
  at: YearMonth
  projectId: string
  isAgain: boolean
  onClose: () => void
}

/**
 * The mail that asks a client to approve a month: edited in place, with the month's paper and the
 * link.
 */
export function ApprovalMailDialog(props: MonthMail) {
  // Words of its fields too: the dialog opens whole.
  const { t } = useTranslation(['timesheets', 'mail', 'fields', 'kernel'])
  const words = useRowWords()
  const draft = useQuery(approvalMailQuery(props.profileId, props.at, props.projectId))
  const title = t('approval.mailTitle', { month: words.monthYear(firstDay(props.at)) })
  if (draft.data) return <Written {...props} title={title} draft={draft.data} />
  return (
    <Dialog open wide onClose={props.onClose} title={title}>
      {draft.isError ? (
        <ErrorState error={draft.error} onRetry={draft.refetch} />
      ) : (
        <Skeleton lines={8} label={title} />
      )}
    </Dialog>
  )
}

function Written({
  profileId,
  at,
  projectId,
  isAgain,
  onClose,
  title,
  draft,
}: MonthMail & { title: string; draft: ApprovalMail }) {
  const { t } = useTranslation(['timesheets', 'mail'])
  const sending = useSendingWords()
  const send = useWrite(timesheetRoutes.sendApproval, {
    invalidates: APPROVED,
    done: (_, { body }) => sending.done(t('approval.sent'), body.recipients),
    onDone: onClose,
  })
  const params = { profileId, ...at }
  const start = useMemo(
    () => ({ recipients: draft.recipients, subject: draft.subject, body: draft.body }),
    [draft],
  )
  return (
    <MailDialog
      title={title}
      start={start}
      from={<MailFrom name={draft.senderName} address={draft.from} />}
      people={draft.contacts}
      carried={[
        {
          ...draft.paper,
          id: 'paper',
          open: () => {
            const input = { params, query: { projectId } }
            void download(timesheetRoutes.pdf, input, { as: 'open' }).catch(notifyFailure)
          },
        },
      ]}
      more={
        <p className="text-sm text-ink-muted">
          {t('approval.linkAdded')} {isAgain && t('approval.linkReplaced')}
        </p>
      }
      verb={sending.verb(t('mail:act.send'))}
      onSend={(mail) => send.mutateAsync({ params: { ...params, projectId }, body: mail })}
      onClose={onClose}
    />
  )
}
