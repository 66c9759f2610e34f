import { Archive, ArchiveRestore } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { Company } from '#contract/kernel/records.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'

/** Puts a client away, or back among the clients. */
export function ArchiveButton({ id, to }: { id: string; to: 'former' | 'customer' }) {
  const { t } = useTranslation('customers')
  const { can } = useSession()
  const [, setOpen] = useUrlState({ open: '', view: '' })
  const isAway = to === 'former'
  const change: Readonly<Record<string, unknown>> = { kind: to }
  const write = useWrite(recordEndpoints(Company).change, {
    invalidates: ['customers', 'history'],
    done: t(isAway ? 'archive.done' : 'archive.restored'),
    onDone: () => setOpen({ open: '', view: '' }),
  })
  if (!can('perm_company_update')) return null
  return (
    <Button
      icon={isAway ? Archive : ArchiveRestore}
      pending={write.isPending}
      onClick={() => write.mutate({ body: { ...change, id } })}
    >
      {t(isAway ? 'archive.action' : 'archive.restore')}
    </Button>
  )
}

/** Why a client that was billed stays, what it is billed on, and the way to put it away. */
export function KeptClient({ dependents }: { dependents: ReactNode }) {
  const { t } = useTranslation('customers')
  const [{ open }] = useUrlState({ open: '' })
  return (
    <>
      {dependents}
      <p className="mt-3">{t('archive.why')}</p>
      <p className="mt-3">
        <ArchiveButton id={open} to="former" />
      </p>
    </>
  )
}
