/** French legal forms: the specification's eight, and the two that most freelancers have. */
export const LEGAL_STATUSES = [
  'EI',
  'micro-entrepreneur',
  'EURL',
  'SARL',
  'SASU',
  'SAS',
  'SA',
  'SNC',
  'SCS',
  'SCA',
] as const
export type LegalStatus = (typeof LEGAL_STATUSES)[number]

/** Forms that are a company with a share capital, as against a sole trader. */
export const isCompanyForm = (status: string): boolean =>
  status !== '' && status !== 'EI' && status !== 'micro-entrepreneur'

/** The specification's thirty sectors, by key; names are words of the interface. */
export const SECTORS = [
  'accounting',
  'agriculture',
  'architecture',
  'arts',
  'automotive',
  'banking',
  'construction',
  'consulting',
  'design',
  'education',
  'energy',
  'engineering',
  'environment',
  'events',
  'fashion',
  'food',
  'health',
  'hospitality',
  'human_resources',
  'industry',
  'insurance',
  'legal',
  'logistics',
  'marketing',
  'media',
  'public',
  'real_estate',
  'retail',
  'software',
  'telecom',
] as const // prettier-ignore
