import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Route } from '#contract/kernel/contract.ts'
import type { Refusal } from '#domain/kernel/errors.ts'
import type { Reads } from '#projections/kernel/read-models.ts'
import type { ApiDeps, Caller } from '../api.ts'
import type { Language } from '../languages.ts'
import type { ownWrites } from './own-writes.ts'

/** One request to a route of the contract. Steps set the fields that are not readonly. */
export type Exchange = {
  readonly route: Route
  /** The route's query, closed to unknown fields. */
  readonly Query: z.ZodType
  readonly reads: Reads
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
  /** Set by `identify`; null without a valid token. */
  caller: Caller | null
  /** Set by `own`: whose data is read or written; empty for a visitor. */
  owner: string
  params: unknown
  query: unknown
  body: unknown
}

/** The parts of the server that steps use. */
export type Serving = {
  readonly deps: ApiDeps
  readonly publicApiKey: string
  /** The caller of the request's token, authenticated once a request. */
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>
  readonly mayWrite?: ((caller: Caller, now: number) => Promise<boolean>) | undefined
  /** Whether too little space is left to write; never when absent. */
  readonly isDiskFull?: (() => boolean) | undefined
  /** Whether the caller may keep more; always when absent. @throws BUDGET_…_SPENT */
  readonly assertBudget?:
    | ((caller: Caller, write: 'growing' | 'ending') => Promise<void>)
    | undefined
  /** The refusal of a request whose path another route means more exactly. */
  readonly wrongMethod: (request: FastifyRequest, reply: FastifyReply) => Refusal | null
  readonly ownWrites: ReturnType<typeof ownWrites>
  readonly tellRefused: (code: string, request: FastifyRequest, caller?: Caller) => void
}

/** One rule of the pipeline. @throws a refusal, which ends the exchange */
export type Step = (exchange: Exchange, serving: Serving) => void | Promise<void>
