import type { FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Me } from '#contract/identity/identity.schemas.ts'
import type { sessionRoutes } from '#contract/identity/session.contract.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { API } from '#contract/kernel/api.values.ts'
import { grants } from '#domain/kernel/permissions.ts'
import { FORWARDED } from '../kernel/origin.ts'
import { type Preloads, presentRead } from '../preloads.ts'

/** A slower read is left to its screen. @unit milliseconds */
const LONGEST_MS = 1_000
/** Headers that a reader of the answer looks at. */
const KEPT_HEADERS = [
  'content-type',
  'x-unreadable',
  'x-next-cursor',
  'x-total-count',
  'x-request-id',
]
/** Headers of the browser and of proxies that the answers depend on. */
const SENT_HEADERS = ['accept-language', 'user-agent', 'sec-fetch-site', ...FORWARDED]

type Begin = typeof sessionRoutes.begin
type FirstAnswer = NonNullable<z.output<Begin['reply']>>['answers'][number]
type Granted = Pick<NonNullable<z.output<Begin['reply']>>, 'accessToken' | 'userId'>

/**
 * Answers of the user and of a page's first reads, before the page asks. Each is a request of its
 * own with the user's token: it is permitted, counted and logged as from outside.
 */
export const firstAnswers =
  (readsAt: Preloads['readsAt']) =>
  async (
    request: FastifyRequest,
    { accessToken, userId }: Granted,
    { page, year, month }: z.output<Begin['body']>,
  ): Promise<FirstAnswer[]> => {
    const sent = SENT_HEADERS.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    const headers = {
      ...Object.fromEntries(sent),
      // HTTP/2 has no such header.
      host: request.host,
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
    }
    const answerTo = async (path: string): Promise<FirstAnswer | null> => {
      const url = API + path.replace(':userId', userId)
      const read = request.server.inject({
        method: 'GET',
        url,
        headers,
        remoteAddress: request.socket.remoteAddress ?? request.ip,
      })
      const answer = await Promise.race([read, pause(LONGEST_MS, null, { ref: false })])
      if (answer?.statusCode !== 200) return null
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, String(value)]]
      })
      return {
        path: path.replace(':userId', 'me'),
        headers: Object.fromEntries(kept),
        text: answer.body,
      }
    }

    const user = await answerTo(userRoutes.me.path)
    if (user === null) return []
    const me = (JSON.parse(user.text) as { result: { data: Me } }).result.data // of the route above
    const profile = me.params.activeProfile
    const paths = readsAt(page)
      .filter(
        ([path, permission]) =>
          grants(me.permissions, permission) && (profile || !path.includes(':profileId')),
      )
      .map(([path]) => presentRead(path, { profileId: String(profile), year, month }))
    const answers = await Promise.all(paths.map(answerTo))
    return [user, ...answers.filter((answer) => answer !== null)]
  }
