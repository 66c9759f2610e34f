export {
  LOG_DETAILS,
  LOG_LEVELS,
  LOG_SOURCES,
  type LogLevel,
} from '#domain/operations/log-entry.values.ts'
export { KEPT_DAYS, type ProcessName, RUN_COUNTS } from '#domain/operations/process.values.ts'
