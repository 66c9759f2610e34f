import { SECTORS } from '#domain/kernel/legal-statuses.ts'
import type { OptionList } from './option-fields.values.ts'

/** Kinds of work that a mission may have been. */
export const EMPLOYMENT_TYPES = [
  'freelance',
  'fixedTerm',
  'permanent',
  'internship',
  'recruitment',
] as const

/** The values that the lists ship with. */
export const SHIPPED_OPTIONS: Readonly<Record<OptionList, readonly string[]>> = {
  'company.sector': SECTORS,
  'mission.employmentType': EMPLOYMENT_TYPES,
}
