import { z } from 'zod'
import { type Project, ProjectDraft } from '#contract/projects.ts'

/** What is dropped when a contract is not billable. @source specification, section 5 */
const TERMS = [
  'clientId',
  'priceMode',
  'priceHT',
  'soldDays',
  'currency',
  'isRenewable',
  'renewalPeriod',
  'startDate',
  'endDate',
  'paymentDeadline',
  'penaltyRate',
  'tva',
] as const

export type ContractValues = {
  profileId: string
  isBillable: boolean
  ref: string
  title: string
  clientId: string | 0
  priceMode: 'day' | 'fixed'
  priceHT: number | null
  soldDays: number | null
  currency: string
  isRenewable: boolean
  renewalPeriod: number | null
  startDate: number
  endDate: number
  paymentDeadline: number | null
  penaltyRate: number | null
  tva: number | null
}

/** A new contract starts with what most have. @param vat 0 when the profile charges none; currency the profile's own */
export const newContract = (
  profileId: string,
  start: number,
  usual: { currency: string; vat: number },
): ContractValues => ({
  profileId,
  isBillable: true,
  ref: '',
  title: '',
  clientId: 0,
  priceMode: 'day',
  priceHT: null,
  soldDays: 0,
  currency: usual.currency,
  isRenewable: false,
  renewalPeriod: 0,
  startDate: start,
  endDate: 0,
  paymentDeadline: 30,
  penaltyRate: 0,
  tva: usual.vat,
})

/** A contract as the form has it; terms that it has not are those of a new one. */
export function valuesOf(contract: Project, fresh: ContractValues): ContractValues {
  const { profileId, isBillable, ref, title } = contract
  if (!isBillable) return { ...fresh, profileId, isBillable, ref, title }
  const {
    clientId,
    priceMode,
    priceHT,
    soldDays,
    currency,
    isRenewable,
    renewalPeriod,
    startDate,
    endDate,
    paymentDeadline,
    penaltyRate,
    tva,
  } = contract
  return {
    profileId,
    isBillable,
    ref,
    title,
    clientId,
    priceMode,
    priceHT,
    soldDays,
    currency,
    isRenewable,
    renewalPeriod,
    startDate,
    endDate,
    paymentDeadline,
    penaltyRate,
    tva,
  }
}

export type Sentences = { readonly client: string; readonly period: string; readonly order: string }

/** Hidden fields are not sent, nor judged: what one does not see cannot stop one. */
function shown(values: ContractValues): Partial<ContractValues> {
  if (!values.isBillable)
    return Object.fromEntries(Object.entries(values).filter(([key]) => !(TERMS as readonly string[]).includes(key)))
  return values.isRenewable ? { ...values, endDate: 0 } : { ...values, renewalPeriod: 0 }
}

/** The contract's own schema, on the fields that are shown, with its rules told before it is sent. */
export function contractSchema(say: Sentences) {
  const schema = z.preprocess(
    (values) => shown(values as ContractValues),
    ProjectDraft.superRefine((contract, context) => {
      const refuse = (path: string, text: string) =>
        context.addIssue({ code: 'custom', path: [path], params: { text }, input: contract })
      if (!contract.isBillable) return
      if (!contract.clientId) refuse('clientId', say.client)
      if (contract.isRenewable && !contract.renewalPeriod) refuse('renewalPeriod', say.period)
      if (contract.startDate && contract.endDate && contract.endDate <= contract.startDate) refuse('endDate', say.order)
    }),
  )
  return schema as unknown as z.ZodType<z.output<typeof ProjectDraft>, ContractValues> // preprocess forgets what it takes
}

const DAY_MS = 86_400_000

/** The first renewal after today: the start, whole periods on; 0 when there is none. */
export function nextRenewal(start: number, days: number | null, today: number): number {
  if (!start || !days || days < 1 || Number.isNaN(start) || Number.isNaN(days)) return 0
  const period = days * DAY_MS
  return start + Math.max(1, Math.ceil((today - start) / period)) * period
}
