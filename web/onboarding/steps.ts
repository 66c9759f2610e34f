/** The wizard's steps, in order; their names stand in `?step=`. */
export const STEPS = ['you', 'company', 'bank'] as const
export type Step = (typeof STEPS)[number]

export const isStep = (text: string): text is Step => (STEPS as readonly string[]).includes(text)

/** Fields of the last step, by their first word on the wire. */
const BANK_FIELDS: readonly string[] = [
  'bankName',
  'bankNumber',
  'accountType',
  'currency',
  'TvaNumber',
  'tvaRegime',
  'tvaRegimeFrom',
  'tvaPeriodicity',
  'tvaTaxeType',
]

/** The step where a field of the profile is filled in. */
export const stepOfField = (path: string): Step => (BANK_FIELDS.includes(path.split('.')[0] ?? '') ? 'bank' : 'company')
