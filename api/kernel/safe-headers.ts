import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Two years. @source hstspreload.org */
const HSTS_S = 63_072_000

/**
 * Features of browsers that no page uses, also not by what it might embed. A phone's camera takes
 * its picture by a file field, which needs no leave.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const
const PERMISSIONS = [...UNUSED_FEATURES.map((name) => `${name}=()`), 'fullscreen=(self)'].join(', ')

/**
 * Headers that a browser heeds on pages alone. HTTP/1.1 does not compress them: on the
 * answers of a first screen they would weigh as much as a font.
 */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/** For an answer that is no page: a script, a style, data. */
export function withoutHeadersOfPages(reply: FastifyReply): void {
  for (const name of OF_PAGES) reply.removeHeader(name)
}

/** Data that a browser opens as a page loads nothing, and stands in no frame. */
const OF_DATA = "default-src 'none'; frame-ancestors 'none'"

/** Rules for every answer: the sources that a browser may load, frame and send to. */
export async function sendSafeHeaders(
  app: FastifyInstance,
  options: { readonly publicUrl: URL; readonly extraOrigins?: readonly string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...(options.extraOrigins ?? [])],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on the user's own machine must stay possible.
    strictTransportSecurity: options.publicUrl.protocol === 'https:' && {
      maxAge: HSTS_S,
      includeSubDomains: true,
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Helmet 8 has no such header.
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('permissions-policy', PERMISSIONS)
  })
  app.addHook('onSend', async (_, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return
    withoutHeadersOfPages(reply)
    void reply.header('content-security-policy', OF_DATA)
  })
}
