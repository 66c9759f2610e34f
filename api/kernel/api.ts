import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Read, ReadModels, Reads } from '#projections/kernel/read-models.ts'
import type { Language } from './languages.ts'

/** The caller, from the access token and the read models. */
export type Caller = {
  readonly userId: string
  readonly userName: string
  /** First and last name, or the user name. */
  readonly name: string
  readonly permissions: ReadonlySet<string>
  /** IANA name. */
  readonly timeZone: string
  /** Whether it is a guest's demo, which some routes are closed to. */
  readonly isGuest: boolean
  /** The role whose permissions stand for the caller's own; nothing is written then. */
  readonly viewsAs?: string
}

/**
 * Dependencies of every context's routes. A context's outside services are arguments of its own,
 * not added here.
 */
export type ApiDeps = {
  readonly handler: CommandHandler
  /** For the ports of commands. A route uses `call.read`, its declared read models. */
  readonly readModels: ReadModels
  readonly store: EventStore
  readonly documents: Documents
  readonly clock: Clock
  /** A new ULID. */
  readonly newId: () => string
  readonly log: FastifyBaseLogger
}

export type BinaryReply = (
  | { readonly bytes: Uint8Array }
  /** Made while it is sent. */
  | { readonly stream: AsyncIterable<Uint8Array> }
) & {
  readonly mediaType: string
  readonly fileName?: string
  readonly disposition?: 'inline' | 'attachment'
}
type ReplyOf<R extends Route> = R['kind'] extends 'json'
  ? z.input<R['reply']>
  : z.input<R['reply']> | BinaryReply | undefined

export type Call<R extends Route = Route, M extends Reads = Record<never, never>> = {
  readonly params: z.output<R['params']>
  readonly query: z.output<R['query']>
  readonly body: z.output<R['body']>
  /** @throws on a public route without a token: check `callerOrNull` there */
  readonly caller: Caller
  readonly callerOrNull: Caller | null
  /** The read models that the route declared. */
  readonly read: Read<M>
  /**
   * The owner of the data: the path's `:userId`. It is the caller, unless the caller has the
   * route's `manage` permission.
   */
  readonly owner: string
  readonly language: Language
  readonly now: number
  /**
   * Command metadata for this request: its id (from `idempotency-key`, path and body when sent),
   * actor, owner, correlation, the body's `version`.
   */
  readonly meta: (more?: Partial<CommandMeta>) => CommandMeta
  /**
   * The id of a record that this request adds: the same when it is sent again under its
   * `idempotency-key`.
   */
  readonly newId: () => string
  /** Aborted when the caller hangs up before the answer. */
  readonly closed: AbortSignal
  readonly can: (permission: Permission) => boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Mounts a contract's route: parses, authenticates, authorizes, waits for the declared read models,
 * answers in the envelope.
 */
export interface Api {
  readonly deps: ApiDeps
  /**
   * @param options.reads read models that the handler may query; a call with `x-min-position` waits
   * for these only
   */
  serve<R extends Route, M extends Reads = Record<never, never>>(
    route: R,
    options: { readonly reads?: M },
    handler: (call: Call<R, M>) => Promise<ReplyOf<R>>,
  ): void
}
