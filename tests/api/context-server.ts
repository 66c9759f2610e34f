import { buildServer } from '#api/kernel/server.ts'
import type { Api } from '#api/kernel/api.ts'
import type { Facts } from '#commands/facts.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { buildCommands, type Commands } from '#commands/product.ts'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import { createFacts } from '#projections/facts.ts'
import type { Projection } from '#projections/kernel/projection.ts'
import { createProjector } from '#projections/kernel/catch-up.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog, silentLog } from '#tests/doubles/log.ts'
import { quietGateways } from '#tests/doubles/gateways.ts'

/** 20 November 2026, 10:00 in Paris. */
const NOW = Date.UTC(2026, 10, 20, 9)

export type Answered = {
  readonly status: number
  readonly data: any // oxlint-disable-line typescript/no-explicit-any -- a test reads what it expects
  readonly code: string
  readonly fields: readonly { path: string; message: string }[]
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/**
 * One context's routes on a log in memory, without sign-in: the bearer token is the user's id. Read
 * models are brought to the head of the log before each reading, so a test reads its own writes.
 *
 * @param facts in the place of what the read models would answer to commands
 * @param permissionsOf a freelancer's unless said
 * @param now what the product's clock shows; each command is a millisecond later
 */
export async function startContext(
  projections: readonly Projection[],
  mount: (api: Api, commands: Commands) => void,
  facts: Partial<Facts> = {},
  permissionsOf: (userId: string) => readonly string[] = () => freelancerPermissions(),
  now: () => number = () => NOW,
) {
  const store = eventLog()
  // Each command a millisecond later, so that "the oldest first" means something.
  let ticks = 0
  const clock = { now: () => now() + ticks++ }
  const handler = createHandler({ store, clock })
  const projector = createProjector({
    store,
    readStore: sqliteReadStore(),
    queue: { wake: async () => {} },
    clock,
    log: memoryLog(),
    projections,
  })
  const readModels = {
    ...projector.readModels,
    async of<D extends { readonly _id: string; readonly owner: string }>(
      projection: Projection<D>,
    ) {
      for (const group of projector.groups) await projector.catchUp(group)
      return projector.readModels.of(projection)
    },
    reached: async () => true,
  }
  const documents = memoryDocuments()
  const commands = buildCommands({
    handler,
    store,
    documents,
    gateways: quietGateways,
    facts: { ...createFacts({ readModels, store }), ...facts },
    clock,
    newId: newUlid,
  })
  const app = await buildServer({
    deps: { handler, readModels, store, documents, clock, newId: newUlid },
    authenticate: async (request) => {
      const userId = request.headers.authorization?.replace('Bearer ', '')
      return userId === undefined
        ? null
        : {
            userId,
            userName: userId,
            name: 'Anna Exemple',
            isGuest: false,
            permissions: new Set(permissionsOf(userId)),
            timeZone: 'Europe/Paris',
          }
    },
    publicApiKey: 'public',
    log: silentLog,
    publicUrl: new URL('http://localhost'),
    contexts: (api) => mount(api, commands),
  })
  return {
    app,
    store,
    handler,
    commands,
    readModels,
    documents,
    async ask(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answered> {
      const userId = path.includes('user-2') ? 'user-2' : 'user-1'
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${userId}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
      return {
        status: answer.statusCode,
        data: json.result?.data,
        code: json.result?.code ?? '',
        fields: json.result?.fields ?? [],
        headers: answer.headers,
        text: answer.body,
      }
    },
    stop: () => app.close(),
  }
}
export type ContextServer = Awaited<ReturnType<typeof startContext>>
