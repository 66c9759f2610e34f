import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueRoutes } from '#contract/queues.routes.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { call, leave } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifyFailure } from '#web/kernel/ui/toasts.ts'

/** Jobs are rung through Redis and can be looked at: the server says so in its page. */
const areShown = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="carnet-queues"]')?.content === 'shown'

/** Leads to the queues of jobs, which are a page of the server's own: it wants a pass, and the way back is the browser's. */
export function QueuesButton() {
  const { t } = useTranslation('operations')
  const { can } = useSession()
  const [pending, setPending] = useState(false)
  if (!areShown() || !can('perm_process_center_manage')) return null
  const open = async () => {
    setPending(true)
    await call(queueRoutes.pass)
      .then(({ url }) => leave.to(url))
      .catch(notifyFailure)
    setPending(false)
  }
  return (
    <Button icon={ListChecks} pending={pending} onClick={() => void open()}>
      {t('queues.open')}
    </Button>
  )
}
