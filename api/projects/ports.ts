import { stateOn } from '#domain/billing/bill-state.values.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import { billedByProject, billsOf } from '#projections/billing/billed.queries.ts'
import type { ContractBilling } from './projects.ts'

/** Questions of contracts to billing, answered from the read models. */
export const contractBilling: ContractBilling = {
  billed: (read, owner, profileId) => billedByProject(read.bills, owner, profileId),
  bills: async (read, owner, projectId, today) =>
    (await billsOf(read.bills, owner, { projectId })).map((bill) => ({
      id: bill._id,
      profileId: bill.profileId,
      type: bill.type,
      status: bill.ref === '' ? 'draft' : 'issued',
      state: stateOn(bill.state, bill.lateFrom, today),
      ref: bill.ref,
      serviceName: bill.serviceName,
      issueDate: epochOrZero(bill.issueDate),
      dueDate: epochOrZero(bill.dueDate),
      paimentDate: epochOrZero(bill.paymentDay),
      collectDate: epochOrZero(bill.collectedDay),
      currency: bill.currency,
      totalHT: toMajor(bill.netMinor, bill.currency),
      totalTTC: toMajor(bill.grossMinor, bill.currency),
      paidAmount: toMajor(bill.paidMinor, bill.currency),
      outstanding: toMajor(bill.outstandingMinor, bill.currency),
    })),
}
