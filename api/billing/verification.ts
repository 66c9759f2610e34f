import { type VerifiedPaper, verificationRoutes } from '#contract/billing/verification.contract.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { bills, type BillDoc } from '#projections/billing/bills.ts'
import type { ReadModel } from '#projections/kernel/read-models.ts'
import type { Api } from '../kernel/api.ts'

const UNKNOWN: VerifiedPaper = { found: false, ref: '', issueDate: 0, state: '', cancelledBy: '' }

/** Public fact about a file of known SHA-256: whether it is the paper of an issued bill. */
export async function verifiedPaper(
  papers: ReadModel<BillDoc>,
  sha256: string,
): Promise<VerifiedPaper> {
  const { items } = await papers.find({ filter: { where: { documentSha256: sha256 } }, limit: 1 })
  const [bill] = items
  if (bill === undefined) return UNKNOWN
  const isCancelled = bill.state === 'credited'
  return {
    found: true,
    ref: bill.ref,
    issueDate: epochOrZero(bill.issueDate),
    state: isCancelled ? 'cancelled' : 'authentic',
    cancelledBy: isCancelled ? (bill.credits.at(-1)?.ref ?? '') : '',
  }
}

export function verificationApi(api: Api): void {
  api.serve(verificationRoutes.verify, { reads: { bills } }, ({ read, params }) =>
    verifiedPaper(read.bills, params.sha256),
  )
}
