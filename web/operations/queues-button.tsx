import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queueRoutes } from '#contract/operations/queues.contract.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { call, leave } from '#web/kernel/data/client.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'

/** Whether jobs run through Redis and can be shown: the server writes it into its page. */
const areShown = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="carnet-queues"]')?.content === 'shown'

/**
 * Opens the queues, a page of the server's own. It needs a pass, and the way back is the browser's.
 */
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
