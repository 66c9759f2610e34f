import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { API } from '#contract/kernel/api.values.ts'
import type { Failure } from '#contract/kernel/answers.schemas.ts'
import type { Route } from '#contract/kernel/contract.ts'

/** A route has refused a read; the code is its own. */
export class ReadRefused extends Error {
  override readonly name = 'ReadRefused'
  readonly code: string
  constructor(code: string) {
    super(`The read was refused: ${code}`)
    this.code = code
  }
}

type Asked = Readonly<Record<string, string | number | undefined>>

/** Reads of the product's own routes as the caller. */
export type OwnReads = {
  /** @throws ReadRefused */
  get<R extends Route>(
    route: R,
    asked?: { readonly params?: Asked; readonly query?: Asked },
  ): Promise<z.output<R['reply']>>
}

/**
 * Calls the product's own routes inside the process, with the credentials of the request. The route
 * itself refuses a caller without access. Writes cannot be sent.
 */
export function ownReads(request: FastifyRequest, userId: string): OwnReads {
  async function get<R extends Route>(
    route: R,
    { params = {}, query = {} }: { readonly params?: Asked; readonly query?: Asked } = {},
  ): Promise<z.output<R['reply']>> {
    if (route.method !== 'GET') throw new Error(`${route.method} ${route.path} is no read`)
    const given: Asked = { userId, ...params }
    const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(given[name] ?? '')),
    )
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    const { authorization, host, 'accept-language': language } = request.headers
    const answer = await request.server.inject({
      method: 'GET',
      url: `${API}${path}?${search}`,
      remoteAddress: request.ip,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(host !== undefined && { host }),
        ...(language !== undefined && { 'accept-language': language }),
      },
    })
    if (answer.statusCode !== 200)
      throw new ReadRefused(
        answer.json<Partial<Failure>>().result?.code ?? `HTTP_${answer.statusCode}`,
      )
    return answer.json<{ result: { data: z.output<R['reply']> } }>().result.data
  }
  return { get }
}
