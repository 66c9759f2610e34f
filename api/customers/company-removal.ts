import { catalogue } from '#domain/kernel/errors.ts'
import type { EventStore } from '#domain/kernel/event-store.ts'
import { bills } from '#projections/billing/bills.ts'
import { billsOf } from '#projections/billing/billed.ts'
import type { ReadModels } from '#projections/kernel/read-models.ts'
import type { RecordHooks } from '../records.ts'

const customerRefusal = catalogue({ COMPANY_HAS_BILL_LINES: 'conflict' })

const SETTLE_MS = 2_000
const NAMED = 20

/** A company that stands on bills stays. The refusal's fields name the bills, `bills.<id>`, so that the screen can link them. */
export const companyRemoval = (deps: { readonly readModels: ReadModels; readonly store: EventStore }): RecordHooks => ({
  async beforeRemove({ owner }, id) {
    await deps.readModels.reached([bills], await deps.store.head(), SETTLE_MS)
    const standing = await billsOf(await deps.readModels.of(bills), owner, { clientId: id }, NAMED)
    if (standing.length === 0) return
    throw customerRefusal(
      'COMPANY_HAS_BILL_LINES',
      { bills: standing.length },
      standing.map((bill) => ({
        path: `bills.${bill.profileId}.${bill._id}`,
        code: 'COMPANY_BILL',
        details: { message: bill.ref || bill.serviceName },
      })),
    )
  },
})
