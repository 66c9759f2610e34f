import { z } from 'zod'
import {
  type BrokenTerm,
  brokenTerms,
  daysToRenewal,
  type PriceUnit,
  type TimeUnit,
} from '#contract/projects/project.values.ts'
import { ALSO_BESIDE_FAULTS } from '#web/kernel/form/form-errors.ts'
import { type Project, ProjectDraft } from '#contract/projects/projects.schemas.ts'
import { DAY_MS } from '#contract/kernel/time.values.ts'

/** Fields that are dropped when a contract is not billable. @source specification, section 5 */
const TERMS = [
  'clientId',
  'priceMode',
  'priceHT',
  'priceUnit',
  'hoursPerDay',
  'soldDays',
  'currency',
  'isRenewable',
  'renewalPeriod',
  'startDate',
  'endDate',
  'paymentDeadline',
  'penaltyRate',
  'tva',
  'penaltyBasis',
  'buyerReference',
  'purchaseOrder',
  'discountTerms',
  'header',
  'footer',
  'language',
  'templates',
] as const

export type ContractValues = {
  profileId: string
  isBillable: boolean
  ref: string
  title: string
  timeUnit: TimeUnit
  clientId: string | 0
  priceMode: 'day' | 'fixed'
  priceHT: number | null
  priceUnit: PriceUnit
  hoursPerDay: number | null
  soldDays: number | null
  currency: string
  isRenewable: boolean
  renewalPeriod: number | null
  startDate: number
  endDate: number
  paymentDeadline: number | null
  penaltyRate: number | null
  tva: number | null
  penaltyBasis: Project['penaltyBasis']
  buyerReference: string
  purchaseOrder: string
  discountTerms: string
  header: string
  footer: string
  language: Project['language']
  /** Ids of mail templates. */
  templates: readonly string[]
}

/**
 * A new contract with usual values. @param vat 0 when the profile charges none; currency the
 * profile's own
 */
export const newContract = (
  profileId: string,
  start: number,
  usual: { currency: string; vat: number },
): ContractValues => ({
  profileId,
  isBillable: true,
  ref: '',
  title: '',
  timeUnit: 'halfDay',
  clientId: 0,
  priceMode: 'day',
  priceHT: null,
  priceUnit: 'day',
  hoursPerDay: 0,
  soldDays: 0,
  currency: usual.currency,
  isRenewable: false,
  renewalPeriod: 0,
  startDate: start,
  endDate: 0,
  // The profile's, unless the contract says otherwise.
  paymentDeadline: 0,
  penaltyRate: 0,
  tva: usual.vat,
  penaltyBasis: '',
  buyerReference: '',
  purchaseOrder: '',
  discountTerms: '',
  header: '',
  footer: '',
  language: '',
  templates: [],
})

/** A contract's form values; missing terms are those of a new one. */
export function valuesOf(contract: Project, fresh: ContractValues): ContractValues {
  const { profileId, isBillable, ref, title, timeUnit } = contract
  const own = { ...fresh, profileId, isBillable, ref, title, timeUnit }
  if (!isBillable) return own
  const terms = Object.fromEntries(TERMS.map((key) => [key, contract[key]]))
  return { ...own, ...(terms as Pick<Project, (typeof TERMS)[number]>) } // fromEntries forgets the keys
}

/** The sentence of each broken rule. */
export type Sentences = Readonly<Record<BrokenTerm['code'], string>>

/** Hidden fields are neither sent nor validated: an invisible field must not block the form. */
function shown(values: ContractValues): Partial<ContractValues> {
  if (!values.isBillable)
    return Object.fromEntries(
      Object.entries(values).filter(([key]) => !(TERMS as readonly string[]).includes(key)),
    )
  return values.isRenewable ? { ...values, endDate: 0 } : { ...values, renewalPeriod: 0 }
}

/** The contract's schema for the visible fields, with its rules as sentences. */
export function contractSchema(say: Sentences) {
  return z.preprocess(
    (values: ContractValues) => shown(values),
    ProjectDraft.superRefine((contract, context) => {
      if (!contract.isBillable) return
      const {
        clientId,
        isRenewable = false,
        renewalPeriod = 0,
        startDate = 0,
        endDate = 0,
        hoursPerDay = 0,
      } = contract
      for (const { path, code } of brokenTerms({
        clientId,
        hoursPerDay,
        isRenewable,
        renewalPeriod,
        startDate,
        endDate,
      }))
        context.addIssue({
          code: 'custom',
          path: [path],
          params: { text: say[code] },
          input: contract,
        })
    }, ALSO_BESIDE_FAULTS),
  )
}

/** The next renewal by the typed terms; 0 when there is none. */
export const renewalOf = (start: number, period: number | null, today: number): number =>
  start > 0 && period !== null && period >= 1
    ? start + daysToRenewal(Math.round((today - start) / DAY_MS), period) * DAY_MS
    : 0
