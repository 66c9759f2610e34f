import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { paths } from '#web/screens.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { TOUCHED } from './bills.queries.ts'

/** Terms that a copy keeps. */
const copiedOf = (bill: Bill) => ({
  clientId: bill.clientId,
  serviceName: bill.serviceName,
  currency: bill.currency,
  includeTva: bill.includeTva,
  includePenalty: bill.includePenalty,
  paymentDeadline: bill.paymentDeadline,
  penaltyRate: bill.penaltyRate,
  penaltyBasis: bill.penaltyBasis,
  discountTerms: bill.discountTerms,
  language: bill.language,
  buyerReference: bill.buyerReference,
  operation: bill.operation,
  deliveryCountry: bill.deliveryCountry,
  deliveryAddress: bill.deliveryAddress,
  vatReason: bill.vatReason,
  exchangeRate: bill.exchangeRate,
  exchangeDate: bill.exchangeDate,
  exchangeSource: bill.exchangeSource,
  pricesTTC: bill.pricesTTC,
  discount: bill.discount,
  discountKind: bill.discountKind,
  discountReason: bill.discountReason,
  header: bill.header,
  footer: bill.footer,
})

/**
 * A new draft with the same client, lines and terms. It has no dates: those are the other bill's.
 */
export function useDuplicate() {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const add = useWrite(billRoutes.add, {
    invalidates: TOUCHED,
    onDone: ({ id }) => void navigate(paths.bill.to({ id })),
  })
  return {
    pending: add.isPending,
    /**
     * @param how `again` makes a deleted draft once more, with its own dates and number of order
     */
    run: (bill: Bill, how: 'copy' | 'again' = 'copy') =>
      add.mutate(
        {
          body: {
            ...(how === 'again' && {
              startDate: bill.startDate,
              endDate: bill.endDate,
              issueDate: bill.issueDate,
              purchaseOrder: bill.purchaseOrder,
            }),
            profileId: bill.profileId,
            type: bill.type === 'deposit' ? 'deposit' : 'invoice',
            ...copiedOf(bill),
            projectId: bill.projectId,
            lines: bill.lines.map((line) => ({
              ...line,
              creditedLine: null,
              quotedLine: undefined,
            })),
          },
        },
        {
          onSuccess: () => notifySuccess(t(how === 'again' ? 'duplicate.again' : 'duplicate.done')),
        },
      ),
  }
}
