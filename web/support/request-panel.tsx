import { Check, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { supportRoutes, type SupportRequest } from '#contract/support/support.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { AnswerForm } from './answer-form.tsx'
import { RequestStatus } from './request-status.tsx'
import { Thread } from './thread.tsx'

/** A user's question with its answers, and whether it is treated. */
export function RequestPanel({
  request,
  onClose,
}: {
  request: SupportRequest
  onClose: () => void
}) {
  const { t } = useTranslation('support')
  const { can } = useSession()
  const { treated } = request
  const write = useWrite(supportRoutes.treated, {
    invalidates: ['support'],
    done: (_, { body }) => t(body?.treated ? 'state.treated' : 'state.waiting'),
  })
  const mayWrite = can('perm_support_request_manage')
  return (
    <Panel
      title={request.subject}
      onClose={onClose}
      foot={
        mayWrite && (
          <Button
            icon={treated ? RotateCcw : Check}
            variant={treated ? 'plain' : 'primary'}
            onClick={() =>
              write.mutate({ params: { id: request.id }, body: { treated: !treated } })
            }
          >
            {t(treated ? 'act.reopen' : 'act.treat')}
          </Button>
        )
      }
    >
      <p className="mb-4">
        <RequestStatus treated={treated} />
      </p>
      <Thread request={request} />
      {mayWrite && <AnswerForm id={request.id} />}
    </Panel>
  )
}
