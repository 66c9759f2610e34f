import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import { isProbeRequest } from './listener.ts'

/** Headers that a proxy adds to a forwarded request. */
export const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** Paths that load balancers request under any host name. */
const PROBED = ['/api/health', '/api/ready']

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')

/** A name that no foreign DNS can point here: an address, or this machine's own name. */
const isFixedName = (hostname: string): boolean =>
  bare(hostname) === 'localhost' || isIP(bare(hostname)) !== 0

const NAMES_OF_THIS_MACHINE = ['localhost', '127.0.0.1', '::1']

/**
 * Whether the request names this machine in another way than its public address: `localhost` for
 * `127.0.0.1`. A browser keeps the sign-in under one name, and finds none under the other.
 */
export const isUnderAnotherName = (request: FastifyRequest, publicUrl: URL): boolean => {
  const requestUrl = URL.parse(`${publicUrl.protocol}//${request.host}`)
  if (requestUrl === null || requestUrl.port !== publicUrl.port) return false
  const names = [bare(requestUrl.hostname), bare(publicUrl.hostname)]
  return names[0] !== names[1] && names.every((name) => NAMES_OF_THIS_MACHINE.includes(name))
}

/**
 * Whether the request comes from this machine. Only the connection counts, since a client may write
 * any header. A request that a proxy on this machine forwards comes from elsewhere. So does a page
 * of another host name.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  LOOPBACK.includes(request.socket.remoteAddress ?? '') &&
  FORWARDED.every((name) => request.headers[name] === undefined) &&
  isFixedName(request.hostname)

/** Number of `Host` headers in the request. */
const hostsOf = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length

/**
 * Refuses requests to another host: a foreign page whose DNS points here would otherwise share the
 * product's origin (DNS rebinding). A request to an IP address was led by no name.
 */
export function refuseForeignHosts(app: FastifyInstance, publicUrl: URL): void {
  const own = bare(publicUrl.hostname)
  app.addHook('onRequest', async (request) => {
    if (request.hostname === '' && request.raw.httpVersion === '1.1')
      throw refusal('REQUEST_INVALID')
    // Node keeps the first of two, a proxy may have gone by the second. @source RFC 9112, section
    // 3.2
    if (hostsOf(request) > 1) throw refusal('REQUEST_INVALID')
    if (bare(request.hostname) === own || isFixedName(request.hostname)) return
    if (isProbeRequest(request.raw) || PROBED.includes(request.routeOptions.url ?? '')) return
    throw refusal('HOST_UNKNOWN')
  })
}

/**
 * Logs once that an unconfigured proxy forwards requests: its users then share one address, and one
 * rate limit.
 */
export function tellOfUnknownProxy(app: FastifyInstance): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined) return
    isLogged = true
    log.warn(
      'Requests come through a proxy, and TRUST_PROXY is not set: all its users count as one address',
    )
  })
}

/**
 * The path and query of a request, normalised; null for a path that leaves the site, such as `//`.
 */
export function ownAddress(
  request: FastifyRequest,
): { readonly pathname: string; readonly search: string } | null {
  const url = URL.parse(request.url, 'http://carnet')
  // A request line may hold a whole address. Its host was checked before, so only its path counts.
  return url === null || (url.host !== 'carnet' && request.url.startsWith('/')) ? null : url
}
