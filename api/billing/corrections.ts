import type { Correction as OnWire } from '#contract/billing/correction.ts'
import type { Correction } from '#domain/billing/checklist.ts'
import { fromRate } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'

/** A correction as fields to send. Only those are read that a correction of the checklist sets. */
export function correctionToWire(correction: Correction): OnWire {
  const { name } = correction
  if ('numbers' in correction) return { name, changes: correction.numbers }
  const {
    serviceStart,
    serviceEnd,
    issueDate,
    dueDate,
    paymentDays,
    penaltyRate,
    includePenalty,
    includeVat,
  } = correction.changes
  return {
    name,
    changes: {
      ...(serviceStart !== undefined && { startDate: epochOrZero(serviceStart) }),
      ...(serviceEnd !== undefined && { endDate: epochOrZero(serviceEnd) }),
      ...(issueDate !== undefined && { issueDate: epochOrZero(issueDate) }),
      ...(dueDate !== undefined && { dueDate: epochOrZero(dueDate) }),
      ...(paymentDays !== undefined && { paymentDeadline: paymentDays }),
      ...(penaltyRate !== undefined && { penaltyRate: fromRate(penaltyRate) }),
      ...(includePenalty !== undefined && { includePenalty }),
      ...(includeVat !== undefined && { includeTva: includeVat }),
    },
  }
}
