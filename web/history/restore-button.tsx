import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Callable } from '#contract/kernel/contract.ts'
import { financeRoutes } from '#contract/finance/finance.contract.ts'
import { eventRoutes } from '#contract/planning/planning.contract.ts'
import { chargeRoutes, scheduledTransactionRoutes } from '#contract/schedules/schedules.contract.ts'
import type { CallInput } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** Knows every record type, which most visits do not need. */
const RestoreRecord = late(async () => (await import('./restore-record.tsx')).RestoreRecord)

/** Entities beside the records whose removals can be taken back. */
const RESTORES = {
  transaction: {
    route: financeRoutes.restore,
    permission: 'perm_transaction_delete',
    invalidates: ['finance', 'documents', 'dashboard'],
  },
  charge: {
    route: chargeRoutes.restore,
    permission: 'perm_charge_delete',
    invalidates: ['schedules', 'finance', 'dashboard', 'waiting'],
  },
  scheduledTransaction: {
    route: scheduledTransactionRoutes.restore,
    permission: 'perm_transaction_delete',
    invalidates: ['schedules', 'finance', 'dashboard', 'waiting'],
  },
  calendarEvent: {
    route: eventRoutes.restore,
    permission: 'perm_events_update',
    invalidates: ['planning', 'waiting'],
  },
} as const
const isKnown = (entity: string): entity is keyof typeof RESTORES => Object.hasOwn(RESTORES, entity)

/** Takes a removal back, where the entity's removals can be. */
export function RestoreButton({ entity, id }: { entity: string; id: string }) {
  const { can } = useSession()
  if (!isKnown(entity)) return <RestoreRecord entity={entity} id={id} />
  const { route, permission, invalidates } = RESTORES[entity]
  return can(permission) ? (
    <RestoreBy route={route} input={{ params: { id } }} invalidates={invalidates} />
  ) : null
}

export function RestoreBy<R extends Callable>({
  route,
  input,
  invalidates,
}: {
  route: R
  input: CallInput<R>
  invalidates: readonly string[]
}) {
  const { t } = useTranslation('history')
  const restore = useWrite(route, {
    invalidates: ['history', ...invalidates],
    done: t('record.restored'),
  })
  return (
    <Button
      variant="primary"
      icon={Undo2}
      pending={restore.isPending}
      onClick={() => restore.mutate(input)}
    >
      {t('record.restore')}
    </Button>
  )
}
