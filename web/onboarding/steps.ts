/** The wizard's steps, in order; their names are used in `?step=`. */
export const STEPS = ['you', 'company', 'bank'] as const
export type Step = (typeof STEPS)[number]

export const isStep = (text: string): text is Step => (STEPS as readonly string[]).includes(text)

/** Fields of the last step, by the first word of their path. */
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

/** The step with a field of the profile. */
export const stepOfField = (path: string): Step =>
  BANK_FIELDS.includes(path.split('.')[0] ?? '') ? 'bank' : 'company'
