import { createHmac, timingSafeEqual } from 'node:crypto'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import { queueRoutes } from '#contract/operations/queues.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { grants } from '#domain/kernel/permissions.ts'
import type { Api, Caller } from '../kernel/api.ts'
import { sendProblem } from '../kernel/errors.ts'

export type QueueBoardOptions = {
  readonly queues: readonly Queue[]
  /** Signs the passes; the same in every process that serves the board. */
  readonly secret: string
  readonly clock: Clock
  /** Whether browsers reach the product over TLS. */
  readonly secure: () => boolean
}

const PATH = '/api/queues'
const COOKIE = 'carnet_queues'
const PASS_S = 900
/** The board's page has inline styles and a `base`; its fonts from other sites are blocked. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'none'; form-action 'none'"

/**
 * The queues in bull-board, read-only. A browser navigates there without a bearer token. `POST
 * /api/queues/pass`, with a token of the process center's permission, therefore gives it a cookie
 * for a quarter of an hour.
 */
export async function serveQueues(
  app: FastifyInstance,
  api: Api,
  options: QueueBoardOptions & {
    readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>
  },
): Promise<void> {
  const { queues, secret, clock, secure, authenticate } = options
  const sign = (until: string): string =>
    createHmac('sha256', secret).update(`queue board ${until}`).digest('base64url')

  function holdsPass(request: FastifyRequest): boolean {
    const [until = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.')
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(until))]
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      Number(until) > clock.now()
    )
  }
  async function admit(request: FastifyRequest): Promise<void> {
    const caller = await authenticate(request)
    if (caller === null) throw refusal('UNAUTHENTICATED')
    if (!grants(caller.permissions, 'perm_process_center_manage')) throw refusal('FORBIDDEN')
  }

  api.serve(queueRoutes.pass, {}, async ({ reply }) => {
    const until = String(clock.now() + PASS_S * 1000)
    reply.setCookie(COOKIE, `${until}.${sign(until)}`, {
      path: PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: secure(),
      maxAge: PASS_S,
    })
    return { url: `${PATH}/` }
  })

  const board = new FastifyAdapter()
  board.setBasePath(PATH)
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    // its types are looked for where this release of the API no longer has them
    serverAdapter: board as never,
    options: { uiConfig: { boardTitle: 'Carnet' } },
  })
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        try {
          if (!holdsPass(request)) await admit(request)
          if (request.method !== 'GET' && request.method !== 'HEAD') throw refusal('FORBIDDEN')
        } catch (error) {
          // Sent here instead of thrown: the board answers errors in a shape of its own.
          return sendProblem(error, request, reply)
        }
        reply.header('content-security-policy', POLICY).header('cache-control', 'no-store')
      })
      await scope.register(board.registerPlugin())
    },
    { prefix: PATH },
  )
}
