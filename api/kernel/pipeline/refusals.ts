import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalKind } from '#domain/kernel/errors.ts'
import type { AccessWatch } from '../access-watch.ts'
import type { Caller } from '../api.ts'
import { failureOf, sendProblem } from '../errors.ts'
import type { Serving } from './exchange.ts'

/** Refusals of a request's input, which are logged by the names of its fields. */
const INPUT_KINDS: ReadonlySet<RefusalKind> = new Set([
  'malformed',
  'invalid',
  'too-large',
  'unsupported',
])

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** Reports refused access to the watch, with the caller of the request's token. */
export const refusalsTo =
  (
    watch: Pick<AccessWatch, 'refused'> | undefined,
    callerOf: Serving['callerOf'],
  ): Serving['tellRefused'] =>
  (code, request, caller) => {
    const report = (who: Caller | null) =>
      watch?.refused(code, routeOf(request), who?.userId ?? '', request.ip, request.id)
    if (caller !== undefined) report(caller)
    else callerOf(request).then(report, () => report(null))
  }

/** Reports an error to the watch, and answers it. */
export const problemHandler =
  (
    watch: Pick<AccessWatch, 'failed' | 'inputRefused'> | undefined,
    { wrongMethod, tellRefused }: Pick<Serving, 'wrongMethod' | 'tellRefused'>,
  ) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    // A body that no parser takes may have been sent to a path that takes no such method.
    const isOfNoType = error instanceof Error && 'statusCode' in error && error.statusCode === 415
    const wrong = isOfNoType ? wrongMethod(request, reply) : null
    if (wrong) return sendProblem(wrong, request, reply)
    if (error instanceof Refusal && error.kind === 'forbidden') tellRefused(error.code, request)
    if (error instanceof Refusal && INPUT_KINDS.has(error.kind)) {
      const fields = error.fields.map(({ path }) => path.slice(0, 60)).slice(0, 10)
      watch?.inputRefused(error.code, routeOf(request), fields.join(', '), request.ip, request.id)
    }
    const failed = failureOf(error)
    if (failed !== null) watch?.failed(failed, routeOf(request), request.id)
    return sendProblem(error, request, reply)
  }
