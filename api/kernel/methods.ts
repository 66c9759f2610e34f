import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refusal } from '#domain/kernel/errors.ts'
import { ownAddress } from './origin.ts'

type Known = { readonly parts: readonly string[]; readonly methods: Set<string> }

const isParameter = (part: string): boolean => part.startsWith(':')

/**
 * Among two patterns of one path, the one whose first difference is a word; alike ones share their
 * methods.
 */
function moreSpecific(a: Known, b: Known): Known {
  const i = a.parts.findIndex((part, at) => isParameter(part) !== isParameter(b.parts[at] ?? ''))
  if (i < 0) return { ...a, methods: a.methods.union(b.methods) }
  return isParameter(a.parts[i] ?? '') ? b : a
}

/**
 * Remembers every route as it is declared. A known path that is asked by a wrong method is refused
 * with its methods.
 *
 * @returns the refusal of a request whose path another route means more exactly, and by other
 * methods; else null
 */
export function refuseWrongMethods(
  app: FastifyInstance,
): (request: FastifyRequest, reply: FastifyReply) => Refusal | null {
  const methodsByPath = new Map<string, Known>()
  /** By the number of their parts: every visit of a public page asks. */
  const alike = new Map<number, Known[]>()
  app.addHook('onRoute', ({ url, method }) => {
    const at = methodsByPath.get(url) ?? { parts: url.split('/'), methods: new Set() }
    for (const one of [method].flat()) at.methods.add(one)
    if (!methodsByPath.has(url))
      alike.set(at.parts.length, [...(alike.get(at.parts.length) ?? []), at])
    methodsByPath.set(url, at)
  })

  function methodsAt(pathname: string): readonly string[] {
    const parts = pathname.split('/')
    const fitting = (alike.get(parts.length) ?? []).filter(({ parts: pattern }) =>
      pattern.every((part, i) => (isParameter(part) ? parts[i] !== '' : part === parts[i])),
    )
    return fitting.length === 0 ? [] : [...fitting.reduce(moreSpecific).methods].sort()
  }

  const refused = (request: FastifyRequest, reply: FastifyReply): Refusal | null => {
    const methods = methodsAt(ownAddress(request)?.pathname ?? '')
    if (methods.length === 0 || methods.includes(request.method)) return null
    reply.header('allow', methods.join(', '))
    return refusal('METHOD_NOT_ALLOWED')
  }
  app.addHook('onRequest', async (request, reply) => {
    const wrong = request.is404 ? refused(request, reply) : null
    if (wrong) throw wrong
  })
  return refused
}
