import type { Api } from '#api/kernel/api.ts'
import { buildServer } from '#api/kernel/server.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import type { ReadStore } from '#domain/kernel/ports/read-store.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { silentLog } from '#tests/doubles/log.ts'
import { readModelsIn } from '#tests/doubles/read-models.ts'

/**
 * The server's own routes over read models that a bench has filled, for one signed-in freelancer.
 * Its log is empty.
 *
 * @param options.now epoch milliseconds
 */
export function readingServer({
  readStore,
  userId,
  now,
  contexts,
}: {
  readonly readStore: ReadStore
  readonly userId: string
  readonly now: number
  readonly contexts: (api: Api) => void
}) {
  const store = eventLog()
  const clock = { now: () => now }
  return buildServer({
    deps: {
      handler: createHandler({ store, clock }),
      readModels: readModelsIn(readStore),
      store,
      documents: memoryDocuments(),
      clock,
      newId: newUlid,
    },
    authenticate: async () => ({
      userId,
      userName: userId,
      name: 'Atelier Quartz',
      permissions: new Set<string>(freelancerPermissions()),
      timeZone: 'Europe/Paris',
      isGuest: false,
    }),
    publicUrl: new URL('http://localhost'),
    publicApiKey: 'public',
    log: silentLog,
    contexts,
  })
}
