import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '#domain/kernel/errors.ts'
import { isProbeRequest } from './listener.ts'

/** What a proxy adds to a request that it passes on. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** What load balancers ask for under whatever name they know a process by. */
const PROBED = ['/api/health', '/api/ready']

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')

/** A name that no foreign site's DNS can lead here: an address, or this machine's own name. */
const isFixedName = (hostname: string): boolean => bare(hostname) === 'localhost' || isIP(bare(hostname)) !== 0

/**
 * Whether the machine itself asks: by the connection alone, since a header is what its sender wrote. What a proxy on this machine
 * passes on comes from elsewhere, and so does what a page of another name was led here for.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  LOOPBACK.includes(request.socket.remoteAddress ?? '') &&
  FORWARDED.every((name) => request.headers[name] === undefined) &&
  isFixedName(request.hostname)

/**
 * Refuses what was sent to another host: a page of a foreign name whose DNS leads here would else be of one origin with the product.
 * Who has read an IP address in the address bar was led by no name.
 */
export function refuseForeignHosts(app: FastifyInstance, publicUrl: URL): void {
  const own = bare(publicUrl.hostname)
  app.addHook('onRequest', async (request) => {
    if (bare(request.hostname) === own || isFixedName(request.hostname)) return
    if (isProbeRequest(request.raw) || PROBED.includes(request.routeOptions.url ?? '')) return
    throw refusal('HOST_UNKNOWN')
  })
}

/** Says once that a proxy is there which nobody has told of: its users then share one address, and one limit. */
export function tellOfUnknownProxy(app: FastifyInstance): void {
  let told = false
  app.addHook('onRequest', async ({ headers, log }) => {
    if (told || headers['x-forwarded-for'] === undefined) return
    told = true
    log.warn('Requests come through a proxy, and TRUST_PROXY is not set: all its users count as one address')
  })
}

/** The path and query of a request, normalised; null for what is no path of this site, as `//` or `//elsewhere.example/x`. */
export function ownAddress(request: FastifyRequest): { readonly pathname: string; readonly search: string } | null {
  const url = URL.parse(request.url, 'http://carnet')
  // A request may be sent with its whole address: what counts then is the path, its host was looked at before.
  return url === null || (url.host !== 'carnet' && request.url.startsWith('/')) ? null : url
}
