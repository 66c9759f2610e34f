export { CONTRACT_TYPES, JOB_AGES, WORK_MODES } from '#domain/prospecting/search-criteria.values.ts'
