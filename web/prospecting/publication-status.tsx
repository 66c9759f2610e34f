import { Status } from '#web/kernel/ui/status.tsx'
import { optionLabel } from '#web/kernel/words/record-words.ts'

export const PublicationStatus = ({ status }: { status: string }) => (
  <Status kind={status === 'published' ? 'collected' : 'draft'}>
    {optionLabel('publication', 'status', status)}
  </Status>
)
