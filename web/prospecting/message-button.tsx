import { PenLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import type { MessageAbout } from './messages.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const MessageDialog = late(async () => (await import('./message-dialog.tsx')).MessageDialog)

/** Opens the message that answers a job or an offer. */
export function MessageButton({
  about,
  id,
  title,
}: {
  about: MessageAbout
  id: string
  title: string
}) {
  const { t } = useTranslation('prospecting')
  const { can } = useSession()
  const [{ do: doing }, setDoing] = useUrlState({ do: '' })
  if (!can('perm_offer_update')) return null
  return (
    <>
      <Button icon={PenLine} onClick={() => setDoing({ do: 'message' })}>
        {t('draft.open')}
      </Button>
      {doing === 'message' && (
        <MessageDialog about={about} id={id} title={title} onClose={() => setDoing({ do: '' })} />
      )}
    </>
  )
}
