export {
  LOG_DETAILS,
  LOG_LEVELS,
  LOG_SOURCES,
  type LogLevel,
} from '#domain/operations/log-entry.values.ts'
import type { EffectSchemas, HealthSchemas, LogSchemas } from './operations.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const logRoutes = endpoints<LogSchemas>({
  list: {
    method: 'GET',
    path: '/logs/:userId',
    summary: 'What the machinery did, newest first: levels and sources by commas, a period, words',
    access: { permission: 'perm_access_logs_menu' },
    csv: true,
  },
  counts: {
    method: 'GET',
    path: '/logs/:userId/counts',
    summary:
      'How many lines each level would show, whatever levels are asked for; of those in `atLeast` there may be more',
    access: { permission: 'perm_access_logs_menu' },
  },
  histogram: {
    method: 'GET',
    path: '/logs/:userId/histogram',
    summary:
      'How many lines of each level there are in 24 equal parts of a period; the last 24 hours unless said',
    access: { permission: 'perm_access_logs_menu' },
  },
  clean: {
    method: 'POST',
    path: '/logs/:userId/clean',
    summary:
      'Forgets lines older than the retention. With `dryRun`, says how many that would be. The audit is never cleaned',
    access: { permission: 'perm_access_logs_manage' },
    perMinute: 10,
  },
})

export const healthRoutes = endpoints<HealthSchemas>({
  one: {
    method: 'GET',
    path: '/system/:userId/health',
    summary: 'Engines, read models, memory, disk, and errors of the last 24 hours',
    access: { permission: 'perm_process_center_menu' },
  },
})

export const effectRoutes = endpoints<EffectSchemas>({
  failed: {
    method: 'GET',
    path: '/effect/:userId/failed',
    summary: 'What was tried and given up, of every user, the last first',
    access: { permission: 'perm_process_center_manage' },
  },
  retry: {
    method: 'PUT',
    path: '/effect/:userId/:id/retry',
    summary: 'Tries again what was given up',
    access: { permission: 'perm_process_center_manage' },
  },
})
