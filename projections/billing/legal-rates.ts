import { LegalRateRecord } from '#domain/billing/legal-rate.record.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import { SHARED } from '#domain/kernel/records/entity.ts'
import type { ReadModel } from '../kernel/read-models.ts'
import { type RecordDoc, recordsOf } from '../records.ts'

export const legalRateRecords = recordsOf(LegalRateRecord)

/** The half-years that administrators entered whole; the one that was entered last comes last. */
export async function enteredLegalRates(
  rates: ReadModel<RecordDoc>,
): Promise<readonly LegalRate[]> {
  const { items } = await rates.find({
    filter: { where: { owner: SHARED } },
    sort: [['creationDate', 1]],
  })
  return items
    .map(({ values }) => ({
      halfYear: `${Number(values['year'])}-${String(values['half'])}`,
      legal: Number(values['legal']),
      refinancing: Number(values['refinancing']),
      source: String(values['source']),
    }))
    .filter(({ halfYear, legal }) => !halfYear.startsWith('0') && legal > 0)
}
