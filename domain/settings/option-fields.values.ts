/** Fields that take the values of a list which administrators extend, by the list. */
export const OPTION_FIELDS = {
  'company.sector': [
    'company.sector',
    'publication.sector',
    'searchCriteria.sectors',
    'professionalInfo.sector',
  ],
  'mission.employmentType': ['mission.employmentType'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type OptionList = keyof typeof OPTION_FIELDS
