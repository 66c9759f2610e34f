import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ENDS_ACCESS, userDecider } from '#domain/identity/user.ts'
import { API } from '#contract/kernel/api.values.ts'
import { STREAM_PATH } from '#contract/kernel/stream.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { entityNamed } from '#domain/entities.ts'
import { mayRead, SHARED } from '#domain/kernel/records/entity.ts'
import { categoryOf, idOf, type Position, type RecordedEvent } from '#domain/kernel/event.ts'
import { type EventStore, writtenIn } from '#domain/kernel/ports/event-store.ts'
import type { Caller } from './kernel/api.ts'

const BEAT_MS = 20_000
const MAX_PER_USER = 12
const LIFE_MS = 600_000
const RETRY_MS = 1_000
/** Changes before the opening that a stream tells at most. */
const REPLAYED = 1_000
const IS_POSITION = /^\d{20}$/

type Change = { readonly collection: string; readonly id: string; readonly position: Position }
type Listener = {
  readonly caller: Caller
  readonly hear: (change: Change) => void
  readonly hangUp: () => void
}

/** Whether this caller is told of a change of shared records. */
function mayHear({ permissions }: Caller, { collection }: Change): boolean {
  const entity = entityNamed(collection)
  if (entity?.shared === undefined) return false
  return entity.shared === 'everyone' || mayRead(permissions, entity)
}

/**
 * `GET /api/stream`: server-sent events `{ collection, id, position }` for changes of the caller's
 * records, and of shared records that the caller may read. One reader follows the log for all
 * callers. Token and permissions are checked when the stream opens. With `since`, a position of the
 * log, changes after it are told first; `{ missed: true }` stands for too many. A stream lasts ten
 * minutes at most, so that a client returns with a fresh token.
 *
 * @param options.ending ends every stream with the process: clients reconnect to another one
 */
export function streamApi(
  app: FastifyInstance,
  options: {
    readonly store: EventStore
    readonly ending: AbortSignal
    readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
  },
): void {
  const { ending } = options
  const listeners = new Map<string, Set<Listener>>()
  const isHeard = () => listeners.size > 0
  const store = writtenIn(options.store)
  const stop = follow(store, isHeard, (event) => {
    const { owner } = event.meta
    const change = changeOf(event)
    if (change.collection === userDecider.category && ENDS_ACCESS.includes(event.type))
      for (const { hangUp } of listeners.get(change.id) ?? []) hangUp()
    for (const { hear } of listeners.get(owner) ?? []) hear(change)
    if (owner !== SHARED) return
    for (const listener of [...listeners.values()].flatMap((some) => [...some]))
      if (mayHear(listener.caller, change)) listener.hear(change)
  })
  app.addHook('onClose', async () => stop())

  app.get(
    `${API}${STREAM_PATH}`,
    {
      schema: {
        summary:
          "The caller's own records as they change, and those of everyone (server-sent events)",
        tags: ['stream'],
        security: [{ bearer: [] }],
      },
    },
    async (request, reply) => {
      const caller = await options.authenticate(request)
      if (caller === null) throw refusal('UNAUTHENTICATED')
      const mine = listeners.get(caller.userId) ?? new Set()
      if (mine.size >= MAX_PER_USER) throw refusal('TOO_MANY_REQUESTS')
      if (ending.aborted) throw refusal('CONNECTION_NOT_READY')
      reply.hijack()
      const raw = reply.raw
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      })
      raw.write(`retry: 2000\n\n`)
      const send = (data: object) =>
        void (raw.writableEnded || raw.write(`data: ${JSON.stringify(data)}\n\n`))
      const listener: Listener = { caller, hear: send, hangUp: () => void raw.end() }
      mine.add(listener)
      listeners.set(caller.userId, mine)
      const beat = setInterval(() => raw.write(': still here\n\n'), BEAT_MS)
      const { hangUp } = listener
      const end = setTimeout(hangUp, LIFE_MS)
      ending.addEventListener('abort', hangUp)
      raw.on('close', () => {
        ending.removeEventListener('abort', hangUp)
        clearTimeout(end)
        clearInterval(beat)
        mine.delete(listener)
        if (mine.size === 0) listeners.delete(caller.userId)
      })
      const { since = '' } = request.query as { since?: string }
      if (!IS_POSITION.test(since)) return
      const told = await store.readAll(since, { limit: REPLAYED }).catch(() => null)
      for (const event of told?.events ?? []) {
        const change = changeOf(event)
        const { owner } = event.meta
        if (owner === caller.userId || (owner === SHARED && mayHear(caller, change))) send(change)
      }
      if (told?.atHead !== true) send({ missed: true })
    },
  )
}

const changeOf = ({ stream, position }: Pick<RecordedEvent, 'stream' | 'position'>): Change => ({
  collection: categoryOf(stream),
  id: idOf(stream),
  position,
})

/**
 * Follows the log from its present end. No event is decrypted: their data is not looked at.
 *
 * @param isHeard whether anyone listens; what is written meanwhile is passed over
 * @returns ends it
 */
function follow(
  store: Pick<EventStore, 'head' | 'readAll' | 'watch'>,
  isHeard: () => boolean,
  tell: (event: RecordedEvent) => void,
): () => void {
  let at: Position | null = null
  let running = false
  let again = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  const read = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    try {
      at ??= await store.head()
      if (!isHeard()) {
        const head = await store.head()
        // A listener that came meanwhile is told of all that was written since.
        if (!isHeard()) at = head
      }
      do {
        again = false
        const slice = await store.readAll(at, { limit: 500 })
        at = slice.next
        for (const event of slice.events) tell(event)
        if (!slice.atHead) again = true
      } while (again)
    } catch {
      // The store is away: continue from the last position, at the next hint or in a moment.
      clearTimeout(retry)
      if (!stopped) retry = setTimeout(() => void read(), RETRY_MS).unref()
    } finally {
      running = false
    }
  }
  const unwatch = store.watch(() => void read())
  void read()
  return () => {
    stopped = true
    clearTimeout(retry)
    unwatch()
  }
}
