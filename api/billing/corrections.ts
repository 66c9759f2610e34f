import type { Correction as OnWire } from '#contract/billing/correction.ts'
import type { Checklist } from '#contract/billing/billing.schemas.ts'
import type { CheckItem, Correction } from '#domain/billing/checklist.ts'
import { fromRate } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import type { Language } from '../kernel/languages.ts'
import { message } from '../kernel/messages.ts'

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

/** The points of a checklist, in the caller's language. */
export const checksToWire = (items: readonly CheckItem[], language: Language): Checklist['items'] =>
  items.map((item) => ({
    ...item,
    asks: item.asks ?? false,
    corrections: (item.corrections ?? []).map(correctionToWire),
    details: { ...item.details },
    message: message(language, item.code, item.details),
  }))
