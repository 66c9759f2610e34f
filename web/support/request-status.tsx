import { useTranslation } from 'react-i18next'
import { Status } from '#web/kernel/ui/status.tsx'

export function RequestStatus({ treated }: { treated: boolean }) {
  const { t } = useTranslation('support')
  return (
    <Status kind={treated ? 'paid' : 'wait'}>
      {t(treated ? 'state.treated' : 'state.waiting')}
    </Status>
  )
}
