/** Choices of search criteria and publications. @source specification, section 9 */

/** Around a place. @unit kilometres; 0 is the place itself */
export const RADII = ['0', '5', '10', '15', '25', '35', '50', '100'] as const
/** Highest age of a job since its publication. @unit days */
export const JOB_AGES = ['1', '3', '7', '14', '30'] as const
/** @unit years */
export const EXPERIENCE_BANDS = ['0-1', '1-3', '3-5', '5-10', '10-99'] as const
export const CONTRACT_TYPES = [
  'fullTime',
  'permanent',
  'partTime',
  'fixedTerm',
  'internship',
  'workStudy',
  'freelance',
  'volunteer',
] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]
export const WORK_MODES = ['onSite', 'hybrid', 'remotely'] as const
/** The lists of jobs. @source specification, section 4; decision D18 */
export const JOB_VIEWS = ['all', 'created', 'applied', 'suggested', 'saved'] as const
export type WorkMode = (typeof WORK_MODES)[number]
/** Unit of a rate. */
export const RATE_PERIODS = ['hour', 'day', 'month', 'year'] as const
export type RatePeriod = (typeof RATE_PERIODS)[number]
/**
 * Criteria that a model may fill. Whether jobs are searched at night and what is suggested is the
 * user's to say.
 */
export const READ_CRITERIA = [
  'titles',
  'skills',
  'locations',
  'radius',
  'workModes',
  'contractTypes',
  'TjmHT',
  'experience',
  'languages',
  'sectors',
  'jobAge',
] as const
