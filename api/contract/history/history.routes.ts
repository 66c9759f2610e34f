import type { HistorySchemas, AuditSchemas } from './history.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export { CAUSES } from '#domain/kernel/causes.values.ts'

export const historyRoutes = endpoints<HistorySchemas>({
  of: {
    method: 'GET',
    path: '/history/:userId/:entity/:id',
    summary:
      'The changes of a record, newest first and in pages: who, when, what, from and to. With `at`, the record as it ' +
      'was then. A removed record keeps its history.',
    access: 'signed-in',
    heavy: true,
  },
  changes: {
    method: 'GET',
    path: '/history/:userId/:entity/:id/changes',
    summary:
      'The changes of a record in words, a row for each field. A page counts facts, not rows.',
    access: 'signed-in',
    heavy: true,
    csv: 'history',
  },
  removed: {
    method: 'GET',
    path: '/history/:userId/:entity',
    summary:
      'Removed records of an entity, the last removed first. Their histories can still be read.',
    access: 'signed-in',
    heavy: true,
    csv: 'history',
  },
})

export const auditRoutes = endpoints<AuditSchemas>({
  list: {
    method: 'GET',
    path: '/audit/:userId',
    summary:
      'What happened, newest first, for administrators. Amounts and texts of other users are not shown, only which ' +
      'fields an event holds.',
    access: { permission: 'perm_access_logs_menu' },
    csv: true,
  },
  open: {
    method: 'POST',
    path: '/audit/:userId/open',
    summary:
      'Opens the history of a user’s record for an hour. The reason is a fact that the user is told of. Records that ' +
      'the caller reads anyway are refused: USER_RECORD_READABLE',
    access: { permission: 'perm_access_users_manage' },
    perMinute: 30,
  },
  accesses: {
    method: 'GET',
    path: '/audit/:userId/accesses',
    summary:
      'Which of the caller’s records administrators have opened, when and why; the last first',
    access: 'signed-in',
  },
  story: {
    method: 'GET',
    path: '/audit/:userId/story/:correlationId',
    summary:
      'All that one request did: facts, effects and lines of the technical log under its id, the oldest first. ' +
      'Without `complete`, older facts may be missing: ask again',
    access: { permission: 'perm_access_logs_menu' },
  },
  verifications: {
    method: 'GET',
    path: '/audit/:userId/verifications',
    summary: 'The check of the whole log that runs, and what the last ones found',
    access: { permission: 'perm_access_logs_menu' },
  },
  beginVerification: {
    method: 'POST',
    path: '/audit/:userId/verifications',
    summary:
      'Begins a check of the whole log, which goes on without the caller. One runs at a time: PROCESS_RUNNING',
    access: { permission: 'perm_access_logs_menu' },
    perMinute: 10,
  },
  cancelVerification: {
    method: 'PUT',
    path: '/audit/:userId/verifications/:runId/cancel',
    summary: 'Stops a check of the log',
    access: { permission: 'perm_access_logs_menu' },
  },
  verify: {
    method: 'GET',
    path: '/audit/:userId/verify',
    summary: 'Walks every chain of the log, and compares it with its seals',
    access: { permission: 'perm_access_logs_menu' },
    perMinute: 10,
  },
})
