export {
  CONTRACT_TYPES,
  JOB_AGES,
  RATE_PERIODS,
  WORK_MODES,
} from '#domain/prospecting/search-criteria.values.ts'
