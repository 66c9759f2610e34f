import { stateOn } from '#domain/billing/bill-state.values.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { bills } from '#projections/billing/bills.ts'
import { defineSearch, lookInto } from '../kernel/search.ts'

/** Bills by number, client, subject or amount. An issued credit note has a state of its own. */
export const billsSearch = defineSearch({
  entity: 'bill',
  permission: 'perm_billing_menu',
  reads: { bills },
  async find(read, search) {
    const { owner, profileId, today } = search
    const found = await lookInto(read.bills, search, {
      where: { owner, ...(profileId === undefined ? {} : { profileId }) },
      fields: ['ref', 'clientName', 'serviceName'],
      amounts: ['grossMinor', 'netMinor', 'outstandingMinor'],
      sort: [['listDate', -1]],
    })
    return found.map((bill) => ({
      id: bill._id,
      title: bill.ref || bill.serviceName,
      detail: bill.clientName,
      amount: {
        value: (bill.type === 'creditNote' ? -1 : 1) * toMajor(bill.grossMinor, bill.currency),
        currency: bill.currency,
      },
      status:
        bill.type === 'creditNote' && bill.ref !== ''
          ? 'creditNote'
          : stateOn(bill.state, bill.lateFrom, today),
      changedAt: bill.lastModificationDate,
    }))
  },
})
