import { catalogue } from '#domain/kernel/errors.ts'

/**
 * Reason why an attempt to issue a bill ended, as the bill tells it afterwards. Each says the next
 * step.
 */
const TOLD = {
  BILL_BACK_DATED: 'ISSUANCE_BACK_DATED',
  BILL_MONTH_ALREADY_BILLED: 'ISSUANCE_MONTH_BILLED',
  BILL_PAPER_FAILED: 'ISSUANCE_PAPER_FAILED',
  BILL_PARTY_REMOVED: 'ISSUANCE_PARTY_REMOVED',
} as const

catalogue({
  ISSUANCE_BACK_DATED: 'conflict',
  ISSUANCE_MONTH_BILLED: 'conflict',
  ISSUANCE_PAPER_FAILED: 'conflict',
  ISSUANCE_PARTY_REMOVED: 'conflict',
  ISSUANCE_GIVEN_UP: 'conflict',
})

/** @param reason what the log has kept, also of older versions @returns the code of its sentence */
export const toldReason = (reason: string): string =>
  // asked for just before
  Object.hasOwn(TOLD, reason) ? TOLD[reason as keyof typeof TOLD] : 'ISSUANCE_GIVEN_UP'
