import { z } from 'zod'
import { refusal } from '#domain/kernel/errors.ts'
import { parse } from '../parse.ts'
import type { Step } from './exchange.ts'

const READ_WAIT_MS = 2_000

/** Headers of every read. A client that has written nothing yet may send `x-min-position` empty. */
export const ReadHeaders = z.object({
  'x-min-position': z
    .string()
    .regex(/^(?:\d{20})?$/)
    .optional()
    .describe(
      'The position that a write answered: the read models are waited for, 2 s at most. ' +
        'An answer that could not wait for it carries x-stale: true. Without it, ' +
        'the last write of the caller to the same process is waited for.',
    ),
})

/**
 * Waits until the route's read models contain the position that the caller names, or the caller's
 * own last write.
 *
 * @throws READ_MODEL_LATE when one of them cannot go on: its answer would lack facts
 */
export const settle: Step = async (exchange, { deps, ownWrites }) => {
  const { reads, request, reply, language, caller } = exchange
  const projections = Object.values(reads)
  if (projections.length === 0) return
  if (await deps.readModels.stopped(projections)) throw refusal('READ_MODEL_LATE')
  const { 'x-min-position': named } = parse(ReadHeaders, request.headers, language)
  const wanted = named ?? (caller === null ? '' : ownWrites.of(caller.userId))
  if (wanted === '') return
  // A position beyond the log's end is never reached: the end is enough.
  const head = named === undefined ? wanted : await deps.store.head()
  const position = wanted > head ? head : wanted
  if (!(await deps.readModels.reached(projections, position, READ_WAIT_MS)))
    reply.header('x-stale', 'true')
}
