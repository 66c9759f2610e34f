import type { Correction as OnWire } from '#contract/billing/correction.ts'
import type { Checklist } from '#contract/billing/billing.schemas.ts'
import type { CheckItem, Correction } from '#domain/billing/checklist.ts'
import { Company } from '#domain/customers/company.record.ts'
import { fromRate } from '#domain/kernel/money.ts'
import { epochOrZero } from '#domain/kernel/time.ts'
import type { Read } from '#projections/kernel/read-models.ts'
import { professionalInfos } from '#projections/profile/professional-infos.ts'
import { projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'
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

/** Read models of the records that corrections change. */
export const correctedReads = { professionalInfos, companies: recordsOf(Company), projects }
const MODELS = {
  professionalInfo: 'professionalInfos',
  company: 'companies',
  project: 'projects',
} as const

type Corrected = {
  readonly entity: keyof typeof MODELS | 'bill'
  readonly entityId: string
  readonly corrections: readonly unknown[]
}

/** Points with the version of the record that their corrections change. A draft keeps its own. */
export const withVersions = <P extends Corrected>(
  read: Read<typeof correctedReads>,
  points: readonly P[],
): Promise<(P & { version?: number })[]> =>
  Promise.all(
    points.map(async (point) => {
      if (point.entity === 'bill' || point.corrections.length === 0) return point
      const doc = await read[MODELS[point.entity]].get(point.entityId)
      return doc === null ? point : { ...point, version: doc.version }
    }),
  )
