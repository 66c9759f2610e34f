import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { download } from '#web/kernel/data/files.ts'
import { notifyFailure } from '#web/kernel/data/toasts.ts'

/** The PDF: the stored bytes of an issued bill, or a draft's preview. */
export const pdfOf = ({ id, profileId }: Pick<Bill, 'id' | 'profileId'>, as: 'save' | 'open') =>
  download(billRoutes.pdf, { params: { profileId, id } }, { as }).catch(notifyFailure)

/** The Factur-X XML alone, for a program that wants no PDF around it. */
export const xmlOf = ({ id, profileId }: Pick<Bill, 'id' | 'profileId'>) =>
  download(billRoutes.xml, { params: { profileId, id } }, { as: 'save' }).catch(notifyFailure)
