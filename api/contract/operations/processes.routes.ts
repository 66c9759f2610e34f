import { endpoints } from '#contract/kernel/endpoint.ts'
import type { ProcessSchemas } from './processes.schemas.ts'

export { KEPT_DAYS, type ProcessName, RUN_COUNTS } from '#domain/operations/process.values.ts'

export const processRoutes = endpoints<ProcessSchemas>({
  all: {
    method: 'GET',
    path: '/process/:userId/all',
    summary: 'The tools of the command center: whether each runs, its last run and its next one',
    access: { permission: 'perm_process_center_menu' },
  },
  machinery: {
    method: 'GET',
    path: '/process/:userId/machinery',
    summary:
      'Read models, queues and lists of work: how far each is, what waits, what failed and what is next',
    access: { permission: 'perm_process_center_menu' },
  },
  retryProjection: {
    method: 'PUT',
    path: '/process/:userId/projections/:projection/retry',
    summary: 'Has a read model that stopped at a fact try it again at once',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
  },
  retryWork: {
    method: 'PUT',
    path: '/process/:userId/work-lists/:list/retry',
    summary: 'Has failed work of a list tried again at once',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
  },
  runs: {
    method: 'GET',
    path: '/process/:userId/:name/runs',
    summary: 'The runs of a tool with their log, the newest first',
    access: { permission: 'perm_process_center_menu' },
  },
  run: {
    method: 'POST',
    path: '/process/:userId/:name/run',
    summary: 'Runs a tool; with `dryRun` it counts what it would do and changes nothing',
    access: { permission: 'perm_process_center_manage' },
    perMinute: 20,
  },
  cancel: {
    method: 'PUT',
    path: '/process/:userId/:name/runs/:runId/cancel',
    summary: 'Stops a run before its next step. What is done stays done',
    access: { permission: 'perm_process_center_manage' },
  },
  pause: {
    method: 'PUT',
    path: '/process/:userId/:name/pause',
    summary:
      'Holds the schedule of a tool back, or lets it go on with paused: false. Runs by hand stay possible',
    access: { permission: 'perm_process_center_manage' },
  },
})
