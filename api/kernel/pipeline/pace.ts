import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/kernel/contract.ts'
import type { AccessWatch } from '../access-watch.ts'
import { isCsv } from '../csv-answer.ts'
import { classOf, createTokenBuckets } from '../token-buckets.ts'
import { createTurns } from '../turns.ts'
import type { Serving } from './exchange.ts'

/** How long a request above a user's limit is held before it is refused. */
const HELD_MS = 500

/** A hook that runs before a route's steps. */
export type Pace = (route: Route) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Counts a user's request before its body is read, and waits for the user's turn. A refusal is
 * delayed: a client that repeats at once would otherwise keep the process busy with refusals.
 */
export function paceOf(
  callerOf: Serving['callerOf'],
  watch: Pick<AccessWatch, 'paceRefused'> | undefined,
): Pace {
  const buckets = createTokenBuckets()
  const turns = createTurns()
  return (route) => async (request, reply) => {
    const caller = request.headers.authorization === undefined ? null : await callerOf(request)
    if (caller === null) return
    try {
      buckets.take(caller.userId, classOf(route, isCsv(route, request)))
      // A stream lasts as long as its page is open.
      if (route.kind === 'stream') return
      const end = await turns.take(caller.userId)
      // The connection may have ended while its request waited.
      if (reply.raw.destroyed) end()
      else reply.raw.once('finish', end).once('close', end)
    } catch (error) {
      const { url = 'none' } = request.routeOptions
      watch?.paceRefused(url, caller.userId, request.ip, request.id)
      await pause(HELD_MS)
      throw error
    }
  }
}
