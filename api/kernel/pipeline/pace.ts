import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/kernel/contract.ts'
import type { AccessWatch } from '../access-watch.ts'
import { isCsv } from '../csv-answer.ts'
import { classOf, createTokenBuckets } from '../token-buckets.ts'
import { createTurns } from '../turns.ts'
import type { Serving } from './exchange.ts'
import { tenantOf } from './identify.ts'

/**
 * Delay of the refusal of a request above a user's limit. It is as long again for each eight
 * refusals of the user that are delayed already.
 */
const DELAY_MS = 500
const REFUSALS_A_DELAY = 8
const LONGEST_DELAY_MS = 5_000

/** Hooks of a route that run before its steps, and with its answer. */
export type Pace = (route: Route) => {
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<void>
}

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
  const refused = new Map<string, number>()

  async function delay(userId: string): Promise<void> {
    const others = refused.get(userId) ?? 0
    refused.set(userId, others + 1)
    await pause(Math.min(LONGEST_DELAY_MS, DELAY_MS * (1 + others / REFUSALS_A_DELAY)))
    const left = (refused.get(userId) ?? 1) - 1
    if (left === 0) refused.delete(userId)
    else refused.set(userId, left)
  }

  return (route) => ({
    async onRequest(request, reply) {
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
        await delay(caller.userId)
        throw error
      }
    },
    async onSend(request, _, payload) {
      const userId = tenantOf(request)
      if (userId !== null && typeof payload === 'string')
        buckets.charge(userId, classOf(route, isCsv(route, request)), payload.length)
    },
  })
}
