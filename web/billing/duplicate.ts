import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing.routes.ts'
import type { Bill } from '#contract/billing.schemas.ts'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { TOUCHED } from './bills.queries.ts'

/** A new draft with the same client, lines and terms. It has no dates: those are the other bill's. */
export function useDuplicate() {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const add = useWrite(billRoutes.add, {
    invalidates: TOUCHED,
    done: t('duplicate.done'),
    onDone: ({ id }) => void navigate(paths.bill.to({ id })),
  })
  return {
    pending: add.isPending,
    run: (bill: Bill) =>
      add.mutate({
        body: {
          profileId: bill.profileId,
          type: bill.type === 'deposit' ? 'deposit' : 'invoice',
          clientId: bill.clientId,
          projectId: bill.projectId,
          serviceName: bill.serviceName,
          paymentDeadline: bill.paymentDeadline,
          currency: bill.currency,
          includeTva: bill.includeTva,
          includePenalty: bill.includePenalty,
          penaltyRate: bill.penaltyRate,
          header: bill.header,
          footer: bill.footer,
          lines: bill.lines.map(({ description, quantity, unit, unitPrice, tva }) => ({
            description,
            quantity,
            ...(unit !== undefined && { unit }),
            unitPrice,
            tva,
          })),
        },
      }),
  }
}
